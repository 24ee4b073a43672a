// Heddle's answers about kernels that race where a case does, or does not, return what the host
// compiler says.
#pragma once
#include "cases.hpp"

namespace heddle::oracle {

enum class Agreement {
  agrees,
  undecided,
  contradicts, // Heddle proves, or finds a way to, another value
};

struct SemanticsJudgement {
  Agreement agreement = Agreement::agrees;
  std::string why;
};

// values[i]: what case i returns, for each number asked if it takes one; not empty.
std::vector<SemanticsJudgement> judge(const std::vector<Case>& cases,
                                      const std::vector<std::vector<int>>& values);

} // namespace heddle::oracle
