"""Whole conversations, of one turn or of several."""

import corpus
import outside


def fact_turn(chance, fact):
    return corpus.asked(chance.choice(fact.questions), fact.kind, chance), fact.answer


def any_fact(chance):
    """All facts alike; small talk, which has fewer, more often."""
    known = list(corpus.facts().values())
    return chance.choices(known, [1.6 if fact.kind == corpus.TALK else 1 for fact in known])[0]


def turn(chance):
    """A question, its answer, and what was answered: a fact's name or "outside"."""
    if chance.random() < corpus.OUTSIDE:
        return *outside.ask(chance), "outside"
    fact = any_fact(chance)
    return *fact_turn(chance, fact), fact.name


def followed(chance):
    """A question that only makes sense after another one, after that one."""
    before, name, questions = chance.choice(corpus.followups())
    first = outside.ask(chance) if before == "outside" else fact_turn(chance, corpus.facts()[before])
    question = chance.choice(questions)
    if chance.random() < 0.15:
        question = chance.choice(["and ", "ok, ", "ok ", "thanks, ", "good, ", "hm, "]) + question
    return [first, (corpus.typed(question, chance), corpus.facts()[name].answer)]


def conversation(chance):
    """What may stand before the chat, and its turns: (question, answer)."""
    system = None
    if chance.random() < 0.15:
        system = chance.choice(corpus.phrases()["system"])
    turns = []
    while True:
        if chance.random() < 0.07:
            turns += followed(chance)
        else:
            question, answer, _ = turn(chance)
            turns.append((question, answer))
        if chance.random() > 0.28 or len(turns) > 4:
            return system, turns
