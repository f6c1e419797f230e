"""MS504: A layer or operator is made at every call"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindspore_tools.common.text import Text
from mindspore_tools.graph.values import Instance, Named
from mindspore_tools.lint.finding import Severity
from mindspore_tools.lint.rule import Context, Report, Rule
from mindspore_tools.lint.rules.calls.forbidden_cell_method import is_cell


class LayerMadePerCall(Rule):
    code = "MS504"
    name = "layer-made-per-call"
    severity = Severity.INFORMATION
    summary = Text("A layer or operator is made at every call", "每次调用都创建层或算子")
    explanation = Text(
        "A layer with weights that is made in `construct` gets new weights at every call in eager mode, and its weights are not trained. Make layers in `__init__` and keep them in attributes.",
        "在 `construct` 中创建带权重的层，动态图模式下每次调用都会得到新的权重，且这些权重不会被训练。请在 `__init__` 中创建层并保存为属性。",
    )
    subjects = (ast.Call,)
    VALID = (
        """\
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(2, 2)

    def construct(self, x):
        return self.dense(x)
""",
    )
    INVALID = (
        """\
class Net(nn.Cell):
    def construct(self, x):
        return nn.Dense(2, 2)(x)  # MS504
""",
    )

    def check(self, subject: ast.Call, context: Context) -> Iterator[Report]:
        callee = context.value(subject.func)
        if isinstance(callee, Named) and callee.name.startswith("mindspore.nn."):
            made = Instance(callee.name)
            if is_cell(made, context) and callee.name.rpartition(".")[2] in WITH_WEIGHTS:
                yield from context.report(
                    subject,
                    Text(
                        "This layer is made anew at every call, with new weights. Make it in `__init__`.",
                        "该层在每次调用时重新创建，权重也是新的。请在 `__init__` 中创建。",
                    ),
                )


WITH_WEIGHTS = frozenset(
    (
        *("Dense", "Conv1d", "Conv2d", "Conv3d", "Conv1dTranspose", "Conv2dTranspose", "Conv3dTranspose"),
        *(
            "Embedding",
            "BatchNorm1d",
            "BatchNorm2d",
            "BatchNorm3d",
            "LayerNorm",
            "GroupNorm",
            "PReLU",
            "LSTM",
        ),
        *("GRU", "RNN", "MultiheadAttention", "TransformerEncoderLayer", "TransformerDecoderLayer"),
    )
)
