"""The model in PyTorch, as llama.cpp reckons it, and the optimizer of its matrices."""

import torch
import torch.nn.functional as F

WIDTH, LAYERS, HEADS, INNER = 256, 4, 8, 704


def norm(x, weight):
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-5) * weight


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()

        def linear(a, b):
            return torch.nn.Linear(a, b, bias=False)

        self.attn_norm, self.ffn_norm = (torch.nn.Parameter(torch.ones(WIDTH)) for _ in range(2))
        self.attn_q, self.attn_k, self.attn_v, self.attn_output = (linear(WIDTH, WIDTH) for _ in range(4))
        self.ffn_gate, self.ffn_up, self.ffn_down = linear(WIDTH, INNER), linear(WIDTH, INNER), linear(INNER, WIDTH)

    def forward(self, x, cos, sin, mask):
        count, length, _ = x.shape

        def heads(y):
            return y.view(count, length, HEADS, WIDTH // HEADS).transpose(1, 2)

        def turned(y):  # pairs that lie side by side, as llama.cpp turns them for Llama
            a, b = y[..., 0::2], y[..., 1::2]
            return torch.stack((a * cos - b * sin, a * sin + b * cos), -1).flatten(-2)

        h = norm(x, self.attn_norm)
        q, k, v = turned(heads(self.attn_q(h))), turned(heads(self.attn_k(h))), heads(self.attn_v(h))
        seen = torch.softmax(q @ k.transpose(-1, -2) * (WIDTH // HEADS) ** -0.5 + mask, -1) @ v
        x = x + self.attn_output(seen.transpose(1, 2).reshape(count, length, WIDTH))
        h = norm(x, self.ffn_norm)
        return x + self.ffn_down(F.silu(self.ffn_gate(h)) * self.ffn_up(h))


class Model(torch.nn.Module):
    def __init__(self, vocabulary, answers):
        super().__init__()
        self.embedding = torch.nn.Embedding(vocabulary, WIDTH)
        self.blocks = torch.nn.ModuleList(Block() for _ in range(LAYERS))
        self.norm = torch.nn.Parameter(torch.ones(WIDTH))
        # Which answer it will be, known before its first word. Only for training: it teaches much faster than words do.
        self.choice = torch.nn.Linear(WIDTH, answers)
        for name, weight in self.named_parameters():
            if weight.dim() > 1:
                torch.nn.init.normal_(weight, std=0.02 if name.startswith("embedding") else 0.6 * WIDTH**-0.5)

    def forward(self, numbers):
        """What each place says before it becomes a word."""
        length = numbers.shape[1]
        turns = 10_000.0 ** (-torch.arange(0, WIDTH // HEADS, 2) / (WIDTH // HEADS))
        angles = torch.arange(length)[:, None] * turns
        mask = torch.full((length, length), -1e9).triu(1)
        x = self.embedding(numbers)
        for block in self.blocks:
            x = block(x, angles.cos(), angles.sin(), mask)
        return norm(x, self.norm)


class Muon(torch.optim.Optimizer):
    """Steps of the same size in all directions, for matrices."""

    def __init__(self, weights, lr):
        super().__init__(weights, {"lr": lr})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for weight in group["params"]:
                state = self.state[weight]
                pace = state.setdefault("pace", torch.zeros_like(weight))
                pace.mul_(0.95).add_(weight.grad)
                x = weight.grad + 0.95 * pace
                tall = x.shape[0] > x.shape[1]
                x = ((x.T if tall else x) / (x.norm() + 1e-7)).bfloat16()
                for _ in range(5):
                    a = x @ x.T
                    x = 3.4445 * x + (-4.775 * a + 2.0315 * (a @ a)) @ x
                scale = group["lr"] * max(1, weight.shape[0] / weight.shape[1]) ** 0.5
                weight.mul_(1 - group["lr"] * 0.02).add_((x.T if tall else x).float(), alpha=-scale)
