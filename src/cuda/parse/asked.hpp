// Instances that the command line names: --kernel 'name<float, 256>'.
#pragma once
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class QualType;
class VarDecl;
} // namespace clang

namespace heddle::cuda {

struct AskedInstance {
  std::string scope; // "ns::", as written
  std::string name;
  std::vector<std::string> arguments;
  std::string text() const; // "name<float, 256>"
};

// Of Options::kernels, those that give template arguments.
std::vector<AskedInstance> asked_instances(const std::vector<std::string>& kernels);

// Arguments are types or values as Clang reads them: a source text for the end of the file that
// declares each of them as both. One of the two is an error there.
std::string declarations_of(const std::vector<AskedInstance>& asked);

// What became of argument `j` of instance `i`.
struct AskedArgument {
  const void* type = nullptr; // a clang::QualType, opaque; null where it is no type
  const clang::VarDecl* value = nullptr;
};
// Empty where the file's end is not outside of everything, so that nothing could be declared there.
std::vector<std::vector<AskedArgument>> find_declarations(const std::vector<AskedInstance>& asked,
                                                          clang::ASTContext& ast);

} // namespace heddle::cuda
