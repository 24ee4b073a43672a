// Reading a file as if it held another text: for those who try changes before they are written.
#pragma once
#include "cuda/parse/unit.hpp"

#include <optional>

namespace heddle::cuda {

// As parse(), with `text` instead of what the file holds, which must be there.
void parse_text(const std::string& path, const std::optional<std::string>& text, Ctx& ctx,
                const std::function<void(Unit&)>& use);

} // namespace heddle::cuda
