// The header comment of a golden kernel: what heddle must answer. Format: tests/golden/README.md.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

namespace heddle::golden {

using Mark = std::string;
// Marks one of which must fit: `A|B`.
using MarkChoice = std::vector<Mark>;

struct ExpectedFinding {
  std::string kind, status, severity;
  std::vector<MarkChoice> places; // one or two
  std::string text;               // as written
};

struct ExpectedUnknown {
  MarkChoice place; // empty: anywhere
  std::string reason;
};

// Of each access there, a formula of its loops and its thread that gives the index of its cell.
struct ExpectedCell {
  MarkChoice place;
  std::string formula;
};

struct Expectation {
  std::vector<std::string> verdicts;
  std::string flags;
  std::vector<ExpectedFinding> findings;
  std::vector<ExpectedUnknown> unknowns;
  std::vector<ExpectedCell> cells;
  std::vector<std::string> assumes, depends, suggests;
  std::vector<std::string> under; // preconditions, "none": there is none
  bool more = false;
  std::map<Mark, std::set<unsigned>> lines; // lines of each mark
  // The marks are in the source that the file was compiled from: PTX with a .cu beside it.
  bool in_source = false;

  // Is `line` marked with one of the choice?
  bool at(const MarkChoice& choice, unsigned line) const;
};

// Throws std::runtime_error when the header is malformed.
Expectation read_expectation(const std::string& path);

} // namespace heddle::golden
