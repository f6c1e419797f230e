"""mindspore/explain: the page of a rule as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mindspore_tools.lsp.scheduler import QUICK

if TYPE_CHECKING:
    from mindspore_tools.lsp.server import Server

METHOD = "mindspore/explain"


def register(server: Server) -> None:
    """Offer the pages of the rules: ``{"code": "MS101"}`` gives ``{"title", "markdown"}``, or null for an unknown code."""

    @server.feature(METHOD)
    async def explain(params: Any) -> dict[str, str] | None:
        code = str(getattr(params, "code", ""))

        def work() -> dict[str, str] | None:
            from mindspore_tools.lint.pages import page
            from mindspore_tools.lint.registry import find_rule

            rule = find_rule(code)
            return {"title": f"{rule.code} {rule.name}", "markdown": page(rule)} if rule else None

        return await server.guarded(work, QUICK, None)
