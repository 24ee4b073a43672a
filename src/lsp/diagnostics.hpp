// Results as LSP tells them.
#pragma once
#include "heddle/heddle.hpp"
#include "lsp/text.hpp"

#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <vector>

namespace heddle::lsp {

// What is to be said of an open file: findings that nothing excuses, each with its other access and
// the calls that lead there as related information, and what is not decided.
nlohmann::json diagnostics(const std::string& path, const Lines& lines,
                           const std::vector<KernelResult>& kernels,
                           const std::vector<Message>& messages);

// What messages say of `.heddle` files, which need not be open, by the path.
std::map<std::string, nlohmann::json> diagnostics_of_settings(const std::vector<Message>& messages);

// Of the finding's accesses, and the calls that lead to them, the first place in the file; line 0
// if there is none.
Position place_in(const std::string& path, const Finding& finding);

// What the finding says, with its witness, in a few lines.
std::string told(const Finding& finding);

} // namespace heddle::lsp
