// Local arrays of host functions, element by element.
#pragma once
#include <map>
#include <optional>

namespace clang {
class ASTContext;
class Expr;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace heddle::cuda {

// The array that `e` is, or whose beginning it points to: `a`, `&a[0]`, and a pointer variable of
// the function that is made so and never changed. nullptr: not a local array.
const clang::VarDecl* local_array(const clang::Expr& e);

// What the function leaves in each element of one of its local arrays, as it is written: by its
// initialiser, and by assignments that are always made (those in `if constexpr` that is taken
// included). Nothing where anything else may change an element, or one is assigned behind `use`.
std::optional<std::map<std::int64_t, const clang::Expr*>>
elements_of(const clang::VarDecl& array, const clang::FunctionDecl& function,
            const clang::Expr& use, const clang::ASTContext& ast);

} // namespace heddle::cuda
