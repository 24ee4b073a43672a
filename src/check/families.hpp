// Accesses of one trace that differ only in constants and guards: unrolled loops, tables of cases,
// long straight-line code. What cannot meet for any constants between theirs and under what their
// guards have in common, is one question for all their pairs, not one for each few of them.
#pragma once
#include "check/environment.hpp"

#include <map>
#include <vector>

namespace heddle::check {

class Families {
public:
  // The questions are counted in `decision`.
  Families(const Environment& env, const protocol::Trace& trace, Decision& decision);

  // Is it proved that trace.first[i] and trace.second[j] never touch a common byte? False: not
  // known. To be asked of accesses that conflict.
  bool apart(std::size_t i, std::size_t j);

private:
  struct Family {
    Expr base = nullptr;
    unsigned size = 0; // of each access, in bytes
    std::int64_t low = 0, high = 0, step = 0;
    std::vector<Expr> guard; // conditions that all members have
  };
  struct Side {
    std::vector<Family> families;
    std::vector<std::size_t> of; // access -> family
  };

  Side group(const std::vector<protocol::TraceAccess>& accesses) const;
  Expr offset(const Family& family) const;
  bool ask(const Family& a, const Family& b);

  const Environment& env_;
  const protocol::Trace& trace_;
  Decision& decision_;
  Side first_, second_;
  bool worthwhile_ = false;
  unsigned failures_ = 0;
  std::map<std::pair<std::size_t, std::size_t>, bool> asked_;
};

} // namespace heddle::check
