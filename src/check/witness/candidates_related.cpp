// How sizes, dimensions and contents of arrays relate.
#include "check/witness/candidates.hpp"

#include "cuda/contract/conjunction.hpp"

#include <algorithm>
#include <cctype>
#include <functional>

namespace heddle::check {

namespace {

constexpr std::int64_t most_bytes = 8; // of an element

// What an offset, or the index in it, is a constant more than.
std::pair<Expr, std::int64_t> element_of(Expr offset) {
  if (offset->op == Op::cast || (offset->op == Op::mul && constant_value(offset->args[1])))
    return element_of(offset->args[0]);
  const auto more = offset->op == Op::add ? constant_value(offset->args[1]) : std::nullopt;
  if (!more) return {offset, 0};
  const auto [base, number] = element_of(offset->args[0]);
  return {base, number + *more};
}

// a == b, or only one of the two sides
Ladder equal_or_ordered(const std::string& a, const std::string& b) {
  return {Reach::narrows, {a + " == " + b, a + " >= " + b, a + " <= " + b}};
}

std::string any_element(const std::string& array) { return "forall i: " + array + "[i]"; }

// c + 1
std::string one_more(const std::string& end) {
  if (std::ranges::all_of(end, [](unsigned char c) { return std::isdigit(c) != 0; }))
    return std::to_string(std::stoll(end) + 1);
  return end + " + 1";
}

// No element is negative and each is less; or the latter alone. Where the end may be one of them,
// as the largest that the host has found: likewise.
std::vector<std::string> below(const std::string& array, const std::string& end) {
  return {"range(" + array + ", 0, " + end + ")", any_element(array) + " < " + end,
          "range(" + array + ", 0, " + one_more(end) + ")", any_element(array) + " <= " + end};
}

// That what lies from the one to the other of an index, `$`, is apart from that of others: in their
// order, or in any.
std::pair<std::string, std::string> disjoint(const std::string& begin_of, const std::string& end) {
  const auto at = [](std::string text, const char* index) {
    for (std::size_t i; (i = text.find('$')) != std::string::npos;)
      text.replace(i, 1, index);
    return text;
  };
  const std::string before = at(end, "i") + " <= " + at(begin_of, "j");
  return {"forall i, j: i < j -> " + before,
          "forall i, j: i != j -> " + before + " || " + at(end, "j") + " <= " + at(begin_of, "i")};
}

} // namespace

std::vector<Ladder> Candidates::related(bool natural) const {
  std::vector<Ladder> found;
  apart(found);
  rows_apart(found);
  orders(found, natural);
  if (!natural) margins(found);
  if (!natural) steps(found);
  ranges(found);
  for (const std::string& array : contents_)
    found.push_back({Reach::narrows, {"monotone(" + array + ")"}});
  arrays_together(found);
  if (natural) return found;
  parts(found);
  products(found);
  if (!doubles_) powers(found);
  return found;
}

std::vector<Ladder> Candidates::of_threads() const {
  std::vector<Ladder> found;
  covers(found);
  return found;
}

// Each of two parts of an array begins at a parameter, and is as long as threads are told that they
// are within it: they are apart.
void Candidates::apart(std::vector<Ladder>& to) const {
  const auto begins = [&](const Size& s) {
    return rows_.contains(s.e) && !strides_.contains(s.e) && !is_end(s);
  };
  each_two([&](const Size& first, const Size& second) {
    if (&first > &second || !begins(first) || !begins(second)) return;
    each_two([&](const Size& length, const Size& other) {
      if (!is_end(length) || !is_end(other)) return;
      const std::string before = first.name + " + " + length.name + " <= " + second.name,
                        behind = second.name + " + " + other.name + " <= " + first.name;
      to.push_back({Reach::narrows, {before, before + " || " + behind}});
    });
  });
}

// One size and another one, of whatever types: a pitch and a width. `of_ends`: alone that they are
// as long as threads are told that they lie within.
void Candidates::orders(std::vector<Ladder>& to, bool of_ends) const {
  each_two([&](const Size& first, const Size& second) {
    if (of_ends) {
      if (is_end(second)) to.push_back(equal_or_ordered(first.name, second.name));
      return;
    }
    const std::string &a = first.name, &b = second.name;
    if (&first < &second) to.push_back(equal_or_ordered(b, a));
    to.push_back({Reach::narrows, {a + " > " + b, a + " >= " + b, a + " != " + b}});
    to.push_back({Reach::narrows, {a + " % " + b + " == 0"}});
  });
}

// Blocks as high as they are wide, or not higher: what one row of threads does goes for each row.
void Candidates::squares(std::vector<Ladder>& to) const {
  if (!is_size("blockDim.x") || !is_size("blockDim.y") || is_single("blockDim.y")) return;
  to.push_back(equal_or_ordered("blockDim.x", "blockDim.y"));
}

// What one size is without another one: an image without its border.
void Candidates::find_margin(Expr whole, Expr part) {
  const auto size_of = [&](Expr e) { return std::ranges::find(sizes_, below_casts(e), &Size::e); };
  const auto of = size_of(whole), border = size_of(part);
  if (of == sizes_.end() || border == sizes_.end() || of->is_dimension || border->is_dimension)
    return;
  std::vector<std::string>& all = margins_[border->name];
  if (std::ranges::find(all, of->name) == all.end()) all.push_back(of->name);
}

// Borders on both sides of all that have them leave something between them, or as much as either.
void Candidates::margins(std::vector<Ladder>& to) const {
  for (const auto& [border, wholes] : margins_) {
    Ladder ladder{Reach::narrows, {}};
    for (const std::string times : {" > 3 * ", " > 2 * "}) {
      std::vector<std::string> all;
      for (const std::string& whole : wholes)
        all.push_back(whole + times + border);
      ladder.rungs.push_back(contract::joined(all));
    }
    to.push_back(std::move(ladder));
  }
}

// Threads have what lies from one parameter to a later one, in rows of a third: their share of
// them.
void Candidates::shares(std::vector<Ladder>& to) const {
  each_two([&](const Size& end, const Size& row) {
    for (const Size* begin = sizes_.data(); begin < &end && rows_.contains(row.e); ++begin)
      if (begin != &row && rows_.contains(begin->e) && maybe_zero(begin->e))
        to.push_back({Reach::narrows, {both(begin->name + " >= 0", row.name + " >= " + end.name)}});
  });
}

// Rows are as long as what threads are told by that they lie within one; or as those that numbers
// of threads are divided into, where they are taken for the same number of rows.
void Candidates::lengths(std::vector<Ladder>& to) const {
  for (std::size_t i = 0; i < parameters_; ++i) {
    const Size& row = sizes_[i];
    if (is_row_of_threads(row))
      for (const std::string& end : ends_)
        if (end != row.name) to.push_back({Reach::narrows, {row.name + " >= " + end}});
    if (!strides_.contains(row.e) || divisors_.contains(row.e)) continue;
    for (std::size_t j = 0; j < parameters_; ++j)
      if (pitches_.contains({row.e, sizes_[j].e}))
        to.push_back({Reach::narrows, {row.name + " >= " + sizes_[j].name}});
  }
}

// One that has a place for each thread: not where their numbers are divided into several.
bool Candidates::is_row_of_threads(const Size& row) const {
  return strides_.contains(row.e) && !divides_threads();
}

bool Candidates::divides_threads() const {
  return std::ranges::any_of(
      sizes_, [&](const Size& s) { return !s.is_dimension && divisors_.contains(s.e); });
}

// One is an index of what the other counts: the step of an elimination.
void Candidates::steps(std::vector<Ladder>& to) const {
  each_two([&](const Size& step, const Size& size) {
    if (maybe_zero(step.e))
      to.push_back({Reach::narrows, {both(step.name + " >= 0", step.name + " < " + size.name)}});
  });
}

// A size and the number of threads.
void Candidates::covers(std::vector<Ladder>& to) const {
  for (std::size_t i = 0; i < std::min(parameters_, most_related); ++i)
    for (const char axis : {'x', 'y'}) {
      const std::string block = std::string("blockDim.") + axis,
                        grid = std::string("gridDim.") + axis;
      const std::string& name = sizes_[i].name;
      const auto threads = only_value(pool_.symbol_ref(env_.kernel.block_dim[axis - 'x']));
      for (const auto& [along, columns] : block_tiles_)
        if (along == axis && is_size(grid) && threads != columns) {
          const std::string row = name + " >= " + grid + " * " + std::to_string(columns);
          to.push_back({Reach::narrows, {row, name + " >= " + grid}});
          for (const std::string& block_of_tile : threads_of_tile(axis, columns))
            to.push_back({Reach::narrows, {both(block_of_tile, row)}});
        }
      if (is_size(block)) {
        to.push_back({Reach::narrows, {name + " % " + block + " == 0"}});
        to.push_back(equal_or_ordered(name, block));
      }
      if (!is_size(grid)) continue;
      to.push_back({Reach::narrows, {name + " >= " + grid}}); // a block does each
      if (threads != 1) to.push_back(equal_or_ordered(name, grid + " * " + block));
    }
}

// Of a kernel without a launch: a thread for each element of the tile, at most.
std::vector<std::string> Candidates::threads_of_tile(char axis, std::int64_t columns) const {
  std::vector<std::string> found;
  for (const auto& [other, rows] : block_tiles_)
    if (other != axis && is_size("blockDim.x") && rows <= largest_tile / columns)
      found.push_back("blockDim.x <= " + std::to_string(columns * rows));
  return found;
}

std::vector<std::string> Candidates::parameters_of(bool strides, std::size_t most) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < parameters_ && names.size() < most; ++i)
    if (strides_.contains(sizes_[i].e) == strides) names.push_back(sizes_[i].name);
  return names;
}

