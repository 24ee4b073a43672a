// Parts of a run over many files (--shard), and `heddle merge`, which joins their reports.
#pragma once
#include "cli/check.hpp"
#include "cli/options/options.hpp"
#include "cli/units.hpp"
#include "project/kept.hpp"
#include "report/shard.hpp"

#include <string>
#include <vector>

namespace heddle::cli {

// The command's part of a run.
struct Share {
  report::Shard shard;
  std::vector<std::size_t> indexes; // of the files left, among those of the whole run
};
// Leaves of `units` what is the command's part. `arguments`: of the whole command line; `kept`: the
// cache that all shards of the run share, or null. Its seconds weigh the files, as the first of the
// shards finds them: what that makes of them is kept under the run's name for the others.
Share share_of(const CheckCommand& command, const std::vector<std::string>& arguments, Units& units,
               project::Kept* kept);
// How much of the report's lists is of one file.
report::CheckedFile count(std::size_t index, const CheckResult& result);

const char* merge_help();
// `arguments` are those after `merge`. Throws UsageError.
Outcome merge(const std::vector<std::string>& arguments);

} // namespace heddle::cli
