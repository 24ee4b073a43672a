// Values of registers, 32 lanes at a time, and what is known of them.
//
// A lane is known, or it is an opaque token: a number that stands for the value, so that equal
// tokens mean equal values (two threads that load one global cell get one token). Sums and
// differences are computed on the tokens themselves, hence (p + 4) + 4 and p + 8 are one token;
// everything else mixes the tokens of its operands.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace heddle::ptx {

using Mask = std::uint32_t;
inline constexpr unsigned lanes = 32;

// What unknown values come from: a set of sources, numbered by Sources.
using SourceSet = std::uint32_t;

struct Reg {
  alignas(64) std::array<std::uint64_t, lanes> value{}; // known lanes: zero-extended
  Mask known = 0;
  SourceSet sources = 0; // of the lanes that are not known
};

inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  a = (a ^ std::rotl(b, 32)) * 0x9E3779B97F4A7C15ULL;
  a ^= a >> 29;
  a = (a + b) * 0xBF58476D1CE4E5B9ULL;
  return a ^ (a >> 32);
}

// `hash` with one more operand: a known value, or a token.
inline std::uint64_t mix_operand(std::uint64_t hash, std::uint64_t value, bool known) {
  return mix(hash + (known ? 0x9E3779B97F4A7C15ULL : 0), value);
}

// A source of unknown values, as the user knows it, and how to fix it.
struct Source {
  std::string text;      // "parameter n"
  std::string hint;      // "--param n=VALUE"; "" when nothing helps
  std::string name = {}; // of the parameter or variable; else ""
  bool contents = false; // what it points to, or what it holds
  auto operator<=>(const Source&) const = default;
};

// Sets of sources, each numbered once. Set 0 is empty.
class Sources {
public:
  SourceSet single(const Source& source);
  SourceSet join(SourceSet a, SourceSet b) {
    if (a == b || b == 0) return a;
    return a == 0 ? b : joined(a, b);
  }
  std::vector<Source> list(SourceSet set) const;
  // The sources of what is loaded through an address with these sources.
  SourceSet contents(SourceSet address);

private:
  using Members = std::vector<std::uint32_t>;
  SourceSet joined(SourceSet a, SourceSet b);
  SourceSet number(Members members);

  std::vector<Source> sources_;
  std::map<Source, std::uint32_t> source_numbers_;
  std::vector<Members> sets_{{}};
  std::map<Members, SourceSet> set_numbers_{{{}, 0}};
  std::map<std::pair<SourceSet, SourceSet>, SourceSet> joins_;
  // The last answers of `joins_`, by a hash of the two.
  struct Joined {
    SourceSet a = 0, b = 0, both = 0;
  };
  std::array<Joined, 256> recent_{};
  std::map<SourceSet, SourceSet> contents_;
};

} // namespace heddle::ptx
