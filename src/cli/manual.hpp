// The manual page and the completion of shells, made of the tables of options.
#pragma once
#include "cli/check.hpp"

namespace heddle::cli {

// man(7): every command with its options.
std::string manual_page();
// `shell`: bash, zsh or fish. Throws UsageError for others.
std::string completion(const std::string& shell);

} // namespace heddle::cli
