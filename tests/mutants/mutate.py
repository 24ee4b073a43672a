"""Mutants of a CUDA kernel: small changes that a verifier should notice.

mutants(text) yields (operator, ordinal, line, mutant text). Operators:
  barrier    a barrier is removed
  shift      a subscript becomes (subscript) + 1
  guard      an if's condition becomes true
  bound      `<` becomes `<=`, `<=` becomes `<`, `>` becomes `>=`, `>=` becomes `>`
  atomic     an atomic becomes a plain update
  halve      threadIdx.a becomes (threadIdx.a / 2)
  block      blockIdx.a becomes 0
Further ones, which mutants(text, FURTHER) yields:
  constant   a number becomes one more
  operator   ^ becomes |, | ^, % /, / %, << >>, >> <<, + -, - + (between two operands)
  fence      a __threadfence of any scope is removed
  lane       what names another lane or a mask (the third argument of a shuffle, the first of a vote) is 1
"""
import re

KEYWORDS = {"return", "else", "do", "case", "goto"}


def blank(text):
    """Same length; comments, strings and preprocessor lines are spaces."""
    spaces = lambda m: re.sub(r"[^\n]", " ", m.group(0))
    text = re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"', spaces, text, flags=re.S)
    return re.sub(r"^[ \t]*#[^\n]*$", spaces, text, flags=re.M)


def closing(code, start):
    """Index of the bracket that closes the one at `start`."""
    pairs = {"(": ")", "[": "]"}
    depth = 0
    for i in range(start, len(code)):
        if code[i] == code[start]:
            depth += 1
        elif code[i] == pairs[code[start]]:
            depth -= 1
            if depth == 0:
                return i
    return None


def replace(text, start, end, new):
    return text[:start] + new + text[end:]


def barriers(text, code):
    for m in re.finditer(r"__sync(?:threads|warp)\s*\([^()]*\)\s*;", code):
        yield m.start(), replace(text, m.start(), m.end(), ";")


def is_declaration(code, name_start):
    before = re.search(r"(\w+|[*&>])\s*$", code[:name_start])
    if not before:
        return False
    token = before.group(1)
    if token in "*&>":
        return bool(re.search(r"\b(int|float|char|unsigned|double|short)\s*[*&]\s*$",
                              code[:name_start]))
    return token not in KEYWORDS and not token.isdigit()


def shifts(text, code):
    for m in re.finditer(r"(\w+|\]|\))\s*\[", code):
        end = closing(code, m.end() - 1)
        inner = code[m.end():end] if end else ""
        base = m.start()
        while base > 0 and code[base] in "])":  # s[i][j]: the name before the first bracket
            opening = base
            depth = 0
            while opening >= 0:
                depth += code[opening] in "])" and 1 or code[opening] in "[(" and -1 or 0
                if depth == 0:
                    break
                opening -= 1
            name = re.search(r"\w*\s*$", code[:opening])
            base = name.start()
            if code[base:base + 1] not in "])":
                break
        if not inner.strip() or is_declaration(code, base):
            continue
        yield m.start(), replace(text, m.end(), end, "(%s) + 1" % text[m.end():end])


def guards(text, code):
    for m in re.finditer(r"\bif\s*\(", code):
        end = closing(code, m.end() - 1)
        if end:
            yield m.start(), replace(text, m.end(), end, "true")


def bounds(text, code):
    other = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
    for m in re.finditer(r" (<=?|>=?) ", code):
        if re.search(r"__requires|__assume|__assert|assert|template|operator",
                     code[code.rfind("\n", 0, m.start()):m.start()]):
            continue
        yield m.start(), replace(text, m.start(1), m.end(1), other[m.group(1)])


