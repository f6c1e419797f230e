"""Editor situations: source with the cursor at ‸ and what a right answer has in it.

``offers`` must all be offered, ``first`` must be the first of the list, ``without`` must not be offered.
"""

from __future__ import annotations

from dataclasses import dataclass, field

MARK = "‸"


@dataclass(frozen=True)
class Completion:
    """What is offered."""

    id: str
    text: str
    offers: tuple[str, ...] = ()
    first: str = ""
    without: tuple[str, ...] = ()


@dataclass(frozen=True)
class Signature:
    """The parameters of the active signature (``...``: and more) and the name of the active one (None: none is)."""

    id: str
    text: str
    parameters: tuple[str, ...]
    active: str | None = None


@dataclass(frozen=True)
class Hover:
    """Phrases that the hover holds; no phrase: there is no hover."""

    id: str
    text: str
    phrases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Definition:
    """The line of the file where the definition is (its text without indentation), or the symbol of MindSpore."""

    id: str
    text: str
    line: str = ""
    symbol: str = ""
    lines: tuple[str, ...] = field(default=())


HEAD = (
    "import numpy as np\nimport mindspore as ms\nfrom mindspore import nn, ops, mint, Tensor, Parameter\n\n"
)
NET = (
    HEAD
    + '''class Net(nn.Cell):
    """A small network."""

    def __init__(self, num_class=10, hidden: int = 64):
        super().__init__()
        self.conv = nn.Conv2d(3, hidden, 3, pad_mode="same", has_bias=True)
        self.norm = nn.BatchNorm2d(hidden)
        self.layers = nn.SequentialCell(nn.Dense(4, 4), nn.ReLU())
        self.blocks = nn.CellList([nn.Dense(4, 4) for _ in range(3)])
        self.scale = Parameter(Tensor(np.ones(3), ms.float32), name="scale")
        self.matmul = ops.MatMul(transpose_b=True)
        self.hidden = hidden

    def construct(self, x, mask=None, train: bool = False):
        %s
        return x

    def helper(self, value, factor=2.0):
        return self.conv(value) * factor


net = Net()
'''
)


def inside(line: str) -> str:
    """The network with this line in its construct."""
    return NET % line


def after(code: str) -> str:
    """Code below the network."""
    return NET % "pass" + code


