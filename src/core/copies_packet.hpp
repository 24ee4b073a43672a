// One asynchronous copy of the source, or a loop that issues copies of one group: what must be
// known to make its accesses again later. Private to src/core.
#pragma once
#include "core/core.hpp"

#include <map>
#include <set>

namespace heddle::core {

// Where the copies of a loop stand: the loops around each inside the packet, and a number in the
// order of the text.
struct Standing {
  std::vector<LabelId> loops; // outermost first
  std::size_t number = 0;
};

// An access that a thread makes itself, or a copy of its.
struct OwnAccess {
  ArrayId array = 0;
  Expr offset = nullptr;
  unsigned size = 0;
  bool writes = false;
  Loc loc;
  CallId call = 0;
  // Of a copy in a loop of copies: only those that the loop issued before it are meant.
  const Standing* standing = nullptr;
  std::vector<Expr> rounds{}; // of Standing::loops: iterations so far, i64
  bool is_atomic = false;     // of a copy, and so no conflict with another such
};

struct Packet {
  const Stmt* root = nullptr; // an AsyncCopy, or the outermost loop around it without barriers,
                              // commits and waits
  Loc loc;                    // of its first copy
  CopyChannel channel = CopyChannel::async;
  std::string failure; // not empty: why it cannot be repeated
  struct Touch {
    ArrayId array;
    bool writes;
    auto operator<=>(const Touch&) const = default;
  };
  std::set<Touch> touches;         // by its copies
  std::set<VarId> assigned, unset; // variables that it assigns; those of them used before that
  std::vector<Expr> kept;          // values at its issue that it needs later
  std::map<const Stmt*, Standing> copies; // of a loop

  // A place for every number of commits since its issue.
  struct Place {
    VarId flies;
    std::vector<VarId> kept;
  };
  std::vector<Place> places;
};

Packet make_packet(const Kernel& kernel, const Stmt& root);
VarId add_counter(Kernel& kernel, Loc loc); // i64

// What repetitions add to.
struct Repetitions {
  explicit Repetitions(Kernel& kernel);
  Kernel& kernel;
  std::vector<bool> written; // by array: perhaps written to, through an alias, too
  LabelId next_label = 0;
};

// The accesses of the packet's copies at a place, again; or, given an access of the thread, that
// this is apart from them.
Block repeat(Repetitions& all, const Packet& packet, std::size_t place, const OwnAccess* own);

} // namespace heddle::core