void Candidates::ranges(std::vector<Ladder>& to) const {
  std::vector<std::string> ends = parameters_of(true, most_factors); // entries of rows first
  for (std::string& name : parameters_of(false, most_factors - ends.size()))
    ends.push_back(std::move(name));
  ends.insert(ends.end(), fixed_.begin(), fixed_.end());
  for (const std::int64_t c : constants_)
    ends.push_back(std::to_string(c));
  for (const std::string& array : contents_) {
    const std::string of_any = any_element(array);
    to.push_back({Reach::narrows, {of_any + " > 0", of_any + " >= 0", of_any + " != 0"}});
    for (const std::string& end : ends)
      to.push_back({Reach::narrows, below(array, end)});
  }
}

// A permutation, or a part of one.
std::vector<Ladder> Candidates::places() const {
  std::vector<Ladder> found;
  if (counts_) return found;
  std::vector<std::string> ends = parameters_of(true, most_factors);
  ends.insert(ends.end(), element_rows_.begin(), element_rows_.end());
  for (const std::string& array : contents_)
    for (const std::string& end : ends) {
      Ladder ladder{Reach::narrows, below(array, end)};
      for (std::string& rung : ladder.rungs)
        rung = both("distinct(" + array + ")", rung);
      found.push_back(std::move(ladder));
    }
  return found;
}

