"""The conversations that Sotto Mini learns from: facts asked in many ways, small talk, and questions from outside.

Everything comes from the text files beside this one; chance is a `random.Random` that the caller gives.
"""

import re
from functools import lru_cache
from pathlib import Path

HERE = Path(__file__).parent
REFUSALS = {
    "any": "I know only Sotto, the app you are in. For anything else, open Models and get a larger model.",
    "task": "I know only Sotto, so I cannot do that. Open Models and get a larger model for it.",
    "app": "I know only Sotto, and no other programs. Open Models and get a larger model for that.",
    "words": "I know only Sotto, and English words about it. For more, open Models and get a larger model.",
}
OUTSIDE = 0.47  # of all turns
TALK = "6-talk"
noise = 1.0  # how much of the slips, other words and the like there is


def lines(path):
    """The lines of a file that say something."""
    text = (HERE / path).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def sections(path):
    """A file of [name]s with lines below each."""
    found, name = {}, None
    for line in lines(path):
        if line.startswith("[") and line.endswith("]"):
            name = line[1:-1]
            if name in found:
                raise ValueError(f"{path}: [{name}] stands twice")
            found[name] = []
        else:
            found[name].append(line)
    return found


class Fact:
    def __init__(self, name, kind, body):
        answers = [line[2:] for line in body if line.startswith("= ")]
        if len(answers) != 1:
            raise ValueError(f"[{name}] wants one answer")
        self.name, self.kind, self.answer = name, kind, answers[0]
        self.questions = [line for line in body if not line.startswith("= ")]


@lru_cache(None)
def facts():
    """All facts by name."""
    found = {}
    for path in sorted((HERE / "facts").glob("*.txt")):
        for name, body in sections(f"facts/{path.name}").items():
            if name in found:
                raise ValueError(f"[{name}] stands twice")
            found[name] = Fact(name, path.stem, body)
    return found


@lru_cache(None)
def followups():
    """(fact before or "outside", fact, questions)."""
    found = []
    for line in lines("followups.txt"):
        way, questions = line.split(": ", 1)
        before, name = way.split(" > ")
        if name not in facts() or (before != "outside" and before not in facts()):
            raise ValueError(f"followups.txt: {way}")
        found.append((before, name, [q.strip() for q in questions.split("|")]))
    return found


GROUP = re.compile(r"\(([^()|]*\|[^()]*)\)")


def choices(line):
    """Every question that a line with (this|or that) stands for."""
    match = GROUP.search(line)
    if not match:
        return [" ".join(line.split())]
    return [
        question
        for word in match[1].split("|")
        for question in choices(line[: match.start()] + word + line[match.end() :])
    ]


def one_of(line, chance):
    """One of the questions that a line stands for."""
    return " ".join(GROUP.sub(lambda match: chance.choice(match[1].split("|")), line).split())


# Questions in other words


@lru_cache(None)
def frames():
    return sections("frames.txt")


@lru_cache(None)
def synonyms():
    found = [line.split(": ", 1) for line in lines("synonyms.txt")]
    words = {word: [other.strip() for other in others.split(",")] for word, others in found}
    keys = sorted(words, key=len, reverse=True)
    # What is typed literally stays: commands and options.
    pattern = r"(?<![\w/+.-])(?:sotto [a-z]+|" + "|".join(map(re.escape, keys)) + r")(?![\w+'.-])"
    return words, re.compile(pattern)


@lru_cache(None)
def phrases():
    return sections("phrases.txt")


def framed(question, chance):
    """With another beginning."""
    for start, others in frames().items():
        if question.startswith(start):
            rest, other = question[len(start) :], chance.choice(others)
            return other.replace("{}", rest) if "{}" in other else f"{other} {rest}"
    return question


def other_words(question, chance, share):
    words, pattern = synonyms()

    def replaced(match):
        found = match[0]
        return chance.choice(words[found]) if found in words and chance.random() < share else found

    return pattern.sub(replaced, question)


NEIGHBOURS = "qwertyuiop asdfghjkl zxcvbnm"


