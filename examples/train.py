"""Train a small classifier on random 28x28 images, as in the MindSpore beginner tutorial.

Set a breakpoint in ``construct`` or ``forward`` and press F5: the debugger stops inside the compiled graph.
"""

import numpy as np

import mindspore as ms
from mindspore import nn
from mindspore.dataset import GeneratorDataset

ms.set_context(mode=ms.GRAPH_MODE)
ms.set_device("CPU")
ms.set_seed(1)

IMAGES = 128
BATCH_SIZE = 32
EPOCHS = 2


class RandomImages:
    """Random images with random labels: nothing to learn, nothing to download."""

    def __init__(self, count):
        generator = np.random.default_rng(seed=1)
        self.images = generator.random((count, 1, 28, 28), dtype=np.float32)
        self.labels = generator.integers(0, 10, count).astype(np.int32)

    def __getitem__(self, index):
        return self.images[index], np.asarray(self.labels[index])

    def __len__(self):
        return len(self.images)


class Network(nn.Cell):
    def __init__(self):
        super().__init__()
        self.flatten = nn.Flatten()
        self.hidden = nn.Dense(28 * 28, 64)
        self.relu = nn.ReLU()
        self.output = nn.Dense(64, 10)

    def construct(self, x):
        x = self.flatten(x)
        h = self.hidden(x)
        h = self.relu(h)
        logits = self.output(h)
        return logits


network = Network()
loss_fn = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
optimizer = nn.Momentum(network.trainable_params(), learning_rate=0.1, momentum=0.9)


def forward(images, labels):
    logits = network(images)
    loss = loss_fn(logits, labels)
    return loss, logits


grad_fn = ms.value_and_grad(forward, None, optimizer.parameters, has_aux=True)


@ms.jit
def train_step(images, labels):
    (loss, _), grads = grad_fn(images, labels)
    optimizer(grads)
    return loss


def train():
    dataset = GeneratorDataset(RandomImages(IMAGES), ["image", "label"], shuffle=False)
    dataset = dataset.batch(BATCH_SIZE)
    for epoch in range(EPOCHS):
        total = 0.0
        for images, labels in dataset.create_tuple_iterator():
            loss = train_step(images, labels)
            total += float(loss.asnumpy())
        print(f"epoch {epoch + 1}: loss {total / dataset.get_dataset_size():.4f}")


if __name__ == "__main__":
    train()
