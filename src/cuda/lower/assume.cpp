#include "cuda/lower/assume.hpp"

#include <algorithm>

namespace heddle::cuda {

void assume_once(core::Kernel& kernel, Pool& pool, const std::string& text, Loc loc) {
  if (std::ranges::find(kernel.assumptions, text, &core::Assumption::text) ==
      kernel.assumptions.end())
    kernel.assumptions.push_back({pool.boolean(true), text, "", loc});
}

} // namespace heddle::cuda
