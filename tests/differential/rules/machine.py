"""Launches run step by step, with all pairs of threads that race.

A run goes thread after thread, up to what the threads wait for together; in which order is chosen by a
seed. That is one of the runs that a device may make: a race in it is one.
"""
import random
import zlib

from arithmetic import Undefined, wrap

LIMIT = 40000  # steps of one launch


class Hang(Exception):
    """A barrier that some threads of the block never come to."""


class Array:
    def __init__(self, name, unit, start=None, count=None, seed=0):
        self.name, self.unit, self.start, self.count = name, unit, start, count
        self.seed = zlib.crc32(("%s %d" % (name, seed)).encode())
        self.cells, self.rest = {}, None
        self.log = {}  # (offset, bytes): accesses

    def cell(self, i):
        if i not in self.cells:
            if self.start is not None:
                if not 0 <= i < len(self.start):
                    raise Undefined("outside of " + self.name)
                self.cells[i] = self.start[i]
            elif self.rest is not None:
                self.cells[i] = self.rest
            else:  # all cells differ, and look like numbers of the type
                self.cells[i] = ((self.seed + i) * 2654435761 >> 7) & (1 << 8 * min(self.unit, 4)) - 1
        return self.cells[i]

    def get(self, at, size):
        unit = self.unit
        if size == unit and at % unit == 0:
            return self.cell(at // unit)
        whole = b"".join(self.bytes(i) for i in range(at // unit, (at + size - 1) // unit + 1))
        return int.from_bytes(whole[at % unit:at % unit + size], "little")

    def bytes(self, i):
        return (int(self.cell(i)) & (1 << 8 * self.unit) - 1).to_bytes(self.unit, "little")

    def put(self, at, size, v):
        unit = self.unit
        if size == unit and at % unit == 0:
            self.cells[at // unit] = v
            return
        first, last = at // unit, (at + size - 1) // unit
        whole = bytearray(b"".join(self.bytes(i) for i in range(first, last + 1)))
        whole[at % unit:at % unit + size] = (int(v) & (1 << 8 * size) - 1).to_bytes(size, "little")
        for i in range(first, last + 1):
            self.cells[i] = int.from_bytes(whole[(i - first) * unit:(i - first + 1) * unit], "little")


class Thread:
    def __init__(self, run, block, tid, bid, number):
        self.run, self.block, self.tid, self.bid, self.number = run, block, tid, bid, number
        self.bdim, self.gdim = run.block, run.grid
        self.epoch = self.warped = 0
        self.warp = number // 32
        self.who = None

    def tick(self):
        self.run.steps += 1
        if self.run.steps > LIMIT:
            raise Undefined("too long")

    def kept(self, kind, v):
        """A number as one of another type: that it loses no bits is what Heddle assumes, and prints."""
        result = wrap(kind, v)
        if result != v and v >= 0:
            self.run.lossy = True
        return result

    def move(self, pointer, by):
        return pointer[0], pointer[1] + by

    def shared(self, name, unit, count):
        if name not in self.block.arrays:
            self.block.arrays[name] = Array(name, unit, None, count)
            self.block.arrays[name].rest = self.run.rest
            self.run.arrays.append(self.block.arrays[name])
        return self.block.arrays[name], 0

    def variable(self, name):
        return self.run.variables[name], 0

    def touch(self, array, at, size, kind, value, line):
        self.tick()
        if array.count is not None and not 0 <= at <= array.count * array.unit - size:
            raise Undefined("outside of " + array.name)
        array.log.setdefault((at, size), []).append((self.block.number, self.number, self.epoch, self.warp, self.warped, kind, value, line))

    def load(self, pointer, size, kind, line):
        array, at = pointer
        if at % size:
            raise Undefined("alignment")
        self.touch(array, at, size, "r", None, line)
        if kind[0] == "vec":
            part = size // kind[2]
            return [self.typed(array, at + i * part, part, kind[1]) for i in range(kind[2])]
        return self.typed(array, at, size, kind)

    def typed(self, array, at, size, kind):
        v = array.get(at, size)
        return v if kind == "f" else wrap(kind, v)

    def store(self, pointer, size, value, kind, line):
        array, at = pointer
        if at % size:
            raise Undefined("alignment")
        if kind[0] == "vec":
            part = size // kind[2]
            self.touch(array, at, size, "w", tuple(value), line)
            for i, v in enumerate(value):
                array.put(at + i * part, part, v)
        else:
            self.touch(array, at, size, "w", value, line)
            array.put(at, size, value)

    def atomic(self, name, pointer, size, kind, given, line):
        array, at = pointer
        self.touch(array, at, size, "a", None, line)
        old = self.typed(array, at, size, kind)
        v = given[-1]
        new = {"atomicAdd": lambda: old + v, "atomicSub": lambda: old - v, "atomicMax": lambda: max(old, v), "atomicMin": lambda: min(old, v),
               "atomicExch": lambda: v, "atomicOr": lambda: old | v, "atomicAnd": lambda: old & v, "atomicXor": lambda: old ^ v,
               "atomicInc": lambda: 0 if old >= v else old + 1, "atomicCAS": lambda: v if old == given[0] else old}[name]()
        array.put(at, size, new if kind == "f" else wrap(kind, new))
        return old

    def check(self, truth):
        if not truth:
            raise Undefined("an assertion fails")

    def function(self, name, given):
        return self.run.program.run(name, given)

    def call(self, name, given):
        return self.function(name, ())(self, *given)


class Block:
    def __init__(self, number):
        self.number, self.arrays = number, {}


class Run:
    """One launch. `arrays` are those of the parameters, by name; `scalars` the others."""

    def __init__(self, program, name, given, grid, block, values, seed, contents=None, rest=None, only=None):
        self.program, self.grid, self.block, self.steps = program, grid, block, 0
        self.order, self.rest = random.Random(seed), rest
        self.variables = {}
        contents = contents or {}
        for v, (kind, counts) in program.globals.items():
            unit = 4 if kind == "f" else int(kind[1:]) // 8
            self.variables[v] = Array(v, unit, contents.get(v), None)
            if v not in contents and not counts:
                self.variables[v].start = [0]
        self.arrays = list(self.variables.values()) + [a for a in {id(v[0]): v[0] for v in values if isinstance(v, tuple)}.values()]
        self.hang = self.lossy = False
        code = program.run(name, given)
        numbers = [(x, y, z) for z in range(grid[2]) for y in range(grid[1]) for x in range(grid[0])]
        order = list(enumerate(numbers))
        if seed:
            self.order.shuffle(order)
        for number, bid in order if only is None else [o for o in order if o[1] in only]:
            self.one(code, Block(number), bid, values)

    def one(self, code, block, bid, values):
        x, y, z = self.block
        threads = [Thread(self, block, (i % x, i // x % y, i // x // y), bid, i) for i in range(x * y * z)]
        running = {t: code(t, *[list(v) if isinstance(v, list) else v for v in values]) for t in threads}
        waits, answers = {}, {t: None for t in threads}
        while running:
            ready = [t for t in threads if t in running and t not in waits]
            if self.order.random() < 0.5 and ready and self.order:
                self.order.shuffle(ready)
            for t in ready:
                try:
                    waits[t] = running[t].send(answers[t])
                except StopIteration:
                    del running[t]
            if self.warps(threads, running, waits, answers):
                continue
            at = {w for t, w in waits.items()}
            if running and (len(at) != 1 or next(iter(at))[0] != "sync"):
                self.hang = True
                return
            for t in list(waits):
                t.epoch += 1
                answers[t] = None
            waits.clear()

    def warps(self, threads, running, waits, answers):
        """Lets go of those who have come to what a warp does together."""
        moved = False
        for first in range(0, len(threads), 32):
            warp = threads[first:first + 32]
            asked = [t for t in warp if t in waits and waits[t][0] != "sync"]
            if not asked:
                continue
            what = waits[asked[0]]
            mask = what[2] & 0xffffffff
            lanes = [t for i, t in enumerate(warp) if mask >> i & 1 and t in running]
            if not mask >> asked[0].number % 32 & 1:
                raise Undefined("not named by its mask")
            if any(t not in waits or waits[t][:3] != what[:3] for t in lanes):
                # Others may be further: somebody else's mask.
                continue
            brought = {t.number % 32: waits[t] for t in lanes}
            for t in lanes:
                answers[t] = together(what[0], t.number % 32, brought)
                if what[0] == "warp":
                    t.warped += 1
                del waits[t]
            moved = True
        return moved

    # Races.

    def races(self):
        """(scope, array, line, line) of what races; equal stores apart."""
        found, equal = set(), set()
        for array in self.arrays:
            for accesses in places(array.log):
                if len(accesses) > 1:
                    pairs(array.name, accesses, found, equal)
        return found, equal


def together(what, lane, brought):
    _, _, _, value, more = brought[lane]
    if what == "warp":
        return None
    if what == "__ballot_sync":
        return sum(1 << i for i, b in brought.items() if b[3])
    if what == "__any_sync":
        return int(any(b[3] for b in brought.values()))
    if what == "__all_sync":
        return int(all(b[3] for b in brought.values()))
    if what == "__match_any_sync":
        return sum(1 << i for i, b in brought.items() if b[3] == value)
    source = {"__shfl_sync": lambda: more % 32, "__shfl_up_sync": lambda: lane - more if lane >= more else lane,
              "__shfl_down_sync": lambda: lane + more if lane + more < 32 else lane, "__shfl_xor_sync": lambda: lane ^ more}[what]()
    if source not in brought:
        raise Undefined("a lane that is not there")
    return brought[source][3]


def places(log):
    """Accesses by the bytes that they share."""
    sizes = {size for _, size in log}
    if len(sizes) == 1 and all(at % size == 0 for at, size in log):
        yield from log.values()
        return
    shared = {}
    for (at, size), accesses in log.items():
        for byte in range(at, at + size):
            shared.setdefault(byte, []).extend((*a[:6], part(a[6], size, byte - at), a[7], size) for a in accesses)
    yield from shared.values()


def part(value, size, byte):
    """What a store leaves in one of its bytes, of numbers that are known."""
    if isinstance(value, tuple):
        each = size // len(value)
        return part(value[byte // each], each, byte % each)
    return int(value) >> 8 * byte & 255 if isinstance(value, int) else value


def pairs(name, accesses, found, equal):
    distinct = list(dict.fromkeys(accesses))
    if not any(a[5] != "r" for a in distinct):
        return
    for i, a in enumerate(distinct):
        for b in distinct[:i]:
            if a[5] == b[5] == "r" or a[:2] == b[:2] or a[5] == b[5] == "a" and (len(a) < 9 or a[8] == b[8]):
                continue
            if a[0] == b[0] and (a[2] != b[2] or a[3] == b[3] and a[4] != b[4]):
                continue
            key = ("grid" if a[0] != b[0] else "block", name, *sorted((a[7], b[7])))
            (equal if a[5] == b[5] == "w" and a[6] == b[6] else found).add(key)