// Ranges of elements that are apart, all within a row.
void Candidates::rows_apart(std::vector<Ladder>& to) const {
  for (const std::string& a : contents_)
    for (const std::string& b : contents_) {
      if (a == b || !are_read_together(a, b)) continue;
      for (const std::string& row : parameters_of(true, most_factors)) {
        const std::string begin = any_element(a) + " >= 0 && ", end = " <= " + row;
        const std::string of_length = begin + a + "[i] + " + b + "[i]" + end;
        const auto [in_order, apart] = disjoint(a + "[$]", a + "[$] + " + b + "[$]");
        Ladder ladder{Reach::narrows, {}};
        for (const std::string& ranges : {"scan(" + a + ", " + b + ")", in_order, apart})
          ladder.rungs.push_back(contract::joined({ranges, of_length}));
        to.push_back(std::move(ladder));
        const std::string of_end = begin + b + "[i]" + end;
        const auto [next, other] = disjoint(a + "[$]", b + "[$]");
        to.push_back({Reach::narrows,
                      {contract::joined({next, of_end}), contract::joined({other, of_end})}});
      }
    }
}

// Where one array says where ranges begin, and another one how long they are, or where they end.
void Candidates::arrays_together(std::vector<Ladder>& to) const {
  for (const std::string& a : contents_)
    for (const std::string& b : contents_) {
      if (a == b) continue;
      const auto [in_order, apart] = disjoint(a + "[$]", a + "[$] + " + b + "[$]");
      to.push_back({Reach::narrows, {"scan(" + a + ", " + b + ")", in_order, apart}});
      const auto [next, other] = disjoint(a + "[$]", b + "[$]");
      to.push_back({Reach::narrows, {next, other}});
      if (!is_read_with_next(b)) continue; // rows of one matrix go where another's begin
      const auto [rows_in_order, rows_apart] =
          disjoint(a + "[$]", a + "[$] + " + b + "[$ + 1] - " + b + "[$]");
      to.push_back({Reach::narrows, {rows_in_order, rows_apart}});
    }
}

bool Candidates::is_read_with_next(const std::string& array) const {
  return std::ranges::any_of(places_, [&](const auto& place) {
    return place.second == array && std::ranges::any_of(places_, [&](const auto& other) {
             const auto [base, number] = element_of(place.first.back());
             const auto [next, behind] = element_of(other.first.back());
             return other.second == array && next == base && behind > number &&
                    behind - number <= most_bytes;
           });
  });
}

// Two begin parts of one array: one ends before the other, by the number of threads or by a size.
void Candidates::parts(std::vector<Ladder>& to) const {
  std::vector<std::string> lengths;
  if (is_size("blockDim.x")) lengths.emplace_back("blockDim.x");
  for (std::size_t i = 0; i < std::min(parameters_, most_related); ++i)
    lengths.push_back(sizes_[i].name);
  each_two([&](const Size& first, const Size& second) {
    for (const std::string& length : lengths)
      if (length != first.name && length != second.name)
        to.push_back({Reach::narrows, {first.name + " + " + length + " <= " + second.name}});
  });
}

void Candidates::products(std::vector<Ladder>& to) const {
  const std::size_t count = std::min(parameters_, most_factors);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < count; ++j)
      for (std::size_t k = j + 1; k < count; ++k)
        if (i != j && i != k)
          to.push_back(equal_or_ordered(sizes_[i].name, sizes_[j].name + " * " + sizes_[k].name));
}

} // namespace heddle::check
