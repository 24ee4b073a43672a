#include "report/html/html.hpp"

#include "report/advice.hpp"
#include "report/causes.hpp"
#include "report/html/page.hpp"
#include "report/html/picture.hpp"
#include "report/identity.hpp"
#include "report/kinds.hpp"
#include "report/lead.hpp"
#include "report/markup.hpp"
#include "report/plural.hpp"
#include "report/table.hpp"
#include "report/words.hpp"
#include "report/written.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <map>
#include <set>

namespace heddle::report {
namespace {

constexpr unsigned lines_around = 3;
constexpr std::size_t most_quoted = 120; // of a line beside the text
using enum Outcome;
constexpr std::array order{bug,     needs_assumption, suspected, undecided,
                           excused, verified_under,   warned,    verified};

const char* name_of(Outcome outcome, std::size_t count = 1) {
  if (count != 1 && outcome == bug) return "bugs";
  if (count != 1 && outcome == needs_assumption) return "need an assumption";
  return outcome == needs_assumption ? "needs an assumption"
         : outcome == warned         ? "verified with warnings"
         : outcome == verified_under ? "verified under a precondition"
                                     : to_string(outcome);
}

// As the start of one; names of commands stay as they are.
std::string sentence(std::string text) {
  if (!text.empty() && !text.starts_with("heddle "))
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

class Page {
public:
  Page(const CheckResult& result, const RunFacts& facts) : result_(result), facts_(facts) {}

  std::string write() {
    for (const KernelResult& kernel : result_.kernels)
      ++counts_[outcome_of(kernel)];
    out_ += page_start();
    head();
    out_ += "<main>\n";
    for (const Outcome outcome : order) // what matters first
      for (const KernelResult& kernel : result_.kernels)
        if (outcome_of(kernel) == outcome) one(kernel, outcome);
    messages();
    return out_ + "</main>\n" + page_end();
  }

private:
  void head() {
    out_ += "<header><h1>Heddle</h1><p>";
    out_ += fmt::format("{} in {}, {:.1f} s", plural(result_.kernels.size(), "kernel"),
                        plural(facts_.files, "file"), facts_.seconds);
    if (!facts_.why_cut.empty())
      out_ +=
          fmt::format(" <strong class=\"bad\">incomplete: {}</strong>", escaped(facts_.why_cut));
    out_ += "</p>\n<nav aria-label=\"filters\">";
    for (const Outcome outcome : order)
      if (const std::size_t count = counts_[outcome])
        out_ += fmt::format("<button data-outcome=\"{0}\" aria-pressed=\"{3}\" class=\"{0}\">{1} "
                            "{2}</button>",
                            to_string(outcome), count, name_of(outcome, count),
                            outcome == verified && counts_.size() > 1 ? "false" : "true");
    out_ +=
        "<input id=\"search\" type=\"search\" placeholder=\"file or kernel ( / )\" "
        "aria-label=\"file or kernel\">"
        "<span class=\"small\">j, k: next and previous &nbsp; Enter: open</span></nav></header>\n";
  }

  void one(const KernelResult& kernel, Outcome outcome) {
    out_ += fmt::format(
        "<details class=\"kernel\" data-outcome=\"{}\" data-name=\"{}\"><summary>"
        "<span class=\"badge {}\">{}</span> <b>{}</b> <span class=\"file\">{}</span> "
        "<span class=\"small seconds\">{:.2f} s</span></summary>\n",
        to_string(outcome), escaped(kernel.kernel + " " + kernel.file), to_string(outcome),
        name_of(outcome), escaped(kernel.kernel), escaped(kernel.file), kernel.stats.seconds);
    if (kernel.precondition) one(*kernel.precondition);
    for (const Finding& finding : fold_causes(kernel.findings))
      one(finding);
    for (const Unknown& unknown : kernel.unknowns)
      out_ += fmt::format("<section class=\"open\"><h3>Not decided</h3><p>{}</p><p "
                          "class=\"file\">{}</p>{}</section>\n",
                          escaped(unknown.reason), escaped(place(unknown.position)),
                          source({{unknown.position, "first", unknown.source_line}}));
    if (!kernel.assumptions.empty()) {
      out_ += fmt::format("<details class=\"assumptions\"><summary>{} assumptions</summary><ul>",
                          kernel.assumptions.size());
      for (const std::string& assumption : kernel.assumptions)
        out_ += fmt::format("<li>{}</li>", escaped(assumption));
      out_ += "</ul></details>\n";
    }
    out_ += "</details>\n";
  }

  void one(const Precondition& under) {
    out_ += fmt::format("<section><h3>Verified under <code>{}</code></h3>", escaped(under.text));
    for (const Precondition::Condition& condition : under.conditions)
      if (!condition.is_shown)
        out_ +=
            fmt::format("<p>Not shown to be needed: <code>{}</code></p>", escaped(condition.text));
    out_ += "</section>\n";
    for (const Finding& finding : under.without)
      one(finding);
  }

  void one(const Finding& finding) {
    const bool sure = finding.status == FindingStatus::confirmed;
    out_ += fmt::format("<section class=\"finding {}\"><h3>{}</h3>\n",
                        finding.severity == FindingSeverity::warning ? "warning" : "error",
                        escaped(describe_finding(finding)));
    if (!finding.suppressed.empty())
      out_ += fmt::format("<p>allowed in the source: {}</p>", escaped(finding.suppressed));
    std::vector<Mark> marks;
    const std::vector<Lead> first = leads(finding);
    for (std::size_t i = 0; i < finding.accesses.size(); ++i) {
      const AccessReport& access = finding.accesses[i];
      const char* kind = i == 0 ? "first" : "second";
      out_ += fmt::format("<p><span class=\"key {}\"></span> {} <span class=\"file\">{}</span></p>",
                          kind, escaped(describe_access(finding, i)), escaped(place(first[i].at)));
      marks.push_back({first[i].at, kind, first[i].line});
      if (first[i].is_call)
        out_ += fmt::format("<p class=\"small\">in what is called there: {} <code>{}</code></p>",
                            escaped(place(access.position)),
                            escaped(access.source_line.substr(0, most_quoted)));
      for (const Position& call : first[i].further)
        out_ += fmt::format("<p class=\"small\">called from {}</p>", escaped(place(call)));
    }
    out_ += source(marks) + picture(finding) + table(finding);
    if (!finding.order.empty()) out_ += fmt::format("<p>{}</p>", escaped(finding.order));
    out_ += fmt::format("<p>{}</p>",
                        sure ? "Confirmed: running these values step by step reaches it."
                             : "Possible: no run that was tried shows it: " + escaped(finding.why));
    if (!finding.suggestion.empty())
      out_ += fmt::format("<p>Cannot happen with <code>--assume '{}'</code></p>",
                          escaped(finding.suggestion));
    if (!finding.repair.empty())
      out_ +=
          fmt::format("<p>{} (<code>heddle repair</code>).</p>", escaped(sentence(finding.repair)));
    if (const std::string what = advice(finding); !what.empty())
      out_ += fmt::format("<p>{}.</p>", escaped(sentence(what)));
    if (!finding.others.empty()) {
      out_ += fmt::format("<details><summary>{} more of this cause</summary><ul>",
                          finding.others.size());
      for (const std::string& other : finding.others)
        out_ += fmt::format("<li class=\"file\">{}</li>", escaped(other));
      out_ += "</ul></details>";
    }
    for (const KindText& kind : kinds())
      if (kind.kind == finding.kind)
        out_ +=
            fmt::format("<details><summary>What this means</summary><p>{}</p><p>{}</p></details>",
                        marked_up(kind.meaning), marked_up(kind.repair));
    out_ += "</section>\n";
  }

  struct Mark {
    Position at;
    std::string kind;
    std::string line; // where the file is not there
  };

  // The lines around each mark, a file after the other; gaps are dots.
  std::string source(const std::vector<Mark>& marks) {
    std::map<std::string, std::map<unsigned, std::vector<const Mark*>>> shown;
    for (const Mark& mark : marks) {
      if (mark.at.line == 0) continue;
      auto& lines = shown[mark.at.file];
      const unsigned first = mark.at.line > lines_around ? mark.at.line - lines_around : 1;
      for (unsigned n = first; n <= mark.at.line + lines_around; ++n)
        if (n == mark.at.line || n <= text_of(mark.at.file).size()) lines[n];
      lines[mark.at.line].push_back(&mark);
    }
    std::string out;
    for (const auto& [file, lines] : shown) {
      if (shown.size() > 1) out += fmt::format("<p class=\"file\">{}</p>", escaped(file));
      out += "<pre tabindex=\"0\">";
      unsigned before = 0;
      for (const auto& [number, here] : lines) {
        if (before != 0 && number != before + 1) out += "<span class=\"gap\">  ...</span>\n";
        out += line(file, number, here);
        before = number;
      }
      out += "</pre>\n";
    }
    return out;
  }

  std::string line(const std::string& file, unsigned number,
                   const std::vector<const Mark*>& marks) {
    const std::vector<std::string>& all = text_of(file);
    const std::string text = number <= all.size() ? all[number - 1]
                             : marks.empty()      ? ""
                                                  : marks[0]->line;
    std::vector<const Mark*> sorted = marks;
    std::ranges::sort(sorted, {}, [](const Mark* m) { return m->at.column; });
    std::string out;
    std::size_t at = 0;
    for (const Mark* mark : sorted) {
      const std::size_t start = mark->at.column > 0 ? mark->at.column - 1 : 0;
      const bool is_of_both = std::ranges::any_of(sorted, [&](const Mark* other) {
        return other->at.column == mark->at.column && other->kind != mark->kind;
      });
      if (start < at || start >= text.size()) continue;
      const std::size_t end = std::max(end_of_place(text, start, "[("), start + 1);
      out += escaped(text.substr(at, start - at)) +
             fmt::format("<mark class=\"{}\">{}</mark>", is_of_both ? "both" : mark->kind,
                         escaped(text.substr(start, end - start)));
      at = end;
    }
    out += escaped(text.substr(at));
    return fmt::format("<span class=\"line{}\"><span class=\"number\">{:>5}</span> {}</span>\n",
                       marks.empty() ? "" : " marked", number, out);
  }

  const std::vector<std::string>& text_of(const std::string& file) {
    const auto [it, is_new] = texts_.try_emplace(file);
    if (is_new) {
      std::ifstream in(file, std::ios::binary);
      for (std::string text; std::getline(in, text);) {
        if (text.ends_with('\r')) text.pop_back();
        it->second.push_back(std::move(text));
      }
    }
    return it->second;
  }

  static std::string table(const Finding& finding) {
    std::string out = "<div class=\"wide\"><table><tr><th></th>";
    for (std::size_t i = 0; i < finding.accesses.size(); ++i)
      out += fmt::format("<th>{}</th>", escaped(describe_what(finding, i)));
    const auto row = [&](const std::string& name, const auto& of) {
      out += fmt::format("</tr>\n<tr><th>{}</th>", escaped(name));
      for (const AccessReport& access : finding.accesses)
        out += fmt::format("<td>{}</td>", escaped(of(access)));
    };
    const auto triple = [](const auto& t) { return fmt::format("({}, {}, {})", t[0], t[1], t[2]); };
    row("thread", [&](const AccessReport& a) { return triple(a.thread); });
    row("block", [&](const AccessReport& a) { return triple(a.block); });
    if (!finding.accesses.empty() && !finding.accesses[0].array.empty())
      row("cell", [](const AccessReport& a) { return a.array + a.cell; });
    for (const LoopRow& loop : loop_rows(finding)) {
      out += fmt::format("</tr>\n<tr><th>{}</th>", escaped(loop.name));
      for (const std::optional<std::int64_t>& value : loop.values)
        out += fmt::format("<td>{}</td>", value ? std::to_string(*value) : "");
    }
    for (const auto& [name, value] : finding.witness)
      out += fmt::format("</tr>\n<tr><th>{}</th><td colspan=\"{}\">{}</td>", escaped(name),
                         std::max<std::size_t>(1, finding.accesses.size()), to_string(value));
    return out + "</tr></table></div>\n";
  }

  void messages() {
    if (result_.messages.empty()) return;
    out_ += "<section class=\"messages\"><h2>Messages</h2><ul>";
    for (const Message& message : result_.messages)
      out_ += fmt::format("<li><span class=\"file\">{}</span> {}: {}</li>",
                          escaped(place(message.position)), escaped(message.severity),
                          escaped(message.text));
    out_ += "</ul></section>\n";
  }

  const CheckResult& result_;
  const RunFacts& facts_;
  std::map<Outcome, std::size_t> counts_;
  std::map<std::string, std::vector<std::string>> texts_;
  std::string out_;
};

} // namespace

std::string to_html(const CheckResult& result, const RunFacts& facts) {
  return Page(result, facts).write();
}

} // namespace heddle::report
