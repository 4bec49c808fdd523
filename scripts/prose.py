"""Every number in the prose is measured, cited or general knowledge; else it is an error.

Measured: the text of a link to the evidence page. Cited: its sentence (or table row) holds
a link to the reading list or to another site. General: the front matter's `general` lists
the phrase. What a practice question claims is prose, too.
"""

import json
import re
from collections.abc import Iterator

from markdown_it.token import Token

from scripts.page import (
    LINK,
    TARGET,
    Page,
    find_tokens,
    make_parser,
    read_front_matter,
)
from scripts.problem import Problem
from scripts.project import Question
from scripts.record import Value

# Letters or another number right before a digit make it a name: int8, L1, 2.15.0, H100.
NUMBER = re.compile(r"(?<![\w.,:/#-])[-+−]?\d[\d,]*(?:\.\d+)*(?:e[-+]?\d+)?")
NAMES = re.compile(r"\b2:4\b|\bx86-64\b")  # names that contain a number of their own
SENTENCE = re.compile(r"(?<=[.!?:;])\s+|\n\n")
CITED = re.compile(r"reading\.md#|^https?://")
CITATION = "\x01"


def flatten(token: Token) -> Iterator[tuple[int, str]]:
    """Yield (line, text) pieces of an inline token, without code and measured values.

    A citing link becomes CITATION; the text of other links stays. Lines count from 1.
    """
    line, hidden = (token.map[0] if token.map else 0) + 1, []
    for part in token.children or []:
        if part.type in ("softbreak", "hardbreak"):
            line += 1
            yield line, " "
        elif part.type == "link_open":
            target = str(part.attrGet("href") or "")
            kind = (
                "value"
                if TARGET.match(target)
                else "cited"
                if CITED.search(target)
                else ""
            )
            hidden.append(kind)
            if kind == "cited":
                yield line, CITATION
        elif part.type == "link_close":
            hidden.pop()
        elif part.type == "text" and not any(hidden):
            yield line, part.content


def find_sentences(tokens: list[Token]) -> Iterator[list[tuple[int, str]]]:
    """Yield the pieces of each sentence; a row of a table is one sentence."""
    row: list[tuple[int, str]] | None = None
    for token in tokens:
        if token.type == "tr_open":
            row = []
        elif token.type == "tr_close" and row is not None:
            yield row
            row = None
        elif token.type == "inline":
            pieces = list(flatten(token))
            if row is not None:
                row += [*pieces, (pieces[-1][0] if pieces else 0, " | ")]
                continue
            sentence: list[tuple[int, str]] = []
            for line, text in pieces:
                first, *more = SENTENCE.split(text)
                sentence.append((line, first))
                for start in more:
                    yield sentence
                    sentence = [(line, start)]
            yield sentence


def mask_phrases(text: str, phrases: list[str], used: set[str]) -> str:
    """Blank the general phrases, longest first, and note which occurred."""
    for phrase in sorted(phrases, key=len, reverse=True):
        pattern = rf"(?<![\w.]){re.escape(phrase)}(?![\w])"
        text, count = re.subn(pattern, lambda m: " " * len(m[0]), text)
        if count:
            used.add(phrase)
    return text


def find_numbers(
    tokens: list[Token], phrases: list[str], used: set[str]
) -> Iterator[tuple[int, str]]:
    """Yield (line, what is wrong) for each number that nothing vouches for."""
    for sentence in find_sentences(tokens):
        text = "".join(piece for _, piece in sentence)
        lines = [line for line, piece in sentence for _ in piece]
        masked = mask_phrases(NAMES.sub(lambda m: " " * len(m[0]), text), phrases, used)
        if CITATION in text:
            continue
        for match in NUMBER.finditer(masked):
            where = text[max(0, match.start() - 30) : match.end() + 30].strip()
            what = f"the number {match[0]} in “{where}” is neither measured nor cited"
            yield lines[match.start()], what


def check_numbers(page: Page, tokens: list[Token] | None = None) -> Iterator[Problem]:
    """Yield a problem for each number that nothing vouches for, and each idle phrase."""
    front = read_front_matter(page)
    phrases, used = [str(phrase) for phrase in front.get("general", [])], set()
    generated = {n for block in page.blocks for n in range(block.start, block.end + 1)}
    for line, what in find_numbers(tokens or find_tokens(page), phrases, used):
        if line not in generated:
            yield Problem(
                page.place,
                line,
                what,
                "link it to its value, cite the reading list in the same sentence, or list"
                " the phrase under `general:` in the front matter",
            )
    for phrase in phrases:
        if phrase not in used:
            what = f"`general` lists {phrase!r}, which the page does not say"
            yield Problem(page.place, 1, what, "delete the phrase")


def find_line(source: str, id: str, text: str) -> int:
    """Return the line of a TOML file that has a text of the table of that id, from 1."""
    start = max(source.find(json.dumps(id)), 0)
    place = source.find(json.dumps(text, ensure_ascii=False), start)
    return source.count("\n", 0, max(place, start)) + 1


def check_claims(
    question: Question, values: dict[str, Value], place: str, source: str
) -> Iterator[Problem]:
    """Yield a problem for each number in a question that nothing vouches for.

    A link would tell the right option from the others, so a value of the explanation
    vouches for a number there. `place` and `source` are the questions' file and its text.
    """
    parser, used = make_parser(), set()
    links = LINK.finditer(question.explanation)
    stated = [values[match["id"]].text for match in links if match["id"] in values]
    for claim in question.claims:
        phrases = question.general
        if claim == question.options[question.answer]:
            phrases = [*phrases, *stated]
        for _, what in find_numbers(parser.parseInline(claim), phrases, used):
            yield Problem(
                place,
                find_line(source, question.id, claim),
                f"question {question.id!r}: {what}",
                "link it to its value (that of the right option in the explanation), cite"
                " the reading list in the same sentence, or list the phrase under"
                " `general` of the question",
            )
    for phrase in question.general:
        if phrase not in used:
            what = f"`general` lists {phrase!r}, which question {question.id!r} does not claim"
            line = find_line(source, question.id, phrase)
            yield Problem(place, line, what, "delete the phrase")
