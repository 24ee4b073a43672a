// Order lemmas of what is multiplied with itself, but for what all threads share: i * (i + 1) of
// triangular matrices, (n - i) * (n - i - 1) of condensed ones, i * n - i * (i - 1) / 2 of upper
// ones.
#include "smt/normal/lemmas.hpp"

#include <algorithm>

namespace heddle::smt {

namespace {

constexpr std::size_t max_squares = 12;
constexpr int max_shift = 2; // what is less than a row is apart from the factor by no more

struct Square {
  Poly side, other;
};

// Products whose sides rise together, or whose second falls as the first rises.
struct Squares {
  std::vector<Square> rising, falling;
};

Squares squares_of(const Problem& problem) {
  Squares found;
  for (const auto& [a, b] : problem.products) {
    if (problem.uniform(a) || problem.uniform(b)) continue;
    if (problem.uniform(a - b)) found.rising.push_back({a, b});
    if (problem.uniform(a + b)) found.falling.push_back({a, b});
  }
  for (auto* squares : {&found.rising, &found.falling})
    if (squares->size() > max_squares) squares->resize(max_squares);
  return found;
}

// What all threads multiply the value by beside the square: n of i * n.
std::vector<Poly> rows_of(const Problem& problem, const Poly& side) {
  std::vector<Poly> rows;
  for (const auto& [a, b] : problem.products) {
    if (a == side && problem.uniform(b)) rows.push_back(b);
    if (b == side && problem.uniform(a)) rows.push_back(a);
  }
  return rows;
}

class Lemmas {
public:
  explicit Lemmas(Problem& problem) : problem_(problem) {}

  void add(const Poly& difference, const Poly& factor) {
    for (int shift = -max_shift; shift <= max_shift; ++shift) {
      const Poly near = factor + Poly(shift);
      if (near.is_constant()) continue;
      found.push_back({near, difference, problem_.multiply(near, difference)});
    }
  }

  std::vector<OrderLemma> found;

private:
  Problem& problem_;
};

} // namespace

std::vector<OrderLemma> square_lemmas(Problem& problem) {
  const auto [rising, falling] = squares_of(problem);
  Lemmas lemmas(problem);
  for (std::size_t i = 0; i < rising.size(); ++i)
    for (std::size_t j = i + 1; j < rising.size(); ++j) {
      const Square& a = rising[i];
      Square b = rising[j];
      if (a.side - a.other == b.other - b.side) std::swap(b.side, b.other);
      if (a.side - a.other != b.side - b.other) continue;
      const Poly sum = a.side + b.other;
      lemmas.add(a.side - b.side, sum);
      for (const Poly& row : rows_of(problem, a.side)) // of row * i - i * i / 2
        lemmas.add(a.side - b.side, scale(row, 2) - sum);
    }
  for (std::size_t i = 0; i < falling.size(); ++i)
    for (std::size_t j = i + 1; j < falling.size(); ++j) {
      const Square &a = falling[i], &b = falling[j];
      if (a.side + a.other == b.side + b.other)
        lemmas.add(a.side - b.side, a.other - b.side); // s * (u - s) - t * (u - t)
    }
  return std::move(lemmas.found);
}

} // namespace heddle::smt
