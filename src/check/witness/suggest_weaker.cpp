#include "check/witness/suggest_weaker.hpp"

#include "cuda/contract/conjunction.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace heddle::check {

namespace {

constexpr std::int64_t most_threads = 1024; // of a block

struct Comparison {
  std::string left, op, right;
};

// Of two numbers; nothing: the text says more, or something else.
std::optional<Comparison> comparison_of(const std::string& text) {
  if (text.find_first_of("(%&|[:") != text.npos) return std::nullopt;
  for (const std::string op : {" == ", " <= ", " >= ", " < ", " > "})
    if (const std::size_t at = text.find(op); at != text.npos)
      return Comparison{text.substr(0, at), op, text.substr(at + op.size())};
  return std::nullopt;
}

std::optional<std::int64_t> number_of(const std::string& text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
}

} // namespace

Hint Weaker::without_needless(Hint hint) {
  if (hint.text.empty()) return hint;
  std::vector<std::string> parts = contract::conjuncts_of(hint.text);
  for (std::size_t i = parts.size(); i-- > 0 && parts.size() > 1;) {
    std::vector<std::string> others = parts;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    const std::string rest = contract::joined(others);
    if (works(rest, hint.reach) || (says_multiple(rest) && works_given_time(rest, hint.reach)))
      parts = std::move(others);
  }
  hint.text = contract::joined(parts);
  return hint;
}

bool Weaker::is_known_part(const std::string& part) const {
  return std::ranges::any_of(env_.experience->hints(), [&](const Hint& hint) {
    const std::vector<std::string> parts = contract::conjuncts_of(hint.text);
    return std::ranges::find(parts, part) != parts.end();
  });
}

Hint Weaker::weakened(Hint hint) {
  if (hint.text.empty() || hint.reach == Reach::blocks) return hint;
  std::vector<std::string> parts = contract::conjuncts_of(hint.text);
  for (std::string& part : parts) {
    const std::string whole = std::exchange(part, "");
    std::vector<std::string> others = parts;
    std::erase(others, "");
    part = is_known_part(whole) ? whole : weakened_part(whole, others, hint.reach);
  }
  hint.text = contract::joined(parts);
  return hint;
}

// Each chain as far as it works.
std::string Weaker::weakened_part(const std::string& part, const std::vector<std::string>& others,
                                  Reach reach) {
  std::string weakest = part;
  for (const std::vector<std::string>& chain : weaker_forms(part))
    for (const std::string& form : chain) {
      std::vector<std::string> all = others;
      all.push_back(form);
      if (!works(contract::joined(all), reach)) break;
      weakest = form;
    }
  return weakest;
}

// Chains of which each part says less than the one before it; the last that works is taken.
std::vector<std::vector<std::string>> Weaker::weaker_forms(const std::string& part) const {
  const auto comparison = comparison_of(part);
  if (!comparison) return {};
  const auto& [left, op, right] = *comparison;
  const std::vector<std::string> signs{left + " > 0", left + " >= 0"};
  const auto number = number_of(right);
  if (op == " == " && number && *number > 1 && left.starts_with("blockDim.")) {
    std::vector<std::string> bounds;
    for (std::int64_t most = *number; most <= most_threads; most *= 2)
      bounds.push_back(left + " <= " + std::to_string(most));
    return {bounds};
  }
  if (op == " > " && number == 0) return {{left + " >= 0"}};
  if (number) return {};
  if (op == " < ") return {{left + " <= " + right}};
  const bool is_size = std::ranges::find(candidates_.sizes(), left, &Candidates::Size::name) !=
                       candidates_.sizes().end();
  if (op == " > " && is_size) return {{left + " >= " + right}, signs};
  if (op == " >= " && is_size) return {signs};
  return {};
}

} // namespace heddle::check
