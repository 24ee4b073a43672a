// Names in host code: what is called, and which variables a function has.
#pragma once
#include "cuda/syntax/ast.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cuda {

template <std::size_t N>
bool is_one_of(const std::string& name, const std::array<std::string_view, N>& list) {
  return std::ranges::find(list, name) != list.end();
}
template <std::size_t N>
bool has_prefix(const std::string& name, const std::array<std::string_view, N>& list) {
  return std::ranges::any_of(list, [&](std::string_view p) { return name.starts_with(p); });
}

// f of f(..), null where what is called has no name.
const NameExpr* callee_name(const CallExpr& call);
// Its last word, or "".
std::string last_callee_name(const CallExpr& call);
// All variables of that name in the function, parameters among them.
std::vector<const VarDecl*> variables_named(const FunctionDecl& f, const std::string& name);

} // namespace heddle::cuda
