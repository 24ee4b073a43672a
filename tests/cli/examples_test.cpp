// The files of examples/ get the verdict that their first line says; README shows what is printed.
#include "cli/process.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <regex>

namespace heddle::cli_test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> example_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(HEDDLE_SOURCE_DIR "/examples"))
    if (entry.path().extension() == ".cu") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

class Examples : public testing::TestWithParam<std::string> {};

TEST_P(Examples, HaveTheVerdictTheySay) {
  const std::string path = std::string(HEDDLE_SOURCE_DIR "/examples/") + GetParam() + ".cu";
  std::string first;
  std::getline(std::ifstream(path), first);
  const std::string prefix = "// expected: ";
  ASSERT_TRUE(first.starts_with(prefix)) << first;
  const std::string expected = first.substr(prefix.size());
  const Finished got = run("heddle check '" + path + "'");
  EXPECT_NE(got.out.find(": " + expected), std::string::npos) << got.out << got.err;
  EXPECT_EQ(got.exit_code, expected == "verified" ? 0 : 1);
  if (expected == "refuted") {
    EXPECT_NE(got.out.find("note: confirmed"), std::string::npos) << got.out;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Examples, testing::ValuesIn(example_names()),
                         [](const auto& tested) { return tested.param; });

// Which of the values that race a witness has may change with the solver's time.
std::string without_numbers(const std::string& text) {
  return std::regex_replace(text, std::regex("[0-9]+"), "#");
}

TEST(Readme, ShowsWhatTheQuickStartPrints) {
  std::ifstream file(HEDDLE_SOURCE_DIR "/README.md");
  const std::string readme(std::istreambuf_iterator<char>(file), {});
  const std::string command = "$ ./heddlew check examples/transpose.cu\n";
  const std::size_t at = readme.find(command);
  ASSERT_NE(at, std::string::npos);
  const std::size_t begin = at + command.size();
  const std::string shown = readme.substr(begin, readme.find("```", begin) - begin);
  const Finished got = run("cd '" HEDDLE_SOURCE_DIR "' && heddle check examples/transpose.cu");
  EXPECT_EQ(without_numbers(got.out), without_numbers(shown));
}

} // namespace
// The debug information that places come from takes the common beginning of both folders off.
TEST(Examples, PathsAreKeptFromAFolderBeside) {
  const Finished got = run("cd '" HEDDLE_SOURCE_DIR "/docs' && heddle check '" HEDDLE_SOURCE_DIR
                           "/examples/transpose.cu'");
  EXPECT_EQ(got.exit_code, 1);
  EXPECT_TRUE(got.out.starts_with(HEDDLE_SOURCE_DIR "/examples/transpose.cu:19:46: error: "))
      << got.out;
  EXPECT_NE(got.out.find("   19 |"), std::string::npos) << got.out;
}

} // namespace heddle::cli_test
