#include "report/text.hpp"

#include "report/advice.hpp"
#include "report/brief.hpp"
#include "report/causes.hpp"
#include "report/identity.hpp"
#include "report/lead.hpp"
#include "report/plural.hpp"
#include "report/same_place.hpp"
#include "report/schedule.hpp"
#include "report/snippet.hpp"
#include "report/wrap.hpp"
#include "report/written.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::report {
namespace {

using NamedValues = std::vector<std::pair<std::string, std::int64_t>>;

struct Palette {
  std::string bold, red, magenta, cyan, green, reset;
};

Palette palette(const TextStyle& style) {
  if (!style.colour) return {};
  return {"\033[1m", "\033[1;31m", "\033[1;35m", "\033[1;36m", "\033[1;32m", "\033[0m"};
}

// Replaces what could steer a terminal; keeps the line breaks of our own messages.
std::string safe(const std::string& text) {
  std::string out;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    if (start > 0) out += '\n';
    out += printable(text.substr(start, end - start));
    start = end + 1;
  }
  return out;
}

std::string place(const Position& p) {
  if (p.line == 0) return printable(p.file);
  return fmt::format("{}:{}:{}", printable(p.file), p.line, p.column);
}

std::string triple(const std::array<std::int64_t, 3>& v) {
  return fmt::format("({},{},{})", v[0], v[1], v[2]);
}

std::string comma_list(const NamedValues& values) {
  std::string out;
  for (const auto& [name, value] : values)
    out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", printable(name), value);
  return out;
}

// "blockDim.x", "blockDim.y", .. in a row become one "blockDim = (32,8)"; "blockDim.x" alone
// becomes "blockDim = 32".
std::string witness_list(const NamedValues& values) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < values.size();) {
    const std::string& name = values[i].first;
    if (!name.ends_with(".x")) {
      parts.push_back(fmt::format("{} = {}", printable(name), values[i].second));
      ++i;
      continue;
    }
    const std::string base = name.substr(0, name.size() - 2);
    std::string components = std::to_string(values[i++].second);
    for (char axis = 'y'; axis <= 'z' && i < values.size(); ++axis)
      if (values[i].first == base + "." + axis)
        components += "," + std::to_string(values[i++].second);
      else if (axis == 'y' && values[i].first == base + ".z")
        components += ",1";
    if (components.find(',') != std::string::npos) components = "(" + components + ")";
    parts.push_back(fmt::format("{} = {}", printable(base), components));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

// "threads (3,0,0) and (4,0,0) of block (0,0,0)".
std::string both_threads(const Finding& finding) {
  if (finding.accesses.empty()) return "two threads";
  const AccessReport& a = finding.accesses.front();
  const AccessReport& b = finding.accesses.back();
  if (finding.accesses.size() == 1)
    return fmt::format("thread {} of block {}", triple(a.thread), triple(a.block));
  if (a.block == b.block && a.thread == b.thread)
    return fmt::format("thread {} of block {} and its own asynchronous copy", triple(a.thread),
                       triple(a.block));
  if (a.block == b.block)
    return fmt::format("threads {} and {} of block {}", triple(a.thread), triple(b.thread),
                       triple(a.block));
  return fmt::format("thread {} of block {} and thread {} of block {}", triple(a.thread),
                     triple(a.block), triple(b.thread), triple(b.block));
}

// What two accesses touch: 'tile', or 'a' and 'b' when names alias.
std::string arrays(const Finding& finding) {
  if (finding.accesses.empty()) return "memory";
  const std::string& a = finding.accesses.front().array;
  const std::string& b = finding.accesses.back().array;
  return printable(a == b ? fmt::format("'{}'", a) : fmt::format("'{}' and '{}'", a, b));
}

std::string kinds(const Finding& finding) {
  if (finding.accesses.empty()) return "";
  return fmt::format(" ({}-{})", finding.accesses.front().access, finding.accesses.back().access);
}

std::string headline(const Finding& finding) {
  const std::string threads = both_threads(finding);
  switch (finding.kind) {
  case FindingKind::race:
    return fmt::format("{}data race on {}{} between {}",
                       finding.status == FindingStatus::possible ? "possible " : "",
                       arrays(finding), kinds(finding), threads);
  case FindingKind::unordered_flag:
    return fmt::format("{}data race on {}{}, which no fence and atomic orders, between {}",
                       finding.status == FindingStatus::possible ? "possible " : "",
                       arrays(finding), kinds(finding), threads);
  case FindingKind::divergence:
    return fmt::format("{}barrier divergence between {}",
                       finding.status == FindingStatus::possible ? "possible " : "", threads);
  case FindingKind::exited_threads:
    return fmt::format("barrier is missed by threads that have exited: {}", threads);
  case FindingKind::same_value_write:
    return fmt::format("unordered writes of the same value to {} by {}", arrays(finding), threads);
  case FindingKind::assertion:
    return fmt::format("assertion {} in {}",
                       finding.status == FindingStatus::possible ? "may fail" : "fails", threads);
  case FindingKind::deadlock:
  case FindingKind::count:
  case FindingKind::barrier_id:
  case FindingKind::recycling:
  case FindingKind::alignment:
  case FindingKind::lapped:
  case FindingKind::leftover:
  case FindingKind::proxy:
    return safe(finding.message);
  }
  return "";
}

// "'row' and 'perm'".
std::string quoted_list(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "'" : i + 1 == names.size() ? "' and '" : "', '") + printable(names[i]);
  return text + "'";
}

