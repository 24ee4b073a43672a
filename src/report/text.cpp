#include "report/text.hpp"

#include "report/advice.hpp"
#include "report/brief.hpp"
#include "report/causes.hpp"
#include "report/identity.hpp"
#include "report/lead.hpp"
#include "report/mistakes.hpp"
#include "report/plural.hpp"
#include "report/same_place.hpp"
#include "report/schedule.hpp"
#include "report/snippet.hpp"
#include "report/table.hpp"
#include "report/words.hpp"
#include "report/wrap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace heddle::report {
namespace {

struct Palette {
  std::string bold, red, magenta, cyan, green, reset;
};

Palette palette(const TextStyle& style) {
  if (!style.colour) return {};
  return {"\033[1m", "\033[1;31m", "\033[1;35m", "\033[1;36m", "\033[1;32m", "\033[0m"};
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
      const std::string head = printable(k.file) + ": " + printable(k.kernel) + ":";
      out_ += fmt::format("{}{}{}{}\n", c_.bold, head, c_.reset,
                          behind(columns(head), "the same as of " + printable(*same)));
      return verdict(k);
    }
    for (const Finding& f : style_.one_cause ? fold_causes(k.findings) : k.findings)
      finding(f);
    open_questions(style_.told_findings ? without_consequences(k.unknowns) : k.unknowns);
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
      if (is_told(u)) continue;
      const bool is_of_time = u.reason.find("timeout after") != std::string::npos;
      if (!is_of_time || ++out_of_time == 1 || !style_.one_cause) unknown(u);
    }
    if (out_of_time == 0) return;
    note(out_of_time == 1 || !style_.one_cause
             ? "--effort high tries longer"
             : fmt::format("{} likewise (--all-pairs tells each); --effort high tries longer",
                           plural(out_of_time - 1, "question")));
  }

  // A mistake of the source that other kernels have told of goes below the verdict, in a line.
  bool is_told(const Unknown& u) {
    const std::optional<Mistake> mistake = style_.told_findings ? mistake_in(u) : std::nullopt;
    if (!mistake) return false;
    const auto [it, is_new] =
        style_.told_findings->try_emplace("mistake " + mistake->key, place(u.position));
    if (!is_new) told_mistakes_.insert(mistake->text + ", told at " + it->second);
    return !is_new;
  }

  // The instance of the same template that had the same findings and questions, if one had.
  const std::string* told_before(const KernelResult& k) {
    const std::string key = style_.told_findings ? instance_key(k) : "";
    if (key.empty()) return nullptr;
    const auto [it, is_new] = style_.told_findings->try_emplace(key, k.kernel);
    return is_new ? nullptr : &it->second;
  }

  static constexpr std::size_t table_at = 6; // columns, as the gutter of a quoted line

  // What is told of an access elsewhere.
  struct Told {
    bool same_call = false; // the line of the call, with the other access
    bool in_table = false;  // its loop variables
  };

  TextStyle style_;
  Palette c_;
  std::string out_;
  std::set<std::string> told_mistakes_; // that this kernel has

  // `text` behind a head of so many columns, or below it where not even the first word fits.
  std::string behind(std::size_t head, const std::string& text) const {
    constexpr std::size_t indent = 4;
    const std::string first = text.substr(0, text.find_first_of(" \n"));
    if (style_.width == 0 || head + 1 + columns(first) <= style_.width)
      return " " + wrapped(text, style_.width, head + 1, indent);
    return "\n" + std::string(indent, ' ') + wrapped(text, style_.width, indent, indent);
  }

  void line(const Position& at, const std::string& colour, const std::string& label,
            const std::string& text) {
    const std::string where = place(at);
    const std::size_t head = columns(where) + (where.empty() ? 0 : 2) + label.size() + 1;
    const std::string_view bold = label == "note" ? "" : std::string_view(c_.bold);
    out_ += fmt::format("{}{}{}{}{}:{}{}{}{}\n", c_.bold, where, where.empty() ? "" : ": ", colour,
                        label, c_.reset, bold, behind(head, text), bold.empty() ? "" : c_.reset);
  }

  void quote(const std::string& source_line, const Position& at, const std::string& label) {
    out_ += snippet(source_line, at.line, at.column, label, {c_.green, c_.reset, style_.width});
  }

  void note(const std::string& text) {
    out_ +=
        fmt::format("  {}note:{} {}\n", c_.cyan, c_.reset, wrapped(safe(text), style_.width, 8, 8));
  }

  void access(const Finding& f, std::size_t index, const Lead& lead, const Told& told) {
    const AccessReport& a = f.accesses[index];
    const std::string text = describe_access(f, index, !told.in_table);
    if (told.same_call) {
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
    if (!lead.further.empty())
      within += ", called from " + chain({lead.further.rbegin(), lead.further.rend()});
    note(within);
    quote(a.source_line, a.position, "");
  }

  // Of calls, innermost first, the ones at both ends where there are many.
  std::string chain(const std::vector<Position>& calls) const {
    constexpr std::size_t most = 3;
    std::vector<std::string> places;
    for (const Position& call : calls)
      places.push_back(place(call));
    if (places.size() > most && !style_.all_calls) places = {places.front(), "..", places.back()};
    return fmt::format("{}", fmt::join(places, ", "));
  }

  void finding(const Finding& f) {
    const bool error = f.severity == FindingSeverity::error;
    const std::vector<Lead> first = leads(f);
    line(first.empty() ? Position{} : first.front().at, error ? c_.red : c_.magenta,
         to_string(f.severity), describe_finding(f));
    const std::vector<std::string> values =
        witness_table(f, style_.width == 0 ? 0 : style_.width - std::min(style_.width, table_at));
    for (std::size_t i = 0; i < f.accesses.size(); ++i)
      access(f, i, first[i],
             {i > 0 && first[i].is_call && same_place(first[i].at, first[0].at), !values.empty()});
    table(values);
    if (!f.witness.empty()) note("with " + witness_list(f.witness));
    if (!f.contents.empty()) note("depends on what the launch finds in " + quoted_list(f.contents));
    for (const std::string& value : brief_dependences(f.depends_on))
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
    const std::string text = advice(f);
    if (!text.empty() && !(style_.explained && text.starts_with("heddle explain"))) note(text);
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
    this->table(table);
  }

  void table(const std::vector<std::string>& lines) {
    for (const std::string& of : lines)
      out_ += std::string(table_at, ' ') + safe(of) + "\n";
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
    const std::string word = to_string(verdict), text = behind(columns(head), word + rest);
    const std::size_t at = text.find(word), end = at + word.size();
    out_ += fmt::format("{}{}{}{}{}{}{}{}\n", c_.bold, head, c_.reset, text.substr(0, at), colour,
                        word, c_.reset, text.substr(end));
  }

  void verdict(const KernelResult& k) {
    std::size_t errors = 0, warnings = 0;
    for (const Finding& f : k.findings)
      ++(f.severity == FindingSeverity::error ? errors : warnings);
    std::vector<std::string> counts;
    if (errors) counts.push_back(plural(errors, "error") + causes(k, errors));
    if (warnings) counts.push_back(plural(warnings, "warning"));
    const std::size_t open =
        style_.told_findings ? without_consequences(k.unknowns).size() : k.unknowns.size();
    if (open) counts.push_back(plural(open, "open question"));
    std::string rest;
    if (outcome_of(k) == Outcome::needs_assumption) rest += ", needs an assumption";
    if (outcome_of(k) == Outcome::suspected) rest += ", suspected";
    if (k.precondition) rest += " under " + printable(k.precondition->text);
    if (!counts.empty()) rest += fmt::format(" ({})", fmt::join(counts, ", "));
    rest += k.is_kept ? " (as before)" : fmt::format(" in {:.2f} s", k.stats.seconds);
    verdict_line(printable(k.file) + ": " + printable(k.kernel) + ":", k.verdict, rest);
    for (const LaunchResult& launch : k.launches)
      out_ += fmt::format("  {}\n",
                          wrapped(safe(launches(launch.places)) + ": " + to_string(launch.verdict),
                                  style_.width, 2, 4));
    for (const std::string& mistake : std::exchange(told_mistakes_, {}))
      out_ += fmt::format("  {}\n", wrapped(safe(mistake), style_.width, 2, 4));
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
      out_ += fmt::format("  without {}: {}", it, describe_finding(f));
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

  // What mattered for this kernel first; of one launch, and of dimensions that are 1 unless
  // somebody says otherwise, together.
  void assumptions(const KernelResult& k) {
    static const std::string by_default = " (default)";
    std::size_t told = 0;
    std::string ones;
    std::vector<std::string> others;
    for (const std::string& assumption : k.assumptions)
      if (style_.told && !style_.told->insert(assumption).second)
        ++told;
      else if (style_.told && assumption.ends_with(" == 1" + by_default))
        ones += (ones.empty() ? "" : ", ") +
                assumption.substr(0, assumption.size() - by_default.size());
      else
        others.push_back(assumption);
    for (const std::string& text : style_.told ? brief_assumptions(others) : others)
      assuming(safe(text));
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

std::string messages_to_text(const CheckResult& result, const TextStyle& style) {
  Writer writer(style);
  for (const Message& message : result.messages)
    writer.message(message);
  return writer.take();
}

} // namespace heddle::report