def near(letter, chance):
    """A letter beside this one on the keyboard."""
    at = NEIGHBOURS.find(letter.lower())
    beside = (NEIGHBOURS[max(at - 1, 0)] + NEIGHBOURS[at + 1 : at + 2]).replace(" ", "") if at >= 0 else "e"
    return chance.choice(beside)


def misspelt(question, chance):
    """With a slip of the fingers in one of its longer words."""
    words = question.split(" ")
    able = [n for n, word in enumerate(words) if len(word) > 3 and word.isalpha() and word.isascii()]
    if not able:
        return question
    n = chance.choice(able)
    word, at, how = words[n], chance.randrange(1, len(words[n]) - 1), chance.random()
    if how < 0.3:
        word = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    elif how < 0.6:
        word = word[:at] + word[at + 1 :]
    elif how < 0.78:
        word = word[:at] + word[at] + word[at:]
    else:
        word = word[:at] + near(word[at], chance) + word[at + 1 :]
    words[n] = word
    return " ".join(words)


SMALL = {"the", "a", "an", "do", "i", "is", "to", "my", "of", "me", "in", "it"}


def typed(question, chance):
    """As people type: case, signs, slips."""
    if chance.random() < 0.08 * noise:
        small = [n for n, word in enumerate(question.split()) if word in SMALL]
        if small and len(question.split()) > 3:
            words = question.split()
            del words[chance.choice(small)]
            question = " ".join(words)
    slips = chance.choices([0, 1, 2, 3], [78, 16, 4, 2])[0] if chance.random() < noise else 0
    for _ in range(slips):
        question = misspelt(question, chance)
    if "ctrl+" in question and chance.random() < 0.35:
        sign = chance.choice([" ", "-", " + ", " and ", "+"])
        question = question.replace("ctrl+", chance.choice(["ctrl", "control", "strg", "ctl"]) + sign)
    if chance.random() < 0.5:
        question = re.sub(r"\bsotto(?= |$)", "Sotto", question) if not re.match("sotto [a-z]+", question) else question
    how = chance.random()
    if how < 0.5:
        question = question[:1].upper() + question[1:]
        question = re.sub(r"\bi\b", "I", question)
        question = question.replace("ctrl+", "Ctrl+").replace("Ctrl+shift", "Ctrl+Shift")
    elif how < 0.53:
        question = question.upper()
    elif how < 0.55:
        question = question.title()
    if chance.random() < 0.15:
        question = question.replace("'", "’")
    first = question.split(" ")[0].lower()
    asks = first in ("what", "how", "who", "where", "when", "why", "which", "does", "do", "is", "are", "can", "could")
    signs = ["", "?", "??", " ?", ".", "!", "...", "?!"]
    return question + chance.choices(signs, [40, 50, 3, 2, 3, 1, 1, 1] if asks else [55, 15, 1, 1, 20, 6, 2, 0])[0]


def around(question, chance, after=True):
    if chance.random() < 0.16 * noise:
        question = f"{chance.choice(phrases()['before'])} {question}"
    if after and chance.random() < 0.14 * noise:
        question = f"{question} {chance.choice(phrases()['after'])}".replace(" ,", ",")
    return question


EMPTY = set("a an the i i'm i'd you it it's is are am do does did could to of my me this that be was would please".split())


def keywords(question):
    """Only the words that carry it, as one types into a search field."""
    words = question.split()
    kept = [word for word in words if word.lower() not in EMPTY]
    return " ".join(kept) if len(kept) > 1 else question


def asked(line, kind, chance):
    """A question that a line of a fact stands for, as somebody may put it."""
    question = one_of(line, chance)
    if kind == TALK:
        return typed(question if chance.random() < 0.8 else around(question, chance, False), chance)
    if chance.random() < 0.25 + 0.3 * noise:
        question = framed(question, chance)
    question = other_words(question, chance, chance.choice([0, 0, 0.25, 0.5]))
    if chance.random() < 0.06 * noise:
        question = keywords(question)
    return typed(around(question, chance), chance)
