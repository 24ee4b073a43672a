// Conditions that kernels commonly rely on, to be tried as suggestions: texts as --assume takes
// them.
#pragma once
#include "check/environment.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

namespace heddle::check {

// Conditions of which the first implies all others, and none one before it.
struct Ladder {
  Reach reach = Reach::plain;
  std::vector<std::string> rungs;
  bool is_chain = false; // each rung implies those behind it: where one fails, they do
};

// "a && b"
inline std::string both(const std::string& a, const std::string& b) { return a + " && " + b; }

// Without casts around it.
inline Expr below_casts(Expr e) {
  while (e->op == Op::cast)
    e = e->args.front();
  return e;
}

// Do they leave a few elements of an array at most: all distinct, and below a constant?
bool is_crowded(const std::vector<std::string>& conditions);

class Candidates {
public:
  // `uniform`: the atoms of the question that both threads share; `used`: all that it says.
  // `counts`: it is about what counts how often something occurs, which is not once.
  Candidates(const Environment& env, std::vector<Expr> uniform, std::vector<Expr> used,
             bool counts = false);

  // What kernels are given: contents of arrays, signs, and multiples of sizes; powers of two, where
  // what a loop doubles or halves is asked about.
  // `padded`: also that rows are long enough in bytes or multiples, where no sign is in question:
  // that they are longer than what is positive would say it, too.
  std::vector<Ladder> given(bool padded = false) const;
  bool doubles() const { return doubles_; } // the question is about a loop that does, or halves
  // In place of "distinct(a)": that a is the sum of what is read at the same place, as one that
  // says whether an element is kept, or that it is sorted. Sums and sorted keys may be equal.
  std::vector<std::string> orders_of(const std::string& distinct) const;
  // In place of "n >= gridDim.x * 64": that n is a multiple of 64, which is easier to say, though
  // not always to show.
  std::vector<Ladder> multiples_for(const std::string& whole) const;
  // How what they are given relates: the simplest first. `natural`: of sizes alone how they do to
  // what threads are told that they lie within.
  std::vector<Ladder> related(bool natural = false) const;
  // And how it does to numbers of threads and blocks, as few mean it.
  std::vector<Ladder> of_threads() const;
  // What most kernels rely on that no launch is seen of, in whatever they do besides.
  std::vector<std::string> base() const;
  std::vector<Hint> choices() const; // that an argument never chooses what breaks
  // An array says where in each row a thread's place is. Two things at once, for behind any two
  // that are simpler.
  std::vector<Ladder> places() const;
  std::vector<Ladder> blocks() const; // one block, one thread
  // One block alone, of a kernel that never asks which block it is in: all do the same. Empty: it
  // asks, or there is one anyway.
  std::string only_block() const;
  // One thread, or block, along each axis along which the kernel asks for none; of blocks where it
  // asks for them along another one.
  std::vector<std::string> unasked() const;
  // The blocks that fill what is shared, or what lies from one to the next, of a kernel without a
  // launch.
  std::vector<std::string> block_shapes() const;
  bool asks_for_block() const;
  bool asks_for_block(std::size_t axis) const;
  // What most kernels may be given, all at once: a model of it shows most of them to be useless.
  std::vector<std::string> usual() const;

  // A number that launches choose: a size, a dimension.
  struct Size {
    Expr e;
    std::string name;
    bool is_dimension = false;
  };
  const std::vector<Size>& sizes() const { return sizes_; }
  // Is it, but for one, a number of the question: of cells, of threads? Threads of a block may be
  // as many as two numbers make together, blocks of a grid as one goes into another.
  bool is_natural(const Size& size, std::int64_t bound) const;
  // It, where that may be what the author had in mind, or the elements of an array within elements
  // that `size` may count: beyond them somebody else's begin. Nothing: neither.
  std::optional<std::int64_t> natural_bound(const Size& size, std::int64_t most) const;
  // A block has at least a warp: that it has less, nobody relies on but for tiles with shorter
  // rows. At most `most` along this axis.
  bool leaves_no_warp(const Size& size, std::int64_t most) const;

private:
  // Of more of them too many conditions could be made.
  static constexpr std::size_t most_related = 6, most_factors = 4;
  static constexpr std::int64_t largest_tile = 1024;
  // Numbers up to this one may be sizes of elements.
  static constexpr std::int64_t most_of_element = 16;

  bool is_open(Expr e) const;
  std::optional<std::int64_t> only_value(Expr e) const;
  bool maybe_zero(Expr e) const;
  void find_sizes();
  void find_variables();
  void find_contents();
  void find_constants();
  void find_fixed(std::int64_t number);
  void find_row(Expr product);
  void find_tile(Expr product);
  void find_end(Expr number, Expr end);
  void find_margin(Expr whole, Expr part);
  bool are_of_launch(const std::vector<Expr>& values) const;

