// A result that has every field filled, for tests of the renderers.
#pragma once
#include "heddle/heddle.hpp"

namespace heddle::report {

inline AccessReport sample_write() {
  AccessReport a;
  a.position = {"tile.cu", 4, 3};
  a.access = "write";
  a.array = "tile";
  a.cell = "[0][3]";
  a.thread = {3, 0, 0};
  a.block = {1, 2, 0};
  a.loops = {{"k", 1}, {"j", -2}};
  a.inlined_at = {{"tile.cu", 9, 5}, {"tile.cu", 20, 1}};
  a.source_line = "  tile[y][x] = in[k];";
  a.call_lines = {"    put(tile, in);", "fill(tile, in);"};
  return a;
}

inline AccessReport sample_read() {
  AccessReport a;
  a.position = {"tile.cu", 6, 12};
  a.access = "read";
  a.array = "tile";
  a.cell = "[0][3]";
  a.thread = {4, 0, 0};
  a.block = {1, 2, 0};
  a.source_line = "  out[k] = tile[x][y];";
  return a;
}

inline Finding sample_race() {
  Finding f;
  f.status = FindingStatus::confirmed;
  f.accesses = {sample_write(), sample_read()};
  f.witness = {{"blockDim.x", 32}, {"blockDim.y", 8}, {"gridDim.x", 2}, {"n", 64}};
  return f;
}

inline KernelResult sample_kernel() {
  KernelResult k;
  k.file = "tile.cu";
  k.kernel = "transpose";
  k.verdict = Verdict::refuted;
  k.findings = {sample_race()};
  k.unknowns = {{"inline assembly", {"tile.cu", 30, 2}, " asm(\"\");"}};
  k.assumptions = {"in and out are distinct arrays"};
  k.stats = {0.25, 31.5, 7};
  return k;
}

inline CheckResult sample_result() {
  CheckResult r;
  r.kernels = {sample_kernel()};
  r.messages = {{"error", "cannot read it", {"gone.cu", 0, 0}, ""},
                {"note", "header not found", {"tile.cu", 1, 10}, "#include <x.h>"}};
  return r;
}

} // namespace heddle::report
