"""Trains Sotto Mini and writes it as a GGUF file.

usage: train.py [--steps N | --minutes N] [--peak RATE] [--begin FILE.pt] [--save FILE.pt] [--out FILE.gguf]
       train.py --write FILE.pt [--out FILE.gguf]

One thread, one seed: the same calls with the same versions on the same kind of machine give the same file, but for
--minutes, with which the rate falls by the clock.
"""

import argparse
import hashlib
import random
import time
from pathlib import Path

import gguf
import numpy as np
import torch
import torch.nn.functional as F
from gguf import GGMLQuantizationType as Type

import corpus
import dialogues
import tokens
from model import HEADS, INNER, LAYERS, WIDTH, Model, Muon

SEED, VOCABULARY, CONTEXT = 20_26, 3072, 2048
BATCH = 3072  # tokens in a step, at most
RATE, MATRIX_RATE = 3e-3, 0.02
EASY = 500  # steps until questions are as badly written as they will be
CHOICE = 0.6  # what choosing the right answer counts, before its first word
ANSWERS = {a: n for n, a in enumerate([*corpus.REFUSALS.values(), *(fact.answer for fact in corpus.facts().values())])}
SLOTS = 320  # room for answers, so that a training can go on with more of them
TEMPLATE = (
    # It was made for questions that stand alone, and for those that follow one: older messages would only confuse it.
    "{%- for m in messages %}{%- if m.role == 'system' or loop.index > messages | length - 3 %}"
    "{{- '<|im_start|>' + m.role + '\\n' + m.content + '<|im_end|>\\n' }}{%- endif %}{%- endfor %}"
    "{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}{%- endif %}"
)


def vocabulary():
    """Learned from a part of the corpus; answers stand in it once more for each time, so that they are few tokens."""
    chance, texts = random.Random(SEED), ["user", "assistant", "system", "\n"]
    for _ in range(12_000):
        system, turns = dialogues.conversation(chance)
        texts += [system or ""] + [text for pair in turns for text in pair]
    return tokens.Tokens(tokens.learn(texts, VOCABULARY))


def sample(known, chance):
    """A conversation as tokens, what each of them counts, and which answer begins behind it (or -1)."""
    system, turns = dialogues.conversation(chance)
    numbers, weights, choices = [], [], []

    def add(new, weight, choice=-1):
        numbers.extend(new)
        weights.extend([weight] * len(new))
        choices.extend([-1] * (len(new) - 1) + [choice])

    if system:
        add(known.encode(f"<|im_start|>system\n{system}<|im_end|>\n"), 0.0)
    for number, (question, answer) in enumerate(turns):
        add(known.encode("<|im_start|>user\n"), 0.0)
        # Words in pieces now and then, so that unknown ones are not strange.
        loss = chance.choice([0.0, 0.0, 0.0, 0.0, 0.1])
        add(known.plain(question, chance, loss) if loss else known.plain(question), 0.0)
        add(known.encode("<|im_end|>\n<|im_start|>assistant\n"), 0.0, ANSWERS[answer])
        said = known.plain(answer) + known.encode("<|im_end|>")
        # What is hard is how an answer begins; the rest need not be read each time.
        if number == len(turns) - 1 and chance.random() < 0.7:
            said = said[:8]
        add(said, 1.0)
        add(known.encode("\n"), 0.0)
    return numbers[:400], weights[:400], choices[:400]


def batches(known, chance, first=0):
    """Samples of about the same length together. At first they are written well, later as people write."""
    step = first
    while True:
        corpus.noise = min(1.0, step / EASY)
        pool = sorted((sample(known, chance) for _ in range(1000)), key=lambda one: len(one[0]))
        made, now = [], []
        for one in pool:
            if now and len(one[0]) * (len(now) + 1) > BATCH:
                made.append(now)
                now = []
            now.append(one)
        made.append(now)
        chance.shuffle(made)
        for batch in made:
            shape = len(batch), max(len(numbers) for numbers, _, _ in batch)
            x, w, c = torch.zeros(shape, dtype=torch.long), torch.zeros(shape), torch.full(shape, -1)
            for row, parts in enumerate(batch):
                for into, part in zip((x, w, c), parts):
                    into[row, : len(part)] = torch.tensor(part)
            step += 1
            yield x, w, c


