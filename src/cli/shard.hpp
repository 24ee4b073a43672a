// Parts of a run over many files (--shard), and `heddle merge`, which joins their reports.
#pragma once
#include "cli/check.hpp"
#include "cli/options.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::cli {

// For each file the shard that has it, from 1 on: the largest files first, each to the shard that
// has the fewest bytes so far. The same on every machine that has the same files.
std::vector<unsigned> share(const std::vector<std::uintmax_t>& sizes, unsigned shards);
// Checks what is the command's part of its files. `arguments`: of the whole command line.
Outcome check_shard(const CheckCommand& command, const std::vector<std::string>& arguments,
                    bool colour_out, bool colour_err);

const char* merge_help();
// `arguments` are those after `merge`. Throws UsageError.
Outcome merge(const std::vector<std::string>& arguments);

} // namespace heddle::cli
