// Runs an oracle program with real threads, one barrier interval after the other, and records what
// goes wrong. In an interval each thread runs on its own up to its next barrier: that is a legal
// schedule, so what it shows is real; and what it shows in an execution without races, every
// schedule shows (results of atomics excepted).
#pragma once
#include "program.hpp"

#include <map>
#include <utility>

namespace heddle::oracle {

struct Instruction {
  enum class Op : std::uint8_t {
    statement, // assign, store, atomic, point, advance
    bind,      // parameters and locals of a helper
    barrier,   // or a vote
    check,     // an assertion
    jump,
    unless, // jump when the condition is 0
    select, // switch
    enter,  // a loop; `depth`: loops around it
    next,   // iteration
    leave,  // back to `depth` loops
    exit,   // return from the kernel
    finish, // end of the kernel
  };
  Op op;
  const Stmt* stmt = nullptr;
  const Expr* expr = nullptr;
  std::size_t target = 0, depth = 0;
  std::vector<std::size_t> targets; // select: per block, then the end
  unsigned line = 0;
};
using Code = std::vector<Instruction>;

// Valid while the program lives; call after print(), which sets the lines.
Code compile(const Program& program);

struct Launch {
  std::int64_t block_x = 1, block_y = 1, grid = 1;
  std::vector<std::int64_t> parameters;
  std::uint64_t contents = 0; // seed of the initial content of the arrays; 0: all zero
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> cells; // (array, cell) -> content
  bool descending = false;                                             // order of the threads
};

struct Error {
  enum class Kind : std::uint8_t { race, divergence, assertion } kind = Kind::race;
  std::int64_t array = 0, cell = 0;
  // Of an assertion: the first of the two. Of a divergence: one thread that waits, and one that is
  // elsewhere.
  std::array<unsigned, 2> lines{};
  std::array<std::int64_t, 2> threads{}, blocks{};
};

struct Outcome {
  std::vector<Error> errors;
  bool exited_at_barrier = false, same_value = false;
  bool overflow = false;   // 32-bit arithmetic was not arithmetic of unbounded integers
  bool undefined = false;  // division by zero, shift by too much, pointer misuse
  bool unfinished = false; // out of steps
};

// `stop_early`: the first error will do.
Outcome run(const Program& program, const Code& code, const Launch& launch, bool stop_early);

} // namespace heddle::oracle
