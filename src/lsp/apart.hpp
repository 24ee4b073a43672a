// Work in a process of its own, which may be ended at any moment.
#pragma once
#include <functional>
#include <optional>
#include <string>

namespace heddle::lsp {

// What `work` returns; nothing where it was stopped or ended early. `should_stop` is asked some ten
// times a second.
std::optional<std::string> run_apart(const std::function<std::string()>& work,
                                     const std::function<bool()>& should_stop);

} // namespace heddle::lsp
