// The verdicts that proofs/NamedVectors.v computes of one schedule, against the engine:
// registrations that are not in order, races, deadlocks, counts that differ (theory.md section 3).
#include "unit/sync/script.hpp"

#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace heddle::sync {
namespace {

using Facts = std::set<std::string>;

struct Case {
  std::string verdict, schedule;
  std::vector<std::vector<std::string>> threads; // their operations
  Facts facts;
};

// VERDICT SCHEDULE OPERATION .. / OPERATION .. | FACT ..
Case read_case(const std::string& line) {
  Case c;
  std::istringstream in(line);
  in >> c.verdict >> c.schedule;
  c.threads.emplace_back();
  std::string word;
  while (in >> word && word != "|") {
    if (word == "/")
      c.threads.emplace_back();
    else
      c.threads.back().push_back(word);
  }
  while (in >> word)
    c.facts.insert(word);
  return c;
}

std::vector<Case> read_cases(const std::string& file) {
  std::ifstream in(HEDDLE_SOURCE_DIR "/proofs/vectors/" + file);
  std::vector<Case> cases;
  for (std::string line; std::getline(in, line);)
    if (!line.starts_with('#')) cases.push_back(read_case(line));
  return cases;
}

// Runs a case's schedule; every operation has a place of its own.
class Replay {
public:
  explicit Replay(const Case& c)
      : case_(c), engine_({static_cast<std::uint32_t>(c.threads.size()), 1},
                          {.one_place_per_generation = false}),
        next_(c.threads.size(), 0), blocked_(c.threads.size(), false) {
    for (char digit : c.schedule)
      step(static_cast<std::uint32_t>(digit - '0'));
  }

  std::string verdict() {
    for (const Finding& f : engine_.findings())
      if (f.detail == Detail::different_counts) return "count";
    EXPECT_TRUE(nobody_can_go_on());
    for (std::uint32_t t = 0; t < next_.size(); ++t)
      if (!blocked_[t]) engine_.exit(warp(t, 1));
    engine_.finish();
    if (find(engine_, FindingKind::deadlock)) return "deadlock";
    if (find(engine_, FindingKind::recycling)) return "recycled";
    if (find(engine_, FindingKind::leftover)) return "leftover";
    return engine_.well_synchronized() ? "good" : "wrong";
  }

  Facts facts() const {
    Facts result;
    for (const Finding& f : engine_.findings()) {
      if (f.kind == FindingKind::recycling)
        result.insert("late:" + std::to_string(f.second.thread) + "." +
                      std::to_string(f.second.place.pc % 64));
      if (f.kind == FindingKind::race)
        result.insert("race:" + std::to_string(std::min(f.first.thread, f.second.thread)) + "/" +
                      std::to_string(std::max(f.first.thread, f.second.thread)) + "@" +
                      std::to_string(f.address / 4));
    }
    return result;
  }

private:
  void step(std::uint32_t t) {
    EXPECT_FALSE(blocked_[t]);
    const std::string& op = case_.threads[t].at(next_[t]);
    const auto pc = static_cast<std::uint32_t>(64 * t + next_[t]++);
    const auto number = static_cast<std::uint32_t>(op[1] - '0');
    if (op[0] == 'r' || op[0] == 'w')
      return touch(engine_, op[0] == 'r' ? Access::read : Access::write, warp(t, 1), 4 * number, 0,
                   pc);
    const Registration registration =
        at(number, static_cast<std::uint32_t>(std::stoul(op.substr(3))), pc, false);
    const Step s = op[0] == 'a' ? engine_.arrive(warp(t, 1), registration)
                                : engine_.sync(warp(t, 1), registration);
    if (s.blocked) blocked_[t] = true;
    for (const Lanes woken : s.woken)
      blocked_[woken.warp] = false;
  }

  bool nobody_can_go_on() const {
    for (std::size_t t = 0; t < next_.size(); ++t)
      if (!blocked_[t] && next_[t] < case_.threads[t].size()) return false;
    return true;
  }

  const Case& case_;
  Engine engine_;
  std::vector<std::size_t> next_;
  std::vector<bool> blocked_;
};

TEST(Vectors, NamedBarriersAreAsTheProofsSay) {
  const std::vector<Case> cases = read_cases("named.txt");
  std::map<std::string, int> verdicts;
  int racy = 0;
  for (const Case& c : cases) {
    Replay replay(c);
    EXPECT_EQ(replay.verdict(), c.verdict);
    EXPECT_EQ(replay.facts(), c.facts);
    ++verdicts[c.verdict];
    racy += c.verdict == "good" && !c.facts.empty();
    if (HasFailure()) {
      for (const auto& thread : c.threads)
        std::cout << testing::PrintToString(thread) << "\n";
      FAIL() << "schedule " << c.schedule;
    }
  }
  for (const auto& [verdict, count] : verdicts)
    std::printf("%s: %d cases\n", verdict.c_str(), count);
  EXPECT_GE(cases.size(), 300u);
  EXPECT_GE(verdicts["good"], 100);
  EXPECT_GE(racy, 50);
  for (const char* bad : {"recycled", "deadlock"})
    EXPECT_GE(verdicts[bad], 100);
  EXPECT_GE(verdicts["leftover"], 5);
  EXPECT_GE(verdicts["count"], 5);
}

} // namespace
} // namespace heddle::sync
