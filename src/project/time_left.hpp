// How long a run over many files will still take, as far as those tell that are done and those that
// run: files differ, and one that has run for a minute is not done in a second.
#pragma once
#include <cstddef>
#include <map>
#include <optional>

namespace heddle::project {

class TimeLeft {
public:
  TimeLeft(std::size_t files, std::size_t parallel) : waiting_(files), parallel_(parallel) {}

  void start(std::size_t file, double now);
  void done(std::size_t file, double now); // without a start: it took no time
  // Nothing before a file is done.
  std::optional<double> seconds(double now) const;

private:
  std::size_t waiting_, parallel_;
  std::map<std::size_t, double> running_; // since when
  std::size_t checked_ = 0;
  double spent_ = 0; // on those
};

} // namespace heddle::project
