// The statements of a file's kernels as they stand in its text: where a barrier can be put, and
// what lies before and behind it. For src/repair, which edits text.
//
//   __global__ void k(float *a) {       block
//     __shared__ float s[32];             simple
//     if (a[0] > 0) s[threadIdx.x] = 1;   branch: one block without braces: simple
//     __syncthreads();                    barrier
//   }
#pragma once
#include <compare>
#include <cstddef>
#include <string>
#include <vector>

namespace heddle::cuda {

// Bytes [begin, end) of the file.
struct Extent {
  std::size_t begin = 0, end = 0;
  bool contains(std::size_t offset) const { return begin <= offset && offset < end; }
  auto operator<=>(const Extent&) const = default;
};

// A call of a function of the file.
struct SourceCall {
  Extent extent;
  std::size_t function = 0; // index into SourceTree::functions
};

// A barrier that is a statement of its own. Tiles are parts of one warp; each kind orders what the
// kinds before it do.
struct SourceSync {
  enum class Kind { tile, warp, named, block, grid };
  Kind kind = Kind::block;
  std::string text = "__syncthreads();";
  // named: the barrier, a number or an expression; does `text` wait there? and, if it does, the
  // statement that only arrives, where there is one.
  std::string id = {}, weakened = {};
  bool waits = true;
};

struct SourceStatement {
  enum class Kind {
    simple,
    block,  // `parts` in order; the body of a loop and the arms of a branch always are blocks
    branch, // `parts`: the arms
    loop,   // `parts`: the body
    barrier // a statement that is a barrier and nothing else
  };
  Kind kind = Kind::simple;
  Extent extent;        // with the semicolon
  SourceSync sync = {}; // barrier
  std::vector<SourceStatement> parts = {};
  // In what belongs to the statement itself: in no part.
  std::vector<SourceCall> calls = {};
  // Barriers of cooperative groups, tiles and grids, that it declares.
  std::vector<SourceSync> groups = {};
  // block: may a statement be put before part i, or behind the last one? One more than parts.
  std::vector<bool> open = {};
  bool braces = true;         // block: it has braces
  std::size_t header_end = 0; // block without braces: behind the `)` or `else` before it
  bool declares = false;      // simple: it is a declaration
  bool by_thread = false;     // branch, loop: its condition mentions threadIdx, as far as is seen
};

inline bool is_block_barrier(const SourceStatement& s) {
  return s.kind == SourceStatement::Kind::barrier && s.sync.kind == SourceSync::Kind::block;
}

// One function, or one instance of a function template: instances share their text.
struct SourceFunction {
  Extent extent;
  SourceStatement body = {};
  std::vector<SourceSync> groups = {}; // of its parameters
  bool jumps = false;                  // it has a goto: the order of the text is not that of runs
  bool waits = false;                  // it has a fence or a volatile access
  bool assembly = false;               // it has inline assembly
  bool named = false;                  // .. or calls that may be of named barriers or mbarriers
};

struct SourceKernel {
  std::string name;
  std::size_t function = 0;
};

struct SourceTree {
  std::string text;
  std::vector<SourceFunction> functions;
  std::vector<SourceKernel> kernels;
  // Kernels whose body is not understood, or not text of the file alone (a macro, a header).
  std::vector<std::string> others;
};

class Unit;

// Of all kernels and of what they call; only text of the file itself counts.
SourceTree statements_of(const Unit& unit);

} // namespace heddle::cuda