COMPLETIONS = [
    # modules
    Completion("numpy_module", "import mindspore.numpy as mnp\nmnp.‸", ("array", "arange", "full")),
    Completion(
        "bare_import", "import mindspore\nmindspore.‸", ("nn", "ops", "Tensor", "float32", "set_context")
    ),
    Completion("bare_import_deep", "import mindspore\nmindspore.nn.‸", ("Conv2d", "Cell"), first="Cell"),
    Completion(
        "optim", "from mindspore import nn\nopt = nn.Mom‸", ("Momentum", "Adam", "SGD", "AdamWeightDecay")
    ),
    Completion(
        "vision",
        "import mindspore.dataset.vision as vision\nvision.‸",
        ("Resize", "HWC2CHW", "Normalize", "Rescale"),
    ),
    Completion(
        "vision_from",
        "from mindspore.dataset import vision\nvision.Ran‸",
        ("RandomCrop", "RandomHorizontalFlip"),
    ),
    Completion(
        "transforms",
        "from mindspore.dataset import transforms\ntransforms.‸",
        ("TypeCast", "OneHot", "Compose"),
    ),
    Completion("text", "from mindspore.dataset import text\ntext.‸", ("Vocab", "Lookup")),
    Completion(
        "amp", "from mindspore import amp\namp.‸", ("auto_mixed_precision", "DynamicLossScaler", "all_finite")
    ),
    Completion(
        "train",
        "from mindspore import train\ntrain.‸",
        ("Model", "LossMonitor", "ModelCheckpoint", "CheckpointConfig"),
    ),
    Completion(
        "communication",
        "import mindspore.communication as comm\ncomm.‸",
        ("init", "get_rank", "get_group_size"),
    ),
    Completion(
        "initializer",
        "from mindspore.common import initializer\ninitializer.‸",
        ("Normal", "XavierUniform", "initializer"),
    ),
    Completion(
        "mint_nn", "from mindspore import mint\nmint.nn.‸", ("Linear", "Conv2d", "functional", "ReLU")
    ),
    Completion("mint_optim", "from mindspore.mint import optim\noptim.‸", ("AdamW",)),
    Completion("mint_linalg", "from mindspore import mint\nmint.linalg.‸", ("inv",)),
    Completion(
        "functional_alias",
        "from mindspore.mint.nn import functional as F\nF.‸",
        ("relu", "softmax", "cross_entropy"),
        first="softmax",
    ),
    Completion(
        "ops_operations", "from mindspore.ops import operations as P\nP.‸", ("MatMul", "ReLU", "Cast")
    ),
    Completion(
        "context_module",
        "from mindspore import context\ncontext.‸",
        ("set_context", "GRAPH_MODE", "PYNATIVE_MODE"),
    ),
    Completion("dtype_module", "from mindspore import dtype as mstype\nmstype.‸", ("float32", "int32")),
    Completion("scipy", "import mindspore.scipy as msp\nmsp.‸", ("linalg",)),
    Completion("experimental", "from mindspore.experimental import optim\noptim.‸", ("Adam", "SGD")),
    Completion("parallel", "from mindspore import parallel\nparallel.‸", ()),
    Completion("star_import", "from mindspore.nn import *\nlayer = Conv2d(‸)", ("in_channels=",)),
    Completion("two_names_apart", "import mindspore as ms, mindspore.ops as ops\nops.‸", ("relu", "matmul")),
    # imports
    Completion("from_import", "from mindspore import ‸", ("nn", "ops", "Tensor", "Parameter")),
    Completion("from_import_second", "from mindspore import nn, ‸", ("ops", "Tensor"), without=("nn",)),
    Completion("from_import_brackets", "from mindspore import (\n    nn,\n    Ten‸\n)", ("Tensor",)),
    Completion("from_import_module", "from mindspore.nn import Con‸", ("Conv2d",)),
    Completion("from_module", "from mindspore.‸ import nn", ("nn", "dataset", "train")),
    Completion("import_submodule", "import mindspore.‸", ("nn", "ops", "dataset"), without=("Tensor",)),
    Completion("import_deep", "import mindspore.dataset.‸", ("vision", "transforms")),
    # keywords and values
    Completion(
        "keyword_after_positional",
        "from mindspore import nn\nnn.Dense(3, ‸)",
        ("out_channels=", "has_bias="),
        without=("in_channels=",),
    ),
    Completion(
        "keyword_given_later",
        "from mindspore import nn\nnn.Conv2d(‸, kernel_size=3)",
        ("in_channels=",),
        without=("kernel_size=",),
    ),
    Completion("required_first", "from mindspore import nn\nnn.Momentum(‸)", first="params="),
    Completion("keyword_function", HEAD + "ops.softmax(x, ‸)", ("axis=",)),
    Completion("keyword_primitive", HEAD + "ops.ReduceMean(‸)", ("keep_dims=",)),
    Completion("keyword_method", HEAD + "x = Tensor([1.0])\nx.sum(‸)", ("axis=", "keepdims=")),
    Completion(
        "keyword_dataset",
        "import mindspore.dataset as ds\nds.GeneratorDataset(‸)",
        ("source=", "column_names=", "shuffle="),
    ),
    Completion(
        "keyword_model",
        "from mindspore.train import Model\nModel(‸)",
        ("network=", "loss_fn=", "optimizer=", "metrics="),
    ),
    Completion(
        "keyword_model_train",
        after("from mindspore.train import Model\nmodel = Model(net)\nmodel.train(‸)"),
        ("epoch=", "train_dataset=", "callbacks="),
    ),
    Completion(
        "keyword_own_function",
        "def make(width, depth=2):\n    return width\n\n\nmake(‸)",
        ("width=", "depth="),
    ),
    Completion("keyword_own_class", after("other = Net(‸)"), ("num_class=", "hidden=")),
    Completion("keyword_own_construct", after("net(‸)"), ("x=", "mask=", "train=")),
    Completion(
        "keyword_own_method", inside("x = self.helper(x, ‸)"), ("factor=",), without=("value=", "self=")
    ),
    Completion(
        "keyword_parallel",
        "import mindspore as ms\nms.set_auto_parallel_context(‸)",
        ("parallel_mode=", "gradients_mean=", "device_num="),
    ),
    Completion("keyword_parameter", HEAD + "Parameter(‸)", ("default_input=", "name=", "requires_grad=")),
    Completion(
        "keyword_value_and_grad",
        HEAD + "ms.value_and_grad(‸)",
        ("fn=", "grad_position=", "weights=", "has_aux="),
    ),
    Completion(
        "string_reduction",
        'from mindspore import nn\nnn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="‸")',
        ("mean", "sum", "none"),
    ),
    Completion("string_reduction_half", "from mindspore import nn\nnn.MSELoss(reduction='me‸')", ("mean",)),
    Completion(
        "string_jit_level",
        'import mindspore as ms\n@ms.jit(jit_level="‸")\ndef f(x):\n    return x\n',
        ("O0", "O1"),
    ),
    Completion(
        "string_unclosed", 'import mindspore as ms\nms.set_context(device_target="‸', ("CPU", "Ascend")
    ),
    Completion(
        "string_positional", 'from mindspore import nn\nnn.Conv2d(3, 64, 3, 1, "‸")', ("same", "valid", "pad")
    ),
    Completion("string_set_device", 'import mindspore as ms\nms.set_device("‸")', ("CPU", "Ascend", "GPU")),
    Completion(
        "value_mode", "import mindspore as ms\nms.set_context(mode=‸)", ("ms.GRAPH_MODE", "ms.PYNATIVE_MODE")
    ),
    Completion(
        "value_string_without_quotes",
        "from mindspore import nn\nnn.Conv2d(3, 64, 3, pad_mode=‸)",
        ('"same"', '"valid"', '"pad"'),
    ),
    Completion("value_bool", "from mindspore import nn\nnn.Conv2d(3, 64, 3, has_bias=‸)", ("True", "False")),
    Completion("value_dtype", HEAD + "x = ops.zeros((2, 3), dtype=‸)", ("ms.float32", "ms.int32")),
    Completion("string_elsewhere", 'x = "nn.‸"', ()),
    Completion("comment", "from mindspore import nn\n# nn.‸", ()),
    # tensors
    Completion("tensor_literal", HEAD + "Tensor([1, 2]).‸", ("asnumpy", "shape")),
    Completion("tensor_prefix", HEAD + "x = Tensor([1, 2])\nx.resh‸", ("reshape",)),
    Completion("tensor_chain", HEAD + "x = Tensor([1, 2])\nx.reshape(2, 1).‸", ("sum", "T")),
    Completion("tensor_operator", HEAD + "x = Tensor([1, 2])\n(x * 2 + 1).‸", ("asnumpy",)),
    Completion("tensor_compare", HEAD + "x = Tensor([1, 2])\ny = x > 1\ny.‸", ("asnumpy", "all")),
    Completion("tensor_subscript", HEAD + "x = Tensor([1, 2])\nx[0].‸", ("asnumpy",)),
    Completion(
        "tensor_shape", HEAD + "x = Tensor([1, 2])\nx.shape.‸", ("index", "count"), without=("asnumpy",)
    ),
    Completion("tensor_mint", HEAD + "y = mint.add(Tensor([1]), 2)\ny.‸", ("asnumpy",)),
    Completion(
        "tensor_tuple_result", HEAD + "values, indices = ops.topk(Tensor([1.0]), 1)\nvalues.‸", ("asnumpy",)
    ),
    Completion("tensor_creation", HEAD + "x = ops.ones((2, 3), ms.float32)\nx.‸", ("asnumpy",)),
    Completion("tensor_ms_ops", HEAD + "x = ms.ops.relu(Tensor([1.0]))\nx.‸", ("asnumpy",)),
    Completion("tensor_from_numpy", HEAD + "x = ms.from_numpy(np.ones(3))\nx.‸", ("asnumpy",)),
    Completion("tensor_numpy_api", "import mindspore.numpy as mnp\nx = mnp.ones((2, 2))\nx.‸", ("asnumpy",)),
    Completion("tensor_annotation", "from mindspore import Tensor\ndef f(x: Tensor):\n    x.‸", ("asnumpy",)),
    Completion(
        "tensor_annotation_string", "import mindspore as ms\ndef f(x: 'ms.Tensor'):\n    x.‸", ("asnumpy",)
    ),
    Completion(
        "tensor_optional",
        "from typing import Optional\nfrom mindspore import Tensor\ndef f(x: Optional[Tensor] = None):\n    x.‸",
        ("asnumpy",),
    ),
    Completion("tensor_loop", HEAD + "for row in Tensor([[1], [2]]):\n    row.‸", ("asnumpy",)),
    Completion("tensor_ternary", HEAD + "x = Tensor([1])\ny = x if x.ndim else None\ny.‸", ("asnumpy",)),
    Completion(
        "tensor_with_walrus", HEAD + "if (y := ops.relu(Tensor([1.0]))) is not None:\n    y.‸", ("asnumpy",)
    ),
    Completion("tensor_rebound", HEAD + "x = Tensor([1])\nx = x.asnumpy()\nx.‸", without=("asnumpy",)),
    Completion(
        "tensor_own_function",
        HEAD + "def double(x):\n    return ops.relu(x) * 2\n\n\ny = double(1)\ny.‸",
        ("asnumpy",),
    ),
    Completion("tensor_list_item", HEAD + "xs = [Tensor([1]), Tensor([2])]\nxs[0].‸", ("asnumpy",)),
    Completion(
        "tensor_comprehension", HEAD + "xs = [Tensor([1]), Tensor([2])]\nys = [x.‸ for x in xs]", ("asnumpy",)
    ),
    Completion("tensor_lambda", HEAD + "double = lambda x: ops.relu(x).‸", ("asnumpy",)),
    Completion("tensor_format_string", HEAD + "x = Tensor([1])\nprint(f'{x.‸}')", ("asnumpy",)),
    Completion("jit_parameter", HEAD + "@ms.jit\ndef f(x, y):\n    y.‸", ("asnumpy", "shape")),
    Completion(
        "jit_options_parameter",
        HEAD + "@ms.jit(capture_mode='ast')\ndef f(x, y):\n    return x + y.‸",
        ("asnumpy",),
    ),
    Completion("jit_imported", "from mindspore import jit\n@jit\ndef f(x):\n    x.‸", ("asnumpy",)),
    Completion(
        "forward_fn",
        HEAD
        + "def forward_fn(data, label):\n    data.‸\n\n\ngrad_fn = ms.value_and_grad(forward_fn, None, [])",
        ("asnumpy",),
    ),
    Completion(
        "value_and_grad_result",
        after(
            "def forward(x):\n    return net(x).sum()\n\n\ngrad_fn = ms.value_and_grad(forward, None, net.trainable_params())\nloss, grads = grad_fn(1)\nloss.‸"
        ),
        ("asnumpy",),
    ),
    # cells
    Completion("construct_mask", inside("mask.‸"), ("asnumpy",)),
    Completion("construct_after_layer", inside("y = self.norm(self.conv(x))\n        y.‸"), ("asnumpy",)),
    Completion("construct_flag", inside("train.‸"), without=("asnumpy",)),
    Completion(
        "cell_self",
        inside("self.‸"),
        ("conv", "norm", "layers", "scale", "helper", "trainable_params"),
        first="conv",
    ),
    Completion("cell_self_prefix", inside("self.co‸"), ("conv", "construct")),
    Completion("cell_parameter", inside("self.scale.‸"), ("asnumpy", "name", "requires_grad", "set_data")),
    Completion("cell_weight", inside("self.conv.weight.‸"), ("asnumpy", "name", "requires_grad")),
    Completion("cell_sequential", inside("self.layers.‸"), ("append", "trainable_params")),
    Completion("cell_sequential_item", inside("self.layers[0].‸"), ("weight", "has_bias")),
    Completion(
        "cell_list_loop",
        inside("for block in self.blocks:\n            block.‸"),
        ("weight", "trainable_params"),
    ),
    Completion("cell_list_item", inside("self.blocks[0].‸"), ("weight",)),
    Completion("cell_primitive_result", inside("self.matmul(x, x).‸"), ("asnumpy",)),
    Completion("cell_helper_result", inside("self.helper(x).‸"), ("asnumpy",)),
    Completion(
        "cell_helper_parameter",
        NET.replace("return self.conv(value) * factor", "return value.‸") % "pass",
        ("asnumpy",),
    ),
    Completion("cell_plain_attribute", inside("self.hidden.‸"), without=("asnumpy",)),
    Completion("cell_super", inside("super().‸"), ("construct", "trainable_params")),
    Completion("net_attribute", after("net.conv.‸"), ("weight", "in_channels")),
    Completion("net_weight", after("net.conv.weight.‸"), ("asnumpy", "requires_grad")),
    Completion("net_chain", after("net.set_train().‸"), ("trainable_params",)),
    Completion("net_call", after("net(Tensor([1.0])).‸"), ("asnumpy",)),
    Completion(
        "net_parameters",
        after("for p in net.trainable_params():\n    p.‸"),
        ("requires_grad", "name", "asnumpy"),
    ),
    Completion(
        "net_named_parameters",
        after("for name, p in net.parameters_and_names():\n    p.‸"),
        ("requires_grad", "asnumpy"),
    ),
    Completion("net_class", after("Net.‸"), ("construct", "helper"), without=("conv",)),
    Completion(
        "sub_class",
        after("class Deep(Net):\n    def construct(self, x):\n        self.‸"),
        ("conv", "helper", "trainable_params"),
    ),
    Completion(
        "layer_variable",
        HEAD + "layer = nn.Dense(3, 4)\nlayer.‸",
        ("weight", "in_channels", "trainable_params"),
    ),
    Completion(
        "optimizer_members", after("opt = nn.Adam(net.trainable_params())\nopt.‸"), ("get_lr", "global_step")
    ),
    Completion(
        "loss_result",
        HEAD + "loss_fn = nn.MSELoss()\nloss = loss_fn(Tensor([1.0]), Tensor([2.0]))\nloss.‸",
        ("asnumpy", "item"),
    ),
    # data
    Completion(
        "dataset_constructor",
        "import mindspore.dataset as ds\nds.Cifar10Dataset('/d').‸",
        ("map", "batch", "shuffle"),
    ),
    Completion(
        "dataset_long_chain",
        "import mindspore.dataset as ds\nd = ds.NumpySlicesDataset([1]).shuffle(4).batch(2).repeat(2)\nd.‸",
        ("map", "create_tuple_iterator", "get_dataset_size"),
    ),
    Completion(
        "dataset_broken_chain",
        "import mindspore.dataset as ds\nd = (\n    ds.NumpySlicesDataset([1])\n    .shuffle(4)\n    .‸\n)\n",
        ("map", "batch"),
    ),
    Completion(
        "dataset_rows",
        "import mindspore.dataset as ds\nd = ds.MnistDataset('/d')\nfor image, label in d.create_tuple_iterator():\n    image.‸",
        ("asnumpy",),
    ),
    Completion(
        "dataset_dicts",
        "import mindspore.dataset as ds\nd = ds.MnistDataset('/d')\nfor row in d.create_dict_iterator():\n    row['image'].‸",
        ("asnumpy",),
    ),
    Completion(
        "checkpoint",
        "import mindspore as ms\nparams = ms.load_checkpoint('a.ckpt')\nparams.‸",
        ("items", "keys"),
    ),
    # names and imports that are added
    Completion("auto_import_tensor", "import numpy as np\nx = Tens‸", ("Tensor",)),
    Completion("auto_import_dense", "layer = Dens‸", ("Dense",)),
    Completion(
        "auto_import_function", "import mindspore as ms\n\n\n@ms.jit\ndef f(x):\n    return rel‸", ("relu",)
    ),
    Completion("auto_import_dataset", "data = MnistData‸", ("MnistDataset",)),
    Completion("local_names", inside("ma‸"), ("mask",)),
    Completion("own_names", after("ne‸"), ("net",)),
    Completion("no_items_for_new_names", "def conv‸", ()),
    # half-written code
    Completion("broken_above", "from mindspore import nn\nx = nn.Dense(3,\ny = nn.‸", ("Conv2d",)),
    Completion("broken_below", HEAD + "x = Tensor([1])\nx.‸\nfor\nif x", ("asnumpy",)),
    Completion(
        "broken_class",
        HEAD
        + "class Net(nn.Cell):\n    def construct(self, x):\n        y = x.‸\n        return y +\n\n    def other(self",
        ("asnumpy",),
    ),
    Completion("broken_if", HEAD + "@ms.jit\ndef f(x):\n    if x.‸", ("sum", "any")),
    Completion(
        "broken_call_in_call", HEAD + "@ms.jit\ndef f(x):\n    return ops.relu(ops.softmax(x.‸", ("shape",)
    ),
    Completion(
        "with_block", HEAD + "@ms.jit\ndef f(x):\n    for i in range(x.‸):\n        pass", ("shape", "ndim")
    ),
    Completion("crlf", "from mindspore import nn\r\n\r\nnn.‸", ("Conv2d",)),
    Completion("tabs", HEAD + "@ms.jit\ndef f(x):\n\tx.‸\n", ("asnumpy",)),
    Completion("chinese_before", HEAD + "x = Tensor([1])\ns = '张量😀'; x.‸", ("asnumpy",)),
    # what users report
    Completion(
        "report_tensor_methods_added_at_run_time", HEAD + "x = ops.randn(2, 3)\nx.to‸", ("topk", "tolist")
    ),
    Completion("report_dropout_keyword", "from mindspore import nn\nnn.Dropout(‸)", ("p=",)),
    Completion(
        "report_initializer_function",
        "from mindspore.common.initializer import initializer\ninitializer(‸)",
        ("init=", "shape=", "dtype="),
    ),
    Completion(
        "report_sequential_in_list",
        "from mindspore import nn\nnet = nn.SequentialCell([nn.Den‸])",
        ("Dense",),
    ),
]
CONV2D = (
    "in_channels",
    "out_channels",
    "kernel_size",
    "stride",
    "pad_mode",
    "padding",
    "dilation",
    "group",
    "has_bias",
    "weight_init",
    "bias_init",
    "data_format",
    "dtype",
)
SIGNATURES = [
    Signature(
        "hidden_keyword",
        "import mindspore as ms\nms.set_auto_parallel_context(device_num=8, global_rank=‸)",
        ("device_num", "global_rank", "gradients_mean", "..."),
        "global_rank",
    ),
    Signature("keyword", "from mindspore import nn\nnn.Conv2d(3, has_bias=‸)", CONV2D, "has_bias"),
    Signature(
        "after_keyword", "from mindspore import nn\nnn.Conv2d(3, 64, kernel_size=3, ‸)", CONV2D, "stride"
    ),
    Signature(
        "inside_nested_call",
        "from mindspore import nn\nnn.SequentialCell(nn.Dense(3, ‸))",
        ("in_channels", "out_channels", "weight_init", "bias_init", "has_bias", "activation", "dtype"),
        "out_channels",
    ),
    Signature(
        "over_lines", "from mindspore import nn\nnn.Conv2d(\n    3,\n    64,\n    ‸\n)", CONV2D, "kernel_size"
    ),
    Signature(
        "inside_list_argument", "from mindspore import nn\nnn.Conv2d(3, 64, (3, ‸))", CONV2D, "kernel_size"
    ),
    Signature("primitive_instance", HEAD + "ops.MatMul()(‸)", ("input", "mat2"), "input"),
    Signature("function", HEAD + "ops.matmul(x, ‸)", ("input", "other"), "other"),
    Signature("layer_of_self_second", inside("self.matmul(x, ‸)"), ("input", "mat2"), "mat2"),
    Signature("own_layer", after("net(x, ‸)"), ("x", "mask", "train"), "mask"),
    Signature("own_class", after("Net(‸)"), ("num_class", "hidden"), "num_class"),
    Signature("own_method", inside("self.helper(x, ‸)"), ("value", "factor"), "factor"),
    Signature("own_function", "def f(a, *, b, **c):\n    pass\n\n\nf(1, b=‸)", ("a", "b", "c"), "b"),
    Signature("own_function_star", "def f(a, *rest):\n    pass\n\n\nf(1, 2, 3, ‸)", ("a", "rest"), "rest"),
    Signature(
        "dataset_method",
        "import mindspore.dataset as ds\nds.MnistDataset('/d').batch(32, ‸)",
        ("batch_size", "drop_remainder", "num_parallel_workers", "..."),
        "drop_remainder",
    ),
    Signature(
        "optimizer",
        after("nn.SGD(net.trainable_params(), ‸)"),
        ("params", "learning_rate", "momentum", "dampening", "weight_decay", "nesterov", "loss_scale"),
        "learning_rate",
    ),
    Signature("tensor_method", HEAD + "Tensor([1]).reshape(‸)", ("shape",), "shape"),
    Signature(
        "grad",
        HEAD + "ms.grad(f, ‸)",
        ("fn", "grad_position", "weights", "has_aux", "return_ids", "sens_param"),
        "grad_position",
    ),
    Signature(
        "grad_function", HEAD + "def f(a, b):\n    return a * b\n\n\nms.grad(f)(1, ‸)", ("a", "b"), "b"
    ),
    Signature(
        "model_train",
        after("from mindspore.train import Model\nModel(net).train(10, ‸)"),
        ("epoch", "train_dataset", "callbacks", "dataset_sink_mode", "sink_size", "initial_epoch"),
        "train_dataset",
    ),
]
HOVERS = [
    Hover("module", "from mindspore import n‸n", ("mindspore.nn",)),
    Hover("class_in_base", "from mindspore import nn\nclass Net(nn.Ce‸ll): pass", ("mindspore.nn.Cell",)),
    Hover("imported_name", "from mindspore import Ten‸sor", ("Tensor",)),
    Hover("dtype", "import mindspore as ms\nx = ms.float‸32", ("float32",)),
    Hover(
        "keyword_of_function",
        "import mindspore as ms\nms.set_context(device_tar‸get='CPU')",
        ("device_target", "Ascend"),
    ),
    Hover("parameter_weight", inside("self.conv.wei‸ght"), ("weight",)),
    Hover(
        "optimizer",
        "from mindspore import nn\nnn.Ada‸m",
        ("Adaptive Moment Estimation", "learning_rate", "https://www.mindspore.cn/docs/"),
    ),
    Hover("own_class", after("Ne‸t()"), ("class Net(num_class=10, hidden: int = 64)", "A small network.")),
    Hover("own_function", after("net.help‸er"), ("helper(value, factor=2.0)",)),
    Hover(
        "variable_in_graph",
        HEAD + "@ms.jit\ndef f(x):\n    y = ops.zeros((2, 3), ms.float32)\n    return y‸ + x",
        ("Tensor", "float32", "(2, 3)"),
    ),
    Hover("variable", HEAD + "x = Tensor([1])\nprint(x‸)", ("Tensor",)),
    Hover("unknown_to_this_version", "from mindspore import ms_func‸tion", ()),
    Hover("platforms", "from mindspore import ops\nops.rel‸u", ("Ascend", "CPU")),
    Hover("nothing_in_text", "x = 'nn.Conv‸2d'", ()),
]
DEFINITIONS = [
    Definition("own_function", "def f(x):\n    return x\n\n\nf‸(1)", line="def f(x):"),
    Definition("own_class", after("Ne‸t()"), line="class Net(nn.Cell):"),
    Definition("own_method", inside("x = self.help‸er(x)"), line="def helper(self, value, factor=2.0):"),
    Definition("attribute", inside("x = self.nor‸m(x)"), line="self.norm = nn.BatchNorm2d(hidden)"),
    Definition(
        "attribute_outside",
        after("net.con‸v"),
        line='self.conv = nn.Conv2d(3, hidden, 3, pad_mode="same", has_bias=True)',
    ),
    Definition("variable", "x = 1\ny = x‸", line="x = 1"),
    Definition("parameter", "def f(value):\n    return val‸ue", line="def f(value):"),
    Definition("library_function", "from mindspore import ops\nops.re‸lu", symbol="mindspore.ops.relu"),
    Definition("library_import", "from mindspore.nn import Den‸se", symbol="mindspore.nn.Dense"),
    Definition("library_member", inside("self.conv.wei‸ght"), symbol="mindspore.nn.Conv2d.weight"),
    Definition(
        "library_method",
        "import mindspore.dataset as ds\nds.MnistDataset('/d').ba‸tch(2)",
        symbol="mindspore.dataset.MnistDataset.batch",
    ),
]
