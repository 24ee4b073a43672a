// Where one lane of a warp touches memory in the place of all (tcgen05.ld, .st, .dealloc; wgmma),
// none of the others may lack what that one has: an arrival, a wait or a fence of some lanes, it
// among them.
#include "ptx/emulate/emulator.hpp"
#include "support/matrix_layout.hpp"
#include "support/tensor_core.hpp"

#include <algorithm>

namespace heddle::ptx {

void Emulator::come(const Warp& warp, const Micro& m, Mask on, bool waits, std::uint64_t object,
                    std::uint64_t phase) {
  if (!touches_together_) return;
  if (waits) allocated_.erase(warp.number);
  Comers& here = comers_[{warp.number, m.instruction, object, phase}];
  here.at = &m;
  here.waits = waits;
  for (unsigned l = 0; l < lanes; ++l)
    here.times[l] += on >> l & 1;
}

// Do the lanes read an address that their warp has just allocated? They get it, though nothing
// orders that (PTX ISA, "tcgen05.alloc", the example).
bool Emulator::reads_allocated(const Warp& warp, Mask in,
                               const std::array<std::uint32_t, lanes>& at,
                               std::uint32_t bytes) const {
  const auto words = allocated_.find(warp.number);
  if (words == allocated_.end() || bytes != 4) return false;
  for (unsigned l = 0; l < lanes; ++l)
    if (in >> l & 1 && !std::ranges::count(words->second, at[l])) return false;
  return true;
}

void Emulator::check_lanes() const {
  for (const auto& [where, come] : comers_) {
    const std::uint32_t warp = std::get<0>(where);
    const auto behind = [&](unsigned lane) { // lanes that came less often
      return std::ranges::any_of(come.times, [&](std::uint32_t n) { return n < come.times[lane]; });
    };
    const bool moves = moving_.contains(warp) && behind(moving_lane);
    const bool multiplies = multiplying_.contains(warp) && come.waits && behind(multiplying_lane);
    if (moves || multiplies)
      halt(*come.at, std::string("some lanes alone of a warp that ") +
                         (moves ? "moves tensor memory" : "multiplies matrices") + " come to '" +
                         come.at->opcode->text +
                         "': what the others have done by then, or know, is not followed");
  }
}

} // namespace heddle::ptx
