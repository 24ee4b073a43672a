// Memory of mbarriers that something else writes. PTX ISA, "mbarrier": such an object is opaque and
// of 8 bytes, aligned to 8; "mbarrier.inval": its memory may be used otherwise from there on alone.
// That no phase is lost so is no question of order: what is in order behind the initialisation
// takes an object away as well.
#pragma once
#include "protocol/protocol.hpp"

#include <map>
#include <set>
#include <vector>

namespace heddle::protocol {

// Goes through a protocol in the order of the program, node by node.
class MbarrierMemory {
public:
  explicit MbarrierMemory(const Protocol& protocol);

  // What must hold where this access is made; nothing: it cannot touch an object that was
  // initialised before.
  std::vector<Check> of(const Access& access);
  // What must hold of the operation itself.
  std::vector<Check> of(const Mbarrier& operation);
  // The other way at a condition, which other threads may have taken before.
  void may_have_passed(const NodePtr& node);

private:
  struct Bytes {
    std::int64_t begin = 0, end = 0;
  };
  void find(const NodePtr& node);
  void add(const core::Mbarrier& op);
  bool may_touch(const Access& access) const;
  Expr in_block(ArrayId array, Expr offset) const;

  const Protocol& protocol_;
  Pool& pool_;
  std::vector<const Loop*> loops_;              // around what `find` is at
  std::map<ArrayId, std::vector<Bytes>> bytes_; // of objects, those side by side together
  std::set<ArrayId> initialised_, invalidated_;
};

} // namespace heddle::protocol
