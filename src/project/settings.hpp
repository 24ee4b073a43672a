// Options outside of the command line, and what a source says of findings.
#pragma once
#include "heddle/heddle.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace heddle::project {

// One option, as words of a command line ("--block", "256").
struct Setting {
  std::vector<std::string> words;
  Position at;
  std::string line;          // of the file, all of it
  unsigned value_offset = 0; // of its value there, from `at`
};

// Of the nearest `.heddle` from the file's folder upwards: an option in each line, by the name that
// it has on the command line; folders are relative to that of the `.heddle`.
//
//   # how this tree is checked
//   include = common/inc
//   assume = n > 0
//   strict-exit
std::vector<Setting> settings_for(const std::filesystem::path& path);

// Of comments in a source, several with semicolons between: // heddle: block=256; assume=n > 0
// So is what stands in /* heddle: .. */ of one line, here and below.
std::vector<Setting> settings_in(const std::string& text, const std::string& file);

// // heddle: allow race -- the winner does not matter
// Holds for findings with an access in the line of the comment, or in the next line of code, or
// with a call there that leads to one.
struct Suppression {
  Position at;
  std::string kind;   // "race", or "any"
  std::string reason; // ""; then it does not hold
  unsigned line = 0;  // the line of code that it speaks of
  bool was_used = false;
};
std::vector<Suppression> suppressions_in(const std::string& text, const std::string& file);

// Marks findings of the kernel that a suppression allows, and the suppressions as used. The verdict
// stays: what is allowed is not proved.
void suppress(KernelResult& kernel, std::vector<Suppression>& suppressions);

// The same by what the headers say that findings stand in, or what their calls: all files but
// `source`. Those that are read for the first time are added to `headers`, by their paths.
using HeaderSuppressions = std::map<std::string, std::vector<Suppression>>;
void suppress_by_headers(KernelResult& kernel, const std::string& source,
                         HeaderSuppressions& headers);

} // namespace heddle::project
