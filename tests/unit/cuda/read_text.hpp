// CUDA text in, kernels of core out.
#pragma once
#include "core/core.hpp"
#include "cuda/front_end.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace heddle::cuda {

struct ReadText {
  std::vector<core::Kernel> kernels;
  std::string diagnostics; // errors, one per line
};

inline ReadText read_text(const std::string& source, Ctx& ctx) {
  const auto path =
      std::filesystem::temp_directory_path() / ("heddle-text-" + std::to_string(getpid()) + ".cu");
  std::ofstream(path) << source;
  ReadText r;
  std::string dump;
  for (LoweredKernel& k : read_kernels(path.string(), ctx, dump))
    r.kernels.push_back(std::move(k.kernel));
  std::filesystem::remove(path);
  for (const Diagnostic& d : ctx.diagnostics)
    if (d.severity == Severity::error) r.diagnostics += d.message + "\n";
  for (const core::Kernel& k : r.kernels)
    for (const std::string& problem : core::check(k))
      ADD_FAILURE() << k.name << ": " << problem;
  return r;
}

} // namespace heddle::cuda
