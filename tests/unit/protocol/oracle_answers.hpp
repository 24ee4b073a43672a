// The oracle's answers: by execution of all threads, and by enumeration of the symbolic questions.
#pragma once
#include "oracle_world.hpp"

#include "protocol/traces.hpp"

namespace heddle::protocol::oracle {

struct Setting {
  const Protocol* protocol;
  Env env; // parameters and dimensions
  Expr tid, bid;
  Expr alive; // nullptr: no thread leaves
  std::int64_t threads = 2, blocks = 1;
};

// "this thread does this access in these iterations"
using Instance = std::tuple<Place, const Access*, Values>;
using Meeting = std::pair<Instance, Instance>; // the smaller one first
// "thread one comes to this barrier in these iterations and thread two does not"
using Miss = std::tuple<std::string, Place, Place, Values>;

struct Truth {
  std::set<Meeting> meetings;
  std::set<Miss> divergent, exited;
  std::set<std::pair<Place, Place>> unaligned; // pairs that execute different cutting barriers
  std::int64_t last_iteration = 0;
  bool finished = true;
};
Truth by_execution(const Setting& setting, PairClass pairs);

struct Symbolic {
  std::set<Meeting> exact, all;  // of traces that claim to be exact; of all
  std::set<Meeting> overlapping; // of all: those with a byte in common
  std::set<Miss> divergent, exited, exact_divergent, exact_exited; // exact ones are in both
};
Symbolic by_enumeration(const Setting& setting, const Questions& questions, PairClass pairs,
                        std::int64_t last_iteration);

} // namespace heddle::protocol::oracle
