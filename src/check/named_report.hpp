// What a case of named barriers shows, in source terms: its failures, their steps and places.
#pragma once
#include "barrier/questions.hpp"
#include "check/environment.hpp"
#include "check/witness/witness.hpp"

namespace heddle::check {

FindingKind kind_of(barrier::FailureKind kind);

class CaseReport {
public:
  CaseReport(const Environment& env, const barrier::Case& c)
      : env_(env), extracted_(c.extracted), pool_(env.pool()) {}

  // With sections numbered as in Extracted::skeleton.
  barrier::Failure in_sections(const barrier::NestedFailure& of) const;
  std::string message(const barrier::Failure& f) const;
  std::string message(const barrier::NestedFailure& f) const;
  // The last steps, in order.
  std::vector<std::string> schedule(const barrier::Failure& failed) const;
  // One thread of the warp at one operation.
  AccessReport access(const barrier::Step& step, const Witness& witness) const;
  // A thread (linear in the block) at one of Extracted::places.
  AccessReport at(std::uint32_t place, std::uint32_t thread, const Witness& witness,
                  const std::vector<std::pair<std::string, Expr>>& loops = {}) const;
  std::string barrier_name(barrier::BarrierIndex b) const;
  Loc loc(const barrier::Step& step) const;

private:
  const barrier::Operation& operation(const barrier::Step& step) const;
  std::uint32_t thread_of(const barrier::Step& step) const; // the first of the unit
  std::string barrier_of(const barrier::Failure& f) const;
  std::string numbered(const char* what, std::uint32_t number, std::uint32_t size) const;
  std::string what(const barrier::Failure& f) const;

  const Environment& env_;
  const barrier::Extracted& extracted_;
  Pool& pool_;
};

} // namespace heddle::check
