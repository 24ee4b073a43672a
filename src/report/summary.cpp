#include "report/summary.hpp"

#include "report/identity.hpp"
#include "report/kinds.hpp"
#include "report/mistakes.hpp"
#include "report/plural.hpp"
#include "report/snippet.hpp"
#include "report/wrap.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace heddle::report {
namespace {

constexpr std::size_t most_files = 20, most_reasons = 5, most_slow = 3, most_headers = 10,
                      most_names = 10;
constexpr double slow_seconds = 2;
constexpr std::size_t most_characters = 140;

using enum Outcome;
constexpr std::array order{bug,     needs_assumption, suspected, undecided,
                           excused, verified_under,   warned,    verified};
using Counts = std::map<Outcome, std::size_t>;

std::string name_of(Outcome outcome, std::size_t count) {
  switch (outcome) {
  case bug:
    return count == 1 ? "bug" : "bugs";
  case needs_assumption:
    return count == 1 ? "needs an assumption" : "need an assumption";
  case warned:
    return "verified with warnings";
  case verified_under:
    return "verified under a precondition";
  case verified:
  case suspected:
  case undecided:
  case excused:
    return to_string(outcome);
  }
  return "";
}

std::string list_of(const Counts& counts) {
  std::vector<std::string> parts;
  for (const Outcome outcome : order)
    if (const auto at = counts.find(outcome); at != counts.end())
      parts.push_back(fmt::format("{} {}", at->second, name_of(outcome, at->second)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string cut(const std::string& text) {
  const std::string line = printable(text);
  return line.size() <= most_characters ? line : line.substr(0, most_characters - 3) + "...";
}

// The entries with the highest counts first.
template <class Key>
std::vector<std::pair<Key, std::size_t>> by_count(const std::map<Key, std::size_t>& counts) {
  std::vector<std::pair<Key, std::size_t>> out(counts.begin(), counts.end());
  std::ranges::stable_sort(out, std::greater{}, [](const auto& entry) { return entry.second; });
  return out;
}

// "f.cu:12:3", maybe with a colon or comma behind it.
bool is_place(std::string word) {
  while (word.ends_with(',') || word.ends_with(':') || word.ends_with(')'))
    word.pop_back();
  for (int numbers = 0; numbers < 2; ++numbers) {
    const std::size_t colon = word.find_last_not_of("0123456789");
    if (colon == std::string::npos || word[colon] != ':' || colon + 1 == word.size()) return false;
    word.resize(colon);
  }
  return !word.empty();
}

// Reasons that differ in places, or in the time that was not enough, are one for a user.
std::string without_places(std::string reason) {
  constexpr std::string_view timeout = "timeout after", itself = "itself in another thread";
  if (const std::size_t at = reason.find(itself); at != std::string::npos)
    reason.replace(at, itself.size(), "..");
  const std::size_t end = reason.find(timeout);
  std::string out;
  std::string before;
  const std::string text = end == std::string::npos ? reason : reason.substr(0, end) + "timeout";
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t stop = std::min(text.find(' ', at), text.size());
    std::string word = text.substr(at, stop - at);
    const std::string behind = word.ends_with(':') ? ":" : word.ends_with(',') ? "," : "";
    if (is_place(word) || (before == "line" && word.find_first_of("0123456789") == 0))
      word = ".." + behind;
    out += (at == 0 ? "" : " ") + word;
    before = word;
    at = stop + 1;
  }
  return out;
}

// What a user can do about a reason.
std::string next_step(const std::string& reason) {
  constexpr const char* refused = "an error of the source as the compiler sees it; if a header or "
                                  "macro is missing: -I DIR, -D NAME";
  constexpr std::array<std::pair<const char*, const char*>, 9> steps{{
      {"solver", "--effort high tries longer; --block, --param or --assume make it easier"},
      {"undeclared", "a header or macro is missing: -I DIR, -D NAME"},
      {"unknown type name", "a header is missing: -I DIR"},
      {"not found", "a header is missing: -I DIR"},
      {"does not compile", refused},
      {"declaration may be missing", refused},
      {"named barrier", "give the block size: --block X"},
      {"time for this kernel is spent", "a larger --kernel-limit gives it more"},
      {"block size", "give it: --block X"},
  }};
  for (const auto& [part, step] : steps)
    if (reason.find(part) != std::string::npos) return step;
  return "docs/verdicts.md says what is followed";
}

class Summary {
public:
  Summary(const CheckResult& result, const RunFacts& facts, bool colour)
      : result_(result), facts_(facts), colour_(colour) {}

  std::string take() {
    totals();
    cut_short();
    failed();
    files();
    reasons();
    slowest();
    headers();
    allowed();
    return std::move(out_);
  }

private:
  void totals() {
    Counts counts;
    std::set<std::string> files;
    for (const KernelResult& kernel : result_.kernels) {
      ++counts[outcome_of(kernel)];
      files.insert(kernel.file);
    }
    out_ += fmt::format("\n{}{}{} ({} in {})", colour_ ? "\033[1m" : "",
                        counts.empty() ? "nothing was checked" : list_of(counts),
                        colour_ ? "\033[0m" : "", plural(result_.kernels.size(), "kernel"),
                        plural(files.size(), "file"));
    if (facts_.without_kernel > 0)
      out_ += fmt::format(", {} without a kernel", plural(facts_.without_kernel, "file"));
    if (const auto lost = std::ranges::count_if(
            facts_.failed, [](const Failed& f) { return f.is_file && !f.has_kernels; }))
      out_ += fmt::format(", {} not checked", plural(static_cast<std::size_t>(lost), "file"));
    if (const auto cut = std::ranges::count(facts_.failed, true, &Failed::has_kernels))
      out_ +=
          fmt::format(", {} not checked to the end", plural(static_cast<std::size_t>(cut), "file"));
    const auto kept = std::ranges::count_if(result_.kernels, &KernelResult::is_kept);
    if (kept > 0)
      out_ += fmt::format(", {} as before", plural(static_cast<std::size_t>(kept), "kernel"));
    out_ += fmt::format("    {:.1f} s\n", facts_.seconds);
  }

  void cut_short() {
    if (facts_.why_cut.empty()) return;
    out_ += fmt::format("incomplete: {}; not checked to the end: {}\n", facts_.why_cut,
                        plural(facts_.not_checked.size(), "file"));
    for (std::size_t i = 0; i < std::min(most_files, facts_.not_checked.size()); ++i)
      out_ += fmt::format("  {}\n", printable(facts_.not_checked[i]));
    rest(facts_.not_checked.size(), most_files, "file");
  }

  void failed() {
    if (facts_.failed.empty()) return;
    out_ += "not checked, or not all of it:\n";
    for (std::size_t i = 0; i < std::min(most_files, facts_.failed.size()); ++i)
      out_ +=
          fmt::format("  {}: {}\n", printable(facts_.failed[i].file), cut(facts_.failed[i].reason));
    rest(facts_.failed.size(), most_files, "file");
  }

  void rest(std::size_t all, std::size_t told, const char* noun) {
    if (all > told) out_ += fmt::format("  and {}\n", plural_more(all - told, noun));
  }

  void files() {
    std::map<std::string, Counts> by_file;
    std::vector<std::string> names; // in the order of the run
    for (const KernelResult& kernel : result_.kernels) {
      if (outcome_of(kernel) == verified) continue;
      if (!by_file.contains(kernel.file)) names.push_back(kernel.file);
      ++by_file[kernel.file][outcome_of(kernel)];
    }
    if (names.empty()) return;
    out_ += "by file, without what is simply verified:\n";
    for (std::size_t i = 0; i < std::min(most_files, names.size()); ++i)
      out_ += fmt::format("  {}: {}\n", printable(names[i]), list_of(by_file[names[i]]));
    rest(names.size(), most_files, "file");
  }

  // Of several kernels, for one reason.
  struct Open {
    std::string text, step;
    std::set<std::string> in_full;  // the reason with its places
    std::vector<std::string> names; // of the kernels, where a mistake of the source is the reason
    std::size_t kernels = 0;
  };

  std::map<std::string, Open> open_questions() const {
    std::map<std::string, Open> all;
    for (const KernelResult& kernel : result_.kernels) {
      std::set<std::string> once;
      for (const Unknown& unknown : without_consequences(kernel.unknowns)) {
        const std::optional<Mistake> mistake = mistake_in(unknown);
        const std::string text = mistake ? mistake->text : without_places(unknown.reason);
        const std::string key = mistake ? mistake->key : text;
        Open& open =
            all.try_emplace(key, Open{text, next_step(unknown.reason), {}, {}, 0}).first->second;
        open.in_full.insert(mistake ? text : unknown.reason);
        if (!once.insert(key).second) continue;
        ++open.kernels;
        if (mistake) open.names.push_back(printable(kernel.kernel));
      }
    }
    return all;
  }

  void reasons() {
    const std::map<std::string, Open> all = open_questions();
    if (all.empty()) return;
    out_ += "commonest open questions:\n";
    std::map<std::string, std::size_t> counts;
    for (const auto& [key, open] : all)
      counts[key] = open.kernels;
    const auto sorted = by_count(counts);
    for (std::size_t i = 0; i < std::min(most_reasons, sorted.size()); ++i) {
      const Open& open = all.at(sorted[i].first);
      out_ +=
          fmt::format("  {}: {}\n    {}\n", plural(open.kernels, "kernel"),
                      cut(open.in_full.size() == 1 ? *open.in_full.begin() : open.text), open.step);
      if (open.kernels > 1 && !open.names.empty())
        out_ += fmt::format("    leaves open: {}\n", list_of_names(open.names));
    }
    rest(sorted.size(), most_reasons, "reason");
  }

  static std::string list_of_names(std::vector<std::string> names) {
    const std::size_t more = names.size() - std::min(most_names, names.size());
    names.resize(names.size() - more);
    return fmt::format("{}{}", fmt::join(names, ", "),
                       more > 0 ? " and " + plural_more(more, "kernel") : "");
  }

  void slowest() {
    std::vector<const KernelResult*> slow;
    for (const KernelResult& kernel : result_.kernels)
      if (kernel.stats.seconds >= slow_seconds) slow.push_back(&kernel);
    std::ranges::stable_sort(slow, std::greater{},
                             [](const KernelResult* k) { return k->stats.seconds; });
    if (slow.empty()) return;
    slow.resize(std::min(slow.size(), most_slow));
    out_ += "slowest:\n";
    for (const KernelResult* kernel : slow)
      out_ += fmt::format("  {:.1f} s {}: {}\n", kernel->stats.seconds, printable(kernel->file),
                          printable(kernel->kernel));
  }

  // As assumptions say it, or where nothing could be read the compiler.
  void headers() {
    constexpr std::string_view assumed = ", not found, changes nothing here";
    std::map<std::string, std::set<std::string>> missing;
    for (const KernelResult& kernel : result_.kernels)
      for (const std::string& text : kernel.assumptions)
        if (const auto at = text.find(assumed); at != std::string::npos)
          missing[text.substr(0, at)].insert(kernel.file);
    if (missing.empty()) return;
    std::map<std::string, std::size_t> counts;
    for (const auto& [name, files] : missing)
      counts[name] = files.size();
    out_ += "headers not found, taken to change nothing (-I DIR):\n";
    const auto sorted = by_count(counts);
    for (std::size_t i = 0; i < std::min(most_headers, sorted.size()); ++i)
      out_ +=
          fmt::format("  {} in {}\n", printable(sorted[i].first), plural(sorted[i].second, "file"));
    rest(sorted.size(), most_headers, "header");
  }

  void allowed() {
    for (const bool used : {true, false}) {
      bool is_first = true;
      for (const Allowed& one : facts_.allowed) {
        if (one.was_used != used) continue;
        if (is_first)
          out_ += used ? "allowed in the source:\n" : "allowed in the source, but not there:\n";
        is_first = false;
        out_ += fmt::format("  {}:{}: {}{}{}\n", printable(one.at.file), one.at.line,
                            printable(one.kind),
                            one.reason.empty() ? "" : " -- " + printable(one.reason), trouble(one));
      }
    }
  }

  // Why it does not hold.
  static std::string trouble(const Allowed& one) {
    const std::vector<std::string> kinds = kind_names();
    const auto is_kind = [&](const std::string& kind) {
      return kind == "any" || std::ranges::find(kinds, kind) != kinds.end();
    };
    const bool is_named = is_kind(one.kind.substr(0, one.kind.find_first_of(" :,;")));
    if (one.reason.empty() ? !is_named : !is_kind(one.kind))
      return " (does not hold: no kind of finding is called so; heddle explain lists them)";
    return one.reason.empty() ? " (does not hold: give a reason behind --)" : "";
  }

  const CheckResult& result_;
  const RunFacts& facts_;
  bool colour_;
  std::string out_;
};

std::string within(const std::string& text, std::size_t width) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    out += wrapped(line, width, 0, line.find_first_not_of(' ') == 0 ? 2 : 6) + "\n";
    at = end + 1;
  }
  return out;
}

} // namespace

std::string summary(const CheckResult& result, const RunFacts& facts, bool colour,
                    std::size_t width) {
  return within(Summary(result, facts, colour).take(), width);
}

std::string next_steps(const CheckResult& result, std::size_t width) {
  std::vector<std::string> steps;
  for (const KernelResult& kernel : result.kernels)
    for (const Unknown& unknown : without_consequences(kernel.unknowns))
      if (const std::string step = "what to do: " + next_step(unknown.reason) + "\n";
          std::ranges::find(steps, step) == steps.end())
        steps.push_back(step);
  return within(fmt::format("{}", fmt::join(steps, "")), width);
}

} // namespace heddle::report
