// The files of examples/ get the verdict that their first line says.
#include "cli/process.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

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

} // namespace
} // namespace heddle::cli_test
