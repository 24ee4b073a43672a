"""Manifests from other tools' trees, by the conventions of each tree."""

from . import gpuverify, weft

ALL = {"gpuverify": gpuverify.suite, "weft": weft.suite}
