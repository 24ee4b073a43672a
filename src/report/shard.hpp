// A run over many files that several machines share: each checks a part and prints its report with
// what it is a part of; `merge` makes one report of them.
#pragma once
#include "heddle/heddle.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heddle::report {

// One file of a shard, and how much of the report's lists is of it.
struct CheckedFile {
  std::size_t index = 0; // in Shard::files
  std::size_t kernels = 0, errors = 0, notes = 0;
};

struct Shard {
  unsigned number = 0, of = 0;      // 1 .. of
  std::string run;                  // the same for all shards of a run, and for no other run
  std::vector<std::string> files;   // of the whole run
  std::vector<CheckedFile> checked; // of this shard, in the order of the report
};

// For each file the shard that has it, from 1 on: the largest files first, each to the shard that
// has the least so far. `sizes` are bytes, or what the files are likely to cost. The same on every
// machine that has the same sizes.
std::vector<unsigned> share(const std::vector<std::uintmax_t>& sizes, unsigned shards);

// What files are likely to cost, for `share`: the seconds that they took, or as much for their
// bytes as those that are known took for theirs. The sizes where none is known.
std::vector<std::uintmax_t> weights(const std::vector<std::uintmax_t>& sizes,
                                    const std::vector<std::optional<double>>& seconds);

// As to_json, with the field `shard`.
std::string to_json(const CheckResult& result, const Shard& shard);

struct Merged {
  std::string mistake; // why the reports are not those of one run, whole; "": they are
  std::string json;    // as one run over all files prints it
  bool has_errors = false, has_kernels = false;
  Verdict verdict = Verdict::verified; // of all kernels
};

// `reports`: names, for messages, and texts.
Merged merge(const std::vector<std::pair<std::string, std::string>>& reports);

} // namespace heddle::report
