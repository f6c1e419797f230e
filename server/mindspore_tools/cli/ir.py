"""``mindspore-tools ir``: reads and compares dumps of MindSpore IR, and makes them by asking the compiler."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from pathlib import Path

from mindspore_tools.cli.console import text
from mindspore_tools.cli.files import Unreadable, read
from mindspore_tools.common.text import Text
from mindspore_tools.ir.compare import Comparison, compare
from mindspore_tools.ir.compiling import DEFAULT_LIMIT, CompileRequest, compile_function
from mindspore_tools.ir.describe import describe, plain_name
from mindspore_tools.ir.model import Dump, Node
from mindspore_tools.ir.parser import parse
from mindspore_tools.ir.picture import picture

DONE, REFUSED, UNUSABLE = 0, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The subcommands ``show``, ``compare``, ``graph`` and ``compile``."""
    commands = parser.add_subparsers(dest="ir_command", metavar="COMMAND", required=True)

    def command(name: str, summary: Text) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=text(summary), description=text(summary))

    show = command("show", Text("a dump as readable text", "以易读的文本显示 IR"))
    show.add_argument("file")
    show.set_defaults(ir_run=_show)
    both = command("compare", Text("what changed between two passes", "比较两个 pass 的差异"))
    both.add_argument("before")
    both.add_argument("after")
    both.set_defaults(ir_run=_compare)
    graph = command("graph", Text("nodes and edges as JSON", "以 JSON 输出节点与边"))
    graph.add_argument("file")
    graph.set_defaults(ir_run=_graph)
    _add_compile(
        command("compile", Text("compile a function or Cell of a file", "编译文件中的一个函数或 Cell"))
    )


def _add_compile(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", help=text(Text("the Python file", "Python 文件")))
    parser.add_argument("name", help=text(Text("f, Net or Net.method", "f、Net 或 Net.method")))
    parser.add_argument(
        "--interpreter", metavar="PYTHON", help=text(Text("the project's Python", "项目所用的 Python"))
    )
    parser.add_argument(
        "--inputs", default="", help=text(Text('such as "float32[2, 3], 0.5"', "例如 “float32[2, 3], 0.5”"))
    )
    parser.add_argument("--arguments", default="", help=text(Text("of the constructor", "构造函数的参数")))
    parser.add_argument(
        "--dump", default="", metavar="FOLDER", help=text(Text("save the graphs there", "保存计算图的目录"))
    )
    parser.add_argument("--device", default="CPU")
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("--limit", type=float, default=DEFAULT_LIMIT, metavar="SECONDS")
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(ir_run=_compile)


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand; its exit code."""
    try:
        return arguments.ir_run(arguments)
    except Unreadable as error:
        print(f"mindspore-tools: {text(error.message)}", file=sys.stderr)
        return UNUSABLE


def _dump(path: str) -> Dump:
    return parse(read(path))


def _show(arguments: argparse.Namespace) -> int:
    print(describe(_dump(arguments.file)), end="")
    return DONE


def _graph(arguments: argparse.Namespace) -> int:
    print(json.dumps(picture(_dump(arguments.file)), ensure_ascii=False))
    return DONE


def _compare(arguments: argparse.Namespace) -> int:
    for line in _differences(compare(_dump(arguments.before), _dump(arguments.after))):
        print(line)
    return DONE


def _differences(changes: Comparison) -> list[str]:
    if changes.empty:
        return [text(Text("Nothing changed.", "没有变化。"))]
    lines = [f"{operator}: {before} -> {after}" for operator, before, after in changes.operators]
    lines += [f"- {plain_name(graph.name)}(...)" for graph in changes.removed]
    lines += [f"+ {plain_name(graph.name)}(...)" for graph in changes.added]
    for change in changes.changed:
        lines.append(f"{plain_name(change.after.name)}:")
        lines += [f"  - {_line(node)}" for node in change.removed]
        lines += [f"  + {_line(node)}" for node in change.added]
        lines += [f"  ~ {_line(pair.before)}  =>  {pair.after.output_type}" for pair in change.changed]
    return lines


def _line(node: Node) -> str:
    where = f"    # {Path(node.origin.path).name}:{node.origin.line}" if node.origin else ""
    return f"{node.title} -> {node.output_type}{where}" if node.output_type else f"{node.title}{where}"


def _compile(arguments: argparse.Namespace) -> int:
    interpreter = arguments.interpreter or shutil.which("python3") or shutil.which("python") or sys.executable
    dump = str(Path(arguments.dump).resolve()) if arguments.dump else ""
    request = CompileRequest(
        arguments.path,
        arguments.name,
        arguments.inputs,
        arguments.arguments,
        arguments.device,
        arguments.strict,
        dump,
    )
    result = compile_function(interpreter, request, arguments.limit)
    place = result.error.location if result.error else None
    if arguments.json:
        answer = {
            "compiled": result.compiled,
            "problem": text(result.problem) if result.problem else None,
            "location": place
            and {
                "path": place.path,
                "line": place.line,
                "endLine": place.end_line,
                "column": place.column,
                "endColumn": place.end_column,
            },
            "missing": list(result.missing),
            "dumps": [str(path) for path in result.dumps],
            "seconds": round(result.seconds, 2),
        }
        print(json.dumps(answer, ensure_ascii=False, indent=2))
    elif result.compiled:
        message = Text("{name} compiles ({seconds} s).", "{name} 编译通过（{seconds} 秒）。")
        print(text(message.format(name=arguments.name, seconds=round(result.seconds, 2))))
        for path in result.dumps:
            print(path)
    else:
        where = f"{place.path}:{place.line}: " if place else ""
        print(f"{where}{text(result.problem) if result.problem else ''}")
    return DONE if result.compiled else REFUSED