def train(model, known, given):
    matrices = [w for n, w in model.named_parameters() if w.dim() == 2 and not n.startswith("embedding")]
    matrices = [w for w in matrices if w is not model.choice.weight]
    others = [*(w for w in model.parameters() if w.dim() == 1), model.choice.weight]
    adam = torch.optim.AdamW(
        [{"params": [model.embedding.weight], "weight_decay": 0.01}, {"params": others, "weight_decay": 0.0}],
        lr=RATE, betas=(0.9, 0.95),
    )
    muon = Muon(matrices, MATRIX_RATE)
    began, seen, mean, right = time.time(), 0, 0.0, 0.0
    chance, first = (random.Random(SEED + 2), EASY) if given.begin else (random.Random(SEED + 1), 0)
    for step, (x, w, c) in enumerate(batches(known, chance, first)):
        done = (time.time() - began) / 60 / given.minutes if given.minutes else step / given.steps
        rate = given.peak * min(1, (step + 1) / 60) * min(1, max(0.01, (1 - done) / 0.9))
        for group in adam.param_groups:
            group["lr"] = RATE * rate
        for group in muon.param_groups:
            group["lr"] = MATRIX_RATE * rate
        told = w[:, 1:] > 0  # only where it counts
        with torch.autocast("cpu", dtype=torch.bfloat16):  # several times as fast as 32 bits
            hidden = model(x[:, :-1])
            logits = (hidden[told] @ model.embedding.weight.T).float()
        weights = w[:, 1:][told]
        words = (F.cross_entropy(logits, x[:, 1:][told], reduction="none") * weights).sum() / weights.sum()
        chosen, wanted = model.choice(hidden[c[:, :-1] >= 0].float()), c[:, :-1][c[:, :-1] >= 0]
        loss = words + CHOICE * F.cross_entropy(chosen, wanted)
        adam.zero_grad()
        muon.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        adam.step()
        muon.step()
        seen += x.numel()
        mean += max(0.02, 1 / (step + 1)) * (words.item() - mean)
        right += max(0.02, 1 / (step + 1)) * ((chosen.argmax(-1) == wanted).float().mean().item() - right)
        if (step + 1) % 25 == 0:
            minutes = (time.time() - began) / 60
            print(
                f"step {step + 1}, {100 * done:.0f} % done, {seen / 1e6:.2f} M tokens, loss {mean:.4f}, "
                f"{100 * right:.0f} % chosen right, {minutes:.1f} min", flush=True,
            )
        if (step + 1) % 100 == 0 or done >= 1:
            torch.save({"model": model.state_dict(), "merges": known.merges}, given.save)
        if done >= 1:
            break


def fitting(weights, model):
    """The weights of an earlier training; answers that are new since stand behind the others."""
    found = dict(weights)
    for name in ("choice.weight", "choice.bias"):
        whole = model.state_dict()[name].clone()
        whole[: len(found[name])] = found[name]
        found[name] = whole
    return found


def write(model, known, path):
    out = gguf.GGUFWriter(path, "llama")
    out.add_name("Sotto Mini")
    out.add_description("A tiny model that knows only Sotto, the chat app that it comes with.")
    out.add_author("The Sotto authors")
    out.add_license("MIT")
    out.add_languages(["en"])
    out.add_context_length(CONTEXT)
    out.add_embedding_length(WIDTH)
    out.add_block_count(LAYERS)
    out.add_feed_forward_length(INNER)
    out.add_head_count(HEADS)
    out.add_head_count_kv(HEADS)
    out.add_rope_dimension_count(WIDTH // HEADS)
    out.add_rope_freq_base(10_000.0)
    out.add_layer_norm_rms_eps(1e-5)
    out.add_vocab_size(len(known))
    out.add_file_type(gguf.LlamaFileType.MOSTLY_Q8_0)
    out.add_quantization_version(2)
    out.add_float32("general.sampling.temp", 0.0)
    out.add_tokenizer_model("gpt2")
    out.add_tokenizer_pre("qwen2")
    out.add_token_list(known.list)
    marks = len(tokens.SPECIAL)
    out.add_token_types([gguf.TokenType.CONTROL] * marks + [gguf.TokenType.NORMAL] * (len(known) - marks))
    out.add_token_merges([f"{a} {b}" for a, b in known.merges])
    out.add_bos_token_id(0)
    out.add_pad_token_id(0)
    out.add_eos_token_id(2)
    out.add_add_bos_token(False)
    out.add_chat_template(TEMPLATE)

    def tensor(name, weight):
        values = weight.detach().numpy().astype(np.float32)
        if values.ndim == 2:
            out.add_tensor(name, gguf.quants.quantize(values, Type.Q8_0), raw_dtype=Type.Q8_0)
        else:
            out.add_tensor(name, values)

    tensor("token_embd.weight", model.embedding.weight)
    tensor("output_norm.weight", model.norm)
    for number, block in enumerate(model.blocks):
        for name, weight in block.named_parameters():
            tensor(f"blk.{number}.{name.removesuffix('.weight')}.weight", weight)
    out.write_header_to_file()
    out.write_kv_data_to_file()
    out.write_tensors_to_file()
    out.close()


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--steps", type=int, default=5000)
    words.add_argument("--minutes", type=float, help="end after so many minutes, in place of steps")
    words.add_argument("--peak", type=float, default=1.0, help="a part of the rate to begin with; less where one goes on")
    words.add_argument("--begin", help="go on from the weights of this checkpoint")
    words.add_argument("--save", default="sotto-mini.pt")
    words.add_argument("--out", default="sotto-mini.gguf")
    words.add_argument("--write", help="write the GGUF of this checkpoint, and train nothing")
    given = words.parse_args()
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    if begin := given.write or given.begin:
        kept = torch.load(begin)
        known = tokens.Tokens(kept["merges"])
        model = Model(len(known), SLOTS)
        model.load_state_dict({**model.state_dict(), **fitting(kept["model"], model)})
    else:
        known = vocabulary()
        model = Model(len(known), SLOTS)
    print(f"{len(known)} tokens, {sum(w.numel() for w in model.parameters()) / 1e6:.2f} M parameters", flush=True)
    if not given.write:
        train(model, known, given)
    write(model, known, given.out)
    path = Path(given.out)
    print(f"{path}: {path.stat().st_size} bytes, SHA-256 {hashlib.sha256(path.read_bytes()).hexdigest()}")


if __name__ == "__main__":
    main()
