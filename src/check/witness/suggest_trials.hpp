// Whether a condition rules a question's answer out, and leaves what must stay possible. Private to
// the search for suggestions.
#pragma once
#include "check/witness/suggest.hpp"

#include <map>

namespace heddle::check {

// What a condition says of a question that uses these expressions; empty: nothing.
std::vector<Expr> said_by(const Environment& env, const std::string& text,
                          const std::vector<Expr>& used);

class Trials {
public:
  Trials(const Environment& env, const Asked& asked);

protected:
  // Together with beside_. `in_any_case`: also where the time for searches is over.
  bool works(const std::string& text, Reach reach, bool in_any_case = false);
  bool works_given_time(const std::string& text, Reach reach);
  // The models that satisfy it, as bits. What a model says nothing of might have no value that
  // fits.
  std::uint64_t holds_in(const std::string& text);
  std::string with_beside(const std::string& text) const;
  bool is_beside(const smt::Model& model); // what is assumed besides holds in it
  // Are threads that come there in blocks of one row, or column, alone, where others are without
  // it?
  bool leaves_one_row(const std::string& text);
  // Does it bound a number of elements so that no launch has a warp, where others do?
  bool leaves_no_warp(const std::string& text);
  // Does it say multiples of a block's size, and by that leave a single one of several?
  bool leaves_one_block(const std::string& text);
  // Does it leave one block alone, where launches have several for other sizes? The number of
  // blocks follows from what it speaks of.
  bool leaves_only_block(const std::string& text);
  std::optional<std::vector<Expr>> facts_of(const std::string& text);
  // Does it say at least as much as what was shown to keep threads from coming there at all?
  bool is_unreached(const std::string& text) const;

  smt::Query question() const { return {asked_.name + ".hint", asked_.facts, asked_.uniform}; }
  smt::Answer ask(const smt::Query& query);
  void remember(smt::Answer answer);
  bool implies(const std::string& text, const std::string& other); // in each launch
  bool is_out_of_time() const;
  void note_if_in_vain() const;       // behind the search
  bool is_kernel_out_of_time() const; // and all its findings
  static bool says_multiple(const std::string& text) { return text.find(" % ") != text.npos; }

  // Of a kernel, where a bug is shown for a negative size: for all its questions.
  static constexpr double signs_of_kernel = 24;

  const Environment& env_;
  const Asked& asked_;
  std::vector<Expr> used_;
  const Candidates candidates_;
  std::vector<smt::Model> models_; // of what must not be
  std::map<std::pair<std::string, Reach>, bool> tried_;
  std::string beside_;       // what is assumed besides; empty: nothing
  std::vector<Expr> enough_; // what was shown to rule it out; empty: nothing
  double spent_ = 0;         // seconds
  bool is_patient_ = false;
  bool is_known_ = false; // is what is tried known from another finding?
  // What works, but beside none of what other findings need, for which it is left out at first.
  std::vector<std::pair<std::string, Reach>> clashing_;
  bool may_clash_ = false;

private:
  bool holds(const smt::Model& model, Expr fact) const;
  bool leaves_contents(const std::string& text);
  bool is_kept_by_calls(const std::string& text);
  bool goes_with_others(const std::string& text);
  const std::vector<Expr>& seen_calls();
  smt::Query reaching(const std::vector<Expr>& facts) const; // that threads come there
  bool may_be_in_warp(const std::vector<Expr>& facts);
  bool is_beyond_first(std::size_t axis, const std::vector<Expr>& facts);
  bool rules_out(const std::string& text, Reach reach);
  bool is_enough(const std::vector<Expr>& facts);
  bool imply(const std::vector<Expr>& facts, const std::vector<Expr>& others);
  bool is_broken(smt::Query query);
  bool is_product_of_host(Expr fact) const;
  bool is_reached(smt::Query query, const std::string& text); // where the text holds
  std::vector<Expr> of_launch(std::vector<Expr> facts) const;
  std::vector<Expr> of_any_block(std::vector<Expr> facts) const;
  double seconds(double share, double usual) const;
  double share_of_search() const;

  std::map<std::string, std::optional<std::vector<Expr>>> facts_;
  std::vector<Expr> products_;                      // facts that multiply what the host computes
  std::vector<std::vector<std::string>> unreached_; // conjuncts under which no thread comes there
  std::optional<std::vector<Expr>> seen_calls_;     // that come to what is checked
  std::optional<std::vector<std::string>> others_;  // that other findings need
  double longer_ = 1;                               // than others this one may take
  bool has_worked_ = false;                         // has one of them?
  bool insists_ = false;                            // on this one
};

} // namespace heddle::check
