// The threads of one warp: registers, and which lanes are where. Lanes that a branch sent apart run
// as splits of their own and meet again at the branch's join.
#pragma once
#include "ptx/emulate/contents.hpp"
#include "ptx/micro.hpp"

#include <deque>

namespace heddle::ptx {

inline constexpr std::int32_t no_join = -1;

struct Split {
  enum class State : std::uint8_t {
    ready,
    blocked, // until the engine wakes the lanes in `waits`
    yields,  // until no other split of the warp can run
    parked   // until other lanes come to the same instruction
  };
  Index pc = 0;
  Mask mask = 0;
  std::int32_t join = no_join;
  Index meets = nowhere; // where the join is
  State state = State::ready;
  Mask waits = 0;
  bool yielded = false; // at this instruction, to others that may be about to exit
};

class Warp {
public:
  Warp(std::uint32_t number, Mask all, Slot registers, SourceSet uninitialised);

  std::uint32_t number;
  Mask live;
  std::vector<Reg> registers;
  std::vector<Split> splits;   // those that are at a join are not among them
  std::vector<Contents> local; // per lane, when it is needed

  // `split` goes on as these parts, which meet again at `meets`. The first part keeps its index.
  void diverge(std::size_t split, Index meets, const std::vector<std::pair<Index, Mask>>& parts);
  // `split` has come to its join; it is gone afterwards (the last one takes its index), and the
  // lanes go on together once all of them have come.
  void join(std::size_t split);
  // These lanes of `split` have left the kernel; the split is gone when they were all.
  void exit(std::size_t split, Mask gone);
  // Lanes wait at joins for others that are blocked: let them go on alone. False: there are none.
  bool release_joins();
  // Parked splits at one instruction become one. Returns those that grew.
  void merge_parked();

private:
  struct Join {
    Index meets = nowhere;
    std::int32_t outer = no_join;
    Index outer_meets = nowhere;
    Mask expected = 0, arrived = 0;
    bool used = false;
  };
  std::int32_t new_join(const Join& join);
  void release(std::int32_t number);
  void remove(std::size_t split);

  std::vector<Join> joins_;
};

} // namespace heddle::ptx
