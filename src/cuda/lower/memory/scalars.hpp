// What types are made of, and where in memory that is.
#pragma once
#include "cuda/parse/precompiled.hpp"

#include <functional>
#include <llvm/IR/IRBuilder.h>

namespace heddle::cuda {

enum class SmallIntegers { as_they_are, by_words };

// The numbers and pointers in a value of that type, in the order of their places (bytes from
// `offset` on); vectors and what else LLVM has are one each. `by_words`: arrays of integers below
// 32 bits are taken by 32 bits, as raw storage mostly is, where they are of whole words.
void for_each_scalar(llvm::Type* type, std::uint64_t offset, const llvm::DataLayout& layout,
                     SmallIntegers small,
                     const std::function<void(llvm::Type*, std::uint64_t)>& use);

// The place so many bytes behind `from`.
llvm::Value* advanced(llvm::IRBuilder<>& builder, llvm::Value* from, std::uint64_t bytes);

} // namespace heddle::cuda
