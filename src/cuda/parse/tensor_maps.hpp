// Tensor maps that the host makes.
#pragma once
#include "support/source.hpp"

#include <optional>
#include <string>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace heddle::cuda {

class Unit;

struct EncodedBox {
  std::string text; // "64x128xf16", as --tensor-map has it
  Loc at;           // of the call that makes the map
};

// The box that cuTensorMapEncodeTiled (CUDA Driver API, "Tensor Map Object Management") gives the
// maps which launches of the file pass as the parameter `name` of the kernel. Each is a local
// variable that one such call makes, where it is declared or in a function that is called for it,
// with extents that are constants or arguments which are. None where a launch passes anything
// else, or where they do not agree.
// "params+128" is a member of an object that launches pass: the box that all constructors of the
// member's class give it which make it at all.
std::optional<EncodedBox> encoded_box(const Unit& unit, const clang::FunctionDecl& kernel,
                                      const std::string& name);

} // namespace heddle::cuda
