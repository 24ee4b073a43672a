// What CUDA says of every device and of what it allocates: numbers that the host asks for, and
// gives to launches.
#pragma once
#include "cuda/launch/walk/value.hpp"

namespace clang {
class ASTContext;
class Expr;
class FunctionDecl;
} // namespace clang

namespace heddle::cuda {

// A number that a call writes.
struct DeviceNumber {
  std::size_t argument = 0; // of the call, which leads to it,
  std::vector<Step> path{}; // or to properties of which it is one
  std::string name{};       // behind that of the place: ".maxGridSize[1]"
  Type type = Type::i32();
  std::int64_t low = 0;
  std::optional<std::int64_t> high{};
  std::int64_t multiple = 1;             // of which it is one
  std::optional<std::size_t> at_least{}; // another argument, or
  std::vector<Step> of_that{};           // a member of it
};

// Those that a call which succeeds writes and of which something is known.
std::vector<DeviceNumber> numbers_of_device(const clang::FunctionDecl& f,
                                            const std::vector<const clang::Expr*>& args,
                                            const clang::ASTContext& ast);

// The only value that the number has, or a host value in its range.
Expr any_value(const DeviceNumber& number, const std::string& place, Loc loc, Pool& pool);

} // namespace heddle::cuda
