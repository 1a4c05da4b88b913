"""Asks Sotto Mini what it was not trained on, and says how much was right.

usage: evaluate.py [GGUF] [--facts FILE] [--outside FILE] [--all] [--ask QUESTION ...]

Reads the GGUF itself (weights, tokens, template's marks) and reckons in numpy, greedily. With --all the same questions are
put once more behind a system message and as the third turn of a chat. With --ask, questions are one chat, answered in turn.
"""

import argparse
from pathlib import Path

import gguf
import numpy as np

import corpus
import tokens

MODEL = corpus.HERE.parent.parent / "data" / "models" / "sotto-mini.gguf"
LONGEST = 90  # tokens of an answer
HISTORY = [
    ("hello", corpus.facts()["hello"].answer),
    ("how do i rename a chat?", corpus.facts()["rename"].answer),
]
SYSTEM = "You are a helpful assistant in a chat app."


class Mini:
    """Llama in numpy, many chats at once."""

    def __init__(self, path):
        reader = gguf.GGUFReader(path)
        self.fields = {name: field.contents() for name, field in reader.fields.items()}
        self.weights = {
            tensor.name: gguf.quants.dequantize(tensor.data, tensor.tensor_type).astype(np.float32)
            for tensor in reader.tensors
        }
        merges = [tuple(pair.split(" ")) for pair in self.fields["tokenizer.ggml.merges"]]
        self.tokens = tokens.Tokens(merges)
        if self.tokens.list != self.fields["tokenizer.ggml.tokens"]:
            raise ValueError("the tokens are not those of the merges")
        self.layers, self.heads = self.fields["llama.block_count"], self.fields["llama.attention.head_count"]
        self.end = self.fields["tokenizer.ggml.eos_token_id"]

    def prompt(self, turns, system=None):
        """`turns` are (question, answer); the last answer is None."""
        text = f"<|im_start|>system\n{system}<|im_end|>\n" if system else ""
        for question, answer in turns[-2:]:  # as the template does
            text += f"<|im_start|>user\n{question}<|im_end|>\n<|im_start|>assistant\n"
            text += "" if answer is None else f"{answer}<|im_end|>\n"
        return self.tokens.encode(text)

    def _norm(self, x, name):
        return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * self.weights[name]

    def _turned(self, x, begin):
        """Each pair turned by its place."""
        half = x.shape[-1] // 2
        angles = np.arange(begin, begin + x.shape[2])[:, None] * 10_000.0 ** (-np.arange(half) / half)
        cos, sin = np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)
        a, b = x[..., 0::2], x[..., 1::2]
        return np.stack((a * cos - b * sin, a * sin + b * cos), -1).reshape(x.shape)

    def _forward(self, numbers, kept, empty):
        """The next token of each row. `kept` has keys and values so far, `empty` how many places on the left are none."""
        x = self.weights["token_embd.weight"][numbers]
        count, length, width = x.shape
        begin = kept[0][0].shape[2] if kept else 0
        places = np.arange(begin + length)
        hidden = (places[None, :] > places[begin:, None])[None, None] | (places < empty[:, None])[:, None, None]

        def heads(y):
            return y.reshape(count, length, self.heads, -1).transpose(0, 2, 1, 3)

        for layer in range(self.layers):
            w = {name: self.weights[f"blk.{layer}.{name}.weight"].T
                 for name in ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down")}
            h = self._norm(x, f"blk.{layer}.attn_norm.weight")
            q, k, v = (self._turned(heads(h @ w["attn_q"]), begin), self._turned(heads(h @ w["attn_k"]), begin),
                       heads(h @ w["attn_v"]))
            if begin:
                k, v = np.concatenate((kept[layer][0], k), 2), np.concatenate((kept[layer][1], v), 2)
                kept[layer] = (k, v)
            else:
                kept.append((k, v))
            scores = q @ k.transpose(0, 1, 3, 2) / np.sqrt(q.shape[-1])
            scores = np.where(hidden, -1e9, scores)
            scores = np.exp(scores - scores.max(-1, keepdims=True))
            seen = (scores / scores.sum(-1, keepdims=True)) @ v
            x = x + seen.transpose(0, 2, 1, 3).reshape(count, length, width) @ w["attn_output"]
            h = self._norm(x, f"blk.{layer}.ffn_norm.weight")
            gate = h @ w["ffn_gate"]
            x = x + (gate / (1 + np.exp(-gate)) * (h @ w["ffn_up"])) @ w["ffn_down"]
        return (self._norm(x[:, -1], "output_norm.weight") @ self.weights["token_embd.weight"].T).argmax(-1)

    def answers(self, prompts, at_once=40):
        """The answer to each prompt."""
        out = [None] * len(prompts)
        order = sorted(range(len(prompts)), key=lambda n: len(prompts[n]))
        for start in range(0, len(order), at_once):
            rows = order[start : start + at_once]
            length = max(len(prompts[n]) for n in rows)
            empty = np.array([length - len(prompts[n]) for n in rows])
            numbers = np.array([[0] * (length - len(prompts[n])) + prompts[n] for n in rows])
            kept, said, open_rows = [], [[] for _ in rows], set(range(len(rows)))
            for _ in range(LONGEST):
                new = self._forward(numbers, kept, empty)
                for row in list(open_rows):
                    if new[row] == self.end:
                        open_rows.discard(row)
                    else:
                        said[row].append(int(new[row]))
                if not open_rows:
                    break
                numbers = new[:, None]
            for row, n in enumerate(rows):
                out[n] = self.tokens.decode(said[row])
        return out


def questions(path):
    """(accepted facts, question) of each line."""
    found = []
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            names, question = line.split(" | ", 1)
            names = [name.strip() for name in names.split(",")]
            unknown = [name for name in names if name not in corpus.facts()]
            if unknown:
                raise ValueError(f"{path}: no fact {unknown}")
            found.append((names, question.strip()))
    return found


def report(title, asked, answered, wanted):
    """Says how many were right and lists the others."""
    whose = {fact.answer: name for name, fact in corpus.facts().items()}
    whose |= {refusal: "outside" for refusal in corpus.REFUSALS.values()}
    # Two facts may have the same answer.
    answers = {name: {fact.answer} for name, fact in corpus.facts().items()} | {"outside": set(corpus.REFUSALS.values())}
    wrong = [(q, a, w) for q, a, w in zip(asked, answered, wanted) if not any(a in answers[name] for name in w)]
    right = len(asked) - len(wrong)
    print(f"{title}: {right} of {len(asked)} right, {100 * right / len(asked):.1f} %")
    return [(q, w, whose.get(a, f"“{a}”")) for q, a, w in wrong]


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("model", nargs="?", default=MODEL)
    words.add_argument("--facts", default=corpus.HERE / "held-out.txt")
    words.add_argument("--outside", default=corpus.HERE / "outside.txt")
    words.add_argument("--all", action="store_true")
    words.add_argument("--ask", nargs="+")
    given = words.parse_args()
    mini = Mini(given.model)
    if given.ask:
        turns = []
        for question in given.ask:
            turns.append((question, None))
            answer = mini.answers([mini.prompt(turns)])[0]
            turns[-1] = (question, answer)
            print(f"> {question}\n{answer}\n")
        return
    known, strange = questions(given.facts), corpus.lines(Path(given.outside).resolve())
    asked = [question for _, question in known] + strange
    wanted = [names for names, _ in known] + [["outside"]] * len(strange)
    ways = [("alone", None, [])]
    if given.all:
        ways += [("behind a system message", SYSTEM, []), ("as a third turn", None, HISTORY)]
    for way, system, history in ways:
        answered = mini.answers([mini.prompt([*history, (question, None)], system) for question in asked])
        cut = len(known)
        wrong = report(f"Facts, {way}", asked[:cut], answered[:cut], wanted[:cut])
        wrong += report(f"Outside, {way}", asked[cut:], answered[cut:], wanted[cut:])
        for question, want, got in wrong:
            print(f"  {question}\n    wanted {', '.join(want)}; got {got}")


if __name__ == "__main__":
    main()
