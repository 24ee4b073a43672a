// Parts of a run over many files (--shard), and `heddle merge`, which joins their reports.
#pragma once
#include "cli/check.hpp"
#include "cli/options.hpp"

#include <string>
#include <vector>

namespace heddle::cli {

// Checks what is the command's part of its files. `arguments`: of the whole command line.
Outcome check_shard(const CheckCommand& command, const std::vector<std::string>& arguments,
                    bool colour_out, bool colour_err);

const char* merge_help();
// `arguments` are those after `merge`. Throws UsageError.
Outcome merge(const std::vector<std::string>& arguments);

} // namespace heddle::cli
