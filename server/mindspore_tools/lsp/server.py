"""The language server: `mindspore-tools serve`."""

from __future__ import annotations

import argparse
import asyncio
import functools
import importlib
import logging
import os
import pkgutil
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.io_ import StdoutWriter, run_async
from pygls.lsp.server import LanguageServer

import mindspore_tools
from mindspore_tools.lsp import features
from mindspore_tools.lsp.documents import Snapshot, Snapshots
from mindspore_tools.lsp.errors import ContentModified
from mindspore_tools.lsp.ir_documents import IR_LANGUAGE, IrSnapshot, IrSnapshots
from mindspore_tools.lsp.positions import Encoding
from mindspore_tools.lsp.project import Project
from mindspore_tools.lsp.protocol import Protocol
from mindspore_tools.lsp.scheduler import QUICK, SLOW, Overtime, PatientLane, make_lanes
from mindspore_tools.lsp.settings import SECTION, Settings, project_settings, read_settings
from mindspore_tools.lsp.streams import StreamInput

logger = logging.getLogger(__name__)
STATUS = "mindspore/status"
SETTLE_SECONDS = 0.02
USER_CODE_SECONDS = 1.5


class Server(LanguageServer):
    """The server with its settings, its project and the snapshots of the open documents.

    Features are the modules of ``features``: each has ``register(server)``.
    """

    def __init__(self) -> None:
        super().__init__("mindspore-tools", mindspore_tools.__version__, protocol_cls=Protocol)
        self.language = "en"
        self.encoding = Encoding()
        self.snapshots = Snapshots()
        self.ir_snapshots = IrSnapshots()
        self._ir_functions: dict[str, Callable[[IrSnapshot, Any], Any]] = {}
        self.lanes = make_lanes()
        self.user_code = PatientLane("user-code", USER_CODE_SECONDS)
        self.project = Project(Settings())
        self._editor_settings: dict[str, Any] = {}
        self._project_settings: Any = {}
        self._changed: list[Callable[[], Any]] = []
        self._started: list[Callable[[], Any]] = []
        self._register_lifecycle()
        for module in pkgutil.iter_modules(features.__path__):
            importlib.import_module(f"{features.__name__}.{module.name}").register(self)

    # -- registering features --------------------------------------------------------------------------------------

    def answers(
        self,
        method: str,
        options: Any = None,
        *,
        lane: str = QUICK,
        empty: Any = None,
        otherwise: Callable[[Snapshot, Any], Any] | None = None,
    ) -> Callable[[Callable[[Snapshot, Any], Any]], Callable[[Snapshot, Any], Any]]:
        """Register ``function(snapshot, params)`` as what answers a request about a document.

        It runs in a lane. In the slow one the request first settles, so that what typing overtakes never runs. A function that
        fails is logged and answers ``empty``. ``otherwise`` is asked, in a lane of its own and for a limited time, when there
        is no answer.
        """

        def decorate(function: Callable[[Snapshot, Any], Any]) -> Callable[[Snapshot, Any], Any]:
            async def handler(params: Any) -> Any:
                uri = params.text_document.uri
                if self.is_ir(uri):
                    return await self.ir_work(method, params, empty)
                result = await self.work(uri, lambda snapshot: function(snapshot, params), lane, empty)
                if not result and otherwise is not None and self.project.settings.user_code:
                    return await self._ask_otherwise(uri, params, otherwise, empty)
                return result

            functools.update_wrapper(handler, function, ("__name__", "__doc__"))
            self.feature(method, options)(handler)
            return function

        return decorate

    async def _ask_otherwise(
        self, uri: str, params: Any, otherwise: Callable[[Snapshot, Any], Any], empty: Any
    ) -> Any:
        snapshot = self.snapshots.newest(uri)
        if snapshot is None:
            return empty
        try:
            return await self.user_code.run(lambda: otherwise(snapshot, params)) or empty
        except Overtime:
            return empty
        except Exception:
            logger.exception("a request about user code in %s failed", uri)
            return empty

    def answers_ir(self, method: str, function: Callable[[IrSnapshot, Any], Any]) -> None:
        """Register ``function(snapshot, params)`` as what answers a request about an IR dump, beside that for Python."""
        self._ir_functions[method] = function

    def is_ir(self, uri: str) -> bool:
        """Whether an open document is an IR dump."""
        return self.workspace.get_text_document(uri).language_id == IR_LANGUAGE

    async def ir_work(self, method: str, params: Any, empty: Any = None) -> Any:
        """The answer to a request about an IR dump; ``empty`` where there is none or it fails."""
        function = self._ir_functions.get(method)
        uri = params.text_document.uri
        text = self.workspace.get_text_document(uri)
        if function is None or text.version is None:
            return empty
        source = text.source
        return await self.guarded(
            lambda: function(self.ir_snapshots.get(uri, source, self.encoding), params), SLOW, empty
        )

    async def work(self, uri: str, function: Callable[[Snapshot], Any], lane: str, empty: Any = None) -> Any:
        """The result of a function of a document's newest snapshot; ``empty`` when it fails. Raises ContentModified when overtaken."""
        if self.is_ir(uri):
            return empty
        if lane == SLOW:
            version = self.version_of(uri)
            await asyncio.sleep(SETTLE_SECONDS)
            if self.version_of(uri) != version:
                raise ContentModified
        text = self.workspace.get_text_document(uri)
        if text.version is None:
            return empty
        source, version, path = text.source, text.version, text.path or ""

        def call() -> Any:
            try:
                snapshot = self.snapshots.get(uri, path, source, version, self.encoding, self.project)
                return function(snapshot)
            except JsonRpcException:
                raise
            except Exception:
                logger.exception("a request about %s failed", uri)
                return empty

        try:
            result = await self.lanes[lane].run(call)
        except asyncio.TimeoutError:
            return empty
        if lane == SLOW and self.version_of(uri) != version:
            raise ContentModified
        return result

    async def guarded(self, function: Callable[[], Any], lane: str, empty: Any) -> Any:
        """The result of a function that is about no document; ``empty`` when it fails or takes too long."""
        try:
            return await self.lanes[lane].run(function)
        except Exception:
            logger.exception("a request failed")
            return empty

    def version_of(self, uri: str) -> int | None:
        """The version of an open document, None when it is not open."""
        return self.workspace.get_text_document(uri).version

    def on_start(self, call: Callable[[], Any]) -> None:
        """Call a function once the session has begun and the settings are known."""
        self._started.append(call)

    def on_project_change(self, call: Callable[[], Any]) -> None:
        """Call a function whenever the project has changed, so that what is shown can be renewed."""
        self._changed.append(call)

    # -- life ------------------------------------------------------------------------------------------------------

    def _register_lifecycle(self) -> None:
        @self.feature(types.INITIALIZE)
        def initialize(params: types.InitializeParams) -> None:
            assert isinstance(self.protocol, Protocol)
            self.protocol.use_open_texts()
            self.language = params.locale or "en"
            self.encoding = Encoding(self.workspace.position_encoding)
            self._read_project_settings()
            options = params.initialization_options
            self._use(options.get(SECTION, {}) if isinstance(options, dict) else {})

        @self.feature(types.INITIALIZED)
        async def initialized(params: types.InitializedParams) -> None:
            await self._ask_for_settings()
            await self._tell_status()
            await self._watch_files()
            for call in self._started:
                call()

        @self.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
        async def changed(params: types.DidChangeConfigurationParams) -> None:
            given = params.settings
            if isinstance(given, dict) and isinstance(given.get(SECTION), dict):
                self._use(given[SECTION])
            else:
                await self._ask_for_settings()

        @self.feature(types.TEXT_DOCUMENT_DID_CLOSE)
        def closed(params: types.DidCloseTextDocumentParams) -> None:
            self.snapshots.forget(params.text_document.uri)
            self.ir_snapshots.forget(params.text_document.uri)

        @self.feature(types.TEXT_DOCUMENT_DID_SAVE)
        def saved(params: types.DidSaveTextDocumentParams) -> None:
            self._files_changed()

        @self.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
        def files_changed(params: types.DidChangeWatchedFilesParams) -> None:
            if any(change.uri.endswith("/pyproject.toml") for change in params.changes):
                self._read_project_settings()
                self._use(self._editor_settings)
            self._files_changed()

        @self.feature(types.SHUTDOWN)
        def shutdown(params: Any) -> None:
            for lane in self.lanes.values():
                lane.close()
            self.user_code.close()

    def _folder(self) -> Path | None:
        root = self.workspace.root_path
        return Path(root) if root else None

    def _read_project_settings(self) -> None:
        folder = self._folder()
        self._project_settings = project_settings(folder) if folder else {}

    def _files_changed(self) -> None:
        if self.snapshots.modules.refresh():
            for call in self._changed:
                call()

    async def _watch_files(self) -> None:
        workspace = self.client_capabilities.workspace
        watching = workspace.did_change_watched_files if workspace else None
        if watching is None or not watching.dynamic_registration:
            return
        options = types.DidChangeWatchedFilesRegistrationOptions(
            [types.FileSystemWatcher("**/*.py"), types.FileSystemWatcher("**/pyproject.toml")]
        )
        registration = types.Registration(
            "mindspore-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options
        )
        await self.client_register_capability_async(types.RegistrationParams([registration]))

    async def _ask_for_settings(self) -> None:
        workspace = self.client_capabilities.workspace
        if workspace is None or not workspace.configuration:
            return
        item = types.ConfigurationItem(section=SECTION)
        try:
            answer = await self.workspace_configuration_async(types.ConfigurationParams([item]))
        except Exception:
            logger.exception("the client did not give its settings")
            return
        if answer and isinstance(answer[0], dict):
            self._use(answer[0])

    def _use(self, editor: dict[str, Any]) -> None:
        """Take over settings; nothing happens when they are those in force."""
        self._editor_settings = editor
        settings = read_settings(editor, self._project_settings)
        if settings != self.project.settings:
            self._replace_project(Project(settings, self._folder()))

    def renew_project(self) -> None:
        """Look at the project anew: its index or its installation has changed."""
        self._replace_project(Project(self.project.settings, self._folder()))

    def _replace_project(self, project: Project) -> None:
        self.project = project
        self.snapshots.clear()
        if self.protocol.writer is not None and self._running():
            asyncio.ensure_future(self._tell_status())
            for call in self._changed:
                call()

    def _running(self) -> bool:
        return hasattr(self.protocol, "server_capabilities")

    async def _tell_status(self) -> None:
        try:
            status = await self.lanes[SLOW].run(self.project.status)
        except Exception:
            logger.exception("the state of the project is not known")
            return
        self.protocol.notify(STATUS, status)

    async def serve(self, stdin: BinaryIO, stdout: BinaryIO) -> None:
        """Talk to a client on two streams until it leaves."""
        self._stop_event = threading.Event()
        self.protocol.set_writer(StdoutWriter(stdout))
        await run_async(
            stop_event=self._stop_event,
            reader=StreamInput(stdin),
            protocol=self.protocol,
            logger=logger,
            error_handler=self.report_server_error,
        )

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Keep errors in the log: a fault of ours never pops up in front of a user."""
        logger.error("%s: %s", type(error).__name__, error)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``serve``."""
    parser.add_argument("--log", metavar="LEVEL", default="warning", help="debug, info, warning or error")


def run(arguments: argparse.Namespace | None = None) -> int:
    """Serve on standard input and output until the client leaves; returns the exit code."""
    level = getattr(logging, getattr(arguments, "log", "warning").upper(), logging.WARNING)
    logging.basicConfig(
        stream=sys.stderr,
        level=level,
        format="%(levelname)s %(name)s: %(message)s",
    )
    if level > logging.DEBUG:
        # pygls logs every request that was overtaken as an error with its traceback.
        logging.getLogger("pygls").setLevel(logging.CRITICAL)
    # A worker that computes must not keep a typing user waiting for the interpreter lock.
    sys.setswitchinterval(0.0005)
    code = 0
    try:
        asyncio.run(Server().serve(sys.stdin.buffer, sys.stdout.buffer))
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else 0
    except (BrokenPipeError, KeyboardInterrupt):
        code = 1
    # A worker that hangs must not keep the process alive.
    sys.stderr.flush()
    os._exit(code)
