"""Trains a tiny model in both modes and reports each step. Runs in the project's interpreter: Python >= 3.7, the standard
library, the user's mindspore and its numpy.

    python selftest_probe.py [DEVICE]

A step is announced by one JSON line before it begins and one after it, so that a crash is known by the step it hit.
"""

import json
import os
import sys
import tempfile
import time

MARK = "@@mindspore-tools-step@@"
SAMPLES, BATCH, SIZE, CLASSES = 32, 8, 12, 4


def tell(**facts):
    """Print one fact of the run."""
    sys.stdout.write("\n" + MARK + json.dumps(facts) + "\n")
    sys.stdout.flush()


def step(name, mode, action):
    """Run one step and report its time and what it returned; raises what it raises."""
    tell(name=name, mode=mode, state="started")
    started = time.time()
    detail = action()
    tell(name=name, mode=mode, state="done", seconds=time.time() - started, detail=str(detail or ""))


class Run:
    """The parts of a training run, made step by step."""

    def __init__(self, device):
        self.device = device

    def start(self):
        """Import MindSpore and choose the device."""
        import mindspore

        if self.device:
            mindspore.context.set_context(device_target=self.device)
        return "{} {}".format(mindspore.__version__, mindspore.context.get_context("device_target"))

    def mode(self, graph):
        """Set the mode."""
        from mindspore import context

        context.set_context(mode=context.GRAPH_MODE if graph else context.PYNATIVE_MODE)

    def data(self):
        """Read all samples through a pipeline with a Python function in it."""
        import mindspore.dataset as dataset
        import numpy

        dataset.config.set_num_parallel_workers(1)
        random = numpy.random.RandomState(1)
        images = random.randn(SAMPLES, SIZE).astype(numpy.float32)
        labels = [numpy.array(image[:CLASSES].argmax(), numpy.int32) for image in images]
        rows = dataset.GeneratorDataset(list(zip(images, labels)), ["image", "label"], shuffle=False)
        rows = rows.map(lambda image: image * numpy.float32(0.5), "image")
        self.batches = [(row["image"], row["label"]) for row in rows.batch(BATCH).create_dict_iterator()]
        return f"{len(self.batches)} x {tuple(self.batches[0][0].shape)}"

    def model(self):
        """Build a model with known weights, so that both modes begin alike."""
        import mindspore
        import numpy
        from mindspore import nn

        random = numpy.random.RandomState(2)

        def dense(inputs, outputs):
            weights = mindspore.Tensor(
                random.randn(outputs, inputs).astype(numpy.float32) * numpy.float32(0.3)
            )
            return nn.Dense(inputs, outputs, weight_init=weights, bias_init="zeros")

        self.network = nn.SequentialCell([dense(SIZE, 16), nn.ReLU(), dense(16, CLASSES)])
        self.loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
        self.with_loss = nn.WithLossCell(self.network, self.loss)
        weights = sum(int(numpy.prod(each.shape)) for each in self.network.trainable_params())
        return f"{weights} parameters"

    def forward(self):
        """Compute the output of one batch."""
        self.output = self.network(self.batches[0][0]).asnumpy()
        return tuple(self.output.shape)

    def gradient(self):
        """Compute loss and gradient of one batch."""
        from mindspore import ops

        gradient = ops.GradOperation(get_by_list=True)(self.with_loss, self.with_loss.trainable_params())
        image, label = self.batches[0]
        self.first_loss = float(self.with_loss(image, label).asnumpy())
        self.gradients = [each.asnumpy() for each in gradient(image, label)]
        return f"loss {self.first_loss:.4f}"

    def optimizer(self):
        """Take optimizer steps over all batches; the loss has to fall."""
        from mindspore import nn

        optimizer = nn.Momentum(self.network.trainable_params(), 0.1, 0.9)
        train = nn.TrainOneStepCell(self.with_loss, optimizer)
        train.set_train()
        self.losses = [float(train(*batch).asnumpy()) for _ in range(5) for batch in self.batches]
        if not self.losses[-1] < self.first_loss:
            raise ArithmeticError(f"the loss did not fall: {self.first_loss} -> {self.losses[-1]}")
        return f"loss {self.first_loss:.4f} -> {self.losses[-1]:.4f}, {len(self.losses)} steps"

    def checkpoint(self):
        """Write the weights to a file and read them back."""
        import mindspore

        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "selftest.ckpt")
            mindspore.save_checkpoint(self.network, path)
            read = mindspore.load_checkpoint(path)
        return f"{len(read)} entries"


def same(eager, graph):
    """Compare what both modes computed; raises ArithmeticError when they differ."""
    import numpy

    pairs = [(eager.output, graph.output)] + list(zip(eager.gradients, graph.gradients))
    pairs.append((numpy.array(eager.losses), numpy.array(graph.losses)))
    worst = max(float(numpy.abs(one - other).max()) for one, other in pairs)
    if not worst < 1e-3:
        raise ArithmeticError(f"the modes differ by {worst}")
    return f"difference {worst:.1e}"


def main():
    """All steps, eager mode first."""
    device = sys.argv[1] if len(sys.argv) > 1 else ""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        runs = {"eager": Run(device), "graph": Run(device)}
        step("import", "", runs["eager"].start)
        for mode in ("eager", "graph"):
            run = runs[mode]
            run.mode(mode == "graph")
            for name in ("data", "model", "forward", "gradient", "optimizer"):
                step(name, mode, getattr(run, name))
        step("same", "", lambda: same(runs["eager"], runs["graph"]))
        step("checkpoint", "", runs["graph"].checkpoint)
        os.chdir(tempfile.gettempdir())


if __name__ == "__main__":
    main()
