// Which declarations of a host function are in scope at a place in it.
#pragma once
#include "cuda/types/program.hpp"

#include <string>
#include <vector>

namespace heddle::cuda {

struct HostName {
  DeclPtr decl;              // null: nothing but the name is known
  bool is_parameter = false; // what it is initialised with is no more than a default
  std::string name{};        // where `decl` is null
};

// Those of the function's parameters, of blocks around the expression `place`, and of lambdas whose
// body it stands in: outermost first, so that a later one hides an earlier one of its name. Nothing
// where the function does not hold the place.
std::vector<HostName> visible_at(const FunctionDecl& f, const ExprNode& place);

// The class that the function is a member of, as far as the file has it.
const Item* class_of(const Program& program, const FunctionDecl& f, const std::string& scope);

} // namespace heddle::cuda
