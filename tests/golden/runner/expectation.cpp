#include "expectation.hpp"

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace heddle::golden {
namespace {

std::vector<std::string> words_of(const std::string& text, char separator = ' ') {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, separator);)
    if (!word.empty()) words.push_back(word);
  return words;
}

ExpectedFinding finding_of(const std::string& text) {
  const auto words = words_of(text);
  if (words.size() < 4 || words.size() > 5)
    throw std::runtime_error("finding: KIND STATUS SEVERITY M [N] expected, got: " + text);
  ExpectedFinding finding{words[0], words[1], words[2], {}, text};
  for (std::size_t i = 3; i < words.size(); i++)
    finding.places.push_back(words_of(words[i], '|'));
  return finding;
}

ExpectedUnknown unknown_of(const std::string& text) {
  const auto space = text.find(' ');
  return {words_of(text.substr(0, space), '|'),
          space == std::string::npos ? "" : text.substr(space + 1)};
}

ExpectedCell cell_of(const std::string& text) {
  const auto space = text.find(' ');
  if (space == std::string::npos) throw std::runtime_error("cell: M INDEX expected, got: " + text);
  return {words_of(text.substr(0, space), '|'), text.substr(space + 1)};
}

void read_header(const std::string& key, const std::string& value, Expectation& result) {
  if (key == "expect") result.verdicts = words_of(value, '|');
  if (key == "flags") result.flags = value;
  if (key == "finding") result.findings.push_back(finding_of(value));
  if (key == "unknown") result.unknowns.push_back(unknown_of(value));
  if (key == "cell") result.cells.push_back(cell_of(value));
  if (key == "assumes") result.assumes.push_back(value);
  if (key == "depends") result.depends.push_back(value);
  if (key == "suggests") result.suggests.push_back(value);
  if (key == "under") result.under.push_back(value);
  if (key == "more") result.more = value == "yes";
}

void check(const Expectation& result) {
  if (result.verdicts.empty()) throw std::runtime_error("no `// expect:` line");
  const auto known = [&](const MarkChoice& choice) {
    for (const auto& mark : choice)
      if (!result.lines.count(mark)) throw std::runtime_error("no line is marked " + mark);
  };
  for (const auto& finding : result.findings)
    for (const auto& place : finding.places)
      known(place);
  for (const auto& unknown : result.unknowns)
    known(unknown.place);
  for (const auto& cell : result.cells)
    known(cell.place);
}

} // namespace

bool Expectation::at(const MarkChoice& choice, unsigned line) const {
  for (const auto& mark : choice)
    if (lines.at(mark).count(line)) return true;
  return false;
}

Expectation read_expectation(const std::string& path) {
  static const std::regex header("^// ([a-z]+): (.*[^ ]) *$");
  static const std::regex mark("/\\*([A-Z]+)\\*/");
  Expectation result;
  std::ifstream file(path);
  const auto source = std::filesystem::path(path).replace_extension(".cu");
  result.in_source = path.ends_with(".ptx") && std::filesystem::exists(source);
  for (std::string line; std::getline(file, line);) {
    std::smatch match;
    if (std::regex_match(line, match, header)) read_header(match[1], match[2], result);
  }
  std::ifstream marked(result.in_source ? source.string() : path);
  std::string line;
  for (unsigned number = 1; std::getline(marked, line); number++)
    for (std::sregex_iterator it(line.begin(), line.end(), mark), end; it != end; ++it)
      result.lines[(*it)[1]].insert(number);
  check(result);
  return result;
}

} // namespace heddle::golden
