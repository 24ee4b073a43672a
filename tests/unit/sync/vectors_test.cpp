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
  std::vector<std::uint32_t> counts;             // of mbarriers
  std::vector<std::vector<std::string>> threads; // their operations
  std::vector<std::size_t> writes; // how many of these a thread does before it writes ("x")
  Facts facts;
};

// VERDICT [COUNT,..] SCHEDULE OPERATION .. / OPERATION .. | FACT ..
Case read_case(const std::string& line, bool counts) {
  Case c;
  std::istringstream in(line);
  std::string word;
  in >> c.verdict;
  if (counts) {
    in >> word;
    std::istringstream list(word);
    for (std::string count; std::getline(list, count, ',');)
      c.counts.push_back(static_cast<std::uint32_t>(std::stoul(count)));
  }
  in >> c.schedule;
  if (c.schedule == "-") c.schedule.clear();
  c.threads.emplace_back();
  while (in >> word && word != "|") {
    if (word == "/")
      c.threads.emplace_back();
    else if (word == "x")
      c.writes.push_back(c.threads.back().size());
    else
      c.threads.back().push_back(word);
  }
  while (in >> word)
    c.facts.insert(word);
  return c;
}

std::vector<Case> read_cases(const std::string& file, bool counts = false) {
  std::ifstream in(HEDDLE_SOURCE_DIR "/proofs/vectors/" + file);
  std::vector<Case> cases;
  for (std::string line; std::getline(in, line);)
    if (!line.starts_with('#')) cases.push_back(read_case(line, counts));
  return cases;
}

// Runs a case's schedule; every operation has a place of its own.
class Replay {
public:
  Replay(const Case& c, EngineOptions options)
      : engine_({static_cast<std::uint32_t>(c.threads.size()), 1}, options), case_(c),
        next_(c.threads.size(), 0), blocked_(c.threads.size(), false) {}
  virtual ~Replay() = default;

  void run() {
    for (char digit : case_.schedule) {
      const auto t = static_cast<std::uint32_t>(digit - '0');
      EXPECT_FALSE(blocked_[t]);
      step(t);
    }
  }

protected:
  virtual Step make(std::uint32_t t, const std::string& op, Place place) = 0;

  void write_here(std::uint32_t t) {
    if (t < case_.writes.size() && case_.writes[t] == next_[t])
      touch(engine_, Access::write, warp(t, 1), 0, 0, 64 * t + 63);
  }
  void step(std::uint32_t t) {
    write_here(t);
    const std::string& op = case_.threads[t].at(next_[t]);
    const Step s = make(t, op, {64 * t + static_cast<std::uint32_t>(next_[t]++)});
    if (s.blocked) blocked_[t] = true;
    for (const Lanes woken : s.woken)
      blocked_[woken.warp] = false;
  }
  bool done(std::uint32_t t) const { return next_[t] == case_.threads[t].size(); }
  std::uint32_t threads() const { return static_cast<std::uint32_t>(next_.size()); }
  static std::uint32_t digit(char c) { return static_cast<std::uint32_t>(c - '0'); }
  static std::string race(const Finding& f) {
    return "race:" + std::to_string(std::min(f.first.thread, f.second.thread)) + "/" +
           std::to_string(std::max(f.first.thread, f.second.thread));
  }
  static std::string operation(const Participant& p) {
    return std::to_string(p.thread) + "." + std::to_string(p.place.pc % 64);
  }

  Engine engine_;
  const Case& case_;
  std::vector<std::size_t> next_;
  std::vector<bool> blocked_;
};

class NamedReplay : public Replay {
public:
  explicit NamedReplay(const Case& c) : Replay(c, {.one_place_per_generation = false}) { run(); }

  std::string verdict() {
    for (const Finding& f : engine_.findings())
      if (f.detail == Detail::different_counts) return "count";
    for (std::uint32_t t = 0; t < threads(); ++t) {
      EXPECT_TRUE(blocked_[t] || done(t));
      if (!blocked_[t]) engine_.exit(warp(t, 1));
    }
    engine_.finish();
    if (find(engine_, FindingKind::deadlock)) return "deadlock";
    if (find(engine_, FindingKind::recycling)) return "recycled";
    if (find(engine_, FindingKind::leftover)) return "leftover";
    return engine_.well_synchronized() ? "good" : "wrong";
  }

