#include "report/json.hpp"
#include "report/kinds.hpp"
#include "report/read.hpp"

#include "unit/report/sample.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heddle::report {
namespace {

using nlohmann::json;

json rendered(const CheckResult& result) { return json::parse(to_json(result)); }

TEST(Json, HasEveryFieldOfARace) {
  CheckResult result;
  result.kernels = {sample_kernel()};
  const json expected = json::parse(R"({
    "version": 1,
    "kernels": [{
      "file": "tile.cu", "kernel": "transpose", "verdict": "refuted",
      "outcome": "bug",
      "findings": [{
        "id": "ec83b64197a8243b", "kind": "race", "scope": "block", "status": "confirmed", "severity": "error",
        "accesses": [
          {"file": "tile.cu", "line": 4, "column": 3, "access": "write", "array": "tile",
           "cell": "[0][3]", "thread": [3, 0, 0], "block": [1, 2, 0],
           "loops": [{"name": "k", "value": 1}, {"name": "j", "value": -2}],
           "inlined_at": [{"file": "tile.cu", "line": 9, "column": 5,
                           "source_line": "    put(tile, in);"},
                          {"file": "tile.cu", "line": 20, "column": 1,
                           "source_line": "fill(tile, in);"}],
           "source_line": "  tile[y][x] = in[k];"},
          {"file": "tile.cu", "line": 6, "column": 12, "access": "read", "array": "tile",
           "cell": "[0][3]", "thread": [4, 0, 0], "block": [1, 2, 0], "loops": [],
           "inlined_at": [], "source_line": "  out[k] = tile[x][y];"}],
        "witness": {"blockDim.x": 32, "blockDim.y": 8, "gridDim.x": 2, "n": 64},
        "depends_on": [], "contents": [], "control_dependent": false, "data_dependent": false,
        "suggestion": "", "why": ""}],
      "unknowns": [{"reason": "inline assembly", "file": "tile.cu", "line": 30, "column": 2,
                    "source_line": " asm(\"\");"}],
      "assumptions": ["in and out are distinct arrays"],
      "stats": {"seconds": 0.25, "peak_mb": 31.5, "solver_calls": 7}}],
    "errors": [], "notes": []})");
  EXPECT_EQ(rendered(result), expected);
}

TEST(Json, KeepsTheOrderOfKeysAndEndsInANewline) {
  const std::string text = to_json(sample_result());
  EXPECT_LT(text.find("\"version\""), text.find("\"kernels\""));
  EXPECT_LT(text.find("\"kernels\""), text.find("\"errors\""));
  EXPECT_EQ(text.back(), '\n');
}

TEST(Json, SpellsEveryEnumerator) {
  CheckResult result;
  KernelResult kernel;
  const std::vector<FindingKind> kinds{FindingKind::race, FindingKind::divergence,
                                       FindingKind::exited_threads, FindingKind::same_value_write,
                                       FindingKind::assertion};
  for (FindingKind kind : kinds) {
    Finding finding;
    finding.kind = kind;
    kernel.findings.push_back(finding);
  }
  kernel.findings[0].scope = FindingScope::warp;
  kernel.findings[1].scope = FindingScope::grid;
  kernel.findings[2].severity = FindingSeverity::warning;
  kernel.verdict = Verdict::unknown;
  result.kernels = {kernel};
  const json out = rendered(result)["kernels"][0];
  std::vector<std::string> spelled;
  for (const json& finding : out["findings"])
    spelled.push_back(finding["kind"]);
  EXPECT_EQ(spelled, (std::vector<std::string>{"race", "divergence", "exited-threads",
                                               "same-value-write", "assertion"}));
  EXPECT_EQ(out["findings"][0]["scope"], "warp");
  EXPECT_EQ(out["findings"][1]["scope"], "grid");
  EXPECT_EQ(out["findings"][2]["severity"], "warning");
  EXPECT_EQ(out["findings"][3]["status"], "possible");
  EXPECT_EQ(out["verdict"], "unknown");
}

TEST(Json, NamesWhatAPossibleFindingDependsOn) {
  CheckResult result;
  result.kernels = {sample_kernel()};
  Finding& finding = result.kernels[0].findings[0];
  finding.status = FindingStatus::possible;
  finding.depends_on = {"value of f(x) (a.cu:3:4)"};
  finding.why = "its value is not known";
  const json out = rendered(result)["kernels"][0]["findings"][0];
  EXPECT_EQ(out["status"], "possible");
  EXPECT_EQ(out["depends_on"], json::array({"value of f(x) (a.cu:3:4)"}));
  EXPECT_EQ(out["why"], "its value is not known");
}

TEST(Json, SeparatesErrorsFromNotes) {
  const json out = rendered(sample_result());
  EXPECT_EQ(out["errors"], json::parse(R"([{"severity": "error", "message": "cannot read it",
                                            "file": "gone.cu", "line": 0, "column": 0}])"));
  EXPECT_EQ(out["notes"], json::parse(R"([{"severity": "note", "message": "header not found",
                                           "file": "tile.cu", "line": 1, "column": 10,
                                           "source_line": "#include <x.h>"}])"));
}

TEST(Json, HoldsTheDumpOnlyWhenOneWasAskedFor) {
  CheckResult result;
  EXPECT_FALSE(rendered(result).contains("dump"));
  result.dump = "write a[0 .. +4]\n";
  EXPECT_EQ(rendered(result)["dump"], "write a[0 .. +4]\n");
}

// What a process of its own checked comes back by this text: every kind, every word.
TEST(Json, IsReadBackAsItWas) {
  CheckResult result = sample_result();
  int kinds_there_are = 0;
  for (; *to_string(static_cast<FindingKind>(kinds_there_are)) != 0; ++kinds_there_are) {
    Finding finding = result.kernels[0].findings[0];
    finding.kind = static_cast<FindingKind>(kinds_there_are);
    finding.scope = static_cast<FindingScope>(kinds_there_are % 3);
    finding.status = static_cast<FindingStatus>(kinds_there_are % 2);
    finding.severity = static_cast<FindingSeverity>(kinds_there_are / 2 % 2);
    result.kernels[0].findings.push_back(finding);
  }
  const std::string text = to_json(result);
  const auto read = read_report(text);
  ASSERT_TRUE(read);
  EXPECT_EQ(to_json(*read), text);
  EXPECT_EQ(kinds().size(), static_cast<std::size_t>(kinds_there_are));
}

TEST(Json, ReplacesBytesThatAreNotUtf8) {
  CheckResult result = sample_result();
  result.kernels[0].file = "caf\xe9.cu";
  EXPECT_EQ(rendered(result)["kernels"][0]["file"], "caf\xef\xbf\xbd.cu");
}

} // namespace
} // namespace heddle::report