def atomics(text, code):
    form = {"Add": "(*({0}) += ({1}))", "Sub": "(*({0}) -= ({1}))", "Exch": "(*({0}) = ({1}))",
            "Min": "(*({0}) = min(*({0}), {1}))", "Max": "(*({0}) = max(*({0}), {1}))",
            "CAS": "(*({0}) = ({1}))", "Inc": "(*({0}) += 1)"}
    for m in re.finditer(r"\batomic(Add|Sub|Exch|Min|Max|CAS|Inc)(?:_block|_system)?\s*\(", code):
        end = closing(code, m.end() - 1)
        if not end:
            continue
        inner, depth, cut = text[m.end():end], 0, None
        for i, c in enumerate(inner):
            depth += c in "([" and 1 or c in ")]" and -1 or 0
            if c == "," and depth == 0:
                cut = i
                break
        if cut is None:
            continue
        value = inner[cut + 1:].split(",")[-1].strip()
        yield m.start(), replace(text, m.start(), end + 1,
                                 form[m.group(1)].format(inner[:cut].strip(), value))


def halves(text, code):
    for m in re.finditer(r"\bthreadIdx\s*\.\s*([xyz])", code):
        yield m.start(), replace(text, m.start(), m.end(), "(threadIdx.%s / 2)" % m.group(1))


def blocks(text, code):
    for m in re.finditer(r"\bblockIdx\s*\.\s*([xyz])", code):
        yield m.start(), replace(text, m.start(), m.end(), "0")


def constants(text, code):
    for m in re.finditer(r"(?<![\w.\]])(\d+|0x[0-9a-fA-F]+)(?![\w.])", code):
        line = code[code.rfind("\n", 0, m.start()) + 1:m.start()]
        if re.search(r"__shared__|__launch_bounds__|template|^\s*(?:const )?\w+ \w+\[$", line):
            continue
        yield m.start(), replace(text, m.start(), m.end(), str(int(m.group(1), 16 if "x" in m.group(1) else 10) + 1))


def operators(text, code):
    other = {"^": "|", "|": "^", "%": "/", "/": "%", "<<": ">>", ">>": "<<", "+": "-", "-": "+"}
    for m in re.finditer(r"(?<=[\w)\]]) (\^|\||%|/|<<|>>|\+|-) (?=[\w(~])", code):
        yield m.start(), replace(text, m.start(1), m.end(1), other[m.group(1)])


def fences(text, code):
    for m in re.finditer(r"__threadfence(?:_block|_system)?\s*\(\s*\)\s*;", code):
        yield m.start(), replace(text, m.start(), m.end(), ";")


def lanes(text, code):
    for m in re.finditer(r"__(?:shfl\w*_sync|ballot_sync|any_sync|all_sync)\s*\(", code):
        end = closing(code, m.end() - 1)
        if not end:
            continue
        parts, depth, start = [], 0, m.end()
        for i in range(m.end(), end + 1):
            depth += code[i] in "([" and 1 or code[i] in ")]" and i < end and -1 or 0
            if i == end or (code[i] == "," and depth == 0):
                parts.append((start, i))
                start = i + 1
        which = parts[2] if "shfl" in m.group(0) and len(parts) > 2 else parts[0]
        yield m.start(), replace(text, which[0], which[1], " 1")


OPERATORS = {"barrier": barriers, "shift": shifts, "guard": guards, "bound": bounds,
             "atomic": atomics, "halve": halves, "block": blocks}
FURTHER = {"constant": constants, "operator": operators, "fence": fences, "lane": lanes}


def kernel_part(code):
    """Contracts and launches are not mutated: they are the specification."""
    spaces = lambda m: " " * len(m.group(0))
    code = re.sub(r"__(?:requires|assume|assert)\s*\([^\n]*\)\s*;", spaces, code)
    return re.sub(r"^[^\n]*<<<[^\n]*$", spaces, code, flags=re.M)


def mutants(text, by=None):
    code = kernel_part(blank(text))
    for name, operator in (by or OPERATORS).items():
        for ordinal, (at, mutant) in enumerate(operator(text, code), 1):
            yield name, ordinal, text.count("\n", 0, at) + 1, mutant
