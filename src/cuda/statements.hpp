// The statements of the kernels of a file, for those who edit its text.
#pragma once
#include "cuda/parse/lost/statements.hpp"
#include "support/context.hpp"

namespace heddle::cuda {

// Bad input is reported to ctx, and the tree is empty then.
SourceTree read_statements(const std::string& path, Ctx& ctx);

} // namespace heddle::cuda
