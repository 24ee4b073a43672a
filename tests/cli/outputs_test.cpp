// Reports for other programs: SARIF, JUnit; explanations; runs that are cut short.
#include "cli/kernels.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>
#include <tuple>

namespace heddle::cli_test {
namespace {

using nlohmann::json;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

json sarif_run(const std::string& arguments) {
  const Finished got = run("heddle check " + arguments + " --format sarif");
  const json report = json::parse(got.out);
  EXPECT_EQ(report.at("version"), "2.1.0");
  EXPECT_EQ(report.at("runs").size(), 1U);
  return report.at("runs").at(0);
}

// Every result refers to a rule, and has a message and a place, as the standard demands.
void expect_sound(const json& sarif) {
  std::vector<std::string> rules;
  for (const json& rule : sarif.at("tool").at("driver").at("rules")) {
    rules.push_back(rule.at("id"));
    EXPECT_FALSE(rule.at("shortDescription").at("text").get<std::string>().empty());
  }
  for (const json& result : sarif.at("results")) {
    EXPECT_EQ(std::ranges::count(rules, result.at("ruleId").get<std::string>()), 1) << result;
    EXPECT_FALSE(result.at("message").at("text").get<std::string>().empty());
    EXPECT_EQ(result.at("locations").size(), 1U);
    EXPECT_TRUE(result.at("kind") == "fail" || !result.contains("level")) << result;
  }
}

TEST(Sarif, HasBothAccessesAndTheThreadsWays) {
  const json sarif = sarif_run(racy() + " " + unsupported() + " " + clean());
  expect_sound(sarif);
  const json& race = sarif.at("results").at(0);
  EXPECT_EQ(race.at("ruleId"), "race");
  EXPECT_EQ(race.at("level"), "error");
  EXPECT_EQ(race.at("relatedLocations").size(), 2U);
  const json& flows = race.at("codeFlows").at(0).at("threadFlows");
  ASSERT_EQ(flows.size(), 2U);
  EXPECT_NE(flows.at(0).at("id"), flows.at(1).at("id"));
  const json& where = race.at("locations").at(0).at("physicalLocation");
  EXPECT_EQ(where.at("artifactLocation").at("uri"), "racy.cu");
  EXPECT_EQ(where.at("region").at("startLine"), 2);
  EXPECT_EQ(where.at("region").at("snippet").at("text"),
            "  a[0] = threadIdx.x + threadIdx.z + blockIdx.x;");
  EXPECT_EQ(race.at("partialFingerprints").at("heddle/v1").get<std::string>().size(), 16U);
  EXPECT_FALSE(race.contains("baselineState"));
  EXPECT_EQ(sarif.at("results").back().at("kind"), "open");
}

// A helper of a library is no place to look at first.
TEST(Sarif, LeadsWithTheLineOfTheKernel) {
  file("store.cuh", "__device__ void store(int *p, int v) { *p = v; }\n");
  file("calls.cu", "#include \"store.cuh\"\n"
                   "__global__ void k(int *a) {\n  store(a, threadIdx.x);\n}\n");
  const json race = sarif_run("calls.cu").at("results").at(0);
  const auto place = [](const json& location) {
    const json& at = location.at("physicalLocation");
    return at.at("artifactLocation").at("uri").get<std::string>() + ":" +
           std::to_string(at.at("region").at("startLine").get<int>());
  };
  EXPECT_EQ(place(race.at("locations").at(0)), "calls.cu:3");
  ASSERT_EQ(race.at("relatedLocations").size(), 4U);
  EXPECT_EQ(place(race.at("relatedLocations").at(1)), "store.cuh:1");
}

TEST(Sarif, CountsColumnsInCharactersAndEscapesNames) {
  file("a b.cu", "__global__ void k(int *a) { /* \xc3\xa4\xc3\xa4 */ a[0] = threadIdx.x; }\n");
  const json where = sarif_run("'a b.cu'").at("results").at(0).at("locations").at(0);
  EXPECT_EQ(where.at("physicalLocation").at("artifactLocation").at("uri"), "a%20b.cu");
  EXPECT_EQ(where.at("physicalLocation").at("region").at("startColumn"), 38);
}

TEST(Sarif, SaysWhatIsAllowedAndWhatIsKnown) {
  file("allowed.cu", "__global__ void k(int *a) {\n"
                     "  a[0] = threadIdx.x; // heddle: allow race -- any\n}\n");
  const json one = sarif_run("allowed.cu").at("results").at(0);
  EXPECT_EQ(one.at("suppressions").at(0).at("justification"), "any");
  racy();
  run("heddle check racy.cu --format json > before.json");
  for (const std::string name : {"racy.cu", "allowed.cu"})
    EXPECT_EQ(sarif_run(name + " --baseline before.json").at("results").at(0).at("baselineState"),
              name == "racy.cu" ? "unchanged" : "new");
}

TEST(Sarif, OffersTheAssumptionThatHelpsAsAFix) {
  file("loads.cu", "__global__ void scatter(int* out, const int* perm) {\n"
                   "  out[perm[threadIdx.x]] = threadIdx.x;\n}\n");
  const json report = sarif_run("loads.cu --block 64 --grid 1");
  const json& result = report.at("results").at(0);
  if (!result.contains("fixes")) return; // no assumption was found: nothing to check
  const json& change = result.at("fixes").at(0).at("artifactChanges").at(0);
  const std::string text =
      change.at("replacements").at(0).at("insertedContent").at("text").get<std::string>();
  file("repaired.cu", text + "__global__ void scatter(int* out, const int* perm) {\n"
                             "  out[perm[threadIdx.x]] = threadIdx.x;\n}\n");
  EXPECT_EQ(run("heddle check repaired.cu --block 64 --grid 1").exit_code, 0) << text;
}

// Two barriers are missing, each behind three pairs of accesses and more.
std::string stencil(const std::string& head) {
  return head + "__global__ void stencil(int *out, const int *in) {\n"
                "  __shared__ int s[66];\n  int t = threadIdx.x;\n"
                "  s[t + 1] = in[t]; /* \xc3\xa4 */\n"
                "  int a = s[t], b = s[t + 1], c = s[t + 2];\n"
                "  out[t] = a + b + c;\n}\n";
}

TEST(Sarif, HasAResultForEachCauseWithTheBarrierAsAFix) {
  file("stencil.cu", stencil(""));
  const json sarif = sarif_run("stencil.cu --block 64 --grid 1");
  expect_sound(sarif);
  ASSERT_EQ(sarif.at("results").size(), 1U) << sarif.dump(1);
  const json& race = sarif.at("results").at(0);
  EXPECT_EQ(race.at("relatedLocations").size(), 3U);
  const std::string text = race.at("message").at("text");
  EXPECT_TRUE(contains(text, "; the other: [read in line 5](1)")) << text;
  EXPECT_TRUE(contains(text, "1 more pair of the same cause: [read in line 5](2)")) << text;
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(race.at("relatedLocations").at(i).at("id"), i);
  const json& fix = race.at("fixes").at(0);
  EXPECT_EQ(fix.at("description").at("text"), "a barrier behind line 4 orders this");
  const json& change = fix.at("artifactChanges").at(0).at("replacements");
  ASSERT_EQ(change.size(), 1U);
  EXPECT_EQ(change.at(0).at("deletedRegion").at("startLine"), 4);
  EXPECT_EQ(change.at(0).at("deletedRegion").at("startColumn"), 28); // characters, not bytes
  EXPECT_EQ(change.at(0).at("insertedContent").at("text"), "\n  __syncthreads();");
  EXPECT_FALSE(
      sarif_run("stencil.cu --block 64 --grid 1 --no-hints").at("results").at(0).contains("fixes"));
}

// A body without braces gets them along with the barrier: all of the fix together.
TEST(Sarif, HasFixesThatHoldWhenTheyAreApplied) {
  file("bare.cu", "__global__ void sum(float *out, const float *in) {\n  __shared__ float s[256];\n"
                  "  s[threadIdx.x] = in[threadIdx.x];\n  __syncthreads();\n"
                  "  for (int d = 128; d > 0; d /= 2)\n"
                  "    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];\n"
                  "  if (threadIdx.x == 0) *out = s[0];\n}\n");
  const json sarif = sarif_run("bare.cu --block 256 --grid 1");
  std::set<std::tuple<int, int, std::string>> insertions;
  for (const json& result : sarif.at("results"))
    for (const json& one : result.at("fixes").at(0).at("artifactChanges").at(0).at("replacements"))
      insertions.emplace(one.at("deletedRegion").at("startLine"),
                         one.at("deletedRegion").at("startColumn"),
                         one.at("insertedContent").at("text"));
  ASSERT_FALSE(insertions.empty());
  std::vector<std::string> lines;
  std::istringstream text(run("cat bare.cu").out);
  for (std::string line; std::getline(text, line);)
    lines.push_back(line);
  for (auto it = insertions.rbegin(); it != insertions.rend(); ++it)
    lines.at(std::get<0>(*it) - 1).insert(std::get<1>(*it) - 1, std::get<2>(*it));
  std::string repaired;
  for (const std::string& line : lines)
    repaired += line + "\n";
  file("repaired.cu", repaired);
  EXPECT_EQ(run("heddle check repaired.cu --block 256 --grid 1").exit_code, 0) << repaired;
}

TEST(Sarif, HasOneResultForInstancesOfATemplate) {
  file("instances.cu", stencil("template <int N> ") +
                           "int main() {\n  stencil<1><<<1, 64>>>(nullptr, nullptr);\n"
                           "  stencil<2><<<1, 64>>>(nullptr, nullptr);\n}\n");
  const json sarif = sarif_run("instances.cu");
  ASSERT_EQ(sarif.at("results").size(), 1U);
  const std::string text = sarif.at("results").at(0).at("message").at("text");
  EXPECT_TRUE(text.starts_with("stencil<1>: ") && text.ends_with("; the same in stencil<2>"))
      << text;
}

TEST(Json, NamesEachFindingAndItsCause) {
  file("stencil.cu", stencil(""));
  const json report =
      json::parse(run("heddle check stencil.cu --block 64 --grid 1 --format json").out);
  const json& findings = report.at("kernels").at(0).at("findings");
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_NE(findings.at(0).at("id"), findings.at(1).at("id"));
  const bool first = findings.at(1).contains("cause");
  EXPECT_EQ(findings.at(first ? 1 : 0).at("cause"), findings.at(first ? 0 : 1).at("id"));
  EXPECT_FALSE(findings.at(first ? 0 : 1).contains("cause"));
  run("heddle check stencil.cu --block 64 --grid 1 --format json > s.json");
  const std::string second = findings.at(1).at("id");
  const Finished told = run("heddle explain " + second + " s.json");
  EXPECT_TRUE(contains(told.out, "(1 error)")) << told.out;
}

TEST(JUnit, HasACaseForEachKernel) {
  const Finished got =
      run("heddle check " + racy() + " " + clean() + " " + unsupported() + " --format junit");
  EXPECT_EQ(got.exit_code, 1);
  file("junit.xml", got.out);
  const Finished read = run("python3 -c 'import xml.etree.ElementTree as e\n"
                            "for c in e.parse(\"junit.xml\").iter(\"testcase\"): "
                            "print(c.get(\"name\"), [x.tag for x in c])'");
  EXPECT_EQ(read.out, "racy ['failure']\nclean []\nopaque ['skipped', 'system-out']\n") << got.out;
}

// Also of a loop that has no variable.
TEST(Text, HasTheIterationsOfBothThreadsSideBySide) {
  file("endless.cu", "__global__ void endless(int *out, const int *in, int n) {\n"
                     "  __shared__ int s[256];\n"
                     "  int t = threadIdx.x, sum = 0;\n"
                     "  for (;;) {\n"
                     "    s[t] = in[t];\n"
                     "    __syncthreads();\n"
                     "    sum += s[t ^ 1];\n"
                     "    if (sum > n) break;\n"
                     "  }\n"
                     "  out[t] = sum;\n"
                     "}\n");
  const std::string out = run("heddle check endless.cu --block 2 --grid 1").out;
  const std::size_t table = out.find("\n                          thread (");
  ASSERT_NE(table, std::string::npos) << out;
  EXPECT_NE(out.find("\n      iteration (line 4)  ", table), std::string::npos) << out;
  EXPECT_NE(out.find("\n      access              read of s[", table), std::string::npos) << out;
}

TEST(Text, HasTheTripsOfLoopsThatAreWrittenOut) {
  // what the thread keeps in `own` is known only trip by trip
  file("trips.cu", "__global__ void k(int *out) {\n"
                   "  __shared__ int s[300];\n"
                   "  int own[4];\n"
                   "  for (int i = 0; i < 4; ++i) own[i] = out[threadIdx.x + i];\n"
                   "  for (int k = 0; k < out[0]; ++k)\n"
                   "    for (int i = 0; i < 4; ++i)\n"
                   "      s[threadIdx.x + i] = own[i] + threadIdx.x;\n"
                   "}\n");
  const Finished got = run("heddle check trips.cu --block 64 --grid 1");
  EXPECT_TRUE(std::regex_search(got.out,
                                std::regex("\n +thread .*\n +k  .*\n +i +[0-3] +[0-3]\n +access ")))
      << got.out;
}

TEST(Explain, TellsEveryKind) {
  const Finished all = run("heddle explain --help");
  EXPECT_EQ(all.exit_code, 0);
  for (const char* kind : {"race", "divergence", "exited-threads", "same-value-write", "assertion",
                           "deadlock", "count", "barrier-id", "recycling", "alignment", "lapped",
                           "leftover", "unordered-flag", "proxy"}) {
    const Finished got = run(std::string("heddle explain ") + kind);
    EXPECT_EQ(got.exit_code, 0) << kind;
    EXPECT_GT(std::ranges::count(got.out, '\n'), 4) << kind;
    std::istringstream lines(got.out);
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(line.size(), 80U) << kind << ": " << line;
    EXPECT_TRUE(contains(all.out, std::string("  ") + kind + " ")) << kind;
  }
  EXPECT_EQ(run("heddle explain rice").exit_code, 2);
  EXPECT_TRUE(contains(run("heddle explain assert").err, "did you mean 'assertion'?"));
}

TEST(Explain, TellsOneFindingOfAReport) {
  racy();
  run("heddle check racy.cu --format json > r.json");
  const std::string id =
      json::parse(run("cat r.json").out).at("kernels").at(0).at("findings").at(0).at("id");
  const Finished got = run("heddle explain " + id + " r.json");
  EXPECT_EQ(got.exit_code, 0) << got.err;
  EXPECT_TRUE(contains(got.out, "racy.cu:2:3: error: data race on 'a'")) << got.out;
  EXPECT_TRUE(contains(got.out, "race: data race\n")) << got.out;
  EXPECT_FALSE(contains(got.out, "heddle explain race")) << got.out; // that is what follows
  EXPECT_EQ(run("heddle explain " + id.substr(0, 6) + " r.json").out, got.out);
  EXPECT_EQ(run("heddle explain 0123456789abcdef r.json").exit_code, 2);
  EXPECT_TRUE(contains(run("heddle explain race r.json").err, "'heddle explain race' tells this"));
  run("heddle check racy.cu " +
      file("racy2.cu", "__global__ void other(int *a) {\n"
                       "  a[0] = threadIdx.x; }\n") +
      " --format json > two.json");
  EXPECT_TRUE(contains(run("heddle explain '' two.json").err, " findings whose id begins with"));
}

// The examples of explanations mean what they are said to.
TEST(Explain, HasExamplesThatAreSo) {
  for (const std::string kind : {"race", "divergence", "exited-threads", "same-value-write",
                                 "assertion", "deadlock", "count", "barrier-id", "recycling",
                                 "alignment", "lapped", "leftover", "unordered-flag", "proxy"}) {
    const std::string text = run("heddle explain " + kind).out;
    std::string code;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      const std::string line = text.substr(at, end - at);
      if (line.starts_with("    ")) code += line.substr(4) + "\n";
      at = end + 1;
    }
    file("example.cu", code);
    const json report = json::parse(run("heddle check example.cu --format json").out);
    ASSERT_EQ(report.at("kernels").size(), 1U) << kind << "\n" << code;
    EXPECT_TRUE(
        std::ranges::any_of(report.at("kernels").at(0).at("findings"),
                            [&](const json& finding) { return finding.at("kind") == kind; }))
        << kind << "\n"
        << code;
  }
}

// One array, and two barriers that are missing: two bugs.
TEST(Text, TellsCausesByTheBarrierThatOrdersThem) {
  file("two.cu",
       "__global__ void k(float *a, const float *b, int n) {\n  __shared__ float s[256];\n"
       "  int t = threadIdx.x;\n  for (int i = 0; i < n; ++i) {\n    s[t] = b[i * 256 + t];\n"
       "    float v = s[(t + 1) % 256];\n    __syncthreads();\n    s[255 - t] = v;\n"
       "    a[i * 256 + t] = s[(t + 7) % 256];\n    __syncthreads();\n  }\n}\n");
  const std::string out = run("heddle check two.cu --block 256 --grid 1").out;
  EXPECT_TRUE(contains(out, "two.cu: k: refuted (2 errors)")) << out;
  EXPECT_TRUE(contains(out, "a barrier behind line 5 orders this")) << out;
  EXPECT_TRUE(contains(out, "a barrier behind line 8 orders this")) << out;
}

TEST(Text, TellsPairsOfOneCauseOnce) {
  file("pairs.cu", "__global__ void k(int *a) {\n  a[0] = threadIdx.x;\n  a[0] = threadIdx.x + 1;\n"
                   "  a[0] = threadIdx.x + 2;\n}\n");
  const Finished got = run("heddle check pairs.cu --block 64 --grid 1");
  const Finished all = run("heddle check pairs.cu --block 64 --grid 1 --all-pairs");
  const auto errors = [](const std::string& text) {
    std::size_t count = 0;
    for (auto at = text.find(": error: "); at != std::string::npos;
         at = text.find(": error: ", at + 1))
      ++count;
    return count;
  };
  EXPECT_EQ(errors(got.out), 2U) << got.out; // of one statement, and of two
  EXPECT_GT(errors(all.out), 3U) << all.out;
  EXPECT_TRUE(contains(got.out, std::to_string(errors(all.out) - 4) + " more pairs of the same"))
      << got.out;
  EXPECT_TRUE(contains(got.out, std::to_string(errors(all.out)) + " errors of 2 causes)"));
  EXPECT_FALSE(contains(all.out, "cause)")) << all.out;
}

TEST(Outputs, NameValuesAsTheSourceDoes) {
  file("named.cu", "__global__ void k(float *a, const float *b, int n) {\n"
                   "  __shared__ float sum;\n"
                   "  for (int i = 0; i < n; ++i) a[i * 64 + threadIdx.x] = 0;\n"
                   "  for (int i = 0; i < n; ++i, b += 64) sum = b[threadIdx.x] + i;\n"
                   "}\n");
  const std::string out = run("heddle check named.cu --block 32").out;
  EXPECT_NE(out.find("write of sum by thread"), std::string::npos) << out;
  EXPECT_NE(out.find("at i = 0"), std::string::npos) << out;
  EXPECT_EQ(out.find('#'), std::string::npos) << out;
}

TEST(Outputs, TellsWhatNoBarrierOrdersApart) {
  file("counter.cu", "__global__ void k(int *a) {\n  __shared__ int c;\n"
                     "  if (threadIdx.x == 0) c = 0;\n  if (a[threadIdx.x] > 0) c++;\n}\n");
  const Finished got = run("heddle check counter.cu --no-hints");
  EXPECT_TRUE(contains(got.out, "counter.cu:3:27: error: data race on 'c'")) << got.out;
  EXPECT_TRUE(contains(got.out, "counter.cu:4:28: error: data race on 'c'")) << got.out;
}

TEST(Text, SaysWhichKernelsNeedAnAssumption) {
  file("rest.cu", "__global__ void k(int *a, int n) {\n  a[threadIdx.x * n] = threadIdx.x;\n}\n");
  const std::string out = run("heddle check rest.cu --grid 1").out;
  EXPECT_TRUE(contains(out, "rest.cu: k: refuted, needs an assumption (1 error)")) << out;
  EXPECT_TRUE(contains(run("heddle check " + racy()).out, ": refuted (1 error)"));
}

TEST(Text, TellsEachAssumptionOnce) {
  file("twice.cu", "__global__ void a(int *x, int *y) { x[threadIdx.x] = y[threadIdx.x]; }\n"
                   "__global__ void b(int *x, int *y) { x[threadIdx.x] = y[threadIdx.x]; }\n");
  const Finished got = run("heddle check twice.cu --block 64 --grid 1");
  const std::string line = "assuming distinct pointers point to distinct arrays";
  const auto first = got.out.find(line);
  ASSERT_NE(first, std::string::npos) << got.out;
  EXPECT_EQ(got.out.find(line, first + 1), std::string::npos) << got.out;
  EXPECT_TRUE(contains(got.out, "told before (--verbose lists them)")) << got.out;
  const Finished verbose = run("heddle check twice.cu --block 64 --grid 1 --verbose");
  EXPECT_NE(verbose.out.find(line, verbose.out.find(line) + 1), std::string::npos);
}

TEST(Text, IsColouredWhereAsked) {
  racy();
  EXPECT_TRUE(contains(run("heddle check racy.cu --color always").out, "\x1b"));
  EXPECT_FALSE(contains(run("heddle check racy.cu --color never").out, "\x1b"));
}

// In the background, where a function of the shell would be a process between.
const std::string program = HEDDLE_BINARY_DIR "/bin/heddle";

// A kernel that takes a while, and one that does not.
std::string slow() {
  std::string text = "__global__ void slow(int *a, int n, int m) {\n"
                     "  int x = threadIdx.x;\n";
  for (int i = 0; i < 40; ++i)
    text += "  if ((x * n + " + std::to_string(i) + ") % m == n * x % (m + " + std::to_string(i) +
            ")) a[x * n * m % (n + " + std::to_string(i) + ")] = x;\n";
  return file("slow.cu", text + "}\n");
}

TEST(CutShort, TheTimeLimitEndsARun) {
  const Finished got = run("heddle check " + clean() + " " + slow() + " -j2 --time-limit 1.5");
  EXPECT_EQ(got.exit_code, 3) << got.out << got.err;
  EXPECT_TRUE(contains(got.out, "clean.cu: clean: verified")) << got.out;
  EXPECT_TRUE(contains(got.out, "incomplete: the time limit of 1.5 s is over; not checked to the "
                                "end: 1 file\n  slow.cu\n"))
      << got.out;
  const json report =
      json::parse(run("heddle check clean.cu slow.cu -j2 --time-limit 1.5 --format json").out);
  EXPECT_EQ(report.at("incomplete").at("not_checked"), json({"slow.cu"}));
  EXPECT_EQ(run("heddle check slow.cu --time-limit 0.5").exit_code, 3); // nothing was checked
}

TEST(CutShort, TheLimitOfAKernelLeavesItOpen) {
  const std::string both = "heddle check " + clean() + " " + slow() + " -j2 --kernel-limit ";
  const Finished got = run(both + "1.5");
  EXPECT_NE(got.exit_code, 0) << got.out << got.err;
  EXPECT_TRUE(contains(got.out, "clean.cu: clean: verified")) << got.out;
  EXPECT_TRUE(contains(got.out, "slow.cu:1:17: unknown: the time for this kernel is spent"))
      << got.out;
  EXPECT_TRUE(contains(got.out, "a larger --kernel-limit gives it more")) << got.out;
  EXPECT_FALSE(contains(got.out, "incomplete")) << got.out;
  const Finished none = run(both + "0.000001");
  EXPECT_EQ(none.exit_code, 3) << none.out << none.err;
  EXPECT_TRUE(contains(none.out, "2 undecided (2 kernels in 2 files)")) << none.out;
}

// Its races are found at once; what else there is takes seconds.
TEST(CutShort, WhatIsFoundWithinTheLimitOfAKernelStays) {
  file("bitonic.cu", R"(
__global__ void bitonic(unsigned *values) {
  extern __shared__ unsigned s[];
  const unsigned t = threadIdx.x;
  s[t] = values[blockIdx.x * blockDim.x + t];
  for (unsigned k = 2; k <= blockDim.x; k *= 2)
    for (unsigned j = k / 2; j > 0; j /= 2) {
      const unsigned other = t ^ j;
      if (other > t && ((t & k) == 0 ? s[t] > s[other] : s[t] < s[other])) {
        const unsigned value = s[t];
        s[t] = s[other];
        s[other] = value;
      }
    }
  values[blockIdx.x * blockDim.x + t] = s[t];
}
)");
  const Finished got = run("heddle check bitonic.cu --no-hints --kernel-limit 1");
  EXPECT_EQ(got.exit_code, 1) << got.out << got.err;
  EXPECT_TRUE(contains(got.out, "error: ")) << got.out;
}

TEST(CutShort, AnInterruptEndsARunAtOnce) {
  const Finished got = run("start=$(date +%s); { " + program + " check " + clean() + " " + slow() +
                           " -j2 & p=$!; sleep 1.5; kill -INT $p; wait $p; echo code $?; };"
                           " [ $(($(date +%s) - start)) -lt 8 ] && echo at once");
  EXPECT_TRUE(contains(got.out, "clean.cu: clean: verified")) << got.out << got.err;
  EXPECT_TRUE(contains(got.out, "incomplete: interrupted")) << got.out;
  EXPECT_TRUE(contains(got.out, "code 130\nat once")) << got.out;
}

// Sent to the program and to its group, as timeout(1) does: that is one.
TEST(CutShort, ASignalThatComesTwiceLosesNothing) {
  const Finished got = run(program + " check " + clean() + " " + slow() +
                           " -j2 & p=$!; sleep 1.5; kill -TERM $p; sleep 0.05; kill -TERM $p;"
                           " wait $p; echo code $?");
  EXPECT_TRUE(contains(got.out, "clean.cu: clean: verified")) << got.out << got.err;
  EXPECT_TRUE(contains(got.out, "incomplete: interrupted")) << got.out;
  EXPECT_TRUE(contains(got.out, "code 130")) << got.out;
}

// Who cannot wait for the report either sends another one.
TEST(CutShort, ALaterSignalEndsTheProgram) {
  const Finished got = run("mkfifo held; exec 3<>held; " + program + " check " + clean() +
                           " - <&3 & p=$!; sleep 1; kill -TERM $p; sleep 1; kill -TERM $p;"
                           " wait $p; echo code $?");
  EXPECT_TRUE(contains(got.out, "code 143") || contains(got.out, "code 130")) << got.out;
}

TEST(CutShort, AClosedPipeEndsARunAtOnce) {
  const Finished got = run("start=$(date +%s); heddle check " + racy() + " " + slow() +
                           " -j2 | head -1; [ $(($(date +%s) - start)) -lt 8 ] && echo at once");
  EXPECT_TRUE(contains(got.out, "at once")) << got.out;
}

TEST(Text, TellsEqualFindingsOfInstancesOnce) {
  file("instances.cu",
       "template <int N> __global__ void fill(int *a) { a[0] = threadIdx.x + N; }\n"
       "template <int N> __global__ void good(int *a) { a[threadIdx.x] = N; }\n"
       "int main() {\n  fill<1><<<1, 32>>>(nullptr);\n  fill<2><<<1, 32>>>(nullptr);\n"
       "  good<1><<<1, 32>>>(nullptr);\n  good<2><<<1, 32>>>(nullptr);\n}\n");
  const Finished got = run("heddle check instances.cu");
  EXPECT_EQ(got.exit_code, 1);
  EXPECT_EQ(count(got.out, "data race on 'a'"), 1U) << got.out;
  EXPECT_EQ(count(got.out, "fill<2>: the same as of fill<1>"), 1U) << got.out;
  EXPECT_EQ(count(got.out, "refuted (1 error)"), 2U) << got.out;
  EXPECT_EQ(count(run("heddle check instances.cu --verbose").out, "data race on 'a'"), 2U);
}

// Of a terminal, as script(1) is one to what it runs.
TEST(Text, FitsTheTerminal) {
  file("wide.cu", "__global__ void wide(int *a, int n) {\n  if (n > 100000 && n < 200000 && n != "
                  "150000 && n != 150001) a[0] = threadIdx.x; // and so on, and so on\n}\n");
  if (run("command -v script").exit_code != 0) GTEST_SKIP() << "there is no script(1)";
  const Finished got = run("script -qec 'stty cols 60; " + program +
                           " check wide.cu --color never' /dev/null | tr -d '\\r' > seen; "
                           "awk 'length > 60' seen; cat seen >&2");
  EXPECT_EQ(got.out, "") << got.err;
  EXPECT_TRUE(contains(got.err, "...")) << got.err; // of the source line
  EXPECT_TRUE(contains(got.err, "data race on 'a'")) << got.err;
}

TEST(Text, TellsATerminalHowFarItIsAlsoInOneFile) {
  if (run("command -v script").exit_code != 0) GTEST_SKIP() << "there is no script(1)";
  const Finished got = run("script -qec 'TERM=xterm " + program + " check " + slow() +
                           " --time-limit 2.5' /dev/null");
  EXPECT_TRUE(contains(got.out, "[0/1] 0 findings")) << got.out;
  EXPECT_FALSE(contains(run("heddle check slow.cu --time-limit 1.5").err, "[0/1]")); // a pipe
}

TEST(Text, SaysWhatToDoWhereNothingWasFound) {
  file("advice.cu", "__global__ void all(int *a) { a[0] = threadIdx.x; }\n"
                    "__global__ void half(int *a) { if (threadIdx.x < 7) __syncthreads(); }\n");
  const std::string out = run("heddle check advice.cu --block 64 --grid 1").out;
  EXPECT_TRUE(contains(out, "no barrier orders one statement of two threads")) << out;
  EXPECT_TRUE(contains(out, "all threads of the block have to come to this barrier")) << out;
}

TEST(Text, SaysWhatMakesAWarningAnError) {
  file("same.cu", "__global__ void same(int *a) { a[0] = 1; }\n");
  const Finished got = run("heddle check same.cu --grid 1");
  EXPECT_EQ(got.exit_code, 0);
  EXPECT_TRUE(contains(got.out, "heddle explain same-value-write says why this is a warning; "
                                "--strict-writes makes it an error"))
      << got.out;
  EXPECT_EQ(run("heddle check same.cu --grid 1 --strict-writes").exit_code, 1);
}

TEST(Text, SaysWhatToDoWhereOneKernelIsOpen) {
  file("open.cu", "typedef void (*Step)(int *);\n"
                  "__global__ void k(int *a, Step *steps) { steps[0](a); __syncthreads(); }\n");
  const Finished got = run("heddle check open.cu");
  EXPECT_EQ(got.exit_code, 3);
  EXPECT_TRUE(contains(got.out, "what to do: docs/verdicts.md says what is followed")) << got.out;
}

TEST(Text, SaysWhatTheCompilerRefuses) {
  const Finished got =
      run("heddle check --grid 1 " +
          file("syntax.cu", "__global__ void k(int *a) {\n  a[threadIdx.x] = 1\n}\n"));
  EXPECT_EQ(got.exit_code, 3);
  EXPECT_TRUE(contains(got.out, "syntax.cu:2:21: unknown: does not compile: expected ';'"))
      << got.out;
  EXPECT_TRUE(contains(got.out, "what to do: an error of the source as the compiler sees it"))
      << got.out;
}

TEST(Text, TellsAMistakeOfTheSourceOnce) {
  const Finished got =
      run("heddle check --grid 1 " +
          file("undeclared.cu", "__device__ int help(int i) { return i + SIZE; }\n"
                                "__global__ void k1(int *a) { a[threadIdx.x] = help(1); }\n"
                                "__global__ void k2(int *a) { a[threadIdx.x] = help(2); }\n"
                                "__global__ void k3(int *a) { a[threadIdx.x] = SIZE; }\n"
                                "__global__ void k4(int *a, SIZE b) { a[threadIdx.x] = 1; }\n"));
  EXPECT_EQ(got.exit_code, 3);
  EXPECT_EQ(count(got.out, "unknown: "), 1U) << got.out;
  EXPECT_TRUE(contains(got.out, "k1: unknown (1 open question)")) << got.out;
  EXPECT_TRUE(contains(got.out, "k3: unknown (1 open question) in ")) << got.out;
  EXPECT_EQ(count(got.out, "\n  use of undeclared identifier 'SIZE', told at undeclared.cu:1:41\n"),
            2U)
      << got.out;
  EXPECT_TRUE(contains(got.out, "commonest open questions:\n"
                                "  4 kernels: use of undeclared identifier 'SIZE'\n"
                                "    a header or macro is missing: -I DIR, -D NAME\n"
                                "    leaves open: k1, k2, k3, k4\n"))
      << got.out;
  // all of it
  EXPECT_EQ(count(run("heddle check --grid 1 --verbose undeclared.cu").out, "unknown: "), 6U);
}

TEST(Text, FollowsCallsFromTheInnermostOne) {
  file("calls.cu", "__device__ void put(int *a) { a[0] = threadIdx.x; }\n"
                   "__device__ void inner(int *a) { put(a); }\n"
                   "__device__ void outer(int *a) { inner(a); }\n"
                   "__global__ void k(int *a) { outer(a); }\n");
  const std::string out = run("heddle check calls.cu --grid 1").out;
  EXPECT_TRUE(contains(out, "calls.cu:1:36, called from calls.cu:2:33, calls.cu:3:33")) << out;
}

TEST(Text, HasAllCallsOfAChainWhereAsked) {
  file("chain.cu", "__device__ void a(int *p) { p[0] = threadIdx.x; }\n"
                   "__device__ void b(int *p) { a(p); }\n"
                   "__device__ void c(int *p) { b(p); }\n"
                   "__device__ void d(int *p) { c(p); }\n"
                   "__device__ void e(int *p) { d(p); }\n"
                   "__global__ void k(int *p) { e(p); }\n");
  const std::string out = run("heddle check chain.cu --grid 1").out;
  EXPECT_TRUE(contains(out, "called from chain.cu:2:29, .., chain.cu:5:29")) << out;
  const std::string all = run("heddle check chain.cu --grid 1 --verbose").out;
  EXPECT_TRUE(contains(all, "called from chain.cu:2:29, chain.cu:3:29, chain.cu:4:29, "
                            "chain.cu:5:29"))
      << all;
}

TEST(Text, SaysWhatIsOnlySuspected) {
  file("suspect.cu", "__global__ void k(int *a) {\n  int i;\n"
                     "  if (threadIdx.x % 2) i = threadIdx.x;\n  a[i] = threadIdx.x;\n}\n");
  const std::string out = run("heddle check suspect.cu --grid 1").out;
  EXPECT_TRUE(contains(out, "k: refuted, suspected (1 error)")) << out;
}

TEST(Text, SaysWhoHasToCome) {
  file("who.cu", R"(__global__ void lanes() { if (threadIdx.x < 7) __syncwarp(); }
__global__ void warps() {
  if (threadIdx.x < 32) asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
}
__global__ void lane(unsigned *a) {
  if (threadIdx.x < 7) asm volatile("tcgen05.wait::ld.sync.aligned;");
}
)");
  const std::string out = run("heddle check who.cu --block 128 --grid 1 --arch sm_100a").out;
  EXPECT_TRUE(contains(out, "all lanes of the warp that it names have to come to this barrier"))
      << out;
  EXPECT_TRUE(contains(out, "all threads of a warpgroup make 'setmaxnreg.dec.sync.aligned.u32' "
                            "together, or none"))
      << out;
  EXPECT_TRUE(contains(out, "all lanes of a warp make 'tcgen05.wait::ld.sync.aligned' together"))
      << out;
  EXPECT_FALSE(contains(out, "threads of the block")) << out;
}

TEST(Text, FoldsDefaults) {
  const std::string line =
      "  assuming blockDim.y == 1, blockDim.z == 1, gridDim.y == 1, gridDim.z == 1 (default)\n";
  EXPECT_NE(run("heddle check " + clean()).out.find(line), std::string::npos);
  EXPECT_NE(
      run("heddle check clean.cu --verbose").out.find("  assuming blockDim.z == 1 (default)\n"),
      std::string::npos);
}

std::string text_of(const std::string& file) { return run("cat " + file).out; }

TEST(Html, HoldsEverythingInOneFile) {
  file("page.cu", "__global__ void page(int *a, int n) {\n  __shared__ int s[64];\n"
                  "  s[threadIdx.x] = n < 3 && n > 1;\n  a[threadIdx.x] = s[63 - threadIdx.x];\n}\n"
                  "int main() { page<<<1, 64>>>(nullptr, 4); }\n");
  const Finished got = run("heddle check page.cu --html page.html");
  EXPECT_EQ(got.exit_code, 1) << got.err;
  EXPECT_NE(got.out.find("data race on 's'"), std::string::npos); // as well
  const std::string page = text_of("page.html");
  EXPECT_EQ(page.find("<!DOCTYPE html>"), 0U);
  for (const char* part :
       {"<mark class=\"first\">s[threadIdx.x]</mark>",
        "<mark class=\"second\">s[63 - threadIdx.x]</mark>", "n &lt; 3 &amp;&amp; n &gt; 1", "<svg",
        "no barrier orders these", "<td colspan=\"2\">64</td>", "data-outcome=\"bug\"",
        "prefers-color-scheme: dark"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  for (const char* part : {"src=", "<link", "http:", "https:", "@import"})
    EXPECT_EQ(page.find(part), std::string::npos) << part;
}

TEST(Html, HasPicturesOfBarriers) {
  file("stuck.cu", "__global__ void stuck(int *a) {\n"
                   "  asm volatile(\"bar.sync 1, 64;\" ::: \"memory\");\n"
                   "  if (threadIdx.x < 32) asm volatile(\"bar.sync 1, 64;\" ::: \"memory\");\n"
                   "  else asm volatile(\"bar.sync 2, 64;\" ::: \"memory\");\n}\n"
                   "__global__ void split(int *a) {\n  if (threadIdx.x < 7) __syncthreads();\n}\n"
                   "__device__ int same(int x, int y) { return x; }\n"
                   "__device__ void put(int *p, int x) { *p = x; }\n"
                   "__global__ void nested(int *a) {\n  put(&a[0], same(threadIdx.x, 1));\n}\n");
  EXPECT_EQ(run("heddle check stuck.cu --block 64 --html stuck.html").exit_code, 1);
  const std::string page = text_of("stuck.html");
  EXPECT_NE(page.find("aria-label=\"timeline\""), std::string::npos);
  EXPECT_NE(page.find("barrier 1: generation 1</text>"), std::string::npos);
  EXPECT_NE(page.find(">put(&amp;a[0], same(threadIdx.x, 1))</mark>"), std::string::npos);
  EXPECT_NE(page.find("warp 1</text>"), std::string::npos);
  EXPECT_NE(page.find("never comes here"), std::string::npos);
}

TEST(Reports, ThatAreNotThereAreTold) {
  racy();
  for (const std::string command :
       {"check racy.cu --baseline none.json", "explain 0123456789abcdef none.json"}) {
    const Finished got = run("heddle " + command);
    EXPECT_EQ(got.exit_code, 2);
    EXPECT_TRUE(contains(got.err, "'none.json': No such file or directory")) << got.err;
  }
  file("other.json", "{}");
  EXPECT_TRUE(contains(run("heddle check racy.cu --baseline other.json").err,
                       "is not a report in JSON of this version"));
}

TEST(Html, SaysThatItCannotBeWritten) {
  const Finished got = run("heddle check " + clean() + " --html /dev/full");
  EXPECT_EQ(got.exit_code, 2);
  EXPECT_EQ(got.err, "heddle: error: cannot write '/dev/full': No space left on device\n");
  const Finished none = run("heddle check clean.cu --html none/page.html");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_TRUE(contains(none.err, "'none/page.html': No such file or directory")) << none.err;
}

TEST(Robust, OneBadFileLeavesTheRest) {
  file("utf16.cu", std::string("\xff\xfe_\0_\0", 6));
  file("bom.cu", "\xef\xbb\xbf__global__ void bom(int *a) { a[0] = 1; }\r\n");
  file("name with\nnewline.cu", "__global__ void odd(int *a) { a[0] = threadIdx.x; }\n");
  const Finished got =
      run("heddle check utf16.cu bom.cu gone.cu 'name with\nnewline.cu' --block 4");
  EXPECT_EQ(got.exit_code, 2);
  EXPECT_TRUE(contains(got.err, "utf16.cu: error: this file is UTF-16; save it as UTF-8"))
      << got.err;
  EXPECT_TRUE(contains(got.err, "gone.cu: error: no such file")) << got.err;
  EXPECT_TRUE(contains(got.out, "bom.cu: bom: verified")) << got.out;
  EXPECT_TRUE(contains(got.out, "name with?newline.cu: odd: refuted")) << got.out;
}

TEST(Robust, AKilledWorkerLeavesTheRest) {
  const Finished got = run(program + " check " + slow() + " " + clean() +
                           " -j2 & p=$!; sleep 1; pkill -KILL -P $p; wait $p; echo code $?");
  EXPECT_TRUE(
      contains(got.err, "slow.cu: error: the process that checked it was ended by a signal"))
      << got.err;
  EXPECT_TRUE(contains(got.out, "clean.cu: clean: verified")) << got.out;
  EXPECT_TRUE(contains(got.out, "code 2")) << got.out;
}

TEST(Robust, AFullDiskIsToldOf) {
  racy();
  for (const char* format : {"text", "json", "sarif"}) {
    const Finished got =
        run(std::string("heddle check racy.cu --format ") + format + " > /dev/full");
    EXPECT_EQ(got.exit_code, 2) << format;
    EXPECT_TRUE(contains(got.err, "cannot write the output")) << got.err;
  }
}

} // namespace
} // namespace heddle::cli_test
