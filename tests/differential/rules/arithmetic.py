"""C++'s integers, as numbers of Python."""
BITS = {"bool": 1, "i8": 8, "u8": 8, "i16": 16, "u16": 16, "i32": 32, "u32": 32, "i64": 64, "u64": 64}


class Undefined(Exception):
    """C++ leaves open what the run does."""


def size(kind):
    if kind == "f":
        return 4
    if kind[0] == "vec":
        return size(kind[1]) * kind[2]
    return 8 if kind[0] == "ptr" else max(BITS[kind] // 8, 1)


def wrap(kind, v):
    if kind == "bool":
        return int(v != 0)
    bits = BITS[kind]
    v = int(v) & (1 << bits) - 1
    return v - (1 << bits) if kind[0] == "i" and v >> bits - 1 else v


def i32(v):
    if not -1 << 31 <= v < 1 << 31:
        raise Undefined("overflow")
    return v


def i64(v):
    if not -1 << 63 <= v < 1 << 63:
        raise Undefined("overflow")
    return v


def div(a, b):
    if b == 0:
        raise Undefined("division by zero")
    return -(-a // b) if (a < 0) != (b < 0) and a % b else a // b


def rem(a, b):
    return a - b * div(a, b)


def shift(bits, op, a, b):
    if not 0 <= b < bits:
        raise Undefined("shift")
    return a >> b if op == ">>" else a << b


class Local:
    """An array of the thread's own."""

    def __init__(self, count, start):
        self.cells = dict(enumerate(start)) if start is not None else {}
        self.count = count
        if start is not None:
            for i in range(len(start), count):
                self.cells[i] = 0

    def __getitem__(self, i):
        if not 0 <= i < self.count or i not in self.cells:
            raise Undefined("local array")
        return self.cells[i]

    def __setitem__(self, i, v):
        if not 0 <= i < self.count:
            raise Undefined("local array")
        self.cells[i] = v


NAMES = {"wrap": wrap, "i32": i32, "i64": i64, "div": div, "rem": rem, "shift": shift, "Local": Local, "size": size,
         "popc": lambda v: bin(v & 0xffffffff).count("1"), "ffs": lambda v: (v & -v).bit_length() if v else 0,
         "clz": lambda v: 32 - (v & 0xffffffff).bit_length(), "brev": lambda v: int(format(v & 0xffffffff, "032b")[::-1], 2)}
