// C++ as Heddle reads it and as the host compiler does: functions of snippets/*.txt.
#include "host.hpp"
#include "judge.hpp"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <iostream>

namespace heddle::oracle {

namespace {

const std::string snippets = HEDDLE_SOURCE_DIR "/tests/oracle/semantics/snippets/";

std::vector<std::string> snippet_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(snippets))
    names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

std::string shown(const std::vector<int>& values) {
  std::string text;
  for (int v : values)
    text += (text.empty() ? "" : ", ") + std::to_string(v);
  return text;
}

struct Counts {
  std::size_t undecided = 0, unexpected = 0;
};

void compare(const Case& c, const SemanticsJudgement& judged, const std::vector<int>& values,
             Counts& counts) {
  const bool wrong = judged.agreement == Agreement::contradicts;
  const bool undecided = judged.agreement == Agreement::undecided;
  if (wrong && !c.wrong)
    ADD_FAILURE() << c.name << ": " << judged.why << " (the compiler: " << shown(values) << ")\n"
                  << c.text;
  if (wrong && c.wrong) std::cout << c.name << ": wrong, as marked: " << judged.why << "\n";
  if (!wrong && c.wrong) std::cout << c.name << ": marked as wrong, but it is not\n";
  if (undecided)
    std::cout << c.name << ": undecided" << (c.undecided ? "" : ", which is not marked") << ": "
              << judged.why << "\n";
  if (judged.agreement == Agreement::agrees && c.undecided)
    std::cout << c.name << ": marked as undecided (" << *c.undecided << "), but decided\n";
  counts.undecided += undecided;
  counts.unexpected += undecided && !c.undecided;
}

Counts compare(const std::vector<Case>& cases, const std::vector<std::vector<int>>& values) {
  const auto judgements = judge(cases, values);
  Counts counts;
  for (std::size_t i = 0; i < cases.size(); ++i)
    compare(cases[i], judgements[i], values[i], counts);
  std::cout << "undecided " << counts.undecided << " of " << cases.size() << ", not marked "
            << counts.unexpected << "\n";
  return counts;
}

} // namespace

class Semantics : public testing::TestWithParam<std::string> {};

TEST_P(Semantics, OfSnippets) {
  const auto cases = read_cases(snippets + GetParam() + ".txt");
  const HostValues host = run_on_host(cases);
  ASSERT_TRUE(host.error.empty()) << host.error.substr(0, 1000);
  ASSERT_EQ(host.values.size(), cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i)
    ASSERT_FALSE(host.values[i].empty()) << cases[i].name << " has no defined value";
  EXPECT_EQ(compare(cases, host.values).unexpected, 0U);
}

INSTANTIATE_TEST_SUITE_P(Files, Semantics, testing::ValuesIn(snippet_files()),
                         [](const auto& file) { return file.param; });

} // namespace heddle::oracle
