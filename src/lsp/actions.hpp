// What can be done about findings, as edits of the text.
#pragma once
#include "lsp/document.hpp"

#include <nlohmann/json.hpp>

namespace heddle::lsp {

// The smallest edit, of whole lines, that makes one text of the other.
nlohmann::json edit_between(const std::string& before, const std::string& after);

// Actions for the finding that need no search: to assume what rules it out, to allow it with a
// reason.
nlohmann::json written_actions(const Document& document, const KernelResult& kernel,
                               const Finding& finding);

// The text with the cheapest barriers that make the kernel right; "" where none do. Takes seconds,
// and is to be run apart: it writes the text to a folder of its own.
std::string repaired_text(const project::Job& job, const std::string& text,
                          const std::string& kernel);

// The text without the barrier of the block that stands in this line; nothing if none does.
std::optional<std::string> without_barrier(const std::string& text, std::size_t offset);

} // namespace heddle::lsp
