// Attributes of CUDA that Clang does not know: annotations here (heddle/qualifiers.h).
#pragma once
#include <array>
#include <cstdint>
#include <optional>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace heddle::cuda {

// The sizes along x, y and z that the annotation `name` ("heddle::cluster_dims",
// "heddle::block_size") of a kernel gives; those left out are 1. None: there is no such annotation,
// or its numbers are not constants from 1 to 1024.
std::optional<std::array<std::int64_t, 3>> annotated(const clang::FunctionDecl& f, const char* name,
                                                     const clang::ASTContext& ast);

} // namespace heddle::cuda
