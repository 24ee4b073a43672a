// Heddle's answer about a kernel of text, held against what running it shows.
#pragma once
#include "kernel.hpp"

#include "heddle/heddle.hpp"

namespace heddle::oracle {

enum class TextFault : std::uint8_t {
  none,
  wrong_verified,  // running it goes wrong
  false_confirmed, // nothing goes wrong with the values of the witness
  no_answer,       // not read, or refused by the host compiler
};
const char* to_string(TextFault fault);

struct TextJudgement {
  TextFault fault = TextFault::none;
  std::string text;               // why
  bool needless_possible = false; // only possible findings, and no launch goes wrong
  bool other_pair = false; // a confirmed finding names threads between which nothing goes wrong
};

struct TextAnswers {
  std::vector<std::optional<KernelResult>> kernels; // one per kernel
  std::vector<std::string> errors;
};

// All kernels have the same `aliased`.
TextAnswers ask_heddle(const std::vector<TextKernel>& kernels);
TextJudgement judge(const TextKernel& kernel, Entry entry, const KernelResult& result);
// Compiles, asks and judges one kernel.
TextJudgement examine(const TextKernel& kernel);

// Leaves out lines and braces as long as the kernel still has the fault.
TextKernel shrink(TextKernel kernel, TextFault fault);

} // namespace heddle::oracle
