// What a user may choose for a check. Every field has the meaning of the command-line option named
// beside it; `heddle check --help` is made from the same table (src/cli).
#pragma once
#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace heddle {

// One dimension triple; `symbolic` keeps it open.
struct Dim3Option {
  bool symbolic = false;
  std::array<std::int64_t, 3> value{1, 1, 1};
};

// A call in another file of the run that passes one argument twice.
struct CallWithOne {
  std::string function;
  unsigned arguments = 0, first = 0, second = 0; // how many, and which of them
  std::string place;                             // FILE:LINE
  bool operator==(const CallWithOne&) const = default;
};

// A function that another file of the run may call, or give to others.
struct NamedElsewhere {
  std::string function;
  std::optional<unsigned> arguments{}; // of a call; nothing: any
  auto operator<=>(const NamedElsewhere&) const = default;
};

// Files that are a program with one that launches: what they pass to its functions is all that
// these get.
struct Program {
  std::vector<std::string> files;           // the one with main is the last
  std::vector<std::string> includes;        // as in Options, to read them
  std::vector<CallWithOne> called_with_one; // by files beside them
  bool operator==(const Program&) const = default;
};

// A file that launches kernels which it declares and another one has.
struct LaunchingFile {
  std::string path; // empty: of files that are not read, being too many
  std::vector<std::string> defines, includes, flags; // as in Options, to read it
  bool is_asked_for = false; // by the user: must be there, and is read as the file that is checked
  std::set<std::string> kernels{}; // whose launches count; empty: all
  std::vector<Program> programs{}; // that it is a part of
  bool operator==(const LaunchingFile&) const = default;
};

struct Options {
  std::vector<std::string> kernels;           // --kernel; empty: all kernels of the file
  std::optional<Dim3Option> block, grid;      // --block, --grid; unset: launches, bounds, symbolic
  bool use_launches = true;                   // --launches use|ignore: sizes, arguments, aliases
  std::vector<LaunchingFile> launched_by;     // --launched-by
  std::vector<Program> programs;              // that the file is a part of
  std::vector<CallWithOne> called_with_one;   // of functions that launch, and of kernels
  std::set<NamedElsewhere> named_elsewhere;   // functions of a program that launch
  std::vector<std::string> assumptions;       // --assume, in source syntax
  std::vector<std::string> defines, includes; // -D name[=value], -I dir
  // As Clang takes them: -isystemDIR, -UNAME, -include FILE; read after `defines` and `includes`.
  std::vector<std::string> flags;
  unsigned arch = 80; // --arch sm_80: what __CUDA_ARCH__ says, times 10
  bool arch_is_given = false;
  bool strict_headers = false;               // --strict-headers: a missing one is an input error
  bool infer_requires = false;               // --infer-requires: KernelResult::precondition
  std::map<std::string, std::string> params; // --param name=value (integers), --tensor-map name=box
  std::vector<std::pair<std::string, std::string>> aliases; // --alias a,b
  unsigned jobs = 1;                                        // -j: solver calls at a time
  double timeout_seconds = 10;                              // --timeout: per solver call
  double kernel_seconds = 0;                                // --kernel-limit: per kernel; 0: none
  unsigned memory_mb = 4096;                                // --memory: per solver call
  bool strict_writes = false;  // --strict-writes: same-value writes are races
  bool strict_reads = false;   // --strict-reads: reads that an atomicCAS checks are races
  bool strict_exit = false;    // --strict-exit: exited threads are divergence
  bool strict_aligned = false; // --strict-aligned: an aligned barrier from several places is wrong
  bool strict_proxy = false;   // --strict-proxy: what is a warning of kind proxy is an error
  bool pdl = false;            // --pdl: grids begin before the one before them in the stream ends
  bool bit_precise = false;    // --bit-precise: overflow of integers is not assumed away
  std::optional<unsigned> warp_sync; // --warp-sync: lock-step groups of this many threads
  bool warps_apart = false; // races within a warp are asked for apart from those of the block
  bool all_errors = false;  // each is looked for as long as the first, as who repairs wants them
  bool of_many = false;     // one file of many: what an option names may be in another
  std::string dump;         // --dump STAGE: ir, core, protocol, skeleton, crosses, traces, smt
};

} // namespace heddle
