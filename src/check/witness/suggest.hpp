// Which condition rules a question's answer out: the weakest simple one that is found.
#pragma once
#include "check/witness/candidates.hpp"

#include <functional>

namespace heddle::check {

struct Asked {
  std::string name;
  std::string about; // the array, or the barrier or assertion
  std::vector<Expr> facts, uniform;
  Expr broken;        // with the facts: what must not be
  Expr happens;       // threads come to where it is
  Expr way = nullptr; // of the facts one that says nothing of that; nullptr: none
  std::vector<std::array<Expr, 3>> blocks{}, threads{}; // of those that are asked about
  const smt::Model* model = nullptr;                    // of what must not be
  bool is_confirmed = false;
  std::vector<Expr> offsets{}; // of what is accessed, in bytes
  bool is_count = false;       // how often something occurs: a cell and a constant
  bool are_writes = false;     // both accesses
};

// A condition under which the facts are possible and what is asked about is not, as --assume takes
// it; empty: none was found. A condition that narrows what the kernel does must leave it possible
// that both accesses happen.
std::string suggest(const Environment& env, const Asked& asked);

// One of those that most kernels rely on, or some of these together, alone.
std::string suggest_quickly(const Environment& env, const Asked& asked);

// What conditions that were found for other findings of the kernel say of a question that shares
// these values and uses these expressions.
std::vector<std::vector<Expr>> known_conditions(const Environment& env,
                                                const std::vector<Expr>& uniform,
                                                const std::vector<Expr>& used);

} // namespace heddle::check
