"""Lists questions that are held out and nearly stand in the corpus: they would say nothing about what was understood.

usage: near.py [FILE ...]
"""

import sys

import corpus

FILLERS = set(
    "a an the i i'm i'd you it it's is are am do does did can could to of in on my me this that what what's how where which "
    "be was for from with and or so if will would please there have has sotto at".split()
)


def content(question):
    """The words that carry it, in no order."""
    return frozenset(word.strip("?.,!") for word in question.lower().split()) - FILLERS


def main():
    taught = {}
    for fact in corpus.facts().values():
        for line in fact.questions:
            for question in corpus.choices(line):
                taught.setdefault(content(question), question)
    by_word = {}
    for words in taught:
        for word in words:
            by_word.setdefault(word, set()).add(words)
    count = 0
    for path in sys.argv[1:] or [corpus.HERE / "held-out.txt"]:
        for line in open(path, encoding="utf-8"):
            if not line.strip() or line.startswith("#"):
                continue
            question = line.rstrip("\n").split(" | ")[-1]
            words = content(question)
            others = set().union(*(by_word.get(word, ()) for word in words)) if words else set()
            best = max(others, key=lambda other: len(other & words) / len(other | words), default=frozenset())
            share = len(best & words) / max(1, len(best | words))
            if share >= 0.99:
                count += 1
                print(f"{share:.2f}  {question}  ~  {taught[best]}")
    print(f"{count} of them nearly stand in the corpus")


if __name__ == "__main__":
    main()
