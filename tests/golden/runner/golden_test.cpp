// Runs the heddle binary on every kernel below tests/golden and compares its JSON answer with the
// kernel's header comment (README.md there). One test per file.
#include "expectation.hpp"
#include "formula.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sys/wait.h>

namespace heddle::golden {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path root = fs::path(HEDDLE_SOURCE_DIR) / "tests/golden";

struct Answer {
  int exit_code = -1;
  std::string text;
};

// The command runs in the kernel's folder, so that paths in the output are short. What
// takes 40 seconds of the processor, or hangs, ends with an exit code that no expectation allows. A
// query has thrice the usual time, that a slow or busy machine gives the same answers.
Answer run_heddle(const fs::path& file, const std::string& flags) {
  const bool has_limit = flags.find("--timeout") != flags.npos;
  const bool is_ptx = file.extension() == ".ptx";
  const std::string command = "cd '" + file.parent_path().string() +
                              "' && ulimit -t 40 && timeout 200 '" + HEDDLE_BINARY + "' " +
                              (is_ptx ? "ptx" : "check") + " --format json " +
                              (has_limit || is_ptx ? "" : "--timeout 30 ") + flags + " '" +
                              file.filename().string() + "' 2>/dev/null";
  Answer answer;
  FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return answer;
  std::array<char, 4096> buffer{};
  for (std::size_t n; (n = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    answer.text.append(buffer.data(), n);
  const int status = pclose(pipe);
  answer.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return answer;
}

std::string verdict_of(int exit_code) {
  switch (exit_code) {
  case 0:
    return "verified";
  case 1:
    return "refuted";
  case 2:
    return "error";
  case 3:
    return "unknown";
  default:
    return "exit code " + std::to_string(exit_code);
  }
}

// The line that marks are compared with; 0: the compiler names none.
unsigned line_of(const Expectation& expect, const json& place) {
  if (!expect.in_source) return place.at("line");
  return place.contains("source") ? place.at("source").at("line").get<unsigned>() : 0;
}

std::vector<unsigned> lines_of(const Expectation& expect, const json& finding) {
  std::vector<unsigned> lines;
  for (const auto& access : finding.at("accesses"))
    lines.push_back(line_of(expect, access));
  return lines;
}

bool fits(const Expectation& expect, const ExpectedFinding& wanted, const json& finding) {
  if (finding.at("kind") != wanted.kind || finding.at("severity") != wanted.severity) return false;
  if (wanted.status != "any" && finding.at("status") != wanted.status) return false;
  const auto lines = lines_of(expect, finding);
  const auto at = [&](std::size_t place, std::size_t access) {
    return access < lines.size() && expect.at(wanted.places[place], lines[access]);
  };
  if (wanted.places.size() == 1) return at(0, 0) || at(0, 1);
  return (at(0, 0) && at(1, 1)) || (at(1, 0) && at(0, 1));
}

std::string describe(const Expectation& expect, const json& finding) {
  std::string text = finding.at("kind").get<std::string>() + " " +
                     finding.at("status").get<std::string>() + " " +
                     finding.at("severity").get<std::string>() + " at lines";
  for (unsigned line : lines_of(expect, finding))
    text += " " + std::to_string(line);
  return text;
}

void check_findings(const Expectation& expect, const std::vector<json>& findings) {
  for (const auto& wanted : expect.findings)
    EXPECT_TRUE(std::any_of(findings.begin(), findings.end(),
                            [&](const json& finding) { return fits(expect, wanted, finding); }))
        << "missing: " << wanted.text;
  for (const auto& finding : findings) {
    const bool told =
        std::any_of(expect.findings.begin(), expect.findings.end(),
                    [&](const auto& wanted) { return fits(expect, wanted, finding); });
    EXPECT_TRUE(told || expect.more) << "not expected: " << describe(expect, finding);
    if (expect.verdicts.front() == "verified") {
      EXPECT_NE(finding.at("severity"), "error");
    }
  }
}

// What is told of a run belongs together: in these iterations the thread comes to this cell.
void check_cells(const Expectation& expect, const std::vector<json>& findings) {
  for (const auto& [place, formula] : expect.cells) {
    bool found = false;
    for (const auto& finding : findings)
      for (const auto& access : finding.at("accesses")) {
        if (finding.at("status") != "confirmed" || !expect.at(place, line_of(expect, access)))
          continue;
        found = true;
        std::map<std::string, std::int64_t> names;
        for (std::size_t axis = 0; axis < 3; ++axis)
          for (const std::string of : {"thread", "block"})
            names[of + "Idx." + "xyz"[axis]] = access.at(of).at(axis);
        for (const auto& loop : access.at("loops"))
          names[loop.at("name")] = loop.at("value");
        EXPECT_EQ(access.at("cell"), "[" + std::to_string(evaluate(formula, names)) + "]")
            << formula << " in " << access.at("loops");
      }
    EXPECT_TRUE(found) << "no confirmed access of a cell: " << formula;
  }
}

bool contains(const json& text, const std::string& part) {
  return text.get<std::string>().find(part) != std::string::npos;
}

void check_texts(const Expectation& expect, const json& kernels) {
  std::vector<json> unknowns, assumptions, depends, suggestions;
  for (const auto& kernel : kernels) {
    for (const auto& unknown : kernel.at("unknowns"))
      unknowns.push_back(unknown);
    for (const auto& assumption : kernel.at("assumptions"))
      assumptions.push_back(assumption);
    for (const auto& finding : kernel.at("findings")) {
      suggestions.push_back(finding.at("suggestion"));
      for (const char* key : {"depends_on", "contents"})
        for (const auto& name : finding.at(key))
          depends.push_back(name);
    }
  }
  for (const auto& wanted : expect.unknowns)
    EXPECT_TRUE(std::any_of(unknowns.begin(), unknowns.end(),
                            [&](const json& unknown) {
                              return contains(unknown.at("reason"), wanted.reason) &&
                                     expect.at(wanted.place, line_of(expect, unknown));
                            }))
        << "missing unknown: " << wanted.reason;
  for (const auto& [texts, wanted] :
       {std::pair(assumptions, expect.assumes), std::pair(depends, expect.depends),
        std::pair(suggestions, expect.suggests)})
    for (const auto& part : wanted)
      EXPECT_TRUE(std::any_of(texts.begin(), texts.end(),
                              [&](const json& text) { return contains(text, part); }))
          << "missing text: " << part;
}

// Each precondition that is told is shown to be needed, by a finding that is confirmed.
void check_preconditions(const Expectation& expect, const json& kernels) {
  std::vector<std::string> found;
  for (const auto& kernel : kernels) {
    if (!kernel.contains("precondition")) continue;
    const json& precondition = kernel.at("precondition");
    found.push_back(precondition.at("text"));
    EXPECT_EQ(kernel.at("verdict"), "verified");
    EXPECT_EQ(kernel.at("outcome"), "verified-under");
    for (const auto& condition : precondition.at("conditions"))
      EXPECT_TRUE(condition.at("shown")) << condition.at("text");
    for (const auto& finding : precondition.at("without"))
      EXPECT_EQ(finding.at("status"), "confirmed");
  }
  if (expect.under.empty()) return;
  EXPECT_EQ(found, expect.under == std::vector<std::string>{"none"} ? std::vector<std::string>{}
                                                                    : expect.under);
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, AnswersAsExpected) {
  const fs::path file = root / GetParam();
  const Expectation expect = read_expectation(file.string());
  const Answer answer = run_heddle(file, expect.flags);
  const std::string verdict = verdict_of(answer.exit_code);
  EXPECT_TRUE(std::count(expect.verdicts.begin(), expect.verdicts.end(), verdict))
      << "expected " << expect.verdicts.front() << ", got " << verdict;
  if (answer.exit_code == 2) return; // nothing was checked
  const json result = json::parse(answer.text, nullptr, false);
  ASSERT_FALSE(result.is_discarded()) << "no JSON: " << answer.text;
  std::vector<json> findings;
  for (const auto& kernel : result.at("kernels"))
    for (const auto& finding : kernel.at("findings"))
      findings.push_back(finding);
  check_findings(expect, findings);
  check_cells(expect, findings);
  check_texts(expect, result.at("kernels"));
  check_preconditions(expect, result.at("kernels"));
  if (HasFailure()) std::printf("%s\n", answer.text.c_str());
}

std::vector<std::string> kernel_files() {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    // Each test is a process of its own, which makes this list: no symbolic links are resolved.
    const fs::path& path = entry.path();
    const fs::path extension = path.extension();
    const auto compiled = [&] { return fs::exists(fs::path(path).replace_extension(".ptx")); };
    if (extension == ".ptx" || (extension == ".cu" && !compiled()))
      files.push_back(path.lexically_relative(root).string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Test names may hold letters, digits and underscores: acceptance/scan.cu is acceptance_scan.
std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = fs::path(info.param).replace_extension().string();
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Files, Golden, testing::ValuesIn(kernel_files()), test_name);

} // namespace
} // namespace heddle::golden
