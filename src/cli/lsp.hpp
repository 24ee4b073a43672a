// `heddle lsp`.
#pragma once
#include "cli/check.hpp"

namespace heddle::cli {

// `arguments` are those after `lsp`: options of `heddle check`, for all files of the editor.
Outcome lsp(const std::vector<std::string>& arguments);

} // namespace heddle::cli
