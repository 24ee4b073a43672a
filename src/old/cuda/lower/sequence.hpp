// Implicit conversion sequences: how an argument becomes a parameter, and which of two ways C++
// takes for the better one.
#pragma once
#include "cuda/types/types.hpp"

namespace heddle::cuda {

// Whether an expression designates an object that outlives it; `open`: what is known does not say.
enum class Category : std::uint8_t { lvalue, rvalue, open };

struct Sequence {
  enum class Rank : std::uint8_t { exact, promotion, conversion, user, ellipsis };
  Rank rank = Rank::exact;
  bool open = false;          // its rank, or whether there is one, is not known
  bool to_underlying = false; // a promotion of an enumeration to its type
  bool to_bool = false;       // of a pointer
  bool to_void = false;       // of a pointer
  int to_base = 0;            // classes up
  CT to;                      // the parameter
  CT bound;                   // what a reference is bound to without a conversion
  Category from = Category::open;
};

enum class Preference : std::uint8_t { first, second, none, open };

Preference preferred(const Sequence& a, const Sequence& b);

// How many classes up `base` is; 0: it is none of its bases.
int steps_to_base(const CT& type, const CT& base);
// The same up to qualifiers, at all levels.
bool is_similar(const CT& a, const CT& b);
// Does `to` have the qualifiers of `from`, at all levels?
bool keeps_qualifiers(const CT& from, const CT& to);

// A sequence without constructors and operators; `from` is no reference. nullopt: there is none.
std::optional<Sequence> standard_sequence(const CT& from, const CT& to, bool is_zero);

} // namespace heddle::cuda
