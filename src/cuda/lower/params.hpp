// Parameters of kernels that are structs: split into what they hold.
#pragma once
#include <cstdint>
#include <string>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang
namespace llvm {
class CallBase;
class Function;
} // namespace llvm

namespace heddle::cuda {

// A struct passed by value becomes a variable of the kernel that is set from calls of functions
// `heddle.param.TYPE(argument, byte offset)`, one for each scalar in it.
void expand_parameters(llvm::Function& kernel, const clang::FunctionDecl* decl);
// Reads of such a variable become the scalars, where the parameter is const and nothing in the
// kernel writes to it: its address may be anywhere, as a tensor map's is. Did anything change?
bool read_const_parameters(llvm::Function& kernel);
// (argument, byte offset) of such a call.
struct ParameterPart {
  unsigned argument = 0;
  std::uint64_t offset = 0;
};
bool is_parameter_part(const llvm::CallBase& call, ParameterPart& part);

} // namespace heddle::cuda
