#include "report/shard.hpp"

#include "report/json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_told = 20; // files that a message names
constexpr unsigned most_shards = 100000;

struct Report {
  std::string name;
  Json json;
  Shard shard;
};

Shard read_shard(const Json& json) {
  Shard shard;
  shard.number = json.at("number");
  shard.of = json.at("of");
  shard.run = json.at("run");
  shard.files = json.at("files").get<std::vector<std::string>>();
  for (const Json& file : json.at("checked"))
    shard.checked.push_back(
        {file.at("index"), file.at("kernels"), file.at("errors"), file.at("notes")});
  return shard;
}

// The lists of the report are as long as `checked` says.
bool is_whole(const Report& report) {
  std::size_t kernels = 0, errors = 0, notes = 0;
  for (const CheckedFile& file : report.shard.checked) {
    if (file.index >= report.shard.files.size()) return false;
    kernels += file.kernels, errors += file.errors, notes += file.notes;
  }
  return report.shard.number >= 1 && report.shard.number <= report.shard.of &&
         report.shard.of <= most_shards && report.json.at("version") == 1 &&
         report.json.at("kernels").size() == kernels && report.json.at("errors").size() == errors &&
         report.json.at("notes").size() == notes;
}

// Throws a sentence.
Report read_report(const std::string& name, const std::string& text) {
  try {
    Report report{name, Json::parse(text), {}};
    if (!report.json.contains("shard")) throw fmt::format("{} is not the report of a shard", name);
    report.shard = read_shard(report.json.at("shard"));
    if (!is_whole(report)) throw fmt::format("{} is damaged: its lists do not agree", name);
    return report;
  } catch (const nlohmann::json::exception&) {
    throw fmt::format("{} is not a report in JSON, or it is damaged", name);
  }
}

std::string missing_shards(const std::vector<Report>& reports) {
  const Shard& first = reports.front().shard;
  std::vector<bool> shards(first.of), files(first.files.size());
  for (const Report& report : reports) {
    shards[report.shard.number - 1] = true;
    for (const CheckedFile& file : report.shard.checked)
      files[file.index] = true;
  }
  std::vector<std::string> absent, unchecked;
  for (std::size_t i = 0; i < shards.size(); ++i)
    if (!shards[i]) absent.push_back(fmt::format("{}/{}", i + 1, first.of));
  for (std::size_t i = 0; i < files.size(); ++i)
    if (!files[i]) unchecked.push_back(first.files[i]);
  if (absent.empty() && unchecked.empty()) return "";
  const std::size_t rest = unchecked.size() - std::min(unchecked.size(), most_told);
  unchecked.resize(unchecked.size() - rest);
  return fmt::format("missing: shard {}; not checked: {}{}", fmt::join(absent, ", "),
                     fmt::join(unchecked, ", "), rest ? fmt::format(" and {} more", rest) : "");
}

// Why these are not all shards of one run, each once; or "".
std::string mistake_of(const std::vector<Report>& reports) {
  const Report& first = reports.front();
  std::map<unsigned, std::string> numbers;
  std::map<std::size_t, std::string> files;
  for (const Report& report : reports) {
    if (report.shard.run != first.shard.run || report.shard.of != first.shard.of ||
        report.shard.files != first.shard.files)
      return fmt::format("{} and {} are of different runs", first.name, report.name);
    if (const auto [known, isNew] = numbers.emplace(report.shard.number, report.name); !isNew)
      return fmt::format("{} and {} are both shard {}/{}", known->second, report.name,
                         report.shard.number, report.shard.of);
    for (const CheckedFile& file : report.shard.checked)
      if (const auto [known, isNew] = files.emplace(file.index, report.name); !isNew)
        return fmt::format("{} and {} both have {}", known->second, report.name,
                           report.shard.files[file.index]);
  }
  return missing_shards(reports);
}