// What values that are not known decide: whether the accesses happen, or which cells they touch.
std::string dependence(const Finding& finding) {
  if (!finding.data_dependent) return "this decides whether the accesses happen, not where";
  if (!finding.control_dependent) return "this decides which cells are accessed, not whether";
  return "this decides whether the accesses happen and where";
}

std::string what_of(const AccessReport& access, FindingKind kind, bool second) {
  const bool waits = kind == FindingKind::divergence || kind == FindingKind::exited_threads;
  if (!waits || access.access != "barrier") return access.access;
  return second ? "missed" : "waited for";
}

// "read of tile[0][3] by thread (4,0,0) of block (0,0,0) at k = 1"; "read of row[k] (tile[0][3]) by
// ..", where the source has another name.
std::string describe(const AccessReport& access, FindingKind kind, bool second) {
  const std::string cell = access.array + access.cell, written = written_place(access);
  const std::string what = what_of(access, kind, second) + (access.array.empty() ? "" : " of ") +
                           (written.empty() ? cell : fmt::format("{} ({})", written, cell));
  std::string out = fmt::format("{} by thread {} of block {}", printable(what),
                                triple(access.thread), triple(access.block));
  if (!access.loops.empty()) out += " at " + comma_list(access.loops);
  if (access.source.line) out += " (" + place(access.source) + ")";
  return out;
}

// "launch at f.cu:9:3", "launches at f.cu:9:3, f.cu:12:3".
std::string launches(const std::vector<std::string>& places) {
  return fmt::format("launch{} at {}", places.size() == 1 ? "" : "es", fmt::join(places, ", "));
}

class Writer {
public:
  explicit Writer(const TextStyle& style) : style_(style), c_(palette(style)) {}

  void message(const Message& m) {
    const std::string& colour = m.severity == "error"     ? c_.red
                                : m.severity == "warning" ? c_.magenta
                                                          : c_.cyan;
    line(m.position, colour, m.severity, safe(m.text));
    if (!m.source_line.empty()) quote(m.source_line, m.position, "");
  }

  void kernel(const KernelResult& k) {
    if (const std::string* same = told_before(k)) {
      out_ += fmt::format("{}{}: {}:{} the same as of {}\n", c_.bold, printable(k.file),
                          printable(k.kernel), c_.reset, printable(*same));
      return verdict(k);
    }
    for (const Finding& f : style_.one_cause ? fold_causes(k.findings) : k.findings)
      finding(f);
    open_questions(k.unknowns);
    verdict(k);
  }

