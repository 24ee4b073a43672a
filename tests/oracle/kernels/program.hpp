// A small CUDA kernel as the oracle sees it: what the generator draws, the printer writes as CUDA
// text, and the machine runs. Nothing here uses Heddle.
//
// All arrays hold ints. Index expressions are linear for arrays of one dimension; the shared array
// `q` is `int q[..][8]`. Functions are pure; helpers are inlined where they are called.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::oracle {

struct Expr {
  enum class Kind : std::uint8_t {
    constant,    // value; op "u": unsigned
    variable,    // value: slot
    parameter,   // value: number of the parameter
    builtin,     // op: "threadIdx.x", ..
    argument,    // value: number of the argument of the function that it stands in
    load,        // value: base; args: one index, or two for `q`; op: spelling
    unary,       // op: - ! ~
    binary,      // op
    conditional, // c ? a : b
    call,        // op: min max abs; or "f" with value: number of the function
    cast,        // op: "int" or "unsigned"
    step,        // value: slot; op: "++_" "--_" (before) or "_++" "_--" (after)
  };
  Kind kind = Kind::constant;
  std::string op;
  std::int64_t value = 0;
  std::vector<Expr> args;
};

// Bases of a load: arrays 0.., pointers first_pointer..
enum BaseNumber : std::int64_t {
  base_s,
  base_q,
  base_g,
  base_in,
  base_l,
  array_count,
  first_pointer = 100
};
constexpr std::int64_t row_length = 8; // of q
constexpr std::array<const char*, array_count> array_names{"s", "q", "g", "in", "l"};
constexpr std::int64_t local_length = 4; // of l, which every thread has
constexpr bool is_shared(std::int64_t array) { return array == base_s || array == base_q; }

struct Stmt {
  enum class Kind : std::uint8_t {
    assign,   // slot `target` op= exprs[0]; op: "=" "+=" ..
    store,    // exprs[0] (a load: the place) op= exprs[1]
    atomic,   // op: atomicAdd ..; exprs[0] the place, exprs[1] the operand; target: slot or -1
    point,    // pointer `target` = address of exprs[0]; or exprs[1] ? exprs[0] : exprs[2]
    advance,  // pointer `target` += exprs[0]
    barrier,  // op: "__syncthreads" or "__syncwarp"
    vote,     // slot `target` = op(exprs[0]); op: __syncthreads_or ..
    assert_,  // exprs[0]
    if_,      // exprs[0], blocks[0], blocks[1] (may be empty)
    for_,     // target: slot, exprs: first, condition, step amount; op of the step
    while_,   // exprs[0], blocks[0]
    do_while, // blocks[0], exprs[0]
    switch_,  // exprs[0]; blocks; labels: one per block; falls: no break at the end of a block
    break_,
    continue_,
    return_, // of the kernel, or of the helper that it stands in
    call,    // helper `target`; exprs: values of its parameters (the pointer's place first)
  };
  Kind kind = Kind::assign;
  std::string op;
  std::int64_t target = -1;
  std::vector<Expr> exprs;
  std::vector<std::vector<Stmt>> blocks;
  std::vector<std::int64_t> labels; // default_label: default
  std::vector<bool> falls;
  mutable unsigned line = 0, last_line = 0; // where print() put it; last_line: do-while condition
};
constexpr std::int64_t default_label = -1000;

using Block = std::vector<Stmt>;

// __device__ int f(int a, int b) { if (guard) return early; return result; }
struct Function {
  Expr guard, early, result;
};

// __device__ void h(int* pointer, int parameters..) { locals; body }
struct Helper {
  std::int64_t pointer = 0; // slot of the pointer parameter
  std::vector<std::int64_t> parameters, locals;
  Block body;
};

struct Variable {
  enum class Type : std::uint8_t { int_, unsigned_, short_, byte } type = Type::int_;
  bool in_loop_head = false; // declared by its `for`
  bool in_helper = false;
  bool is_unsigned() const { return type == Type::unsigned_; }
};

// Values low..high; open: Heddle is not told of the bounds.
struct Range {
  std::int64_t low = 0, high = 0;
  bool open = false;
};

struct Program {
  std::string name;
  std::vector<Variable> variables;
  std::int64_t pointers = 0;        // declared in the kernel: 0..pointers-1
  std::int64_t helper_pointers = 0; // of helpers: the numbers after those
  std::vector<Range> parameters;
  Range block_x{2, 4}, block_y{1, 1}, grid{1, 1};
  std::vector<Function> functions;
  std::vector<Helper> helpers;
  Block body;
};

// CUDA text; sets the lines of the statements, the first line of the text being `first_line`.
std::string print(const Program& program, unsigned first_line = 1);
// Variables are used where they are declared, and jumps have a target.
bool is_valid(const Program& program);
// Does a condition, an index or a loop's bounds depend on what was read from memory?
bool depends_on_data(const Program& program);
bool reads_memory(const Program& program);
// Are results of atomics used?
bool uses_atomic_results(const Program& program);
bool is_bounded(const Program& program);

template <class Visitor> void visit_exprs(const Expr& e, const Visitor& visit) {
  visit(e);
  for (const Expr& arg : e.args)
    visit_exprs(arg, visit);
}

template <class Visitor> void visit_stmts(const Block& block, const Visitor& visit) {
  for (const Stmt& s : block) {
    visit(s);
    for (const Block& inner : s.blocks)
      visit_stmts(inner, visit);
  }
}

// Every statement of the kernel and of its helpers.
template <class Visitor> void visit_program(const Program& program, const Visitor& visit) {
  visit_stmts(program.body, visit);
  for (const Helper& helper : program.helpers)
    visit_stmts(helper.body, visit);
}

} // namespace heddle::oracle
