"""The index of a MindSpore that none was shipped for: built in the background, told as progress, used when it is there.

``mindspore/rebuildIndex`` builds it anew on demand and answers whether it was built.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from mindspore_tools.common.text import Text
from mindspore_tools.lsp import index_builder
from mindspore_tools.lsp.scheduler import SLOW

if TYPE_CHECKING:
    from mindspore_tools.lsp.server import Server

logger = logging.getLogger(__name__)
METHOD = "mindspore/rebuildIndex"
_TITLE = Text("Indexing MindSpore {version}", "正在为 MindSpore {version} 建立索引")
_DONE = Text("The API index of MindSpore {version} is ready.", "MindSpore {version} 的 API 索引已就绪。")


def register(server: Server) -> None:
    """Build an index when the project's version has none."""
    running: list[asyncio.Task[bool]] = []

    async def build() -> bool:
        project = server.project
        installation = project.installation
        if installation is None or not project.settings.trusted:
            return False
        from mindspore_tools.api.cache import built_index_path

        output = built_index_path(installation.package, str(installation.version))
        token = await _begin(server, installation.version)

        def tell(text: Text, percent: int) -> None:
            report = types.WorkDoneProgressReport(message=text.render(server.language), percentage=percent)
            _report(server, token, report)

        try:
            await index_builder.build(project.settings.interpreter, Path(output), tell)
        except index_builder.IndexBuildFailed as failure:
            logger.warning("the index was not built: %s", failure)
            _report(server, token, types.WorkDoneProgressEnd(message=failure.text.render(server.language)))
            return False
        done = _DONE.format(version=str(installation.version)).render(server.language)
        _report(server, token, types.WorkDoneProgressEnd(message=done))
        if server.project is project:
            server.renew_project()
        return True

    async def build_once() -> bool:
        if not running or running[0].done():
            running[:] = [asyncio.ensure_future(build())]
        return await asyncio.shield(running[0])

    async def build_when_unknown() -> None:
        project = server.project

        def unknown() -> bool:
            installed = project.installation
            return installed is not None and installed.version != project.index_for_installation.version

        if project.settings.trusted and await server.guarded(unknown, SLOW, False):
            await build_once()

    @server.feature(METHOD)
    async def rebuild(params: Any) -> bool:
        return await build_once()

    server.on_start(lambda: asyncio.ensure_future(build_when_unknown()))
    server.on_project_change(lambda: asyncio.ensure_future(build_when_unknown()))


async def _begin(server: Server, version: Any) -> str | None:
    window = server.client_capabilities.window
    if window is None or not window.work_done_progress:
        return None
    token = str(uuid.uuid4())
    try:
        await server.work_done_progress.create_async(token)
    except Exception:
        logger.exception("the client shows no progress")
        return None
    title = _TITLE.format(version=str(version)).render(server.language)
    server.work_done_progress.begin(token, types.WorkDoneProgressBegin(title=title, percentage=0))
    return token


def _report(
    server: Server, token: str | None, value: types.WorkDoneProgressReport | types.WorkDoneProgressEnd
) -> None:
    if token is None:
        return
    if isinstance(value, types.WorkDoneProgressEnd):
        server.work_done_progress.end(token, value)
    else:
        server.work_done_progress.report(token, value)