  std::string take() { return std::move(out_); }

private:
  void unknown(const Unknown& u) {
    line(u.position, c_.magenta, "unknown",
         safe(u.reason) + (u.source.line ? " (" + place(u.source) + ")" : ""));
    if (!u.source_line.empty()) quote(u.source_line, u.position, "");
    if (!u.launches.empty()) note("for the " + launches(u.launches));
  }

  // The first pair that the solver had no time for stands for all: their places say little.
  void open_questions(const std::vector<Unknown>& unknowns) {
    std::size_t out_of_time = 0;
    for (const Unknown& u : unknowns) {
      const bool is_of_time = u.reason.find("timeout after") != std::string::npos;
      if (!is_of_time || ++out_of_time == 1 || !style_.one_cause) unknown(u);
    }
    if (out_of_time == 0) return;
    note(out_of_time == 1 || !style_.one_cause
             ? "--effort high tries longer"
             : fmt::format("{} likewise (--all-pairs tells each); --effort high tries longer",
                           plural(out_of_time - 1, "question")));
  }

  // The instance of the same template that had the same findings and questions, if one had.
  const std::string* told_before(const KernelResult& k) {
    const std::string key = style_.told_findings ? instance_key(k) : "";
    if (key.empty()) return nullptr;
    const auto [it, is_new] = style_.told_findings->try_emplace(key, k.kernel);
    return is_new ? nullptr : &it->second;
  }

  TextStyle style_;
  Palette c_;
  std::string out_;

  void line(const Position& at, const std::string& colour, const std::string& label,
            const std::string& text) {
    const std::string where = place(at);
    const std::size_t start = columns(where) + (where.empty() ? 0 : 2) + label.size() + 2;
    out_ += fmt::format("{}{}{}{}{}:{} {}{}{}\n", c_.bold, where, where.empty() ? "" : ": ", colour,
                        label, c_.reset, label == "note" ? "" : c_.bold,
                        wrapped(text, style_.width, start, 4), label == "note" ? "" : c_.reset);
  }

  void quote(const std::string& source_line, const Position& at, const std::string& label) {
    out_ += snippet(source_line, at.line, at.column, label, {c_.green, c_.reset, style_.width});
  }

  void note(const std::string& text) {
    out_ +=
        fmt::format("  {}note:{} {}\n", c_.cyan, c_.reset, wrapped(safe(text), style_.width, 8, 8));
  }

  // `same_call`: the line of the call was told with the other access.
  void access(const Finding& f, std::size_t index, const Lead& lead, bool same_call) {
    const AccessReport& a = f.accesses[index];
    const std::string text = describe(a, f.kind, index > 0);
    if (same_call) {
      line(a.position, c_.cyan, "note", text);
      return quote(a.source_line, a.position, "");
    }
    if (index > 0) {
      line(lead.at, c_.cyan, "note", text);
      quote(lead.line, lead.at, "");
    } else {
      quote(lead.line, lead.at, text);
    }
    if (!lead.is_call) {
      if (!lead.further.empty()) note("called from " + chain(lead.further));
      return;
    }
    std::string within = "in what is called there: " + place(a.position);
    if (!lead.further.empty()) within += ", called from " + chain(lead.further);
    note(within);
    quote(a.source_line, a.position, "");
  }

  // Of calls, the ones at both ends where there are many.
  static std::string chain(const std::vector<Position>& calls) {
    constexpr std::size_t most = 3;
    std::vector<std::string> places;
    for (const Position& call : calls)
      places.push_back(place(call));
    if (places.size() > most) places = {places.front(), "..", places.back()};
    return fmt::format("{}", fmt::join(places, ", "));
  }