  std::vector<std::int64_t> divisors(std::int64_t most) const;
  void rows(std::vector<Ladder>& to) const;
  void shapes(std::vector<Ladder>& to) const;
  std::vector<std::string> shapes_of_tile(const std::vector<std::int64_t>& dims) const;
  std::vector<std::string> shapes_of_row(std::int64_t threads) const;
  std::vector<std::string> shapes_of_shared() const;
  std::vector<std::pair<std::int64_t, std::int64_t>> tiles_of_strides() const;
  void strides(std::vector<Ladder>& to) const;
  void contents(std::vector<Ladder>& to) const;
  bool is_read_with_next(const std::string& array) const;
  bool are_read_together(const std::string& a, const std::string& b) const;
  void signs(std::vector<Ladder>& to) const;
  void shares(std::vector<Ladder>& to) const;
  void lengths(std::vector<Ladder>& to) const;
  void whole_tiles(std::vector<Ladder>& to) const;
  static std::string whole_text(const std::string& name, char axis, std::int64_t columns);
  void tiles(std::vector<Ladder>& to) const;
  std::string positive(const std::vector<Size>& sizes) const;
  static Ladder halves(const Size& size, std::int64_t tile, const std::string& rest);
  void multiples(std::vector<Ladder>& to) const;
  void apart(std::vector<Ladder>& to) const;
  void rows_apart(std::vector<Ladder>& to) const;
  void orders(std::vector<Ladder>& to, bool of_ends) const;
  void squares(std::vector<Ladder>& to) const;
  void margins(std::vector<Ladder>& to) const;
  bool is_row_of_tile(std::int64_t columns) const;
  bool is_size(const std::string& name) const;
  std::vector<std::string> single_blocks() const;
  std::vector<std::string> single_threads() const;
  bool is_single(const std::string& name) const;
  bool asks_about_doubling() const;
  // Calls `f` with every two parameters that differ, of the first few.
  template <class F> void each_two(const F& f) const {
    const std::size_t count = std::min(parameters_, most_related);
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; j < count; ++j)
        if (i != j) f(sizes_[i], sizes_[j]);
  }
  std::string threads_along_x() const;
  void threads(std::vector<Ladder>& to) const;
  void paddings(std::vector<Ladder>& to) const;
  void pitches(std::vector<Ladder>& to, bool of_ends) const;
  void planes(std::vector<Ladder>& to) const;
  bool is_end(const Size& size) const;
  std::vector<std::int64_t> sizes_of_elements() const;
  Ladder bytes_of(const std::string& row, const std::string& elements,
                  const std::string& besides = "") const;
  void fits(std::vector<Ladder>& to) const;
  void steps(std::vector<Ladder>& to) const;
  void covers(std::vector<Ladder>& to) const;
  std::vector<std::string> threads_of_tile(char axis, std::int64_t columns) const;
  std::vector<std::string> parameters_of(bool strides, std::size_t most) const;
  void ranges(std::vector<Ladder>& to) const;
  void arrays_together(std::vector<Ladder>& to) const;
  void parts(std::vector<Ladder>& to) const;
  void products(std::vector<Ladder>& to) const;
  void grids(std::vector<Ladder>& to) const;
  bool is_row_of_threads(const Size& row) const;
  bool divides_threads() const; // by a size
  bool is_choice(Expr parameter) const;
  std::string name_of_parameter(Expr e) const;
  void powers(std::vector<Ladder>& to) const;

  const Environment& env_;
  Pool& pool_;
  std::vector<Expr> uniform_, used_;
  std::vector<Size> sizes_;           // parameters and variables of the file first, then dimensions
  std::size_t parameters_ = 0;        // of them, and of variables
  std::vector<std::string> contents_; // arrays of integers that are read as the launch finds them
  std::set<std::pair<std::vector<Expr>, std::string>> places_; // where they are read, and which
  bool counts_, doubles_ = false;
  std::set<std::int64_t> fits_;             // powers of two by which the question takes remainders
  std::vector<std::int64_t> constants_;     // of the question: sizes of tiles, strides
  std::unordered_set<Expr> strides_;        // factors of what is no constant, casts left away
  std::vector<std::string> ends_;           // what numbers of threads are less than
  std::vector<std::string> element_rows_;   // constants that elements are multiplied by
  std::vector<std::string> fixed_;          // parameters of which launches say what they are
  std::unordered_set<Expr> rows_;           // factors and terms of sums
  std::unordered_set<Expr> divisors_;       // what numbers are divided by, casts left away
  std::set<std::pair<Expr, Expr>> pitches_; // what multiplies a quotient, and its divisor
  std::unordered_set<Expr> unsigned_;       // what is taken for an unsigned number
  std::vector<std::pair<char, std::int64_t>> block_tiles_;  // axes of blocks, and what each covers
  std::map<std::string, std::vector<std::string>> margins_; // and what they are taken from
};

} // namespace heddle::check
