"""What a user reads when a configuration cannot be started."""

import sys

import pytest

from dap.client import Session


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "program.py"
    path.write_text("import sys\nprint(sys.argv[1:], __name__)  # @bp\n")
    return path


@pytest.mark.parametrize("language, word", [("en", "nothing to debug"), ("zh-cn", "没有可调试的内容")])
def test_no_program(program, language, word):
    with pytest.raises(RuntimeError, match=word):
        Session.launch(program, program=None, locale=language)


def test_a_program_that_does_not_exist(program):
    with pytest.raises(RuntimeError, match="does not exist.*missing.py"):
        Session.launch(program, program="missing.py")


def test_an_interpreter_that_does_not_exist(program):
    with pytest.raises(RuntimeError, match="interpreter does not exist.*nopython"):
        Session.launch(program, python="/nopython")


def test_an_unknown_graph_mode(program):
    with pytest.raises(RuntimeError, match='"step", "breakpoints" or "off"'):
        Session.launch(program, graphMode="fast")


def test_plain_python_is_debugged_as_ever(program):
    with Session.launch(program, args=["1", "two"]) as session:
        stop = session.stop()
        assert stop.stack == ["<module>"]
        assert stop.evaluate("sys.argv[1:]") == "['1', 'two']"
        stop.resume()
        assert session.finish() == "['1', 'two'] __main__\n"


def test_a_module(program):
    with Session.launch(program, module="program", cwd=str(program.parent)) as session:
        session.stop().resume()
        assert session.finish() == "[] __main__\n"


def test_the_sites_own_customization_runs(program, tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import builtins\nbuiltins.customized = True\n")
    program.write_text("print(customized)\n")
    with Session.launch(program, env={"PYTHONPATH": str(tmp_path)}) as session:
        assert session.finish() == "True\n"


def test_the_interpreter_is_our_own_unless_one_is_named(program):
    program.write_text("import sys\nprint(sys.executable)\n")
    with Session.launch(program, python=[sys.executable]) as session:
        assert session.finish() == sys.executable + "\n"


def test_a_program_whose_interpreter_has_no_mindspore(program):
    program.write_text("try:\n    import mindspore\nexcept ImportError:\n    print('absent')\n")
    with Session.launch(program, python=[sys.executable]) as session:
        assert session.finish() == "absent\n"
        said = session.client.text("important")
        assert f"There is no MindSpore in {sys.executable}" in said and "pip install mindspore" in said