  void finding(const Finding& f) {
    const bool error = f.severity == FindingSeverity::error;
    const std::vector<Lead> first = leads(f);
    line(first.empty() ? Position{} : first.front().at, error ? c_.red : c_.magenta,
         to_string(f.severity), headline(f));
    for (std::size_t i = 0; i < f.accesses.size(); ++i)
      access(f, i, first[i], i > 0 && first[i].is_call && same_place(first[i].at, first[0].at));
    if (!f.witness.empty()) note("with " + witness_list(f.witness));
    if (!f.contents.empty()) note("depends on what the launch finds in " + quoted_list(f.contents));
    for (const std::string& value : f.depends_on)
      note("depends on: " + value);
    if (f.control_dependent || f.data_dependent) note(dependence(f));
    if (!f.order.empty()) note(f.order);
    if (!f.schedule.empty()) schedule(f.schedule);
    if (!f.launches.empty()) note("for the " + launches(f.launches));
    others(f);
    if (!f.suppressed.empty()) note("allowed in the source: " + f.suppressed);
    if (f.is_known) note("known from the baseline");
    if (f.occurrences > 1) note(fmt::format("{} like this one", plural(f.occurrences, "finding")));
    if (f.status == FindingStatus::confirmed && !f.message.empty() && f.schedule.empty())
      return; // it was run
    if (f.status == FindingStatus::confirmed)
      note("confirmed: running these values" + (f.why.empty() ? "" : " " + f.why) +
           " step by step reaches it");
    else
      note("possible: no run that was tried shows it" + (f.why.empty() ? "" : ": " + f.why));
    if (!f.suggestion.empty()) note("cannot happen with --assume '" + f.suggestion + "'");
    if (!f.repair.empty()) note(f.repair + " (heddle repair)");
    if (const std::string text = advice(f); !text.empty()) note(text);
  }

  void others(const Finding& f) {
    constexpr std::size_t most = 3;
    if (f.others.empty()) return;
    std::string text = fmt::format("{} of the same arrays:", plural_more(f.others.size(), "pair"));
    for (std::size_t i = 0; i < std::min(most, f.others.size()); ++i)
      text += (i == 0 ? " " : "; ") + f.others[i];
    if (f.others.size() > most) text += "; ..";
    note(text + " (--all-pairs tells each)");
  }

  void schedule(const std::vector<std::string>& steps) {
    const std::vector<std::string> table = schedule_table(steps);
    if (table.empty()) return note(fmt::format("schedule: {}", fmt::join(steps, "; ")));
    note("schedule, step by step:");
    for (const std::string& line : table)
      out_ += "      " + safe(line) + "\n";
  }

  // Where fewer are told than there are.
  std::string causes(const KernelResult& k, std::size_t errors) const {
    if (!style_.one_cause) return "";
    const auto told = static_cast<std::size_t>(
        std::ranges::count(fold_causes(k.findings), FindingSeverity::error, &Finding::severity));
    return told == errors ? "" : fmt::format(" of {}", plural(told, "cause"));
  }

  void verdict_line(const std::string& head, Verdict verdict, const std::string& rest) {
    const std::string& colour = verdict == Verdict::verified  ? c_.green
                                : verdict == Verdict::refuted ? c_.red
                                                              : c_.magenta;
    const std::string word = to_string(verdict);
    const bool fits = style_.width == 0 || columns(head) + 2 + word.size() <= style_.width;
    const std::size_t start = fits ? columns(head) + 1 : 4;
    const std::string text = wrapped(word + rest, style_.width, start, 4);
    out_ += fmt::format("{}{}{}{}{}{}{}{}\n", c_.bold, head, c_.reset, fits ? " " : "\n    ",
                        colour, word, c_.reset, text.substr(word.size()));
  }

