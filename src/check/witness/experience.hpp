// What looking for explanations brought, and where it was in vain, in the instances and launches
// of one kernel: what explains a finding of one of them mostly explains that of the next, and where
// a few searches for one array were in vain, further ones seldom find more.
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heddle::check {

// What a condition does beside ruling something out.
enum class Reach : std::uint8_t {
  plain,   // states what the kernel is given
  narrows, // may rule it out by keeping the kernel from coming there at all
  blocks   // likewise by leaving one block alone
};

struct Hint {
  std::string text; // as --assume takes it
  Reach reach = Reach::plain;
  unsigned instance = 0; // that it was found in
};

class Experience {
public:
  enum class Sought : std::uint8_t {
    model,    // whose run shows a race, where that of the first model does not
    contents, // likewise of memory
    hint      // a condition that rules a finding out
  };

  // `what`: the array, or the barrier or assertion. `patience`: seconds that may be lost.
  bool is_in_vain(Sought sought, const std::string& what, double patience) const {
    const std::lock_guard lock(mutex_);
    const auto it = tried_.find({sought, what});
    if (it == tried_.end()) return false;
    const auto& [found, failed, lost] = it->second;
    const unsigned useful = sought == Sought::hint ? 0 : found; // a hint is in hints()
    return failed >= most_failed * (1 + useful) && lost >= patience;
  }
  void note(Sought sought, const std::string& what, bool is_found, double seconds) {
    const std::lock_guard lock(mutex_);
    Tried& tried = tried_[{sought, what}];
    ++(is_found ? tried.found : tried.failed);
    if (!is_found) tried.lost += seconds;
  }

  // Runs of models for this array took more steps than a run may take: which round of wishes for
  // other sizes had better be asked for at once; nullopt: they did not.
  std::optional<int> long_runs(const std::string& array) const {
    const std::lock_guard lock(mutex_);
    const auto it = long_.find(array);
    return it == long_.end() ? std::nullopt : std::optional(it->second);
  }
  void note_long(const std::string& array) {
    const std::lock_guard lock(mutex_);
    long_.try_emplace(array, 0);
    ++too_long_;
  }
  // Steps that a run may take, instead of so many: fewer behind each that was too long. Those that
  // show something mostly do so within a fifth of what the first may take.
  std::uint64_t steps_of_run(std::uint64_t most) const {
    const std::lock_guard lock(mutex_);
    for (unsigned i = 0; i < too_long_ && most > least_steps; ++i)
      most = std::max(most / 4, least_steps);
    return most;
  }
  // Sizes of this round were right.
  void note_round(const std::string& array, int round) {
    const std::lock_guard lock(mutex_);
    if (const auto it = long_.find(array); it != long_.end()) it->second = round;
  }

  // Another instance has time of its own for models and contents: its constants may make the
  // difference; for hints where a launch names it: of one that nothing launches, less is known.
  void begin_instance(bool is_launched) {
    const std::lock_guard lock(mutex_);
    ++instance_;
    too_long_ = 0;
    for (auto& [what, tried] : tried_)
      if (is_launched || what.first != Sought::hint) tried.lost = 0;
  }

  void add(const Hint& hint) {
    const std::lock_guard lock(mutex_);
    if (std::ranges::find(hints_, hint.text, &Hint::text) == hints_.end())
      hints_.push_back({hint.text, hint.reach, instance_});
  }
  // Those of this instance first.
  std::vector<Hint> hints() const {
    const std::lock_guard lock(mutex_);
    std::vector<Hint> all = hints_;
    std::ranges::stable_partition(all, [&](const Hint& h) { return h.instance == instance_; });
    return all;
  }
  bool is_of_other_instance(const Hint& hint) const {
    const std::lock_guard lock(mutex_);
    return hint.instance != instance_;
  }

private:
  // Measured on public code: of searches behind so many, none found what it looked for.
  static constexpr unsigned most_failed = 2;
  // Likewise: of runs that showed a race behind several that were too long, hardly one took more.
  static constexpr std::uint64_t least_steps = 125'000;

  struct Tried {
    unsigned found = 0, failed = 0;
    double lost = 0; // seconds of those that failed
  };
  mutable std::mutex mutex_;
  std::map<std::pair<Sought, std::string>, Tried> tried_;
  std::map<std::string, int> long_;
  unsigned too_long_ = 0; // runs of this instance
  std::vector<Hint> hints_;
  unsigned instance_ = 0;
};

} // namespace heddle::check
