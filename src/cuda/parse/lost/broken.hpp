// Which functions were not understood, and why.
#pragma once
#include "cuda/parse/diagnostics.hpp"
#include "cuda/parse/lost/taint.hpp"
#include "cuda/parse/unit.hpp"

#include <string_view>
#include <unordered_map>

namespace heddle::cuda {

// How a reason begins that the compiler gives for refusing the source.
inline constexpr std::string_view does_not_compile = "does not compile: ";

using Broken = std::unordered_map<const clang::FunctionDecl*, NotUnderstood>;

// Of functions with a body (by their canonical declaration): those that hold an error, an
// expression that Clang recovered from, or a declaration that is invalid, and those that use what
// an error elsewhere taints.
Broken find_broken(const std::vector<clang::FunctionDecl*>& functions,
                   const std::vector<ClangError>& errors, const Unit& unit, Taint& taint);
// Why it is not known what the host does, where that is so: the first place.
std::optional<NotUnderstood> host_doubt(const Broken& broken, const Taint& taint);

} // namespace heddle::cuda
