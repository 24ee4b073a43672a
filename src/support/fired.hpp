// How often rewrite rules fired, by name. `Rule` is an enum class that ends with `count`.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle {

template <class Rule> constexpr std::size_t index_of(Rule rule) {
  return static_cast<std::size_t>(rule);
}

template <class Rule>
using RuleCounts = std::array<std::uint64_t, static_cast<std::size_t>(Rule::count)>;

template <class Rule> inline constinit thread_local RuleCounts<Rule>* counted_rules = nullptr;

template <class Rule> void fired(Rule rule) {
  if (counted_rules<Rule> != nullptr) ++(*counted_rules<Rule>)[index_of(rule)];
}

// While one lives, what fires on its thread is counted here, and in none further out.
template <class Rule> class CountsRules {
public:
  CountsRules() : outer_(counted_rules<Rule>) { counted_rules<Rule> = &counts; }
  ~CountsRules() { counted_rules<Rule> = outer_; }
  CountsRules(const CountsRules&) = delete;
  CountsRules& operator=(const CountsRules&) = delete;

  RuleCounts<Rule> counts{};

private:
  RuleCounts<Rule>* outer_;
};

// Does the table state each rule, in the order of Rule?
template <class Rule, class Text, std::size_t n>
constexpr bool states_each(const std::array<Text, n>& texts) {
  if (n != index_of(Rule::count)) return false;
  for (std::size_t i = 0; i < n; ++i)
    if (index_of(texts[i].rule) != i || texts[i].name.empty() || texts[i].statement.empty())
      return false;
  return true;
}

} // namespace heddle
