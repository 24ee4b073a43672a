// Accesses of one trace that differ only in constants and guards: unrolled loops, tables of cases,
// long straight-line code; or in how many times they have a stride that all threads share, as
// vectors of physical quantities; or in the digit of a word that they have read, as histograms.
// What cannot meet for any constants between theirs, for any digits and under what their guards
// have in common, is one question for all their pairs, not one for each few of them.
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
  struct Steps {
    std::int64_t low, high, step = 0;
    explicit Steps(std::int64_t value) : low(value), high(value) {}
    void add(std::int64_t value);
  };
  // base + constant + multiple * factor
  struct Family {
    Expr base, factor; // null, or a value that all threads share
    unsigned size;     // of each access, in bytes
    bool aligned;      // to its size
    Steps constants, multiples;
    std::vector<Expr> guard; // conditions that all members have
  };
  struct Side {
    std::vector<Family> families;
    std::vector<std::size_t> of; // access -> family
  };

  // How members may differ; digits: in what they read from memory, too.
  enum class Join : std::uint8_t { constants, multiples, both, digits };
  struct Grouping {
    Side first, second;
    std::size_t failures = 0;
    std::map<std::pair<std::size_t, std::size_t>, bool> asked = {};
    std::size_t questions() const { return first.families.size() * second.families.size(); }
  };

  Side group(const std::vector<protocol::TraceAccess>& accesses, Join join) const;
  Expr any_of(const Steps& steps, Type type) const;
  Expr offset(const Family& family) const;
  bool ask(const Family& a, const Family& b);
  bool apart(Grouping& grouping, std::size_t i, std::size_t j);

  const Environment& env_;
  const protocol::Trace& trace_;
  Decision& decision_;
  std::size_t allowed_failures_ = 0; // of a grouping
  double share_ = 0;                 // of the time for a query, of a question for a family
  std::vector<Grouping> groupings_;  // the coarsest first
};

} // namespace heddle::check
