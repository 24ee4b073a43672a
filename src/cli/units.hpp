// From the command line to the files that are checked, each with its options.
#pragma once
#include "cli/options/options.hpp"
#include "project/pool.hpp"
#include "project/settings.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heddle::cli {

struct Units {
  std::vector<project::Job> jobs;
  std::vector<std::vector<project::Suppression>> suppressions; // of each job
  // Folders that no -I gives, of each job, with the header that was looked for.
  std::vector<std::vector<std::string>> assumed;
  // The job that seems to include the file, where it was searched for: that is where its kernels
  // are checked, with what stands before them there (cli/parts.hpp).
  std::vector<std::optional<std::size_t>> whole;
  std::vector<Message> messages; // what cannot be checked, and why
};

// `arguments`: the whole command line, which overrides what `.heddle` and the sources say.
Units find_units(const CheckCommand& command, const std::vector<std::string>& arguments);

} // namespace heddle::cli
