// Checks files side by side, each in a process of its own: one that crashes or is killed takes no
// other with it, memory is given back, and a run can be ended at any moment, whatever the solver is
// doing.
#pragma once
#include "heddle/heddle.hpp"
#include "project/origins.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace heddle::project {

struct Job {
  std::string path;
  std::optional<std::string> text; // nothing: as it is on the disk
  Options options;                 // `jobs` is chosen by the pool
  double repair_seconds = 0;       // for find_repairs, of each kernel; 0: it is not asked
  Origins origins = {};            // of the options, which results are told with
};

class Kept;

struct PoolEvents {
  // A kernel's verdict is known; files come in any order.
  std::function<void(std::size_t job, const KernelResult&)> on_kernel;
  // A file is done: all of it, with the kernels again.
  std::function<void(std::size_t job, CheckResult&&)> on_file;
  // Called about ten times a second; what it returns ends the run.
  std::function<bool()> should_stop;
  // A file is being checked now; of results that are kept this is not told.
  std::function<void(std::size_t job)> on_start = {};
};

// At most `jobs` solver calls at a time, of as many files as there are. False: stopped before the
// end, with nothing of it left running.
// `kept`: results of earlier runs, which are told instead and to which new ones are added; may be
// null.
bool check_all(const std::vector<Job>& jobs, unsigned parallel, const PoolEvents& events,
               Kept* kept = nullptr);

} // namespace heddle::project