  void verdict(const KernelResult& k) {
    std::size_t errors = 0, warnings = 0;
    for (const Finding& f : k.findings)
      ++(f.severity == FindingSeverity::error ? errors : warnings);
    std::vector<std::string> counts;
    if (errors) counts.push_back(plural(errors, "error") + causes(k, errors));
    if (warnings) counts.push_back(plural(warnings, "warning"));
    if (!k.unknowns.empty()) counts.push_back(plural(k.unknowns.size(), "open question"));
    std::string rest;
    if (outcome_of(k) == Outcome::needs_assumption) rest += ", needs an assumption";
    if (k.precondition) rest += " under " + printable(k.precondition->text);
    if (!counts.empty()) rest += fmt::format(" ({})", fmt::join(counts, ", "));
    rest += k.is_kept ? " (as before)" : fmt::format(" in {:.2f} s", k.stats.seconds);
    verdict_line(printable(k.file) + ": " + printable(k.kernel) + ":", k.verdict, rest);
    for (const LaunchResult& launch : k.launches)
      out_ += fmt::format("  {}\n",
                          wrapped(safe(launches(launch.places)) + ": " + to_string(launch.verdict),
                                  style_.width, 2, 4));
    if (k.precondition) precondition(*k.precondition);
    if (style_.stats) stats(k.stats);
    assumptions(k);
  }

  // What each part of it rules out, in a line.
  void precondition(const Precondition& under) {
    auto shown = under.without.begin();
    for (const Precondition::Condition& condition : under.conditions) {
      const std::string it = under.conditions.size() > 1 ? printable(condition.text) : "it";
      if (!condition.is_shown || shown == under.without.end()) {
        out_ += fmt::format("  whether {} is needed is not shown\n", it);
        continue;
      }
      const Finding& f = *shown++;
      out_ += fmt::format("  without {}: {}", it, headline(f));
      if (!f.accesses.empty()) out_ += " at " + place(f.accesses.front().position);
      if (!f.witness.empty()) out_ += ", with " + witness_list(f.witness);
      out_ += "\n";
    }
  }

  void stats(const KernelStats& of) {
    for (const auto& [name, value] : of.counters)
      out_ += fmt::format("  {:>14} {}\n", value, name);
    for (const auto& [name, seconds] : of.stages)
      out_ += fmt::format("  {:>12.3f} s {}\n", seconds, name);
  }

  void assuming(const std::string& text) {
    out_ += fmt::format("  assuming {}\n", wrapped(text, style_.width, 11, 4));
  }

  // What mattered for this kernel first; dimensions that are 1 unless somebody says otherwise share
  // a line.
  void assumptions(const KernelResult& k) {
    static const std::string by_default = " (default)";
    std::size_t told = 0;
    std::string ones, calls;
    for (const std::string& assumption : k.assumptions)
      if (style_.told && !style_.told->insert(assumption).second)
        ++told;
      else if (style_.told && assumption.ends_with(" == 1" + by_default))
        ones += (ones.empty() ? "" : ", ") +
                assumption.substr(0, assumption.size() - by_default.size());
      else
        assuming(safe(style_.told ? without_calls_told(brief_assumption(assumption), calls)
                                  : assumption));
    if (!ones.empty()) assuming(safe(ones) + by_default);
    if (told > 0)
      out_ +=
          fmt::format("  and {} told before (--verbose lists them)\n", plural(told, "assumption"));
  }
};

} // namespace

std::string to_text(const CheckResult& result, const TextStyle& style) {
  Writer writer(style);
  for (const KernelResult& kernel : result.kernels)
    writer.kernel(kernel);
  return writer.take();
}

std::string describe_finding(const Finding& finding) { return headline(finding); }

std::string describe_access(const Finding& finding, std::size_t index) {
  return describe(finding.accesses[index], finding.kind, index > 0);
}

std::string describe_what(const Finding& finding, std::size_t index) {
  return what_of(finding.accesses[index], finding.kind, index > 0);
}

std::string messages_to_text(const CheckResult& result, const TextStyle& style) {
  Writer writer(style);
  for (const Message& message : result.messages)
    writer.message(message);
  return writer.take();
}

} // namespace heddle::report
