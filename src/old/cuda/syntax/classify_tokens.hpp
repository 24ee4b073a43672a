// What the parts of the classifier ask of a token's type.
#pragma once
#include "CudaLexer.h"

#include <cstddef>

namespace heddle::cuda {

using grammar::CudaLexer;

// Roles of tokens beside the types that the parser sees.
inline constexpr std::size_t own_type = 0;
inline constexpr std::size_t erased = static_cast<std::size_t>(-2);

inline bool is_builtin(std::size_t type) {
  switch (type) {
  case CudaLexer::Void:
  case CudaLexer::Bool:
  case CudaLexer::Char:
  case CudaLexer::Short:
  case CudaLexer::Int:
  case CudaLexer::Long:
  case CudaLexer::Float:
  case CudaLexer::Double:
  case CudaLexer::Signed:
  case CudaLexer::Unsigned:
  case CudaLexer::Int128:
  case CudaLexer::Auto:
    return true;
  default:
    return false;
  }
}

inline bool is_storage(std::size_t type) {
  switch (type) {
  case CudaLexer::Extern:
  case CudaLexer::Static:
  case CudaLexer::Inline:
  case CudaLexer::Typedef:
  case CudaLexer::Constexpr:
  case CudaLexer::Register:
  case CudaLexer::Mutable:
  case CudaLexer::Virtual:
  case CudaLexer::Explicit:
  case CudaLexer::Friend:
  case CudaLexer::ThreadLocal:
  case CudaLexer::Global:
  case CudaLexer::Device:
  case CudaLexer::Host:
  case CudaLexer::Shared:
  case CudaLexer::Constant:
  case CudaLexer::Managed:
    return true;
  default:
    return false;
  }
}

inline bool is_class_key(std::size_t type) {
  return type == CudaLexer::Struct || type == CudaLexer::Class || type == CudaLexer::Union;
}

inline bool is_pointer_word(std::size_t type) {
  switch (type) {
  case CudaLexer::Star:
  case CudaLexer::Amp:
  case CudaLexer::AmpAmp:
  case CudaLexer::Const:
  case CudaLexer::Volatile:
  case CudaLexer::Restrict:
    return true;
  default:
    return false;
  }
}

} // namespace heddle::cuda
