"""Text to tokens and back: byte-level BPE, cut into words as llama.cpp does it for the pre-tokenizer "qwen2"."""

from collections import Counter

import regex

WORDS = regex.compile(
    r"(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])"
    r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
MARKS = regex.compile("(" + "|".join(regex.escape(mark) for mark in SPECIAL) + ")")


def _letters():
    """GPT-2's alphabet: a printable letter for each byte."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in plain]
    return {byte: chr(byte) for byte in plain} | {byte: chr(256 + n) for n, byte in enumerate(others)}


LETTERS = _letters()
BYTES = {letter: byte for byte, letter in LETTERS.items()}


def words(text):
    """The words of a text, each as a tuple of letters."""
    return [tuple(LETTERS[byte] for byte in word.encode()) for word in WORDS.findall(text)]


def learn(texts, size):
    """The merges for a vocabulary of this size."""
    counts = Counter(word for text in texts for word in words(text))
    parts = {word: list(word) for word in counts}
    pairs, places = Counter(), {}
    for word, letters in parts.items():
        for pair in zip(letters, letters[1:]):
            pairs[pair] += counts[word]
            places.setdefault(pair, set()).add(word)
    merges = []
    while len(SPECIAL) + 256 + len(merges) < size and pairs:
        best = max(pairs, key=lambda pair: (pairs[pair], pair))
        if pairs[best] < 2:
            break
        merges.append(best)
        for word in places.pop(best):
            old = parts[word]
            for pair in zip(old, old[1:]):
                pairs[pair] -= counts[word]
            parts[word] = new = _merged(old, best)
            for pair in zip(new, new[1:]):
                pairs[pair] += counts[word]
                places.setdefault(pair, set()).add(word)
        pairs.pop(best, None)
    return merges


def _merged(letters, pair):
    out, at = [], 0
    while at < len(letters):
        if tuple(letters[at : at + 2]) == pair:
            out.append(letters[at] + letters[at + 1])
            at += 2
        else:
            out.append(letters[at])
            at += 1
    return out


class Tokens:
    """A vocabulary: the marks, the bytes, and what was merged."""

    def __init__(self, merges):
        self.merges = [tuple(pair) for pair in merges]
        self.list = SPECIAL + list(LETTERS.values()) + [a + b for a, b in self.merges]
        self.number = {token: n for n, token in enumerate(self.list)}
        self._rank = {pair: n for n, pair in enumerate(self.merges)}
        self._known = {}

    def __len__(self):
        return len(self.list)

    def _word(self, word, chance=None, loss=0.0):
        """The tokens of a word. With `chance`, each merge is left out with probability `loss`."""
        if chance is None and word in self._known:
            return self._known[word]
        parts = list(word)
        while len(parts) > 1:
            ranked = [
                (self._rank[pair], at)
                for at, pair in enumerate(zip(parts, parts[1:]))
                if pair in self._rank and (chance is None or chance.random() >= loss)
            ]
            if not ranked:
                break
            at = min(ranked)[1]
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
        numbers = [self.number[part] for part in parts]
        if chance is None:
            self._known[word] = numbers
        return numbers

    def plain(self, text, chance=None, loss=0.0):
        """The tokens of a text without marks."""
        return [n for word in words(text) for n in self._word(word, chance, loss)]

    def encode(self, text):
        """The tokens of a text in which marks count."""
        out = []
        for part in MARKS.split(text):
            out += [self.number[part]] if part in SPECIAL else self.plain(part)
        return out

    def decode(self, numbers):
        """The text of tokens, without marks."""
        letters = "".join(self.list[n] for n in numbers if n >= len(SPECIAL))
        return bytes(BYTES[letter] for letter in letters).decode(errors="replace")
