// Values of host code: expressions over host values that stay open (atoms).
//
//   void run(float* v, int n) {              grid   {x: host:n / 192, y: 1, z: 1}
//     if (n <= 0) return;                    block  {x: 192, y: 1, z: 1}
//     k<<<n / 192, 192>>>(v, n);             args   -, host:n       facts  0 < host:n
//   }
//
// Every launch that happens, happens with some values of the atoms for which all of this holds.
// What is not understood is a new atom, so nothing here is ever more than the host does. Arithmetic
// is read as the kernel's is (expr.hpp).
#pragma once
#include "cuda/launch/elements.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class Decl;
class Expr;
class FieldDecl;
class FunctionDecl;
class Type;
} // namespace clang

namespace heddle::cuda {

// From an object to a part of it.
struct Step {
  const clang::FieldDecl* field = nullptr; // null: an element
  std::int64_t index = 0;
  auto operator<=>(const Step&) const = default;
};

// What an object is known by: its declaration, a method's for what `this` points to, the expression
// that makes a temporary, or the number of a pointer to it, with the type that it points to.
struct Root {
  const clang::Decl* decl = nullptr;
  const clang::Expr* expr = nullptr;
  Expr pointer = nullptr;
  const clang::Type* type = nullptr;
  auto operator<=>(const Root&) const = default;
};

// An object of the host, or a part of one.
struct Place {
  Root root{};
  std::vector<Step> path;
  std::string name;

  Place element(std::uint64_t index) const {
    Place part = *this;
    part.path.push_back({nullptr, static_cast<std::int64_t>(index)});
    return part;
  }
};

// The element of an array or a container that a pointer was read from: of elements of which no two
// are one, those at different indices differ.
struct Taken {
  Expr from = nullptr;     // a number that stands for what the elements are at that time
  Expr at = nullptr;       // the index
  std::uint64_t count = 0; // of elements; 0: not known
};

struct HostValue {
  enum class Kind : std::uint8_t {
    none,     // not known, or no number
    integer,  // e: a number, or a condition for bool
    quotient, // the floating-point value of e / divisor, both i64; exact below 2^precision
    pointer,  // `offset` bytes behind what `e`, a number of its own, stands for; compared only
    record,   // members: what is known of a class or an array
    function  // function
  } kind = Kind::none;
  Expr e = nullptr, divisor = nullptr;
  unsigned precision = 0;
  std::int64_t offset = 0;
  // Of a pointer that was chosen, what else `e` may be; `true` among them: anything.
  std::vector<Expr> bases{};
  Behind behind{}; // of what `e` is the number of, whatever `offset` is
  Taken taken{};
  std::map<Step, HostValue> members{};
  const clang::FunctionDecl* function = nullptr;
  std::shared_ptr<const Place> target{}; // of a pointer: the object, where that is known
  bool is_null = false; // of what a launch gets, and is not known otherwise: a null pointer

  bool known() const { return kind != Kind::none; }
  bool is_integer() const { return kind == Kind::integer; }
  bool is_pointer() const { return kind == Kind::pointer; }
  bool operator==(const HostValue& other) const {
    return kind == other.kind && e == other.e && divisor == other.divisor &&
           precision == other.precision && offset == other.offset && bases == other.bases &&
           members == other.members && function == other.function && is_null == other.is_null;
  }
};

// What a pointer may be, itself first.
std::vector<Expr> bases_of(const HostValue& pointer);

} // namespace heddle::cuda
