// Random kernels whose threads take roles and meet at named barriers or mbarriers, as CUDA text:
// a good pattern, and then up to two mistakes as people make them.
#pragma once
#include "oracle/kernels/random.hpp"

#include <map>
#include <string>
#include <vector>

namespace heddle::oracle {

struct NamedRole {
  std::string condition; // of threadIdx.x; of the last role: ""
  std::vector<std::string> lines;
};

// Parameters: out and out2 get results, in is read, n and m are trip counts.
struct NamedKernel {
  std::string family;
  unsigned threads = 64;           // of the block
  bool aligned = true;             // bar.sync rather than barrier.sync
  std::vector<std::string> shared; // declarations
  std::vector<std::string> before; // what all threads do first
  std::vector<NamedRole> roles;
  std::vector<std::string> after;    // .. and last
  std::vector<std::string> mistakes; // in words
};

NamedKernel generate_named(std::uint64_t seed);
// One kernel, `roles`, behind the functions it calls.
std::string text_of(const NamedKernel& kernel);

// ---- parts of the generator --------------------------------------------------------------------

// Replaces $x by the value of x.
using Values = std::map<char, std::string>;
std::string fill(const std::string& text, const Values& values);

NamedKernel make_pattern(Random& random);
NamedKernel make_ring(Random& random);
NamedKernel make_mbarrier_ring(Random& random);
NamedKernel make_tiles(Random& random);
void make_mistake(NamedKernel& kernel, Random& random);

} // namespace heddle::oracle
