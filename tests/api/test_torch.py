"""Counterparts of PyTorch's names."""

from __future__ import annotations

import json

import pytest

from mindspore_tools.api import torch
from mindspore_tools.api.index import load_index
from mindspore_tools.api.torch import torch_counterpart, torch_names
from mindspore_tools.common.version import Version


@pytest.fixture(scope="module")
def index():
    return load_index(Version(2, 10, 0))


def differences(counterpart):
    return {(each.kind, each.torch, each.mindspore) for each in counterpart.differences}


def test_four_hundred_names_and_more_have_a_counterpart(index):
    found = [name for name in torch_names() if torch_counterpart(name, index).symbol]
    assert len(found) > 1000


def test_convolution(index):
    found = torch_counterpart("torch.nn.Conv2d", index)
    assert found.symbol.path == "mindspore.nn.Conv2d"
    assert [each.path for each in found.alternatives] == ["mindspore.mint.nn.Conv2d"]
    assert ("renamed", "groups", "group") in differences(found)
    assert ("default", "bias", "has_bias") in differences(found)
    assert any("same" in note.render() for note in found.notes)


def test_a_counterpart_with_the_same_signature_has_no_differences(index):
    assert torch_counterpart("torch.sum", index).differences == ()


def test_notes_hold_for_their_versions():
    old = torch_counterpart("torch.nn.Dropout", load_index(Version(1, 10, 0)))
    new = torch_counterpart("torch.nn.Dropout", load_index(Version(2, 10, 0)))
    assert "keep_prob=1 - p" in old.notes[0].render()
    assert "p=0.5" in new.notes[0].render()


def test_unknown_and_missing_names(index):
    assert torch_counterpart("torch.nothing", index) is None
    assert torch_counterpart("numpy.add", index) is None
    assert torch_counterpart("torch.optim.LBFGS", index).symbol is None


def test_notes_are_complete_and_lead_somewhere():
    notes = json.loads((torch._DATA / "torch_notes.json").read_text(encoding="utf-8"))
    for name, entries in notes["notes"].items():
        assert name in torch_names()
        for entry in entries:
            assert entry["en"] and entry["zh"]
            assert any("\u4e00" <= sign <= "\u9fff" for sign in entry["zh"])
    indexes = [load_index(Version.parse(each)) for each in ("2.10.0", "2.7.0", "2.0.0", "1.10.0")]
    for name, paths in notes["renamed"].items():
        assert any(index.get(path) for index in indexes for path in paths), name