  Facts facts() const {
    Facts result;
    for (const Finding& f : engine_.findings()) {
      if (f.kind == FindingKind::recycling) result.insert("late:" + operation(f.second));
      if (f.kind == FindingKind::race) result.insert(race(f) + "@" + std::to_string(f.address / 4));
    }
    return result;
  }

private:
  Step make(std::uint32_t t, const std::string& op, Place place) override {
    if (op[0] == 'r' || op[0] == 'w') {
      touch(engine_, op[0] == 'r' ? Access::read : Access::write, warp(t, 1), 4 * digit(op[1]), 0,
            place.pc);
      return {};
    }
    const Registration registration = at(digit(op[1]), digit(op[3]), place.pc, false);
    return op[0] == 'a' ? engine_.arrive(warp(t, 1), registration)
                        : engine_.sync(warp(t, 1), registration);
  }
};

class MbarrierReplay : public Replay {
public:
  explicit MbarrierReplay(const Case& c) : Replay(c, {}) {
    for (std::uint32_t b = 0; b < c.counts.size(); ++b)
      engine_.mbarrier_init(warp(0, 1), address(b), c.counts[b], {9999});
    for (std::uint32_t t = 0; t < threads(); ++t)
      engine_.sync(warp(t, 1), at(15, std::nullopt, 9999));
    run();
    for (std::uint32_t t = 0; t < threads(); ++t)
      EXPECT_FALSE(blocked_[t]); // the schedule waits only where that passes
  }

  std::string verdict() {
    for (std::uint32_t t = 0; t < threads(); ++t) {
      if (!done(t))
        step(t);
      else
        write_here(t);
      if (!blocked_[t]) engine_.exit(warp(t, 1));
    }
    for (std::uint32_t t = 0; t < threads(); ++t)
      EXPECT_TRUE(blocked_[t] || done(t));
    engine_.finish();
    if (find(engine_, FindingKind::deadlock)) return "deadlock";
    return engine_.well_synchronized() ? "good" : "wrong";
  }

  Facts facts() const {
    Facts result;
    for (const Finding& f : engine_.findings()) {
      if (f.detail == Detail::previous_phase) result.insert("A:" + operation(f.second));
      if (f.detail == Detail::early_wait) result.insert("W1:" + operation(f.second));
      if (f.detail == Detail::missed_wait) result.insert("W2:" + operation(f.first));
      if (case_.verdict == "good" && f.kind == FindingKind::race) result.insert(race(f));
    }
    return result;
  }

private:
  static std::uint32_t address(std::uint32_t b) { return 64 + 8 * b; }

  Step make(std::uint32_t t, const std::string& op, Place place) override {
    const std::uint32_t b = address(digit(op[1]));
    return op[0] == 'a' ? engine_.mbarrier_arrive(warp(t, 1), b, {1, 0, false, place})
                        : engine_.mbarrier_wait(warp(t, 1), b, {std::nullopt, digit(op[3]), place});
  }
};

// How many cases there are of each verdict.
template <typename Run> std::map<std::string, int> compare(const std::vector<Case>& cases) {
  std::map<std::string, int> verdicts;
  for (const Case& c : cases) {
    Run replay(c);
    EXPECT_EQ(replay.verdict(), c.verdict);
    EXPECT_EQ(replay.facts(), c.facts);
    ++verdicts[c.verdict];
    if (!testing::Test::HasFailure()) continue;
    for (const auto& thread : c.threads)
      std::cout << testing::PrintToString(thread) << "\n";
    ADD_FAILURE() << "schedule " << c.schedule;
    break;
  }
  for (const auto& [verdict, count] : verdicts)
    std::printf("%s: %d cases\n", verdict.c_str(), count);
  return verdicts;
}

std::ptrdiff_t racy(const std::vector<Case>& cases) {
  return std::ranges::count_if(
      cases, [](const Case& c) { return c.verdict == "good" && !c.facts.empty(); });
}

TEST(Vectors, NamedBarriersAreAsTheProofsSay) {
  const std::vector<Case> cases = read_cases("named.txt");
  auto verdicts = compare<NamedReplay>(cases);
  EXPECT_GE(cases.size(), 300u);
  EXPECT_GE(racy(cases), 50);
  for (const char* often : {"good", "recycled", "deadlock"})
    EXPECT_GE(verdicts[often], 100) << often;
  for (const char* seldom : {"leftover", "count"})
    EXPECT_GE(verdicts[seldom], 5) << seldom;
}

TEST(Vectors, MbarriersAreAsTheProofsSay) {
  const std::vector<Case> cases = read_cases("mbarriers.txt", true);
  auto verdicts = compare<MbarrierReplay>(cases);
  EXPECT_GE(cases.size(), 300u);
  EXPECT_GE(racy(cases), 40);
  for (const char* often : {"good", "wrong", "deadlock"})
    EXPECT_GE(verdicts[often], 100) << often;
}

} // namespace
} // namespace heddle::sync
