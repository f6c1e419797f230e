"""Docstrings in parts, formulas, types and the facts that sentences carry."""

from __future__ import annotations

import pytest

from mindspore_tools.api.choices import documented_choices, documented_range
from mindspore_tools.api.deprecations import deprecation, subject_of, subject_of_parameter
from mindspore_tools.api.docstring import parse, parse_entries
from mindspore_tools.api.documented_types import python_type, return_type
from mindspore_tools.api.latex import readable
from mindspore_tools.api.markdown import markdown

OVERLOADED = """max() -> Tensor

Largest value.

Returns:
    Tensor.

.. method:: Tensor.max(dim, keepdim=False) -> tuple(Tensor)
    :noindex:

Largest values along an axis.

Args:
    dim (int): The axis, with a line that
        goes on.
    keepdim (bool, optional): Keep it. Default: ``False`` .
"""


def test_overloads_of_one_docstring():
    first, second = parse(OVERLOADED, "max")
    assert (first.call, first.returns) == ("()", "Tensor")
    assert second.call == "(dim, keepdim=False)"
    assert [(each.name, each.type) for each in second.entries("Args")] == [
        ("dim", "int"),
        ("keepdim", "bool"),
    ]
    assert second.entries("Args")[0].text == "The axis, with a line that\ngoes on."


def test_entries_in_every_style():
    text = (
        "x (Union[int, tuple(int)], optional): One.\n"
        "- **y** (Tensor) - Two.\n"
        "*args: Three.\n"
        "a, b (float): Four.\n"
        "kind (:class:`mindspore.dtype`): Five (with brackets)."
    )
    found = [(each.name, each.type) for each in parse_entries(text)]
    assert found == [
        ("x", "Union[int, tuple(int)]"),
        ("y", "Tensor"),
        ("args", ""),
        ("a", "float"),
        ("b", "float"),
        ("kind", "mindspore.dtype"),
    ]


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (r"\frac{1}{n} \sum_{i=1}^{n} x_i^2", "1 / n ∑ᵢ₌₁ⁿ xᵢ²"),
        (r"\text{kernel_size[0]} \times \alpha", "kernel_size[0] × α"),
        (r"\sqrt{x + 1} \le \infty", "√(x + 1) ≤ ∞"),
        (r"\begin{cases} x, & x > 0 \\ 0, & \text{otherwise} \end{cases}", "{ x, x > 0\n0, otherwise"),
        (r"C_{in}", "Cᵢₙ"),
        (r"unbalanced {", "unbalanced"),
    ],
)
def test_formulas(formula, text):
    assert readable(formula) == text


def test_markdown_of_roles_links_and_blocks():
    text = markdown(
        "See :func:`mindspore.ops.add` and `a page <https://e.org>`_, ``None`` .\n\n.. code-block::\n\n    x = 1\n\n.. note::\n    Mind `it`."
    )
    assert text == (
        "See `mindspore.ops.add` and [a page](https://e.org), `None`.\n\n```python\nx = 1\n```\n\n> **Note:** Mind `it`."
    )


CONSTANTS = {"GRAPH_MODE": "mindspore.GRAPH_MODE", "PYNATIVE_MODE": "mindspore.PYNATIVE_MODE"}


@pytest.mark.parametrize(
    ("text", "kind", "default", "choices"),
    [
        (
            'It can be set to: ``"same"`` , ``"valid"`` or ``"pad"`` . Default: ``"same"`` .',
            "str",
            "'same'",
            ("same", "valid", "pad"),
        ),
        ("The value must be one of ['ON', 'OFF'].", "str", None, ("ON", "OFF")),
        ("The kind.\n\n- ``'a'``: one.\n- ``'b'``: two.", "str", "'a'", ("a", "b")),
        ("The backend.\n\n- normal: usual.\n- fast: quick.", "str", "'normal'", ("normal", "fast")),
        ("Other option: ``'add'`` or ``'mul'``.", "str", "'none'", ("none", "add", "mul")),
        ("A name, such as ``'a'`` or ``'b'``.", "str", None, ()),
        ("When mode is ``'a'`` or ``'b'``, this is ignored.", "str", None, ()),
        ("Values like ``'a'``, ``'b'`` etc.", "str", None, ()),
        ("Initializer: it can be ``'zeros'`` or ``'ones'``.", "Union[Tensor, str, Initializer]", None, ()),
        ("It can be ``'a'`` or ``'b'``.", "dict", None, ()),
    ],
)
def test_choices_of_strings(text, kind, default, choices):
    found = documented_choices(text, kind, default, CONSTANTS.get)
    assert found == tuple(repr(each) for each in choices)


def test_choices_of_constants():
    text = "Running in GRAPH_MODE(0) or PYNATIVE_MODE(1). Both support all backends."
    assert documented_choices(text, "int", None, CONSTANTS.get) == (
        "mindspore.GRAPH_MODE",
        "mindspore.PYNATIVE_MODE",
    )
    assert documented_choices("Running in A_MODE or B_MODE.", "int", None, CONSTANTS.get) == ()


def test_ranges():
    assert documented_range("The value must be in range of [0.0, 1.0).", "float") == "[0.0, 1.0)"
    assert documented_range("The shape must be in range [1, 2].", "tuple[int]") == ""
    assert documented_range("Usually in range [1, 2].", "int") == ""


@pytest.mark.parametrize(
    ("documented", "expected"),
    [
        ("Union[int, tuple[int]]", "int | tuple[int, ...]"),
        ("Union(Tensor, None)", "Tensor | None"),
        ("tuple of ints", "tuple[int, ...]"),
        ("list[Tensor]", "list[Tensor]"),
        ("bool Tensor", "Tensor"),
        ("2-D Tensor", "Tensor"),
        ("Something unknown", ""),
        ("number.Number", "int | float"),
        ("", ""),
    ],
)
def test_types(documented, expected):
    assert python_type(documented, {"Cell": "nn.Cell"}.get) == expected


@pytest.mark.parametrize(
    ("documented", "expected"),
    [
        ("Tensor, with the same shape as `x`.", "Tensor"),
        ("Tuple of 2 tensors, the values and the indices.", "tuple[Tensor, Tensor]"),
        ("- **y** (Tensor) - One.\n- **z** (Tensor) - Two.", "tuple[Tensor, Tensor]"),
        ("A 1-D tensor of size `n` containing the window.", "Tensor"),
        ("Cell, the cell itself.", "nn.Cell"),
        ("int, the number of devices.", "int"),
        ("The handle can be used to remove it.", ""),
        ("list[float]. The size of the list is n.", "list[float]"),
    ],
)
def test_return_types(documented, expected):
    assert return_type(documented, {"Cell": "nn.Cell"}.get) == expected


def test_deprecations():
    def resolve(name):
        return name if name.startswith("mindspore.") else None

    text = (
        "`nn.Norm` is deprecated from version 2.8.0 and will be removed in a future version, "
        "please use :func:`mindspore.ops.norm` instead."
    )
    found = deprecation(text, subject_of("Norm"), resolve)
    assert (found.since, found.replacement, found.planned) == ("2.8.0", "mindspore.ops.norm", False)
    planned = deprecation(
        "This API will be deprecated and removed in future versions.", subject_of("x"), resolve
    )
    assert planned.planned
    assert deprecation("The value ``'O2'`` of `level` is deprecated.", subject_of("jit"), resolve) is None
    of_parameter = deprecation(
        "Device. This parameter will be deprecated and removed in future versions. Please use the api :func:`mindspore.set_device` instead.",
        subject_of_parameter("device_id"),
        resolve,
    )
    assert of_parameter.replacement == "mindspore.set_device"
