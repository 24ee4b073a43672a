#include "check/witness/candidates.hpp"

#include "core/visit.hpp"
#include "cuda/contract/conjunction.hpp"

#include <algorithm>
#include <cctype>
#include <functional>
#include <numeric>

namespace heddle::check {

namespace {

// Of more of them too many conditions could be made.
constexpr std::size_t most_contents = 4, most_constants = 8, most_tiles = 2;
constexpr std::int64_t largest_constant = 4096, largest_multiple = 1 << 16;
// Of a size whose low bits alone are used.
constexpr std::int64_t least_fit = 1 << 16, largest_fit = 1 << 30;
// Of block sizes: whole warps, or what divides one.
const std::vector<std::int64_t> parts_of_warps{32, 16, 8, 4, 2};

// x & 31, which is no size of anything.
bool is_mask(std::int64_t c) { return c >= 7 && (c & (c + 1)) == 0; }

// As conditions name it; empty: they cannot.
std::string name_of(const core::Kernel& kernel, core::ArrayId array) {
  for (const core::Parameter& p : kernel.params)
    if (p.array == array) return p.name;
  const core::Array& of = kernel.arrays.at(array);
  return of.is_parameter || of.space == core::Space::shared || of.space == core::Space::local
             ? ""
             : of.name;
}

// Does the kernel ask for this index, of a thread or a block? One that does not is meant for one of
// them along the axis.
bool asks_for(const core::Kernel& kernel, SymbolId id) {
  const Expr index = kernel.pool->symbol_ref(id);
  bool found = false;
  const auto look_at = [&](Expr e) {
    const std::vector<Expr> all = atoms(e);
    found = found || std::ranges::find(all, index) != all.end();
  };
  core::for_each_statement(kernel.body, [&](const core::Stmt& s) {
    core::for_each_expression(s, look_at);
    if (const auto* loop = std::get_if<core::Loop>(&s.node)) look_at(loop->cond);
  });
  return found;
}

// The constant of a product by one that may be the side of a tile, and the other factor; 0: there
// is none.
std::pair<std::int64_t, Expr> scaled(Expr product) {
  for (const std::size_t i : {0U, 1U})
    if (const auto c = constant_value(product->args[i]); c && *c <= largest_constant)
      return {*c, product->args[1 - i]};
  return {0, product->args[0]};
}

} // namespace

bool is_crowded(const std::vector<std::string>& conditions) {
  const auto ends_early = [](const std::string& condition, const std::string& begin) {
    return condition.starts_with(begin) &&
           std::isdigit(static_cast<unsigned char>(condition[begin.size()])) != 0;
  };
  for (const std::string& distinct : conditions) {
    if (!distinct.starts_with("distinct(")) continue;
    const std::string array = distinct.substr(9, distinct.size() - 10);
    for (const std::string& other : conditions)
      if (ends_early(other, "range(" + array + ", 0, ") ||
          ends_early(other, "forall i: " + array + "[i] < ") ||
          ends_early(other, "forall i: " + array + "[i] <= "))
        return true;
  }
  return false;
}

Candidates::Candidates(const Environment& env, std::vector<Expr> uniform, std::vector<Expr> used,
                       bool counts)
    : env_(env), pool_(env.pool()), uniform_(std::move(uniform)), used_(std::move(used)),
      counts_(counts) {
  find_sizes();
  find_contents();
  find_constants();
  doubles_ = asks_about_doubling();
}

bool Candidates::is_open(Expr e) const {
  return std::ranges::find(uniform_, e) != uniform_.end() && !only_value(e);
}

// That of a number which can be no other.
std::optional<std::int64_t> Candidates::only_value(Expr e) const {
  const Interval i = interval(pool_, e);
  return i.low == i.high ? i.low : std::nullopt;
}

bool Candidates::maybe_zero(Expr e) const {
  const Interval i = interval(pool_, e);
  return !i.low || *i.low <= 0;
}

// Values of the host have no name on the command line.
void Candidates::find_sizes() {
  for (const core::Parameter& p : env_.kernel.params) {
    if (!p.symbol || p.name.starts_with("host:")) continue;
    const Expr e = pool_.symbol_ref(*p.symbol);
    if (e->type.is_int() && e->type.width <= 64 && is_open(e)) sizes_.push_back({e, p.name});
  }
  find_variables();
  parameters_ = sizes_.size();
  for (const auto& [name, symbols] : {std::pair{"blockDim.", &env_.kernel.block_dim},
                                      std::pair{"gridDim.", &env_.kernel.grid_dim}})
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (const Expr e = pool_.symbol_ref((*symbols)[axis]); is_open(e))
        sizes_.push_back({e, std::string(name) + "xyz"[axis], true});
}

// Of the file, that the question reads and the kernel does not write: launches find a number there.
void Candidates::find_variables() {
  for (const Expr e : uniform_) {
    if (e->op != Op::apply || !e->type.is_int()) continue;
    const protocol::Load* load = protocol::find_load(env_.protocol, e);
    if (!load || !load->initial || load->written) continue;
    const core::Array& array = env_.kernel.arrays.at(load->array);
    if (!array.is_scalar || array.holder || load->size != array.element_size ||
        constant_value(e->args.back()) != std::optional<std::int64_t>(0))
      continue;
    const std::string name = name_of(env_.kernel, load->array);
    if (!name.empty() && !is_size(name)) sizes_.push_back({e, name});
  }
}

void Candidates::find_contents() {
  for (Expr e : used_)
    for (Expr atom : atoms(e)) {
      if (atom->op != Op::apply || contents_.size() >= most_contents) continue;
      const protocol::Load* load = protocol::find_load(env_.protocol, atom);
      if (!load || !load->initial || !atom->type.is_int()) continue;
      const core::Array& array = env_.kernel.arrays.at(load->array);
      if (load->size != array.element_size || array.holder || array.is_scalar) continue;
      const std::string name = name_of(env_.kernel, load->array);
      if (name.empty()) continue;
      if (std::ranges::find(contents_, name) == contents_.end()) contents_.push_back(name);
      places_.emplace(std::vector(atom->args.begin(), atom->args.end()), name);
    }
}

void Candidates::find_constants() {
  std::unordered_set<Expr> seen;
  const std::function<void(Expr)> look_at = [&](Expr e) {
    if (!seen.insert(e).second) return;
    const auto c = constant_value(e);
    if (c) find_fixed(*c);
    for (const std::int64_t most : {c.value_or(0), c.value_or(0) + 1}) // remainder, mask
      if (most >= least_fit && most <= largest_fit && (most & (most - 1)) == 0) fits_.insert(most);
    if (c && *c > 1 && *c <= largest_constant && constants_.size() < most_constants &&
        std::ranges::find(constants_, *c) == constants_.end())
      constants_.push_back(*c);
    for (Expr a : e->args)
      look_at(a);
    if (e->op == Op::mul &&
        std::ranges::none_of(e->args, [](Expr a) { return constant_value(a).has_value(); }))
      for (Expr a : e->args)
        strides_.insert(below_casts(a));
    if (e->op == Op::mul) {
      for (const std::size_t i : {0U, 1U})
        if (const Expr quotient = below_casts(e->args[i]); quotient->op == Op::div)
          pitches_.emplace(below_casts(e->args[1 - i]), below_casts(quotient->args[1]));
      find_row(e);
      find_tile(e);
    }
    if (e->op == Op::mul || e->op == Op::add)
      for (Expr a : e->args)
        rows_.insert(below_casts(a));
    if (e->op == Op::div || e->op == Op::rem) divisors_.insert(below_casts(e->args[1]));
    if (e->op == Op::cast && !e->type.is_signed) unsigned_.insert(below_casts(e));
    if (e->op == Op::lt) find_end(e->args[0], e->args[1]);
    if (e->op == Op::le) find_end(e->args[1], e->args[0]); // if (n <= x) return;
    if (e->op == Op::sub) find_margin(e->args[0], e->args[1]);
  };
  for (Expr e : used_)
    look_at(e);
}

// A parameter of which launches say that it is this number, or that many elements.
void Candidates::find_fixed(std::int64_t number) {
  if (number <= most_of_element) return; // or anything else
  for (const core::Parameter& p : env_.kernel.params) {
    if (!p.symbol || p.name.starts_with("host:") || fixed_.size() >= most_factors) continue;
    const auto value = only_value(pool_.symbol_ref(*p.symbol));
    if (!value || *value <= most_of_element || number % *value != 0 ||
        number / *value > most_of_element)
      continue;
    if (std::ranges::find(fixed_, p.name) == fixed_.end()) fixed_.push_back(p.name);
  }
}

// A number of elements by which what an array holds is multiplied.
void Candidates::find_row(Expr product) {
  const auto [c, other] = scaled(product);
  if (c <= most_of_element ||
      std::ranges::none_of(atoms(other), [](Expr a) { return a->op == Op::apply; }))
    return;
  if (std::string row = std::to_string(c);
      std::ranges::find(element_rows_, row) == element_rows_.end())
    element_rows_.push_back(std::move(row));
}

// So many columns are a block's, whatever its threads.
void Candidates::find_tile(Expr product) {
  const auto [c, other] = scaled(product);
  const Expr block = below_casts(other);
  if (c < 2 || block->op != Op::symbol) return;
  const Symbol& s = pool_.symbol(block);
  const std::pair tile{"xyz"[s.axis], c};
  if (s.name.starts_with("blockIdx.") && block_tiles_.size() < most_related &&
      std::ranges::find(block_tiles_, tile) == block_tiles_.end())
    block_tiles_.push_back(tile);
}

// What a number of the thread's is compared with: a size, or a part of it, which rounded up comes
// to all of it.
void Candidates::find_end(Expr number, Expr end) {
  end = below_casts(end);
  std::string part;
  if (end->op == Op::div)
    if (const auto by = constant_value(end->args[1])) {
      end = below_casts(end->args[0]);
      const bool is_rounded_up = end->op == Op::add && constant_value(end->args[1]) == *by - 1;
      if (is_rounded_up)
        end = below_casts(end->args[0]);
      else
        part = " / " + std::to_string(*by);
    }
  const auto size = std::ranges::find(sizes_, end, &Size::e);
  if (size == sizes_.end() || size->is_dimension || ends_.size() >= most_related) return;
  const std::string text = size->name + part;
  if (std::ranges::find(ends_, text) == ends_.end() && !are_of_launch(atoms(number)))
    ends_.push_back(text);
}

bool Candidates::are_of_launch(const std::vector<Expr>& values) const {
  return std::ranges::all_of(
      values, [&](Expr a) { return std::ranges::find(uniform_, a) != uniform_.end(); });
}

// Of numbers that sizes may be multiples of, the largest first.
std::vector<std::int64_t> Candidates::divisors(std::int64_t most) const {
  std::int64_t whole = 1024; // of all that follows
  for (const std::int64_t c : constants_)
    if (const std::int64_t more = std::lcm(whole, c); more <= most && !is_mask(c)) whole = more;
  std::vector<std::int64_t> found;
  for (std::int64_t d = whole; d > 1; --d)
    if (whole % d == 0) found.push_back(d);
  return found;
}

std::vector<std::string> Candidates::usual() const {
  std::vector<std::string> found;
  for (const std::string& array : contents_) {
    if (!counts_) found.push_back("distinct(" + array + ")");
    found.push_back("monotone(" + array + ")");
  }
  const std::vector<std::string> shapes = block_shapes();
  std::ranges::move(unasked(), std::back_inserter(found));
  if (!shapes.empty())
    std::ranges::move(contract::conjuncts_of(shapes.front()), std::back_inserter(found));
  for (const Size& size : sizes_) {
    const std::int64_t most = divisors(largest_multiple).front();
    if (!size.is_dimension) found.push_back(size.name + " % " + std::to_string(most) + " == 0");
    if (maybe_zero(size.e)) found.push_back(size.name + " > 0");
    if (size.name == "blockDim.x" && shapes.empty()) found.push_back("blockDim.x % 32 == 0");
  }
  return found;
}

std::vector<Ladder> Candidates::given(bool padded) const {
  std::vector<Ladder> found;
  if (doubles_) powers(found);
  fits(found);
  rows(found);
  shapes(found);
  contents(found);
  grids(found);
  signs(found);
  shares(found);
  lengths(found);
  if (padded) paddings(found);
  threads(found);
  pitches(found, padded);
  if (padded) planes(found);
  strides(found);
  whole_tiles(found);
  tiles(found);
  squares(found);
  multiples(found);
  return found;
}

// A block of one row of threads, of a kernel that asks for no other number of its threads.
void Candidates::rows(std::vector<Ladder>& to) const {
  if (const std::vector<std::string> row = single_threads(); !row.empty())
    to.push_back({Reach::narrows, {contract::joined(row)}});
}

// "blockDim.z == 1" of each axis but x along which the kernel does not ask for the thread.
std::vector<std::string> Candidates::single_threads() const {
  std::vector<std::string> found;
  for (const std::size_t axis : {1U, 2U})
    if (const std::string name = std::string("blockDim.") + "xyz"[axis];
        is_size(name) && !asks_for(env_.kernel, env_.kernel.thread_index[axis]))
      found.push_back(name + " == 1");
  return found;
}

// More threads along such an axis would be told of another kernel.
bool Candidates::is_single(const std::string& name) const {
  const std::vector<std::string> single = single_threads();
  return std::ranges::find(single, name + " == 1") != single.end();
}

void Candidates::contents(std::vector<Ladder>& to) const {
  if (counts_) return; // who counts finds some more than once
  for (const std::string& array : contents_)
    to.push_back({Reach::narrows, {"distinct(" + array + ")"}});
}

std::vector<std::string> Candidates::orders_of(const std::string& distinct) const {
  std::vector<std::string> found;
  for (const std::string& array : contents_) {
    if (distinct != "distinct(" + array + ")") continue;
    for (const std::string& flag : contents_)
      if (array != flag && are_read_together(array, flag))
        found.push_back("scan(" + array + ", " + flag + ")");
    found.push_back("monotone(" + array + ")");
  }
  return found;
}

bool Candidates::are_read_together(const std::string& a, const std::string& b) const {
  return std::ranges::any_of(places_, [&](const auto& place) {
    return place.second == a && places_.contains({place.first, b});
  });
}

void Candidates::signs(std::vector<Ladder>& to) const {
  for (const auto& [e, name, is_dimension] : sizes_) {
    if (!maybe_zero(e)) continue;
    if (interval(pool_, e).low >= std::optional<std::int64_t>(0))
      to.push_back({Reach::narrows, {name + " > 0"}});
    else
      to.push_back({Reach::narrows, {name + " > 0", name + " >= 0", name + " != 0"}});
  }
}

// Rows as long as the columns of all blocks, whatever threads they have: where a launch rounds
// their number up, multiples of a tile, but without a remainder, which is quickly shown to help.
void Candidates::whole_tiles(std::vector<Ladder>& to) const {
  for (const char along : {'x', 'y'}) // columns are mostly along x
    for (std::size_t i = 0; i < std::min(parameters_, most_related); ++i)
      for (const auto& [axis, columns] : block_tiles_)
        if (axis == along && is_size(std::string("gridDim.") + axis) &&
            strides_.contains(sizes_[i].e) && columns > most_of_element)
          to.push_back({Reach::narrows, {whole_text(sizes_[i].name, axis, columns)}});
}

std::string Candidates::whole_text(const std::string& name, char axis, std::int64_t columns) {
  return name + " >= gridDim." + axis + " * " + std::to_string(columns);
}

std::vector<Ladder> Candidates::multiples_for(const std::string& whole) const {
  std::vector<Ladder> found;
  for (const Size& size : sizes_)
    for (const auto& [axis, columns] : block_tiles_)
      if (whole == whole_text(size.name, axis, columns))
        found.push_back(halves(size, columns, positive({size})));
  return found;
}

// Of the largest tiles that the question speaks of: easier to prove with than what they divide, and
// easiest where nothing is empty. The search leaves out what is not needed. The length of rows
// comes before what only says how many there are.
void Candidates::tiles(std::vector<Ladder>& to) const {
  std::vector<std::int64_t> tiles;
  std::ranges::copy_if(constants_, std::back_inserter(tiles), [](std::int64_t c) {
    return !is_mask(c) && c > most_of_element && c <= largest_tile;
  });
  std::ranges::sort(tiles, std::greater{});
  if (tiles.size() > most_tiles) tiles.resize(most_tiles);
  const std::vector<Size> sizes(sizes_.begin(),
                                sizes_.begin() + static_cast<std::ptrdiff_t>(parameters_));
  for (const bool strides : {true, false})
    for (const std::int64_t tile : tiles)
      for (const Size& size : sizes) {
        if (strides_.contains(size.e) != strides) continue;
        to.push_back(halves(size, tile, positive({size})));
        if (strides && sizes.size() > 1 && sizes.size() <= most_factors)
          to.push_back(halves(size, tile, positive(sizes)));
      }
}

// " && n > 0" of each of which the question does not know it
std::string Candidates::positive(const std::vector<Size>& sizes) const {
  std::string text;
  for (const Size& size : sizes)
    if (maybe_zero(size.e)) text += " && " + size.name + " > 0";
  return text;
}

Ladder Candidates::halves(const Size& size, std::int64_t tile, const std::string& rest) {
  Ladder ladder{Reach::narrows, {}, true};
  for (std::int64_t d = tile; d > 1; d = d % 2 == 0 ? d / 2 : 1)
    ladder.rungs.push_back(size.name + " % " + std::to_string(d) + " == 0" + rest);
  return ladder;
}

// Each divisor of a number is smaller: what says more comes first.
void Candidates::multiples(std::vector<Ladder>& to) const {
  for (const auto& [e, name, is_dimension] : sizes_) {
    if (name.starts_with("gridDim") || is_single(name)) continue;
    Ladder ladder{is_dimension ? Reach::plain : Reach::narrows, {}};
    for (const std::int64_t d : is_dimension ? parts_of_warps : divisors(largest_multiple))
      ladder.rungs.push_back(name + " % " + std::to_string(d) + " == 0");
    to.push_back(std::move(ladder));
  }
}

bool Candidates::is_size(const std::string& name) const {
  return std::ranges::find(sizes_, name, &Size::name) != sizes_.end();
}

// How many threads there are along x, as a parameter says where one does; empty: it is open.
std::string Candidates::threads_along_x() const {
  const auto block = only_value(pool_.symbol_ref(env_.kernel.block_dim[0])),
             grid = only_value(pool_.symbol_ref(env_.kernel.grid_dim[0]));
  if (!block || !grid) return "";
  const std::int64_t count = *block * *grid;
  for (const core::Parameter& p : env_.kernel.params)
    if (p.symbol && !p.name.starts_with("host:") && pool_.symbol_ref(*p.symbol)->type.is_int() &&
        only_value(pool_.symbol_ref(*p.symbol)) == count)
      return p.name;
  return std::to_string(count);
}

// At least as many as there are threads, or only more than one: a loop that leaves the first out
// is then entered.
void Candidates::threads(std::vector<Ladder>& to) const {
  const auto at_least = [&](const std::string& name, const std::string& threads) {
    to.push_back({Reach::narrows, {name + " >= " + threads, name + " > 1"}});
  };
  const std::string along = threads_along_x();
  for (std::size_t i = 0; i < std::min(parameters_, most_related) && !along.empty(); ++i)
    at_least(sizes_[i].name, along);
  for (std::size_t i = 0; i < std::min(parameters_, most_related); ++i)
    for (const char axis : {'x', 'y'})
      if (const std::string block = std::string("blockDim.") + axis; is_size(block))
        at_least(sizes_[i].name, block);
}

// As __umul24 takes the low 24 bits. What of it is not needed the search leaves out.
void Candidates::fits(std::vector<Ladder>& to) const {
  for (const std::int64_t most : fits_) {
    std::vector<std::string> all;
    for (const Size& size : sizes_)
      if (!size.is_dimension || size.name.starts_with("gridDim"))
        all.push_back(size.name + " < " + std::to_string(most));
    if (!all.empty()) to.push_back({Reach::narrows, {contract::joined(all)}});
  }
}

// Copies for two threads keep the name.
bool Candidates::asks_about_doubling() const {
  return std::ranges::any_of(env_.protocol.sequences, [&](const protocol::Sequence& s) {
    const std::string& name = pool_.function(s.fn).name;
    return s.factor == 2 && std::ranges::any_of(used_, [&](Expr e) {
             return std::ranges::any_of(atoms(e), [&](Expr atom) {
               return atom->op == Op::apply && pool_.function(atom).name == name;
             });
           });
  });
}

void Candidates::powers(std::vector<Ladder>& to) const {
  for (const auto& [e, name, is_dimension] : sizes_) {
    if (name.starts_with("gridDim")) continue;
    const std::string power = "(" + name + " & (" + name + " - 1)) == 0";
    const Reach reach = is_dimension ? Reach::plain : Reach::narrows;
    to.push_back({reach, {both(power, name + " > 0"), power}});
  }
}

std::vector<Ladder> Candidates::blocks() const {
  std::vector<Ladder> found;
  for (const std::string& one : single_blocks())
    found.push_back({Reach::blocks, {one}});
  const auto asks = [&](SymbolId id) { return asks_for(env_.kernel, id); };
  if (is_size("blockDim.x") && std::ranges::none_of(env_.kernel.thread_index, asks))
    found.push_back({Reach::blocks, {"blockDim.x == 1"}});
  return found;
}

// "gridDim.x == 1" of each axis along which the kernel does not ask for the block.
std::vector<std::string> Candidates::single_blocks() const {
  std::vector<std::string> found;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (const std::string name = std::string("gridDim.") + "xyz"[axis];
        is_size(name) && !asks_for_block(axis))
      found.push_back(name + " == 1");
  return found;
}

bool Candidates::asks_for_block() const {
  return asks_for_block(0) || asks_for_block(1) || asks_for_block(2);
}

bool Candidates::asks_for_block(std::size_t axis) const {
  return asks_for(env_.kernel, env_.kernel.block_index[axis]);
}

std::string Candidates::only_block() const {
  return asks_for_block() ? "" : contract::joined(single_blocks());
}

std::vector<std::string> Candidates::unasked() const {
  std::vector<std::string> found = single_threads();
  if (asks_for_block()) std::ranges::move(single_blocks(), std::back_inserter(found));
  return found;
}

} // namespace heddle::check
