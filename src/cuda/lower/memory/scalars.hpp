// What types are made of, and where in memory that is.
#pragma once
#include "cuda/parse/precompiled.hpp"

#include <functional>
#include <llvm/IR/IRBuilder.h>

namespace heddle::cuda {

// The numbers and pointers in a value of that type, in the order of their places (bytes from
// `offset` on); vectors and what else LLVM has are one each. Bytes in arrays of them are taken by
// words, as raw storage mostly is.
void for_each_scalar(llvm::Type* type, std::uint64_t offset, const llvm::DataLayout& layout,
                     const std::function<void(llvm::Type*, std::uint64_t)>& use);

// The place so many bytes behind `from`.
llvm::Value* advanced(llvm::IRBuilder<>& builder, llvm::Value* from, std::uint64_t bytes);

} // namespace heddle::cuda
