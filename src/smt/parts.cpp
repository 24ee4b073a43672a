// Queries that fall apart: conditions that share neither a symbol nor a function hold together if
// each of them can. What says something of sizes alone makes nothing harder then.
#include "smt/portfolio.hpp"

#include <map>
#include <numeric>

namespace heddle::smt {

namespace {

// Atoms by the class that conditions put them into: what is an application counts as its function,
// for equal arguments have equal results, and as what the arguments mention.
class Sharing {
public:
  explicit Sharing(std::size_t conditions) : parent_(conditions) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }

  void mention(std::size_t condition, Expr atom) {
    const std::size_t other = atom->op == Op::apply
                                  ? functions_.emplace(atom->value, condition).first->second
                                  : symbols_.emplace(atom, condition).first->second;
    parent_[find(condition)] = find(other);
  }

  std::size_t find(std::size_t i) {
    while (parent_[i] != i)
      i = parent_[i] = parent_[parent_[i]];
    return i;
  }

private:
  std::vector<std::size_t> parent_;
  std::map<Expr, std::size_t> symbols_; // by the first condition that mentions it
  std::map<std::int64_t, std::size_t> functions_;
};

} // namespace

// The conditions that the last one of the query, its question, hangs together with, and the others:
// what is said of sizes.
std::pair<std::vector<Expr>, std::vector<Expr>> Portfolio::question_and_rest() const {
  const std::vector<Expr>& conditions = simplified_.assertions;
  Sharing sharing(conditions.size() + 1);
  const auto mention = [&](std::size_t i, Expr e) {
    for (Expr atom : atoms(e))
      sharing.mention(i, atom);
  };
  mention(conditions.size(), question_);
  for (std::size_t i = 0; i < conditions.size(); ++i)
    mention(i, conditions[i]);
  std::pair<std::vector<Expr>, std::vector<Expr>> parts;
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    const bool asked = sharing.find(i) == sharing.find(conditions.size());
    (asked ? parts.first : parts.second).push_back(conditions[i]);
  }
  return parts;
}

bool Portfolio::parts() {
  const auto [asked, rest] = question_and_rest();
  if (asked.empty() || rest.empty()) return false;
  Model whole;
  for (const auto* part : {&asked, &rest}) {
    const Query one{query_.name, *part, query_.uniform};
    const Answer answer = ask(one, deadline_.left());
    if (answer.status == Status::unsat) return conclude(Status::unsat, "parts");
    if (answer.status == Status::unknown) {
      trouble_ = answer.reason;
      return false;
    }
    whole.values.insert(answer.model.values.begin(), answer.model.values.end());
  }
  for (Expr e : atoms_)
    if (!whole.values.contains(e))
      whole.values.emplace(e, whole.eval(pool_, simplified_.image(pool_, e)));
  return conclude(std::move(whole), "parts");
}

} // namespace heddle::smt
