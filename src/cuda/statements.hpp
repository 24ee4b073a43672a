// The statements of the kernels of a file, for those who edit its text.
#pragma once
#include "cuda/parse/lost/statements.hpp"
#include "support/context.hpp"

#include <optional>

namespace heddle::cuda {

// Bad input is reported to ctx, and the tree is empty then. `text`: read instead of what the file
// holds, which must be there.
SourceTree read_statements(const std::string& path, Ctx& ctx,
                           const std::optional<std::string>& text = std::nullopt);

} // namespace heddle::cuda
