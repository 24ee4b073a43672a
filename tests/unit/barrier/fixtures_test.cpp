// The kernels that PTX fixtures were compiled from, run from their source: what the PTX path is
// expected to find, the run of core must find too.
#include "kernels.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace heddle::barrier {
namespace {

struct Fixture {
  std::string text, expect;
  std::int64_t threads = 64;
  std::vector<std::int64_t> params;
  std::vector<std::string> defines;
  bool more = false, strict = false;
  std::vector<std::vector<std::string>> findings; // kind, status, severity, marks
};

std::vector<std::string> words(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> all;
  for (std::string w; in >> w;)
    all.push_back(w);
  return all;
}

Fixture read(const std::filesystem::path& path) {
  Fixture f;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    f.text += line + "\n";
    if (line.starts_with("// expect: ")) f.expect = line.substr(11);
    if (line.starts_with("// finding: ")) f.findings.push_back(words(line.substr(12)));
    if (line == "// more: yes") f.more = true;
    if (line.starts_with("// flags: ")) f.strict = line.find("--strict-aligned") != line.npos;
    std::smatch match;
    static const std::regex block("--block ([0-9]+)"), define("-D *([A-Za-z0-9_=]+)");
    if (line.starts_with("// flags: ") && std::regex_search(line, match, block))
      f.threads = std::stoll(match[1]);
    if (line.starts_with("// flags: ") && std::regex_search(line, match, define))
      f.defines.push_back(match[1]);
    static const std::regex param("param_[0-9]+=([0-9]+)"), bounds("__launch_bounds__.([0-9]+)");
    if (std::regex_search(line, match, param)) f.params.push_back(std::stoll(match[1]));
    if (std::regex_search(line, match, bounds)) f.threads = std::stoll(match[1]);
  }
  return f;
}

std::string file_name(const testing::TestParamInfo<std::filesystem::path>& info) {
  return info.param.stem().string();
}

std::vector<std::filesystem::path> kernels_of(const std::string& folder) {
  std::vector<std::filesystem::path> all;
  for (const auto& entry :
       std::filesystem::directory_iterator(HEDDLE_SOURCE_DIR "/tests/golden/" + folder))
    if (entry.path().extension() == ".cu") all.push_back(entry.path());
  std::ranges::sort(all);
  return all;
}

// Those with barriers of their own; not the one whose trip count only the PTX path is not told.
std::vector<std::filesystem::path> fixtures() {
  std::vector<std::filesystem::path> all = kernels_of("ptx");
  std::erase_if(all, [](const std::filesystem::path& path) {
    const std::string text = read(path).text;
    return path.stem() == "open_trip_count" ||
           (text.find("bar.") == text.npos && text.find("mbarrier") == text.npos);
  });
  return all;
}

class Fixtures : public testing::TestWithParam<std::filesystem::path> {};

bool fits(const std::vector<std::string>& expected, const ConcreteKernel& kernel,
          const ConcreteResult& r, const sync::Finding& f) {
  if (expected[0] != name_of(f.kind) || (expected[2] == "warning") != f.warning) return false;
  std::set<std::string> marks;
  if (f.first.role != sync::Role::none) marks.insert(kernel.mark(r, f.first.place));
  if (f.second.role != sync::Role::none) marks.insert(kernel.mark(r, f.second.place));
  for (const sync::Blocked& b : f.blocked)
    marks.insert(kernel.mark(r, b.place));
  for (std::size_t i = 3; i < expected.size(); ++i) {
    bool any = false;
    for (const std::string& m : marks)
      any = any || expected[i].find(m) != std::string::npos;
    if (!any) return false;
  }
  return true;
}

TEST_P(Fixtures, AnswersAsThePtxPath) {
  const Fixture fixture = read(GetParam());
  ConcreteKernel kernel(fixture.text, fixture.threads);
  const ConcreteResult r =
      kernel.run(fixture.threads, fixture.params, {.several_places_warn = !fixture.strict});
  const std::string text = kernel.describe(r);
  if (fixture.expect == "unknown") {
    EXPECT_NE(r.stopped, "") << text;
    return;
  }
  EXPECT_EQ(r.stopped, "") << text;
  for (const auto& expected : fixture.findings)
    EXPECT_TRUE(std::ranges::any_of(
        r.findings, [&](const sync::Finding& f) { return fits(expected, kernel, r, f); }))
        << expected[0] << "\n"
        << text;
  if (fixture.more) return;
  for (const sync::Finding& f : r.findings)
    EXPECT_TRUE(f.warning || std::ranges::any_of(fixture.findings,
                                                 [&](const auto& expected) {
                                                   return fits(expected, kernel, r, f);
                                                 }))
        << text;
}

// What is verified for all trip counts has no error at small ones; what is refuted has one.
class NamedKernels : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(NamedKernels, AnswerAsForAllTripCounts) {
  const Fixture fixture = read(GetParam());
  ConcreteKernel kernel(fixture.text, fixture.threads, fixture.defines);
  if (fixture.expect == "unknown") GTEST_SKIP() << "decided for none";
  const bool refuted = fixture.expect == "refuted";
  bool found = false;
  const auto run = [&](const std::vector<std::int64_t>& params) {
    const ConcreteResult r = kernel.run(fixture.threads, params);
    if (r.stopped.starts_with("the assumption")) return;
    ASSERT_EQ(r.stopped, "");
    for (const sync::Finding& f : r.findings) {
      EXPECT_TRUE(f.warning || refuted)
          << testing::PrintToString(params) << ": " << kernel.describe(r);
      found = found || std::ranges::any_of(fixture.findings, [&](const auto& expected) {
                return expected[2] == "error" && fits(expected, kernel, r, f);
              });
    }
  };
  for (std::int64_t n = 0; n <= 20 && !found; ++n)
    for (const std::int64_t apart : {0, 1, 7}) { // all equal, or each larger than the one before
      std::vector<std::int64_t> params(kernel.parameters(), n);
      for (std::size_t i = 0; i < params.size(); ++i)
        params[i] += apart * static_cast<std::int64_t>(i);
      run(params);
    }
  EXPECT_EQ(found, refuted);
}

INSTANTIATE_TEST_SUITE_P(Golden, NamedKernels, testing::ValuesIn(kernels_of("named")), file_name);
INSTANTIATE_TEST_SUITE_P(Ptx, Fixtures, testing::ValuesIn(fixtures()), file_name);

} // namespace
} // namespace heddle::barrier
