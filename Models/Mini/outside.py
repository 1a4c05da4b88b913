"""Questions from outside of what Sotto Mini knows, and those that only look like its own."""

import re
from functools import lru_cache

import corpus

KEYWORDS = (
    "chats|chat|conversations|conversation|messages|message|pictures|picture|photos|photo|images|image|backups|backup|"
    "trash|titles|title|database|models|model|agents|agent|windows|window|folder|camera|replies|reply|answers|answer|"
    "disk|files|file|sotto|drafts|draft|text|terminal|tokens|token|gguf|context|temperature|app|program|settings|"
    "preferences|language|menu|list|keys|shortcuts|emoji|crew|jarvis|sage|command|commands|data|search|viewer|composer"
)
KEYWORD = re.compile(rf"\b(?:{KEYWORDS})\b")
PLURAL = re.compile(r"(?:s|data)$")
WINDOW = ("2-window", "3-pictures")
OF_AN_APP = re.compile(r"^(how do i|where|which key|can i|i deleted|i want to|is there|what does|shortcut|how long|how many)")


@lru_cache(None)
def words():
    found = corpus.sections("outside/words.txt")
    return {name: [word.strip() for line in body for word in (_codes(line) if name == "code" else line.split(", "))
                   if word.strip()] for name, body in found.items()}


def _codes(line):
    return re.split(r", (?![^(]*\))", line)


@lru_cache(None)
def templates():
    return [line.split(" ", 1) for line in corpus.lines("outside/templates.txt")]


def odd(chance):
    """A word that there is not."""
    parts = range(chance.randint(1, 4))
    return "".join(
        chance.choice("bcdfghjklmnprstvwz") + chance.choice("aeiou") + chance.choice(["", "", "n", "r", "s", "l", "t"])
        for _ in parts
    )


def noun(chance):
    return odd(chance) if chance.random() < 0.12 else chance.choice(words()["noun"])


def _word(name, chance):
    if name == "number":
        return str(chance.choice([chance.randint(0, 20), chance.randint(0, 100), chance.randint(0, 3000)]))
    if name == "op":
        return chance.choice(["+", "-", "*", "/", "x", "^"])
    if name == "opword":
        return chance.choice(["plus", "minus", "times", "divided by", "+", "*", "-"])
    if name == "odd":
        return odd(chance)
    if name == "noun":
        return noun(chance)
    return chance.choice(words()[name])


def from_template(chance):
    kind, line = chance.choice(templates())
    if kind != "any" and chance.random() < 0.25:
        kind, line = chance.choice(templates())
    question = corpus.one_of(line, chance)
    question = re.sub(r"\{([a-z]+)\}(s?)(?![a-z])", lambda match: _word(match[1], chance) + match[2], question)
    return kind, question.replace("{verb}ed", "seen")


@lru_cache(None)
def questions():
    return [line.split(" ", 1) for line in corpus.lines("outside/questions.txt")]


def _fact(chance, kinds=None):
    able = [fact for fact in corpus.facts().values() if (fact.kind in kinds if kinds else fact.kind != corpus.TALK)]
    return chance.choice(able)


def of_another_app(chance):
    """A question about Sotto's window, asked about another program."""
    while True:
        question = corpus.one_of(chance.choice(_fact(chance, WINDOW).questions), chance)
        if OF_AN_APP.match(question):
            break
    app = chance.choice(words()["app"])
    if chance.random() < 0.5:
        question = corpus.framed(question, chance)
    question = corpus.other_words(question, chance, 0.2)
    if "sotto" in question:
        return "app", question.replace("sotto", app)
    return "app", f"{question} {chance.choice(['in', 'in', 'in', 'on', 'with', 'for'])} {app}"


def of_another_thing(chance):
    """A question of a fact with other nouns in it."""
    while True:
        question = corpus.one_of(chance.choice(_fact(chance).questions), chance)
        if KEYWORD.search(question) and len(question.split()) > 2 and not re.search(r"sotto [a-z]+ -|--|/|sotto-|\.db", question):
            break
    if chance.random() < 0.5:
        question = corpus.framed(question, chance)
    swapped = {}

    def other(match):
        word = match[0]
        if word not in swapped:
            swapped[word] = noun(chance) + ("s" if PLURAL.search(word) else "")
        return swapped[word]

    return "any", KEYWORD.sub(other, question)


def ask(chance):
    """A question and the refusal that answers it."""
    way = chance.random()
    if way < 0.3:
        kind, line = chance.choice(questions())
        question = corpus.one_of(line, chance)
    else:
        make = from_template if way < 0.76 else of_another_app if way < 0.87 else of_another_thing
        kind, question = make(chance)
    if kind in ("any", "app") and chance.random() < 0.5:
        question = corpus.other_words(question, chance, 0.2)
    if chance.random() < 0.85 or kind == "words":
        question = question.lower()
    if kind != "words" and chance.random() < 0.8:
        question = corpus.around(question, chance, after=False)
        if chance.random() < 0.08:
            question += " " + chance.choice(["please", "pls", "thanks", "then", "now", "mini", "exactly", ", please"])
    return corpus.typed(question, chance), corpus.REFUSALS[kind]
