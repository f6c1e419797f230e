"""Where probes are put, and what they report. What the probed graphs compute is tested on a real MindSpore."""

import ast
import textwrap

import pytest

from mindspore_debug import fallback, model
from mindspore_debug.instrument import instrument

FILE = "/project/net.py"


@pytest.fixture(autouse=True)
def no_repairs(monkeypatch):
    monkeypatch.setattr(fallback, "_manners", {})
    monkeypatch.setattr(fallback, "_excluded", set())


def probe(source, bound=()):
    tree = ast.parse(textwrap.dedent(source))
    before = ast.dump(tree)
    probed, functions = instrument(tree, FILE, 100, {}, "f", dict.fromkeys(bound))
    assert ast.dump(tree) == before, "the tree is MindSpore's own and must not change"
    return probed, functions


def sites(source, bound=()):
    """(kind, lines, names) of the sites of the outermost function, in the order of the source."""
    _, functions = probe(source, bound)
    return [(site.kind, [line - 100 for line in site.lines], site.names) for site in functions[0].sites]


def test_each_line_is_announced_with_the_values_of_the_one_before():
    assert sites(
        """
        def f(self, x, *rest, flag=True):
            y = x + 1
            a, (b, c) = g(y)
            y[0] += b
            return y
    """,
        ["self"],
    ) == [
        (model.ENTER, [3], ("x", "rest", "flag")),
        (model.LINE, [4], ("y",)),
        (model.LINE, [5], ("a", "b", "c")),
        (model.LINE, [6], ("y",)),
        (model.LEAVE, [], ("__ms_result__",)),
    ]


def test_a_loop_comes_back_to_its_header():
    assert sites("""
        def f(x):
            for i in range(3):
                if x > i:
                    continue
                x = x + i
            return x
    """) == [
        (model.ENTER, [3], ("x",)),
        (model.LINE, [4], ("i",)),
        (model.LINE, [5], ()),
        (model.LINE, [3], ()),
        (model.LINE, [6], ()),
        (model.LINE, [3], ("x",)),
        (model.LINE, [7], ()),
        (model.LEAVE, [], ("__ms_result__",)),
    ]


def test_a_block_reports_what_it_assigned_last():
    assert sites("""
        def f(x):
            if x > 0:
                y = x
            else:
                y = -x
            return y
    """)[1:5] == [
        (model.LINE, [4], ()),
        (model.VALUES, [], ("y",)),
        (model.LINE, [6], ()),
        (model.VALUES, [], ("y",)),
    ]


def test_statements_on_one_line_are_announced_once():
    assert sites("""
        def f(x):
            a = x; b = a
            return b
    """) == [
        (model.ENTER, [3], ("x",)),
        (model.LINE, [4], ("a", "b")),
        (model.LEAVE, [], ("__ms_result__",)),
    ]


def test_a_statement_over_several_lines_walks_them():
    kinds = sites("""
        def f(x):
            y = g(x,
                  h(x),
                  1)
            return y
    """)
    assert kinds[0][1][0] == 3 and set(kinds[0][1]) >= {3, 4}


def test_a_function_without_return_is_left_at_its_end():
    assert sites("""
        def f(x):
            y = x
    """)[-1] == (model.LEAVE, [], ("y",))


def test_nested_functions_and_lambdas_are_functions_of_their_own():
    _, functions = probe("""
        def f(x):
            k = 2
            def inner(a):
                return a * k
            g = lambda a: inner(a) + k
            return g(x)
    """)
    assert [function.qualname for function in functions] == ["f", "f.<locals>.inner", "f.<locals>.<lambda>"]
    entered = [function.sites[0].names for function in functions]
    assert entered == [("x",), ("a", "k"), ("a", "k")]


def test_probes_before_a_lambda_are_moved_behind_it_with_the_values_of_their_place():
    probed, _ = probe("""
        def f(x):
            x = x + 1
            x = x + 2
            g = lambda a: a
            return g(x)
    """)
    lines = ast.unparse(probed).splitlines()
    lambda_at = next(number for number, line in enumerate(lines) if "lambda" in line)
    assert not any("__ms_report__(" in line or "__ms_mark__(" in line for line in lines[:lambda_at])
    assert sum("__ms_held_" in line and "=" in line for line in lines[:lambda_at]) == 3


def test_every_new_node_has_a_place_and_tokens():
    tree = ast.parse("def f(x):\n    y = x\n    return y\n")
    for node in ast.walk(tree):
        node.first_token = node.last_token = "token"
    probed, _ = instrument(tree, FILE, 0, {}, "f", {})
    for node in ast.walk(probed):
        if isinstance(node, (ast.stmt, ast.expr)):
            assert node.lineno and node.first_token == "token"


def test_repairs_change_the_probes_of_the_named_line_step_by_step():
    source = """
        def f(x):
            y = x
            return y
    """
    error = f"Some failure\n# In file {FILE}:103, 4~8\n    y = x"
    seen = []
    for _ in range(4):
        probed, functions = probe(source)
        seen.append(ast.unparse(probed).splitlines()[1].strip().split("(")[0])
        fallback.repair(error, functions)
    assert seen == ["__ms_report__", "__ms_hand_over__", "__ms_mark__", "y = x"]
    _, functions = probe(source)
    assert functions[0].sites == []
    assert not fallback.repair(error, functions)
