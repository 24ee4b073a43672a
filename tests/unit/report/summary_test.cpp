#include "report/summary.hpp"

#include "unit/report/sample.hpp"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

KernelResult open_kernel(const std::string& name, const std::vector<std::string>& reasons) {
  KernelResult kernel = sample_kernel();
  kernel.kernel = name;
  kernel.verdict = Verdict::unknown;
  kernel.findings.clear();
  kernel.unknowns.clear();
  for (const std::string& reason : reasons)
    kernel.unknowns.push_back({reason, {"tile.cu", 3, 1}});
  return kernel;
}

std::string commonest(const std::vector<KernelResult>& kernels) {
  CheckResult result;
  result.kernels = kernels;
  const std::string text = summary(result, {}, false);
  return text.substr(text.find("commonest open questions:\n"));
}

TEST(Summary, JoinsReasonsThatDifferInAPlaceOrATime) {
  const std::string races = "the solver did not decide whether this races with ";
  const std::string text =
      commonest({open_kernel("a", {races + "t.cu:3:5: timeout after 1 s",
                                   races + "itself in another thread: timeout after 0.5 s"}),
                 open_kernel("b", {races + "u.cuh:30:7: timeout after too many questions"}),
                 open_kernel("c", {"inline assembly in line 7"}),
                 open_kernel("d", {"inline assembly in line 12"})});
  EXPECT_NE(text.find("  2 kernels: " + races + "..: timeout\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  2 kernels: inline assembly in line ..\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("1 kernel"), std::string::npos) << text;
}

TEST(Summary, TellsAReasonInFullWhereThereIsOne) {
  const std::string reason =
      "the solver did not decide whether this races with t.cu:3:5: timeout after 1 s";
  EXPECT_NE(commonest({open_kernel("a", {reason})}).find("  1 kernel: " + reason + "\n"),
            std::string::npos);
}

TEST(Summary, TellsErrorsOfTheSourceFromWhatIsNotFollowed) {
  for (const char* reason : {"does not compile: expected ';' after expression",
                             "'f' does not compile: no member named 'f' in 'uint3'",
                             "'B', which does not compile: expected '}'",
                             "'size', of which a declaration may be missing: expected '>'"})
    EXPECT_NE(commonest({open_kernel("a", {reason})})
                  .find("an error of the source as the compiler sees it; if a header or macro is "
                        "missing: -I DIR, -D NAME\n"),
              std::string::npos)
        << reason;
  EXPECT_NE(commonest({open_kernel("a", {"recursion"})}).find("docs/verdicts.md"),
            std::string::npos);
}

TEST(Summary, CountsFilesThatWereNotChecked) {
  CheckResult result;
  result.kernels = {sample_kernel()};
  RunFacts facts;
  facts.failed = {{"gone.cu", "no such file", false}, {"tile.cu", "killed", true}};
  const std::string text = summary(result, facts, false);
  EXPECT_NE(text.find("(1 kernel in 1 file), 1 file not checked, 1 file not checked to the end"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("  gone.cu: no such file\n  tile.cu: killed\n"), std::string::npos) << text;
}

TEST(Summary, FitsTheTerminal) {
  CheckResult result;
  result.kernels = {open_kernel("a", {"something long that nobody could read in a line of forty"})};
  const std::string text = summary(result, {}, false, 40);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    EXPECT_LE(end - at, 40U) << text;
    at = end + 1;
  }
}

} // namespace
} // namespace heddle::report
