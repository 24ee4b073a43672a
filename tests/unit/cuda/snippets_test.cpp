// Kernels and the core that they become: snippets/*.txt. A case is a name behind `== `, the source,
// and behind `=>` the text of core (of all kernels), or a message behind `error:`. What the front
// end says otherwise is printed as it would have to stand there.
#include "unit/cuda/read_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace heddle::cuda {
namespace {

namespace fs = std::filesystem;

struct Snippet {
  std::string file, name, source, expected;
};

void PrintTo(const Snippet& s, std::ostream* out) { *out << s.file << ": " << s.name; }

std::vector<Snippet> read(const fs::path& path) {
  std::vector<Snippet> all;
  std::ifstream file(path);
  bool behind = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("== ")) {
      all.push_back({path.stem().string(), line.substr(3), "", ""});
      behind = false;
    } else if (line == "=>") {
      behind = true;
    } else if (!all.empty()) {
      (behind ? all.back().expected : all.back().source) += line + "\n";
    }
  }
  for (Snippet& s : all)
    while (s.expected.ends_with("\n\n"))
      s.expected.pop_back();
  return all;
}

std::vector<Snippet> all_snippets() {
  std::vector<fs::path> files;
  for (const auto& entry :
       fs::directory_iterator(fs::path(HEDDLE_SOURCE_DIR) / "tests/unit/cuda/snippets"))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<Snippet> all;
  for (const fs::path& file : files)
    for (Snippet& s : read(file))
      all.push_back(std::move(s));
  return all;
}

// Without the assumptions that every kernel has: those of a size, where there is no launch.
std::string without_defaults(const std::string& text) {
  std::istringstream lines(text);
  std::string kept;
  for (std::string line; std::getline(lines, line);)
    if (line.find("// default") == std::string::npos) kept += line + "\n";
  return kept;
}

std::string answer(const std::string& source) {
  Ctx ctx;
  const ReadText read = read_text(source, ctx);
  std::string text;
  for (const core::Kernel& kernel : read.kernels)
    text += without_defaults(core::to_string(kernel));
  // the file has another name in each run
  static const std::regex path("[^ ']*heddle-text-[0-9]+\\.cu");
  return std::regex_replace(text, path, "FILE") +
         (read.diagnostics.empty() ? "" : "error: " + read.diagnostics);
}

class Snippets : public testing::TestWithParam<Snippet> {};

TEST_P(Snippets, BecomeThisCore) { EXPECT_EQ(answer(GetParam().source), GetParam().expected); }

std::string test_name(const testing::TestParamInfo<Snippet>& info) {
  std::string name = info.param.file + "_" + info.param.name;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Files, Snippets, testing::ValuesIn(all_snippets()), test_name);

} // namespace
} // namespace heddle::cuda
