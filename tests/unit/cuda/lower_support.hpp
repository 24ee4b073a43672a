// CUDA text in, core text out.
#pragma once
#include "core/core.hpp"
#include "cuda/lower/lower.hpp"
#include "cuda/syntax/parse.hpp"
#include "unit/cuda/parse_support.hpp"

#include <gtest/gtest.h>

namespace heddle::cuda {

struct Lowered {
  std::vector<core::Kernel> kernels;
  std::string diagnostics; // one per line
};

inline Lowered lower_text(const std::string& source, Ctx& ctx) {
  Lowered r;
  for (LoweredKernel& k : lower(parse_text(source, ctx), ctx))
    r.kernels.push_back(std::move(k.kernel));
  for (const Diagnostic& d : ctx.diagnostics)
    if (d.severity == Severity::error) r.diagnostics += d.message + "\n";
  for (const core::Kernel& k : r.kernels)
    for (const std::string& problem : core::check(k))
      ADD_FAILURE() << k.name << ": " << problem;
  return r;
}

// Text of all kernels.
inline std::string core_text(const std::string& source, const Options& options = {}) {
  Ctx ctx;
  ctx.options = options;
  const Lowered r = lower_text(source, ctx);
  std::string s;
  for (const core::Kernel& k : r.kernels)
    s += core::to_string(k);
  return s + r.diagnostics;
}

// Text of the only kernel's body: what follows its header, arrays and assumptions.
inline std::string core_body(const std::string& source, const Options& options = {}) {
  Ctx ctx;
  ctx.options = options;
  Lowered r = lower_text(source, ctx);
  if (r.kernels.size() != 1) return "there are " + std::to_string(r.kernels.size()) + " kernels";
  core::Kernel& k = r.kernels[0];
  std::string reasons;
  for (const auto& [reason, loc] : k.unknowns)
    reasons += "unknown \"" + reason + "\"\n";
  k.assumptions.clear();
  k.unknowns.clear();
  const core::Block body = std::exchange(k.body, {});
  const std::size_t header = core::to_string(k).size();
  k.body = body;
  return reasons + core::to_string(k).substr(header);
}

} // namespace heddle::cuda
