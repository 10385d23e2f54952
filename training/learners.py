"""One step of gradient descent, with PyTorch or, if it is not installed, with numpy alone.

Both minimise the same loss: the cross-entropy of who wins, and the squared error of the points to come in units of twenty. The first layer's
weights are learnt for inputs divided by their typical size, so that all are learnt at the same rate.
"""

import numpy as np

from network import NAMES, POINTS

LEARNT_AS_THEY_ARE = NAMES[3:]
DECAY = 1e-4
BETAS = (0.9, 0.999)
POINTS_WEIGHT = 0.5


def scaled(layers: dict, usual: np.ndarray) -> dict:
    seat = layers["own"].shape[0]
    sizes = {"own": usual[:seat, None], "other": usual[:seat, None], "shared": usual[seat:, None]}
    return {name: layers[name] * sizes.get(name, 1.0) for name in NAMES}


def unscaled(layers: dict, usual: np.ndarray) -> dict:
    return scaled(layers, 1.0 / usual)


class Numpy:
    """AdamW by hand."""

    def __init__(self, layers: dict, usual: np.ndarray):
        self.usual = usual.astype(np.float32)
        self.layers = {name: layer.astype(np.float32) for name, layer in scaled(layers, self.usual).items()}
        self.first = {name: np.zeros_like(layer) for name, layer in self.layers.items()}
        self.second = {name: np.zeros_like(layer) for name, layer in self.layers.items()}
        self.steps = 0

    def prepare(self, positions):
        return positions

    def export(self) -> dict:
        return unscaled(self.layers, self.usual)

    def forward(self, vectors, players):
        w = self.layers
        seat = w["own"].shape[0]
        many = len(vectors)
        x = vectors[:, : players * seat].reshape(many, players, seat).astype(np.float32) / self.usual[:seat]
        z = vectors[:, players * seat :].astype(np.float32) / self.usual[seat:]
        other = x @ w["other"]
        before = x @ w["own"] + other.sum(1, keepdims=True) - other + (z @ w["shared"] + w["hidden_bias"])[:, None]
        h = np.maximum(before, 0)
        m = np.maximum(h @ w["second"] + w["second_bias"], 0)
        return x, z, h, m, m @ w["last"] + w["last_bias"]

    def loss(self, positions, rows) -> tuple:
        """The loss in its two parts."""
        *_, out = self.forward(positions.vectors[rows], positions.players)
        p = softmax(out[..., 0])
        error = out[..., 1] - positions.to_come[rows] / POINTS
        return float(-(positions.win[rows] * np.log(p + 1e-9)).sum(1).mean()), float((error**2).mean())

    def step(self, positions, rows, rate, columns) -> None:
        w = self.layers
        many, players = len(rows), positions.players
        x, z, h, m, out = self.forward(positions.vectors[rows][:, columns], players)
        p = softmax(out[..., 0])
        error = out[..., 1] - positions.to_come[rows] / POINTS
        d_out = np.stack([(p - positions.win[rows]) / many, POINTS_WEIGHT * 2 * error / (many * players)], -1)
        d_m = (d_out @ w["last"].T) * (m > 0)
        d_h = (d_m @ w["second"].T) * (h > 0)
        d_all = d_h.sum(1)
        flat = lambda a: a.reshape(-1, a.shape[-1])
        gradients = {
            "own": flat(x).T @ flat(d_h),
            "other": flat(x).T @ flat(d_all[:, None] - d_h),
            "shared": z.T @ d_all,
            "hidden_bias": d_all.sum(0),
            "second": flat(h).T @ flat(d_m),
            "second_bias": flat(d_m).sum(0),
            "last": flat(m).T @ flat(d_out),
            "last_bias": flat(d_out).sum(0),
        }
        self.steps += 1
        for name, gradient in gradients.items():
            first, second = self.first[name], self.second[name]
            first += (1 - BETAS[0]) * (gradient - first)
            second += (1 - BETAS[1]) * (gradient**2 - second)
            change = (first / (1 - BETAS[0] ** self.steps)) / (np.sqrt(second / (1 - BETAS[1] ** self.steps)) + 1e-8)
            w[name] -= np.float32(rate) * (change + DECAY * w[name])


def softmax(logits):
    odds = np.exp(logits - logits.max(1, keepdims=True))
    return odds / odds.sum(1, keepdims=True)


class Torch:
    """The same with PyTorch, on the GPU if there is one."""

    def __init__(self, layers: dict, usual: np.ndarray):
        import torch

        self.torch = torch
        torch.set_float32_matmul_precision("high")
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.scales = usual.astype(np.float32)
        self.usual = torch.tensor(self.scales, device=self.device)
        as_parameter = lambda layer: torch.tensor(layer, dtype=torch.float32, device=self.device, requires_grad=True)
        self.layers = {name: as_parameter(layer) for name, layer in scaled(layers, self.scales).items()}
        self.optimizer = torch.optim.AdamW(self.layers.values(), lr=1e-3, betas=BETAS, weight_decay=DECAY, fused=self.device == "cuda")

    def prepare(self, positions):
        """The same positions, moved to the training device."""
        move = lambda a: self.torch.from_numpy(np.ascontiguousarray(a)).to(self.device)
        return type(positions)(positions.players, positions.header, move(positions.vectors), move(positions.win), move(positions.to_come))

    def export(self) -> dict:
        layers = {name: layer.detach().cpu().numpy() for name, layer in self.layers.items()}
        return unscaled(layers, self.scales)

    def forward(self, vectors, players):
        w = self.layers
        seat = w["own"].shape[0]
        x = vectors[:, : players * seat].reshape(-1, players, seat).float() / self.usual[:seat]
        z = vectors[:, players * seat :].float() / self.usual[seat:]
        other = x @ w["other"]
        all_of_it = other.sum(1, keepdim=True) + (z @ w["shared"] + w["hidden_bias"])[:, None]
        h = self.torch.relu(x @ w["own"] - other + all_of_it)
        m = self.torch.relu(h @ w["second"] + w["second_bias"])
        return m @ w["last"] + w["last_bias"]

    def losses(self, positions, rows, columns=None):
        rows = self.torch.as_tensor(rows, device=self.device)
        vectors = positions.vectors[rows]
        out = self.forward(vectors if columns is None else vectors[:, self.torch.as_tensor(columns, device=self.device)], positions.players)
        wins = -(positions.win[rows] * self.torch.log_softmax(out[..., 0], 1)).sum(1).mean()
        points = ((out[..., 1] - positions.to_come[rows] / POINTS) ** 2).mean()
        return wins, points

    def loss(self, positions, rows) -> tuple:
        with self.torch.no_grad():
            wins, points = self.losses(positions, rows)
        return float(wins), float(points)

    def step(self, positions, rows, rate, columns) -> None:
        wins, points = self.losses(positions, rows, columns)
        self.optimizer.param_groups[0]["lr"] = rate
        self.optimizer.zero_grad(set_to_none=True)
        (wins + POINTS_WEIGHT * points).backward()
        self.optimizer.step()


def learner(kind: str):
    """`torch`, `numpy`, or `auto`: PyTorch if it is installed."""
    if kind == "auto":
        try:
            import torch  # noqa: F401
        except ImportError:
            return Numpy
        return Torch
    return {"torch": Torch, "numpy": Numpy}[kind]
