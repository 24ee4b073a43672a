// Launches that other files decide: those that stand there, and those of functions that are called
// there.
#pragma once
#include "cuda/launch/launch.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heddle::cuda {

class LaunchesElsewhere {
public:
  // Reads Options::launched_by, and Options::programs with the file, or with `text` as in
  // parse_text(). Where one of the former cannot be read nothing is known of launches; of those
  // that the user names ctx gets an error. What was read is among ctx.inputs from here on, until
  // the next file is parsed.
  LaunchesElsewhere(const std::string& path, const std::optional<std::string>& text, Ctx& ctx);

  // Those of a kernel that other files launch, with those of its own file, which a program's calls
  // lead to or `own` has; their expressions are of pool(). Nothing where no other file says more.
  // What the reading of these files rests on is assumed with the kernel then.
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
    std::vector<Diagnostic> diagnostics;
    bool is_whole = false;   // else it may hold any launch
    bool has_errors = false; // something does not compile
    std::string path;
    std::set<std::string> counts_for;    // kernels; empty: all
    std::set<std::string> program_files; // beside that one, where they were read with it
  };
  static bool comes_to(const Reading& reading, const KernelCode& code);
  static void add(KernelLaunches& to, const Reading& reading, KernelCode& code);
  Reading read(const LaunchingFile& file, Ctx& ctx);
  // `takes_own`: launches of the kernels that the file has, too.
  Reading read(const std::string& path, const std::optional<std::string>& text, Ctx ctx,
               bool takes_own);
  std::optional<Reading> read_programs(const std::string& path,
                                       const std::optional<std::string>& text,
                                       const std::vector<Program>& programs, const Ctx& ctx,
                                       bool takes_own);
  std::optional<Reading> read_program(const std::string& path, const std::string& text,
                                      const Program& program, Ctx ctx, bool takes_own);

  std::shared_ptr<Pool> pool_ = std::make_shared<Pool>(); // of the expressions of all of them
  SourceFiles files_;                                     // Ctx::files, while files are read
  std::vector<Input> inputs_;                             // of all that was read
  std::vector<Reading> units_;
  std::optional<Reading> own_; // of the file itself, in all of its programs
};

} // namespace heddle::cuda
