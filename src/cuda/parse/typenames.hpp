// `allocate<T::tile>()` in a template, where `tile` is a type: nvcc does not ask for the
// `typename`, and Clang takes the argument for a value until an instance is made. What the first
// reading of a file tells of such arguments, the next one makes types of, as they are parsed.
#pragma once
#include <clang/AST/DeclGroup.h>

#include <compare>
#include <set>
#include <string>

namespace clang {
class ASTContext;
class Diagnostic;
} // namespace clang

namespace heddle::cuda {

// Where such an argument begins.
struct ArgumentPlace {
  std::string file;
  unsigned offset = 0;

  auto operator<=>(const ArgumentPlace&) const = default;
};
using TypeArguments = std::set<ArgumentPlace>;

// Adds the place that Clang misses a `typename` at.
void note_missing_typename(const clang::Diagnostic& diagnostic, TypeArguments& to);

// Makes types of the template arguments of calls that begin at these places.
void take_as_types(const TypeArguments& types, clang::DeclGroupRef group, clang::ASTContext& ast);

} // namespace heddle::cuda
