// A random kernel as text. Markers between `@` tell the machine of loops and returns; they are
// no part of what Heddle reads: @E0@ a loop with 0 loops around it begins, @N0@ its next iteration,
// @L0@ behind it; @X@ a `return` of the kernel follows.
#pragma once
#include "machine.hpp"

#include <optional>

namespace heddle::oracle {

struct TextKernel {
  std::string name, family;
  std::vector<std::string> lines;    // functions and the kernel, with markers
  std::vector<std::string> pointers; // types of the pointer parameters, which come first
  std::vector<std::string> pointer_names;
  std::size_t numbers = 0;        // int parameters n0, n1, ..
  std::string template_arguments; // of the launch: "<3>" or ""
  std::vector<std::array<unsigned, 2>> blocks;
  std::vector<unsigned> grids;
  int low = 0, high = 3;      // of the numbers
  bool aliased = false;       // all pointers are one; Heddle is told so
  bool reads_tickets = false; // what atomics return depends on the schedule
};

std::string heddle_text(const TextKernel& kernel);
std::string host_text(const TextKernel& kernel);

// Kernels compiled by the host compiler, loaded into this process.
class CompiledKernels {
public:
  explicit CompiledKernels(const std::vector<TextKernel>& kernels);
  CompiledKernels(const CompiledKernels&) = delete;
  CompiledKernels& operator=(const CompiledKernels&) = delete;
  ~CompiledKernels();
  // Why compiling failed; "" when it did not.
  const std::string& error() const { return error_; }
  Entry entry(const TextKernel& kernel) const;

private:
  void* library_ = nullptr;
  std::string error_;
};

} // namespace heddle::oracle
