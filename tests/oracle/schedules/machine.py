"""An interpreter of a part of PTX: one CTA, one thread at a time in random turns.

Names are those of the PTX ISA. Shares no code with Heddle. An instruction that it does not know raises Unsupported; a
fault of the program (a deadlock, a barrier that threads come to with different counts) raises Bug or is what run() returns.
"""
import re

MAX_STEPS = 400_000


class Bug(Exception):
    pass


class Unsupported(Exception):
    pass


# ---- a kernel as a list of (guard, opcode, operands) ----

def parse(text):
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"^\s*\.(?:loc|file|section)\b.*$", "", text, flags=re.M)
    entry = re.search(r"\.entry\s+([\w$]+)\s*(?:\(([^)]*)\))?([^{]*)\{(.*)\}", text, re.S)
    if not entry or len(re.findall(r"\.entry", text)) != 1 or re.search(r"\.func\b", text):
        raise Unsupported("one kernel is wanted")
    name, arguments, hints, body = entry.groups()
    shared, at = {}, 0
    for where in (text[:entry.start()], body):
        for align, size, var, extents in re.findall(r"\.shared\s+(?:\.align\s+(\d+)\s+)?\.\w?(\d+)\s+([\w$]+)((?:\[\d+\])*)", where):
            extent = int(size) // 8
            for number in re.findall(r"\d+", extents):
                extent *= int(number)
            align = int(align or 8)
            at = -(-at // align) * align
            shared[var] = at
            at += extent
    code, labels, scopes, made = [], {}, (0,), 0  # a label belongs to the braces around it, as do registers
    for piece in re.findall(r"[^;{}:]*(?:\{[^{};]*\}[^;{}]*)*[;:{}]", body.replace("::", ".")):
        piece = " ".join(piece.split())
        while piece[:1] in ("{", "}") and piece:
            if piece[0] == "{":
                made += 1
                scopes += (made,)
            else:
                scopes = scopes[:-1]
            piece = piece[1:].strip()
        opens, closes = piece.endswith("{"), piece.endswith("}")
        if piece.endswith(":"):
            labels[scopes, piece[:-1].strip()] = len(code)
            continue
        piece = piece.rstrip(";{}").strip()
        if closes:
            scopes = scopes[:-1]
        if opens:
            made += 1
            scopes += (made,)
        if not piece or piece.startswith("."):
            continue
        match = re.fullmatch(r"(?:@(!?)(%?[\w$]+)\s+)?([\w.:]+)\s*(.*)", piece)
        if not match:
            raise Unsupported(piece)
        code.append((match.group(2), match.group(1) == "!", match.group(3),
                     [o.strip() for o in re.findall(r"(?:\{[^}]*\}|\[[^\]]*\]|[^,])+", match.group(4))], scopes))
    params = re.findall(r"\.param\s+(?:\.align \d+ )?\.(\w+)\s+([\w$]+)", arguments or "")
    block = re.search(r"\.(?:maxntid|reqntid)\s+(\d+)", hints)
    return name, params, shared, code, labels, int(block.group(1)) if block else None


MASK = (1 << 64) - 1


def number(value, kind):
    """An integer as the type has it."""
    bits = int(kind[1:]) if kind[1:].isdigit() else 64
    value &= (1 << bits) - 1
    return value - (1 << bits) if kind[0] == "s" and value >> (bits - 1) else value


class Machine:
    def __init__(self, kernel, threads, values, rng):
        self.name, self.params, self.shared, self.code, self.labels, _ = kernel
        self.values, self.rng, self.count = values, rng, threads
        self.regs = [{} for _ in range(threads)]
        self.pc = [0] * threads
        self.blocked = [None] * threads
        self.done = [False] * threads
        self.memory, self.reads = {}, [[] for _ in range(threads)]
        self.barriers, self.objects, self.copies = {}, {}, []
        self.steps = 0

    def run(self):
        while True:
            ready = [t for t in range(self.count) if not self.done[t] and self.blocked[t] is None]
            if self.copies and (not ready or self.rng.random() < 0.3):
                self.copies.pop(self.rng.randrange(len(self.copies)))()
                continue
            if not ready:
                return None if all(self.done) else "deadlock"
            t = self.rng.choice(ready)
            if self.rng.random() < 0.5:  # those of a warp that can run, for a while
                turn = [u for u in ready if u // 32 == t // 32]
            else:
                turn = [t]
            burst = self.rng.choice((1, 5, 40, 400))
            idle = 0
            for u in turn:
                for _ in range(burst):
                    if self.done[u] or self.blocked[u] is not None:
                        break
                    self.steps += 1
                    self.step(u)
                    idle += 1
            if self.steps > MAX_STEPS:
                return "endless"

    # ---- operands
    def value(self, t, text, kind="u32"):
        if text.startswith("-") and text[1:2] == "%":
            raise Unsupported(text)
        special = {"%tid.x": t, "%ntid.x": self.count, "%laneid": t % 32, "%warpid": t // 32, "%tid.y": 0, "%tid.z": 0,
                   "%ntid.y": 1, "%ntid.z": 1, "%ctaid.x": 0, "%ctaid.y": 0, "%ctaid.z": 0, "%nctaid.x": 1}
        if text in special:
            return special[text]
        if text in self.shared:
            return self.shared[text]
        if re.fullmatch(r"-?\d+", text):
            return int(text)
        if re.fullmatch(r"0[xX][0-9a-fA-F]+U?", text):
            return int(text.rstrip("U"), 16)
        if re.fullmatch(r"0[fd][0-9A-Fa-f]+", text):
            return ("float", text)
        if re.fullmatch(r"[%\w$]+", text):
            return self.regs[t].get(text, ("unset", t))
        raise Unsupported(text)

    def address(self, t, text):
        base, _, offset = text.strip("[] ").replace(" ", "").partition("+")
        at = self.value(t, base)
        if not isinstance(at, int):
            return None
        return (at + (int(offset) if offset else 0)) & MASK

    def set(self, t, name, value):
        if name != "_":
            self.regs[t][name] = value

    # ---- memory
    def load(self, t, at, size):
        found = tuple((a - at, *v) for a in range(at - 15, at + size)
                      if (v := self.memory.get(a)) and a + v[0] > at)
        value = found[0][2] if len(found) == 1 and found[0][:2] == (0, size) else ("bytes", at, size, found)
        self.reads[t].append((self.pc[t], at, value))
        return value

    def store(self, at, size, value):
        for a in range(at - 15, at + size):
            old = self.memory.get(a)
            if old and a != at and a + old[0] > at:
                self.memory[a] = (old[0], ("part", old[1], value))
        self.memory[at] = (size, value)

    # ---- instructions
    def step(self, t):
        at_end = (None, False, "ret", [], ())
        guard, negated, opcode, operands, self.scopes = self.code[self.pc[t]] if self.pc[t] < len(self.code) else at_end
        if guard is not None:
            holds = self.regs[t].get(guard, 0)
            if not isinstance(holds, int):
                raise Unsupported("a guard that is not known")
            if bool(holds) == negated:
                self.pc[t] += 1
                return
        words = opcode.split(".")
        do = getattr(self, "do_" + words[0], None)
        if do is None:
            raise Unsupported(opcode)
        self.moved = False
        do(t, words, operands)
        if not self.moved:
            self.pc[t] += 1

    def do_ret(self, t, words, operands):
        self.done[t] = True
        for at, barrier in list(self.barriers.items()):
            self.complete(at, barrier)

    do_exit = do_ret

    def do_bra(self, t, words, operands):
        scopes = self.scopes
        while (scopes, operands[0]) not in self.labels:
            scopes = scopes[:-1]
            if not scopes:
                raise Unsupported("a label that there is not")
        self.pc[t] = self.labels[scopes, operands[0]]
        self.moved = True

    def arithmetic(self, t, words, operands, compute):
        kind = words[-1]
        given = [self.value(t, o, kind) for o in operands[1:]]
        if all(isinstance(v, int) for v in given) and kind[0] in "usbp":
            value = compute(*[number(v, kind if kind != "pred" else "u1") for v in given])
            bits = 1 if kind == "pred" else int(kind[1:])
            self.set(t, operands[0], value & ((1 << bits) - 1))
        else:
            self.set(t, operands[0], (".".join(words), *given))

    def do_add(self, t, words, o): self.arithmetic(t, words, o, lambda a, b: a + b)
    def do_sub(self, t, words, o): self.arithmetic(t, words, o, lambda a, b: a - b)
    def do_and(self, t, words, o): self.arithmetic(t, words, o, lambda a, b: a & b)
    def do_or(self, t, words, o): self.arithmetic(t, words, o, lambda a, b: a | b)
    def do_xor(self, t, words, o): self.arithmetic(t, words, o, lambda a, b: a ^ b)
    def do_not(self, t, words, o): self.arithmetic(t, words, o, lambda a: ~a)
    def do_neg(self, t, words, o): self.arithmetic(t, words, o, lambda a: -a)
    def do_min(self, t, words, o): self.arithmetic(t, words, o, min)
    def do_max(self, t, words, o): self.arithmetic(t, words, o, max)
    def do_shl(self, t, words, o): self.arithmetic(t, words, o, lambda a, b: a << min(b, 64))
    def do_shr(self, t, words, o): self.arithmetic(t, words, o, lambda a, b: a >> min(b, 64))
    def do_fma(self, t, words, o): self.arithmetic(t, words, o, lambda a, b, c: a)

    def do_rem(self, t, words, o): self.arithmetic(t, words, o, lambda a, b: abs(a) % abs(b) * (1 if a >= 0 else -1))
    def do_div(self, t, words, o): self.arithmetic(t, words, o, lambda a, b: abs(a) // abs(b) * (1 if a * b >= 0 else -1))

    def do_mul(self, t, words, o):
        if words[1] == "wide":
            given = [self.value(t, x) for x in o[1:]]
            if not all(isinstance(v, int) for v in given):
                return self.set(t, o[0], ("mul", *given))
            product = number(given[0], words[2]) * number(given[1], words[2])
            return self.set(t, o[0], product & ((1 << 2 * int(words[2][1:])) - 1))
        if words[1] == "hi":
            bits = int(words[2][1:])
            return self.arithmetic(t, words, o, lambda a, b: a * b >> bits)
        return self.arithmetic(t, words, o, lambda a, b: a * b)

    def do_mad(self, t, words, o):
        if words[1] != "lo":
            raise Unsupported("mad")
        self.arithmetic(t, words, o, lambda a, b, c: a * b + c)

    def do_mov(self, t, words, o):
        if "{" in "".join(o):
            raise Unsupported("mov of parts")
        self.set(t, o[0], self.value(t, o[1]))

    def do_cvt(self, t, words, o):
        value = self.value(t, o[1])
        if isinstance(value, int) and words[-1][0] in "usb" and words[-2][0] in "usb":
            value = number(value, words[-1]) & ((1 << int(words[-2][1:])) - 1)
        elif not isinstance(value, int) or words[-1][0] == "f" or words[-2][0] == "f":
            value = (".".join(words), value)
        self.set(t, o[0], value)

    def do_cvta(self, t, words, o):
        value = self.value(t, o[1])
        if "shared" in words and isinstance(value, int):
            value = value + (1 << 40) if "to" not in words else value - (1 << 40)
        self.set(t, o[0], value)

    def do_setp(self, t, words, o):
        if "|" in o[0] or len(o) != 3:
            raise Unsupported("setp of two")
        a, b = self.value(t, o[1]), self.value(t, o[2])
        kind = words[-1]
        if not (isinstance(a, int) and isinstance(b, int)):
            return self.set(t, o[0], ("setp", words[1], a, b))
        if words[1] in ("lo", "ls", "hi", "hs"):
            kind = "u" + kind[1:]
        a, b = number(a, kind), number(b, kind)
        table = {"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b, "lo": a < b, "ls": a <= b,
                 "hi": a > b, "hs": a >= b}
        self.set(t, o[0], int(table[words[1]]))

    def do_selp(self, t, words, o):
        chosen = self.value(t, o[3])
        if not isinstance(chosen, int):
            raise Unsupported("a choice that is not known")
        self.set(t, o[0], self.value(t, o[1 if chosen else 2]))

    def do_ld(self, t, words, o):
        if {"relaxed", "acquire", "volatile", "mmio"} & set(words):
            raise Unsupported("strong")
        parts = re.findall(r"[%\w]+", o[0]) if o[0].startswith("{") else [o[0]]
        size = int(words[-1][1:]) // 8
        if "param" in words:
            name, _, offset = o[1].strip("[]").partition("+")
            value = self.values.get(name)
            return self.set(t, o[0], ("param", o[1]) if value is None or offset else value)
        at = self.address(t, o[1])
        for i, part in enumerate(parts):
            if "shared" in words or (at is not None and at >> 40 == 1):
                if at is None:
                    raise Unsupported("an address that is not known")
                self.set(t, part, self.load(t, (at & (1 << 40) - 1) + i * size, size))
            else:
                base, _, _ = o[1].strip("[]").partition("+")
                self.set(t, part, ("global", self.value(t, base), o[1].partition("+")[2], i))

    def do_st(self, t, words, o):
        if {"relaxed", "release", "volatile", "mmio", "async"} & set(words):
            raise Unsupported("strong")
        parts = re.findall(r"[%\w]+", o[1]) if o[1].startswith("{") else [o[1]]
        size = int(words[-1][1:]) // 8
        at = self.address(t, o[0])
        if "shared" not in words:
            if "local" in words or (at is not None and at >> 40 == 1):
                raise Unsupported(".".join(words))
            return
        if at is None:
            raise Unsupported("an address that is not known")
        for i, part in enumerate(parts):
            self.store(at + i * size, size, self.value(t, part))

    # ---- barriers: a thread counts for itself
    def do_bar(self, t, words, o):
        if "warp" in words:
            return self.register(t, ("warp", t // 32), min(32, self.count - t // 32 * 32), True)
        if "red" in words:
            raise Unsupported("bar.red")
        words = [w for w in words if w not in ("cta", "aligned")]
        at = self.value(t, o[0])
        words = [w for w in words if w != "b32"]
        if not isinstance(at, int) or not 0 <= at < 16:
            raise Unsupported("a barrier that there is not")
        self.register(t, at, self.value(t, o[1]) if len(o) > 1 else None, words[1] == "sync")

    do_barrier = do_bar

    def register(self, t, at, count, waits):
        barrier = self.barriers.setdefault(at, {"count": count, "arrived": 0, "waiting": [], "who": set()})
        if barrier["count"] != count:
            raise Bug("two counts for one generation")
        barrier["arrived"] += 1
        barrier["who"].add(t)
        if waits:
            barrier["waiting"].append(t)
            self.blocked[t] = at
        self.complete(at, barrier)

    def complete(self, at, barrier):
        count = barrier["count"] if barrier["count"] is not None else sum(not d for d in self.done)
        arrived = barrier["arrived"]
        if barrier["count"] is not None:  # counts whole warps, lanes that have exited included
            warps = {t // 32 for t in barrier["who"]}
            arrived += sum(self.done[u] and u not in barrier["who"] for w in warps for u in range(w * 32, min(w * 32 + 32, self.count)))
        if arrived < count:
            return
        if arrived > count and barrier["count"] is not None:
            raise Bug("more threads than the barrier waits for")
        del self.barriers[at]
        for u in barrier["waiting"]:
            self.blocked[u] = None

    # ---- mbarriers
    def object(self, t, text):
        at = self.address(t, text)
        if at is not None:
            at &= (1 << 40) - 1
        if at not in self.objects:
            raise Bug("an mbarrier that is not initialised")
        return self.objects[at]

    def turn(self, m):
        if m["pending"] < 0:
            raise Bug("more arrivals than are expected")
        if m["pending"] == 0 and m["bytes"] == 0:
            m["phase"] += 1
            m["pending"] = m["expected"]

    def do_mbarrier(self, t, words, o):
        if "relaxed" in words or "noComplete" in words:
            raise Unsupported("mbarrier")
        action = words[1]
        if action == "init":
            at = self.address(t, o[0]) & (1 << 40) - 1
            count = self.value(t, o[1])
            self.objects[at] = {"expected": count, "pending": count, "bytes": 0, "phase": 0}
        elif action in ("arrive", "arrive_drop"):
            m = self.object(t, o[1])
            phase = m["phase"]
            if "expect_tx" in words:
                m["bytes"] += self.value(t, o[2])
            m["pending"] -= self.value(t, o[2]) if len(o) > 2 and "expect_tx" not in words else 1
            if action == "arrive_drop":
                m["expected"] -= 1
            self.turn(m)
            self.set(t, o[0], phase)
        elif action == "expect_tx":
            self.object(t, o[0])["bytes"] += self.value(t, o[1])
        elif action in ("test_wait", "try_wait"):
            m = self.object(t, o[1])
            asked = self.value(t, o[2])
            if not isinstance(asked, int):
                raise Unsupported("a phase that is not known")
            passed = m["phase"] % 2 != asked % 2 if "parity" in words else m["phase"] > asked
            self.set(t, o[0], int(passed))
        elif action == "inval":
            self.objects.pop(self.address(t, o[0]) & (1 << 40) - 1, None)
        else:
            raise Unsupported("mbarrier." + action)

    def do_cp(self, t, words, o):
        if words[1:3] != ["async", "bulk"] or "mbarrier" not in ".".join(words) or len(o) != 4:
            raise Unsupported(".".join(words))
        at, m = self.address(t, o[0]) & (1 << 40) - 1, self.object(t, o[3])
        size, source = self.value(t, o[2]), self.value(t, o[1].strip("[]").partition("+")[0])

        def arrive():
            for i in range(0, size, 4):
                self.store(at + i, 4, ("copy", source, i))
            m["bytes"] -= size
            self.turn(m)
        self.copies.append(arrive)

    def do_fence(self, t, words, o): pass
    do_membar = do_nanosleep = do_fence
