// Launches that stand in another file than the kernel, which declares it.
#pragma once
#include "cuda/launch/launch.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heddle::cuda {

class LaunchesElsewhere {
public:
  // Reads Options::launched_by. Where one of them cannot be read nothing is known of launches; of
  // those that the user names ctx gets an error. What was read is among ctx.inputs from here on,
  // until the next file is parsed.
  explicit LaunchesElsewhere(Ctx& ctx);

  // Those of a kernel that other files launch, with those of its own file, whose expressions are
  // of pool(); nothing where no other file does. What the reading of these files rests on is
  // assumed with the kernel then.
  std::optional<Launches> of(KernelCode& code, const Launches& own) const;
  const std::shared_ptr<Pool>& pool() const { return pool_; }

private:
  struct Of {
    KernelLaunches launches;
    std::vector<std::string> parameters; // as the declaration there names them
  };
  struct Reading {
    std::map<std::string, Of> kernels; // by name and type
    std::vector<Assumed> assumed;
    bool is_whole = false;            // else it may hold any launch
    std::set<std::string> counts_for; // kernels; empty: all
  };
  Reading read(const LaunchingFile& file, Ctx& ctx);

  std::shared_ptr<Pool> pool_ = std::make_shared<Pool>(); // of the expressions of all of them
  std::vector<Reading> units_;
};

} // namespace heddle::cuda
