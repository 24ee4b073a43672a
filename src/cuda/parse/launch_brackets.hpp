// `kernel<< <grid, block>> >(..)` or `kernel < < < grid, block >>> (..)`, as some editors format a
// launch: nvcc takes it for `<<<` and `>>>`, Clang does not.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace heddle::cuda {

// The text with such brackets written in one, each blank behind them and no line any longer or
// shorter; nothing where there are none.
std::optional<std::string> with_launch_brackets(std::string_view text);

} // namespace heddle::cuda
