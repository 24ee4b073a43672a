// Tables of the device functions that CUDA defines.
#pragma once
#include "cuda/types/types.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace heddle::cuda {

// A function whose result depends on its arguments only.
struct PureBuiltin {
  std::string_view name;
  // Result: 'f' float, 'd' double, 'h' half, 'H' half2, 'n' bfloat16, 'N' bfloat162, 'F' float2,
  // 'a' the floating type that the arguments have in common, 'i' int, 'u' unsigned, 'l' long long,
  // 'U' unsigned long long, 'b' bool, 't' the first argument's
  char result;
};
std::optional<PureBuiltin> find_pure_builtin(std::string_view name);

struct AtomicBuiltin {
  std::string_view op; // "add", "cas", ..
  Scope scope;
};
// atomicAdd, atomicAdd_block, ..
std::optional<AtomicBuiltin> find_atomic(std::string_view name);

// Functions that neither compute a value that Heddle tracks nor touch memory that it checks.
bool is_ignored_builtin(std::string_view name);

// Functions with an unknown result: shuffles, votes, clocks. `sharing`: who gets the same value.
struct UnknownBuiltin {
  std::string_view name;
  char result; // as PureBuiltin::result; 't': the type of argument `like`
  unsigned like;
  Scope sharing;
};
std::optional<UnknownBuiltin> find_unknown_builtin(std::string_view name);

} // namespace heddle::cuda
