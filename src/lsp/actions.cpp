#include "lsp/actions.hpp"

#include "heddle/repair.hpp"
#include "lsp/diagnostics.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace heddle::lsp {

using nlohmann::json;

namespace {

constexpr double repair_seconds = 10;

std::string indentation(std::string_view line) {
  return std::string(line.substr(0, std::min(line.find_first_not_of(" \t"), line.size())));
}

json insertion(const Document& document, std::size_t line, const std::string& text) {
  const json at = {{"line", line}, {"character", 0}};
  const json edit = {{"range", {{"start", at}, {"end", at}}}, {"newText", text}};
  return {{"changes", {{document.uri, json::array({edit})}}}};
}

json action(const std::string& title, json edit) {
  return {{"title", title}, {"kind", "quickfix"}, {"edit", std::move(edit)}};
}

} // namespace

json edit_between(const std::string& before, const std::string& after) {
  const Lines a(before), b(after);
  std::size_t first = 0, last = 0;
  const std::size_t shorter = std::min(a.count(), b.count());
  while (first < shorter && a.line(first) == b.line(first))
    ++first;
  while (last < shorter - first && a.line(a.count() - 1 - last) == b.line(b.count() - 1 - last))
    ++last;
  std::string text;
  for (std::size_t i = first; i < b.count() - last; ++i)
    text += std::string(b.line(i)) + "\n";
  return {{"range",
           {{"start", {{"line", first}, {"character", 0}}},
            {"end", {{"line", a.count() - last}, {"character", 0}}}}},
          {"newText", text}};
}

json written_actions(const Document& document, const KernelResult& kernel, const Finding& finding) {
  json all = json::array();
  const Lines lines(document.text);
  const Position at = place_in(document.path, finding);
  const std::string name = kernel.kernel.substr(0, kernel.kernel.find('<'));
  if (!finding.suggestion.empty())
    for (const KernelText& k : kernels_in(document.text))
      if (k.name == name) {
        const std::size_t line = lines.line_of(k.begin);
        all.push_back(action("Assume '" + finding.suggestion + "'",
                             insertion(document, line,
                                       indentation(lines.line(line)) +
                                           "// heddle: assume=" + finding.suggestion + "\n")));
        break;
      }
  if (at.line > 0) {
    const std::string comment = indentation(lines.line(at.line - 1)) + "// heddle: allow " +
                                to_string(finding.kind) + " -- say here why this is right\n";
    all.push_back(action(std::string("Allow this ") + to_string(finding.kind) + ", with a reason",
                         insertion(document, at.line - 1, comment)));
  }
  return all;
}

std::string repaired_text(const project::Job& job, const std::string& text,
                          const std::string& kernel) {
  Options options = job.options;
  options.kernels = {kernel};
  RepairOptions repair;
  repair.seconds = repair_seconds;
  const RepairResult result = repair_text(job.path, text, options, repair);
  const bool found = !result.diff.empty() && !result.has_errors();
  return found && outcome(result) == RepairOutcome::repaired ? result.text : "";
}

std::optional<std::string> without_barrier(const std::string& text, std::size_t offset) {
  static constexpr std::array<std::string_view, 3> names{"__syncthreads", "__syncwarp", "sync"};
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  const std::string code = code_alone(text);
  std::size_t begin = offset, end = offset;
  while (begin > 0 && is_word(code[begin - 1]))
    --begin;
  while (end < code.size() && is_word(code[end]))
    ++end;
  const std::string word = code.substr(begin, end - begin);
  if (std::ranges::find(names, word) == names.end()) return std::nullopt;
  const std::size_t stop = code.find(';', end);
  if (stop == std::string::npos) return std::nullopt;
  while (begin > 0 && code[begin - 1] != ';' && code[begin - 1] != '{' && code[begin - 1] != '}' &&
         code[begin - 1] != '\n')
    --begin; // `block.` before it
  std::string without = text;
  for (std::size_t i = begin; i < stop; ++i)
    if (without[i] != '\n') without[i] = ' ';
  return without;
}

} // namespace heddle::lsp
