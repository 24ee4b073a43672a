#include "cli/shard.hpp"

#include "cli/ptx.hpp"
#include "heddle/heddle.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace heddle::cli {
namespace {

std::vector<std::uintmax_t> sizes_of(const std::vector<std::string>& files) {
  std::vector<std::uintmax_t> sizes;
  for (const std::string& file : files) {
    std::error_code none; // a file that cannot be read is told of by the shard that has it
    const std::uintmax_t size = std::filesystem::file_size(file, none);
    sizes.push_back(none ? 0 : size);
  }
  return sizes;
}

// FNV-1a, 64 bits: only shards of one run are to agree.
class Name {
public:
  Name& add(const std::string& text) {
    for (const char c : text + '\0')
      hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return *this;
  }
  std::string text() const { return fmt::format("{:016x}", hash_); }

private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

// Of what all shards of a run are given.
Name name_of_run(const CheckCommand& command, const std::vector<std::string>& arguments,
                 const std::vector<std::uintmax_t>& sizes) {
  Name name;
  name.add(version()).add(std::to_string(command.shards));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--shard")
      ++i; // its value, which differs
    else if (!arguments[i].starts_with("--shard="))
      name.add(arguments[i]);
  }
  for (const std::uintmax_t size : sizes)
    name.add(std::to_string(size));
  return name;
}

std::string text_of(const std::vector<unsigned>& shares) {
  return fmt::format("{}", fmt::join(shares, " "));
}

// Nothing where the text is none that text_of makes of so many files.
std::optional<std::vector<unsigned>> shares_of(const std::string& text, std::size_t files,
                                               unsigned shards) {
  std::vector<unsigned> shares;
  std::istringstream in(text);
  for (unsigned share = 0; in >> share;) {
    if (share < 1 || share > shards) return std::nullopt;
    shares.push_back(share);
  }
  if (!in.eof() || shares.size() != files) return std::nullopt;
  return shares;
}

// For each file the shard that has it.
std::vector<unsigned> divide(const std::string& name, unsigned shards,
                             const std::vector<std::string>& files,
                             const std::vector<std::uintmax_t>& sizes, project::Kept* kept) {
  if (kept == nullptr) return report::share(sizes, shards);
  const std::vector<unsigned> mine =
      report::share(report::weights(sizes, kept->seconds_of(files)), shards);
  const std::optional<std::string> agreed = kept->agree(name, text_of(mine));
  const auto shares = agreed ? shares_of(*agreed, files.size(), shards) : std::nullopt;
  return shares ? *shares : report::share(sizes, shards);
}

} // namespace

report::CheckedFile count(std::size_t index, const CheckResult& result) {
  const auto errors = std::ranges::count(result.messages, "error", &Message::severity);
  return {index, result.kernels.size(), static_cast<std::size_t>(errors),
          result.messages.size() - static_cast<std::size_t>(errors)};
}

Share share_of(const CheckCommand& command, const std::vector<std::string>& arguments, Units& units,
               project::Kept* kept) {
  Share share;
  std::vector<std::string> files;
  for (const project::Job& job : units.jobs)
    files.push_back(job.path);
  const auto sizes = sizes_of(files);
  Name name = name_of_run(command, arguments, sizes);
  auto shares = divide(name.text(), command.shards, files, sizes, kept);
  for (std::size_t i = 0; i < files.size(); ++i)
    if (units.whole[i]) shares[i] = shares[*units.whole[i]];
  name.add(text_of(shares)); // shards that divide otherwise are not of this run
  share.shard = {command.shard, command.shards, name.text(), files, {}};
  Units mine;
  std::vector<std::size_t> new_index(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (shares[i] != command.shard) continue;
    new_index[i] = share.indexes.size();
    share.indexes.push_back(i);
    mine.jobs.push_back(std::move(units.jobs[i]));
    mine.suppressions.push_back(std::move(units.suppressions[i]));
    mine.assumed.push_back(std::move(units.assumed[i]));
    mine.whole.push_back(units.whole[i]);
  }
  for (std::optional<std::size_t>& whole : mine.whole)
    if (whole) whole = new_index[*whole];
  units = std::move(mine);
  return share;
}

const char* merge_help() {
  return "Usage: heddle merge REPORT.json...\n"
         "\n"
         "Joins the reports of all shards of a run (heddle check FILE.cu... --shard K/N\n"
         "--format json) to the one that a single run prints, and exits as that would.\n"
         "\n"
         "Exit codes: 0 verified, 1 refuted, 2 usage or input error, 3 unknown.\n";
}

Outcome merge(const std::vector<std::string>& arguments) {
  if (arguments.size() == 1 && (arguments[0] == "--help" || arguments[0] == "-h"))
    return {verified, merge_help(), ""};
  std::vector<std::pair<std::string, std::string>> reports;
  for (const std::string& name : arguments) {
    if (name.starts_with('-')) throw UsageError(fmt::format("unrecognised option '{}'", name));
    std::ifstream file(name, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file) throw UsageError(fmt::format("cannot read '{}'", name));
    reports.emplace_back(name, std::move(text));
  }
  if (reports.empty()) throw UsageError("no file is given");
  const report::Merged merged = report::merge(reports);
  if (!merged.mistake.empty())
    return {bad_input, "", fmt::format("heddle: error: {}\n", merged.mistake)};
  Outcome outcome{bad_input, merged.json, ""};
  if (!merged.has_errors && merged.has_kernels) outcome.exit_code = exit_code_of(merged.verdict);
  return outcome;
}

} // namespace heddle::cli