Verdict verdict_of(const Json& kernel) {
  const std::string verdict = kernel.at("verdict");
  return verdict == "verified"  ? Verdict::verified
         : verdict == "refuted" ? Verdict::refuted
                                : Verdict::unknown;
}

// The lists of all reports, in the order of the run's files.
Json join_lists(const std::vector<Report>& reports) {
  struct Slice {
    const Json* report;
    std::size_t kernel, error, note;
    CheckedFile counts;
  };
  std::map<std::size_t, Slice> slices;
  for (const Report& report : reports) {
    std::size_t kernel = 0, error = 0, note = 0;
    for (const CheckedFile& file : report.shard.checked) {
      slices.emplace(file.index, Slice{&report.json, kernel, error, note, file});
      kernel += file.kernels, error += file.errors, note += file.notes;
    }
  }
  Json out{{"version", 1}};
  for (const char* list : {"kernels", "errors", "notes"})
    out[list] = Json::array();
  const auto copy = [&](const char* list, const Json& from, std::size_t start, std::size_t count) {
    for (std::size_t i = start; i < start + count; ++i)
      out[list].push_back(from.at(list).at(i));
  };
  for (const auto& [index, slice] : slices) {
    copy("kernels", *slice.report, slice.kernel, slice.counts.kernels);
    copy("errors", *slice.report, slice.error, slice.counts.errors);
    copy("notes", *slice.report, slice.note, slice.counts.notes);
  }
  return out;
}

} // namespace

std::vector<std::uintmax_t> weights(const std::vector<std::uintmax_t>& sizes,
                                    const std::vector<std::optional<double>>& seconds) {
  constexpr double units = 1e6; // in a second
  double known_bytes = 0, known_seconds = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (seconds[i]) known_bytes += static_cast<double>(sizes[i]), known_seconds += *seconds[i];
  if (known_bytes == 0 || known_seconds == 0) return sizes;
  std::vector<std::uintmax_t> weights;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    weights.push_back(static_cast<std::uintmax_t>(
        units * seconds[i].value_or(static_cast<double>(sizes[i]) * known_seconds / known_bytes)));
  return weights;
}

std::vector<unsigned> share(const std::vector<std::uintmax_t>& sizes, unsigned shards) {
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) { return sizes[i]; });
  std::vector<std::uintmax_t> loads(shards);
  std::vector<unsigned> of(sizes.size());
  for (const std::size_t i : order) {
    const auto least = std::ranges::min_element(loads);
    of[i] = static_cast<unsigned>(least - loads.begin()) + 1;
    *least += sizes[i] + 1; // files without a size are spread, too
  }
  return of;
}

std::string to_json(const CheckResult& result, const Shard& shard) {
  Json out = Json::parse(to_json(result));
  Json& about = out["shard"];
  about = {{"number", shard.number}, {"of", shard.of}, {"run", shard.run}, {"files", shard.files}};
  about["checked"] = Json::array();
  for (const CheckedFile& file : shard.checked)
    about["checked"].push_back({{"index", file.index},
                                {"kernels", file.kernels},
                                {"errors", file.errors},
                                {"notes", file.notes}});
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Merged merge(const std::vector<std::pair<std::string, std::string>>& reports) {
  Merged merged;
  try {
    std::vector<Report> read;
    read.reserve(reports.size());
    for (const auto& [name, text] : reports)
      read.push_back(read_report(name, text));
    merged.mistake = mistake_of(read);
    if (!merged.mistake.empty()) return merged;
    const Json json = join_lists(read);
    merged.json = json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    merged.has_errors = !json.at("errors").empty();
    merged.has_kernels = !json.at("kernels").empty();
    for (const Json& kernel : json.at("kernels"))
      merged.verdict = join(merged.verdict, verdict_of(kernel));
  } catch (const std::string& mistake) {
    merged.mistake = mistake;
  } catch (const nlohmann::json::exception&) {
    merged.mistake = "a kernel of a report is damaged";
  }
  return merged;
}

} // namespace heddle::report
