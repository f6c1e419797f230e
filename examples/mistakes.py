"""Mistakes that are easily made in graph mode. MindSpore Tools underlines each of them while you type.

Run the file to see what MindSpore itself says: every mistake is tried, and the first lines of the
compiler's message are printed.
"""

import numpy as np

import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops

ms.set_context(mode=ms.GRAPH_MODE)
ms.set_device("CPU")

steps = []


class TryInConstruct(nn.Cell):
    """The graph has no exceptions to catch: ``try`` does not compile."""

    def construct(self, x):
        try:
            return ops.relu(x)
        except ValueError:
            return x


class BranchOnTensor(nn.Cell):
    """``x > 0`` has one truth value per element; one branch cannot serve them all."""

    def construct(self, x):
        if x > 0:
            return x
        return -x


class BoundInOneBranch(nn.Cell):
    """``y`` has no value when the condition is false."""

    def construct(self, x):
        if x.sum() > 0:
            y = x * 2
        return y


class BranchesOfDifferentType(nn.Cell):
    """Both branches become one value of the graph, so their dtypes must be the same."""

    def construct(self, x):
        if x.sum() > 0:
            y = x.astype(ms.float16)
        else:
            y = x
        return y


class SetDataInConstruct(nn.Cell):
    """``set_data`` belongs to eager mode; in a graph write ``ops.assign`` or ``self.weight = ...``."""

    def __init__(self):
        super().__init__()
        self.weight = Parameter(Tensor(np.ones((2, 3)), ms.float32), name="weight")

    def construct(self, x):
        self.weight.set_data(x)
        return self.weight * 2


class DeleteInConstruct(nn.Cell):
    """``del`` does not compile."""

    def construct(self, x):
        y = x + 1
        z = y * 2
        del y
        return z


@ms.jit
def record(x):
    """Compiles, but the list outside never changes: the graph does not keep writes to Python objects."""
    steps.append(1)
    return x * 2


MISTAKES = [
    TryInConstruct(),
    BranchOnTensor(),
    BoundInOneBranch(),
    BranchesOfDifferentType(),
    SetDataInConstruct(),
    DeleteInConstruct(),
]


def main():
    x = Tensor(np.arange(6).reshape(2, 3), ms.float32)
    for network in MISTAKES:
        name = type(network).__name__
        try:
            network(x)
        except Exception as error:
            reason = next(line for line in str(error).splitlines() if line.strip())
            print(f"{name}: {type(error).__name__}: {reason}")
        else:
            print(f"{name}: compiled")
    record(x)
    record(x)
    print(f"record: called twice, noted {len(steps)} times")


if __name__ == "__main__":
    main()
