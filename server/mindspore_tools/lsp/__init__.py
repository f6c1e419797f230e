"""The language server: the only room that knows the Language Server Protocol."""

from mindspore_tools.lsp import lazy_types

lazy_types.prepare()
