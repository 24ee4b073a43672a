"""The families by name."""
import random

import digits
import hosts
import indices
import locks
import promises
import sizes
import values

ALL = {"hosts": hosts.generate, "indices": indices.generate, "digits": digits.generate, "sizes": sizes.generate, "promises": promises.generate, "values": values.generate, "locks": locks.generate}
FLAGS = {"sizes": [(), ("--infer-requires",)]}


def generate(family, seed):
    return ALL[family](random.Random("%s %d" % (family, seed)))
