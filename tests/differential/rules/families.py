"""The families by name."""
import random

import hosts
import indices
import sizes
import values

ALL = {"hosts": hosts.generate, "indices": indices.generate, "sizes": sizes.generate, "values": values.generate}
FLAGS = {"sizes": [(), ("--infer-requires",)]}


def generate(family, seed):
    return ALL[family](random.Random("%s %d" % (family, seed)))
