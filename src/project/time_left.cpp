#include "project/time_left.hpp"

#include <algorithm>

namespace heddle::project {

void TimeLeft::start(std::size_t file, double now) {
  running_[file] = now;
  waiting_ -= std::min<std::size_t>(waiting_, 1);
}

void TimeLeft::done(std::size_t file, double now) {
  const auto at = running_.find(file);
  if (at == running_.end()) {
    waiting_ -= std::min<std::size_t>(waiting_, 1);
    return;
  }
  spent_ += now - at->second;
  ++checked_;
  running_.erase(at);
}

std::optional<double> TimeLeft::seconds(double now) const {
  if (checked_ == 0) return std::nullopt;
  const double mean = spent_ / static_cast<double>(checked_);
  double all = mean * static_cast<double>(waiting_), longest = 0;
  for (const auto& [file, since] : running_) {
    // what has taken longer than most takes as long again, for all that is known
    const double rest = std::max(mean - (now - since), now - since);
    all += rest;
    longest = std::max(longest, rest);
  }
  return std::max(longest, all / static_cast<double>(std::max<std::size_t>(1, parallel_)));
}

} // namespace heddle::project
