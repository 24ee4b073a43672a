// Conditions of the contract language joined by &&, as text.
#pragma once
#include <string>
#include <vector>

namespace heddle::contract {

// "n > 0 && distinct(a)" as "n > 0" and "distinct(a)"; what does not parse as itself.
std::vector<std::string> conjuncts_of(const std::string& condition);
// Text that reads back as all of them, with the parentheses that it needs; each once.
std::string joined(const std::vector<std::string>& conditions);

} // namespace heddle::contract
