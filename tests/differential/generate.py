"""Random small CUDA kernels for comparing Heddle with the emulator.

Each kernel uses one or two shared arrays, one global array that is written and one that is only
read, sizes n and m, and nests loops, conditions, barriers and jumps in ways that kernels do. Indices
are drawn so that about half of the accesses keep threads apart: a kernel that is racy at first sight
tests nothing.
"""
import random


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.depth = 0
        self.loops = []  # loop variables in scope
        self.names = 0
        self.two_dimensional = self.random.random() < 0.2
        self.helpers = []

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, p):
        return self.random.random() < p

    def name(self, stem):
        self.names += 1
        return "%s%d" % (stem, self.names)

    # Values that all threads of a block share.
    def uniform(self):
        return self.pick("n", "m", "2", "3", "1", "n - m", "n / 2", *self.loops)

    def own(self):
        """An index that separates the threads of a block."""
        k = self.pick("1", "2", "3")
        choices = ["t"] * 8 + ["t + " + self.uniform(), "B - 1 - t", "2 * t", "2 * t + 1", "t ^ 1",
                               "(t + %s) %% B" % k, "t + B", "t * 3 - t", "(int)(unsigned short)t",
                               "(t << 1) | 1", "t - " + k + " + 8", "3 * t + " + k]
        if self.loops:
            i = self.random.choice(self.loops)
            choices += ["%s * B + t" % i, "t + %s" % i, "(%s & 1) * B + t" % i,
                        "(1 - (%s & 1)) * B + t" % i, "t * n + %s" % i]
        return self.random.choice(choices)

    def shared_index(self):
        """An index that brings threads together."""
        choices = ["t + 1", "t - 1 + (t == 0)", "t / 2", "t & ~1", "0", "t % 4", "B - 1 - t", "t ^ 1",
                   "(t + 1) % B", "t * 2", "t * t", "min(t, n)", "max(t - 1, 0)", "(unsigned char)t",
                   "t > 3 ? t - 1 : t", "t - t % 2", "32 * (t / 32)", self.uniform()]
        if self.loops:
            choices += ["t + " + self.random.choice(self.loops), self.random.choice(self.loops),
                        "(t ^ %s)" % self.random.choice(self.loops)]
        return self.random.choice(choices)

    def condition(self, uniform):
        u, v = self.uniform(), self.uniform()
        if uniform:
            return self.pick("%s > %s" % (u, v), "%s %% 2 == 0" % u, "n > m", "%s < 3" % u, "%s != 0" % u,
                             "in[%s] > 1" % self.pick("0", "b", "n & 7"),
                             "%s == %s - 1" % (u, v), "t < B", "t >= 0 && n > 0")
        return self.pick("t < " + u, "t > 0", "t + 1 < B", "t == 0", "t % 2 == 0", "t < B / 2", "t == B - 1",
                         "t != " + u, "in[t] > 0", "t / 32 == 0", "t < n && t >= m", "t < n || t == m",
                         "!(t < %s)" % u, "(t & 1) && n > 2", "t - 1u < 5u", "t >= B - 2")

    def access(self):
        array = self.pick("s", "s", "s", "q", "g", "s")
        own = self.chance(0.75)
        index = self.own() if own else self.shared_index()
        if array == "g":
            index = "b * B * 4 + " + self.pick("t", "t", "t", "4 * t", "B - 1 - t", "t + 1")
        kind = self.random.random()
        value = self.pick("t", "n", "7", "t + 1", "v")
        cell = self.pick("%s[%s]", "%s[%s]", "*(%s + (%s))", "*&%s[%s]") % (array, index)
        if kind < 0.45:
            return "%s = %s;" % (cell, value)
        if kind < 0.8:
            return self.pick("v += %s;", "v = %s;", "if (v > %s) v++;", "v = t > 0 && %s > 2 ? 1 : v;") % cell
        if kind < 0.9:
            return "%s += %s;" % (cell, value)
        if kind < 0.94:
            return "atomicAdd(&%s[%s], 1);" % (array, index)
        return "%s[%s] = %s[%s];" % (array, index, self.pick("s", "q"), self.pick(index, self.own()))

    def barrier(self):
        return self.pick("__syncthreads();", "__syncthreads();", "__syncthreads();", "__syncthreads();",
                         "__syncthreads();", "if (t < B) __syncthreads();", "meet();", "__syncwarp();")

    def loop(self, uniform, indent):
        i = self.name("i")
        form = self.random.randrange(6)
        bound = self.pick("n", "m", "3", "n", "B") if uniform else self.pick("t", "t / 2", "n - t")
        self.loops.append(i)
        body = self.block(uniform, indent + 1, in_loop=True)
        self.loops.pop()
        pad = "  " * indent
        start = self.pick("0", "0", "1", "m")
        if form == 0:
            head, step = "for (int %s = %s; %s < %s; %s++)" % (i, start, i, bound, i), ""
        elif form == 1:
            head, step = "for (int %s = %s; %s > 0; %s--)" % (i, bound, i, i), ""
        elif form == 2:
            head, step = "for (int %s = %s; %s < %s; %s += 2)" % (i, start, i, bound, i), ""
        elif form == 3:
            head, step = "for (int %s = B / 2; %s > 0; %s >>= 1)" % (i, i, i), ""
        elif form == 4:
            return ["%sint %s = 0;" % (pad, i), "%swhile (%s++ < %s) {" % (pad, i, bound), *body, pad + "}"]
        else:
            return ["%sint %s = 0;" % (pad, i), pad + "do {", *body,
                    "%s} while (++%s < %s);" % (pad, i, bound)]
        return ["%s%s {" % (pad, head), *body, pad + "}" + step]

    def switch(self, uniform, indent):
        pad = "  " * indent
        on = self.uniform() if uniform else self.pick("t % 3", "t", "t & 3")
        lines = ["%sswitch (%s) {" % (pad, on)]
        for label in ("case 0:", "case 1:", self.pick("case 2:", "default:")):
            lines += [pad + label + " {", *self.block(uniform, indent + 1, short=True), pad + "}"]
            if self.chance(0.7):
                lines.append(pad + "  break;")
        return lines + [pad + "}"]

    def statement(self, uniform, indent, in_loop):
        pad = "  " * indent
        dice = self.random.random()
        if self.depth > 2:
            dice = dice * 0.55
        if dice < 0.33:
            return [pad + self.access()]
        if dice < 0.55:
            if uniform or self.chance(0.03):
                return [pad + self.barrier()]
            return [pad + self.access()]
        self.depth += 1
        try:
            if dice < 0.75:
                inner = uniform and self.chance(0.5)
                lines = ["%sif (%s) {" % (pad, self.condition(inner)), *self.block(inner, indent + 1, in_loop=in_loop)]
                if self.chance(0.3):
                    lines += [pad + "} else {", *self.block(inner, indent + 1, in_loop=in_loop)]
                return lines + [pad + "}"]
            if dice < 0.92:
                return self.loop(uniform and self.chance(0.85), indent)
            if dice < 0.95:
                return self.switch(uniform and self.chance(0.7), indent)
            if dice < 0.975 and in_loop:
                return ["%sif (%s) %s;" % (pad, self.condition(uniform and self.chance(0.9)),
                                            self.pick("break", "continue"))]
            return ["%sif (%s) return;" % (pad, self.condition(uniform and self.chance(0.6)))]
        finally:
            self.depth -= 1

    def block(self, uniform, indent, in_loop=False, short=False):
        lines = []
        for _ in range(self.random.randint(1, 2)):
            lines += self.statement(uniform, indent, in_loop and not short)
        return lines

    def kernel(self):
        body = []
        for _ in range(self.random.randint(2, 4)):
            body += self.statement(True, 1, False)
        lines = ["__device__ void meet() { __syncthreads(); }",
                 "extern __shared__ int q[];",
                 "__global__ void k(int* g, const int* in, int n, int m) {",
                 "  __shared__ int s[%s];" % 65536]
        if self.two_dimensional:
            lines += ["  int t = threadIdx.y * blockDim.x + threadIdx.x, B = blockDim.x * blockDim.y;"]
        else:
            lines += ["  int t = threadIdx.x, B = blockDim.x;"]
        lines += ["  int b = blockIdx.x, v = 0;", *body, "  in + v;", "}"]
        return "\n".join(lines) + "\n"


def kernel(seed):
    return Generator(seed).kernel()


if __name__ == "__main__":
    import sys
    print(kernel(int(sys.argv[1])))
