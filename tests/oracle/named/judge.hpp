// Heddle's verdict on a kernel for every trip count against runs of its block.
#pragma once
#include "generate.hpp"
#include "heddle/heddle.hpp"

#include <optional>

namespace heddle::oracle {

struct NamedJudgement {
  KernelResult result;             // Heddle's answer
  std::vector<std::string> errors; // Heddle gave none, or a run stopped
  // The first run that goes wrong. Not sought where Heddle does not know, nor where it confirmed
  // by a run.
  std::optional<std::string> wrong;

  bool confirmed() const;
  bool wrong_verified() const { return result.verdict == Verdict::verified && wrong; }
  bool needless() const {
    return result.verdict == Verdict::refuted && !confirmed() && !wrong && errors.empty();
  }
  // What is unknown, or possible although no run goes wrong; else "".
  std::string open() const;
};

NamedJudgement judge(const NamedKernel& kernel);

} // namespace heddle::oracle
