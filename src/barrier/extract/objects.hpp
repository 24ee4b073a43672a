// The mbarriers of a case, numbered as they are met, and when they are made and unmade. Private to
// src/barrier.
#pragma once
#include "barrier/extract/extract.hpp"

#include <vector>

namespace heddle::barrier {

// An event in the life of an mbarrier.
struct LifeEvent {
  enum class Kind { announcement, init, operation, inval } kind = Kind::operation;
  BarrierIndex object = 0;
  std::uint32_t unit = 0;    // its first thread
  std::uint32_t step = 0;    // in the order of the unit's program
  std::uint32_t meeting = 0; // meetings of the whole block outside of loops that come before it
  bool waited = false;       // the unit has waited for others since the last meeting
  const protocol::Node* node = nullptr;
  std::vector<std::int64_t> rounds; // of the unrolled loops around it
  Loc loc;
  std::uint32_t count = 0; // announcement; its `unit` is the thread
};

class Objects {
public:
  BarrierIndex number(core::ArrayId array, std::int64_t offset);
  // An initialisation with a count; false: with another one than before.
  bool expect(BarrierIndex object, std::uint32_t count);
  void note(LifeEvent event) { events_.push_back(std::move(event)); }
  // Skeleton::mbarriers. Throws NotUnderstood for one that is never initialised, and for one of
  // which the life is not certain to be: initialised at one place, used, and perhaps invalidated in
  // the end. (PTX ISA, mbarrier.init: on a valid object the behaviour is undefined.)
  std::vector<Mbarrier> all(const core::Kernel& kernel) const;

private:
  struct Object {
    core::ArrayId array;
    std::int64_t offset;
    std::uint32_t expected; // 0: no count was given
  };
  void check_life(BarrierIndex object, const std::string& name) const;
  std::uint32_t announced(BarrierIndex object) const;
  static bool in_order(const LifeEvent& earlier, const LifeEvent& later);

  std::vector<Object> objects_;
  std::vector<LifeEvent> events_;
};

} // namespace heddle::barrier
