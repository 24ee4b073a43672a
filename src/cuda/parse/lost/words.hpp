// The words of a text. Clang drops a statement, an initialiser or an argument that uses a
// declaration which it could not understand, without a trace in the tree: what is gone is found
// where it was written.
#pragma once
#include "cuda/parse/lost/taint.hpp"
#include "cuda/parse/precompiled.hpp"
#include "cuda/parse/unit.hpp"

#include <optional>

namespace heddle::cuda {

using LostNames = decltype(Taint::names);

// Names of what the tree holds and marks as invalid, of tainted classes, of what is made of such,
// and of what is declared by such names; uses of names that nothing declares are errors of their
// own. Adds to `taint` what has no name.
LostNames lost_names(const std::vector<clang::CXXRecordDecl*>& classes, const Unit& unit,
                     Taint& taint);
// The first of `names` in the text of a function of the user, in macros that it uses too.
std::optional<NotUnderstood> find_word(const LostNames& names, const clang::FunctionDecl& f,
                                       const Unit& unit);

} // namespace heddle::cuda
