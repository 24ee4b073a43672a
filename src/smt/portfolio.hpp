// The order of attack of docs/solver.md.
#pragma once
#include "smt/normal/lemmas.hpp"
#include "smt/session.hpp"

namespace heddle::smt {

// Sizes of witnesses are tried in this order, for the reader and for the replay.
inline constexpr std::int64_t size_levels[] = {4, 16, 64, 1024};
inline constexpr double value_slice = 2; // seconds for a query whose sizes are fixed

class Portfolio {
public:
  Portfolio(Pool& pool, const Query& query, const Limits& limits);
  Answer run();
  std::string first_text();

private:
  struct Fixed {
    VarId var;
    Wide value;
  };
  struct Magnitude {
    Expr image = nullptr, negative = nullptr; // in the size's place; whether it is; null: never
    std::vector<Expr> uniform, bounds;        // its atoms; what is declared of the size
  };
  // Each attempt answers whether it decided the query.
  bool decide();
  bool guess(std::uint64_t work);
  bool linear(Session& session, Encoding& encoding);
  // As linear(); nothing: not within that time.
  std::optional<bool> in_turns(Session& first, Encoding& encoding, double seconds);
  bool by_values(Session& session);
  bool without_values(Encoding& encoding);
  bool abstract(Session& session, Encoding& encoding);
  bool parts();
  bool cases();
  bool modes();
  bool in_each(const std::vector<Expr>& values);
  bool masks();
  bool masks_of(const std::vector<Expr>& assertions, const std::vector<Expr>& powers,
                double seconds);
  bool signs(const Encoding& encoding);
  bool conversions(Encoding& encoding);
  bool residues(const Encoding& encoding);
  bool bits(Encoding& encoding);
  bool bits_without_products();
  bool unrelated_bits(const Encoding& encoding);
  bool extend(Backend& session);
  std::optional<unsigned> bit_width(Encoding& encoding, const std::vector<Expr>& assertions);
  std::optional<Status> ask_bits(Encoding& encoding, const std::vector<Expr>& assertions,
                                 double seconds);
  bool products(Session& session, Encoding& encoding);
  bool probe(Encoding& encoding, std::size_t first, std::size_t end);
  bool small_words();
  std::set<Expr> determined() const;
  bool lemmas(Session& session, Encoding& encoding, double seconds);
  bool try_values(Session& session, Encoding& encoding, int tries, double seconds);
  bool real_products(Encoding& encoding, double seconds);

  std::pair<std::vector<Expr>, std::vector<Expr>> question_and_rest() const;
  // Of signs(): questions of their own, nothing where they are refuted.
  std::optional<Answer> case_of(const Query& query, double seconds);
  std::optional<Answer> without_magnitude(const Query& query, Expr size, double seconds);
  Magnitude magnitude_of(Expr size);
  std::optional<Answer> by_magnitudes(const std::vector<Expr>& sizes, double seconds);
  std::vector<Expr> open_signs(const Encoding& encoding) const;
  std::vector<Expr> open_conversions(Encoding& encoding);
  std::pair<Expr, Expr> signs_of(Expr x); // 0 <= x, x < 0
  // Of residues(): sizes with their divisors, and one question for each way to divide them.
  std::vector<Fixed> divided_sizes(const Encoding& encoding) const;
  std::optional<Answer> of_remainders(const Problem& problem, const std::vector<Fixed>& sizes,
                                      Wide number, double seconds);

  // The linear form with those lemmas that its models violate.
  Status refine(Session& session, Encoding& encoding, const std::vector<Wide>& ks, double seconds,
                const std::vector<Expr>& given = {});
  std::size_t add_violated(Session& session, Problem& problem, const std::vector<Wide>& ks);
  // Symbols and applications that make the problem linear when their values are known.
  std::vector<VarId> factors_to_fix(const Problem& problem) const;
  Status solve_fixed(const std::vector<Fixed>& values, const Problem& problem, double seconds);

  Status check(Backend& backend, double seconds, const std::vector<Expr>& given = {});
  bool accept(Backend& backend); // the model of the last check, when it passes check_model
  bool accept_or_avoid_zero(Backend& backend);
  void minimise(Backend& backend);
  bool conclude(Status status, const std::string& method);
  // Of a session in which both answers count.
  bool conclude_exact(Backend& session, Status status, const std::string& method);
  // Is the model one of the whole query? Then that is the answer.
  bool conclude(Model model, const std::string& method);
  // A question that this one comes down to, or a part of it. `within_signs`: it is a case by the
  // sign of a size; if more sizes are open, they are told apart before anything is asked.
  // `only_refutes`: this one implies it, so that nothing but a refutation counts.
  Answer ask(const Query& query, double seconds, bool within_signs = false,
             bool only_refutes = false);
  bool refutes(const Query& weaker, double seconds) {
    return ask(weaker, seconds, false, true).status == Status::unsat;
  }
  // Before a session is made for no more than that: making one takes longer than most checks.
  bool has_time(double seconds);
  bool has_time() { return has_time(deadline_.left()); }
  double slice(double seconds) const { return std::min(seconds, deadline_.left()); }
  // Each of these at most `level`, where its bounds allow that.
  std::vector<Expr> at_most(const std::vector<Expr>& sizes, std::int64_t level);

  Pool& pool_;
  const Query& query_;
  const Limits limits_;
  Deadline deadline_;
  Simplified simplified_;
  Expr question_ = nullptr; // the last assertion, simplified
  std::vector<Expr> atoms_; // of the original assertions
  std::vector<Expr> sizes_; // integers both threads share, that a witness should have small
  std::vector<OrderLemma> order_lemmas_;
  bool within_signs_ = false;
  bool is_part_ = false;      // of a question that guesses did not answer
  bool only_refutes_ = false; // says less than what is meant: its models are none of that
  double quick_seconds_ = 0;  // for the first lemmas; 0: by the time that is left
  bool exhaustive_ = true;    // all values tried so far were refuted, not given up
  Answer answer_;
  std::string trouble_; // why attempts failed, the last one that matters
};

} // namespace heddle::smt
