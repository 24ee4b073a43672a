// References of textures and surfaces: variables of a file that kernels read textures by, and
// copies of them that functions take by value.
#pragma once

namespace llvm {
class Value;
} // namespace llvm

namespace heddle::cuda {

// The variable that a reference is or holds a copy of, where nothing else is ever put there;
// otherwise the place itself, without casts.
const llvm::Value* referred(const llvm::Value& place);

} // namespace heddle::cuda
