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

// What follows, where that is a number and all.
std::optional<std::int64_t> number_behind(const std::string& text, const std::string& begin) {
  return text.starts_with(begin) ? number_of(text.substr(begin.size())) : std::nullopt;
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
  const std::string multiple_of = part.substr(0, part.find(' ')) + " % ";
  if (std::ranges::any_of(others, [&](const auto& o) { return o.starts_with(multiple_of); }))
    return part; // of tiles: that there are some is easier to prove with
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

// With what `f` makes of each part beside the others.
template <class F> Hint Weaker::with_parts(Hint hint, const F& f) {
  std::vector<std::string> parts = contract::conjuncts_of(hint.text);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string part = std::exchange(parts[i], "");
    std::vector<std::string> others = parts;
    std::erase(others, "");
    beside_ = contract::joined(others);
    parts[i] = f(part);
    beside_.clear();
  }
  hint.text = contract::joined(parts);
  return hint;
}

Hint Weaker::with_own_numbers(Hint hint) {
  return with_parts(std::move(hint),
                    [&](const std::string& part) { return with_own_number(part); });
}

std::string Weaker::with_own_number(const std::string& part) {
  for (const Candidates::Size& size : candidates_.sizes())
    for (const bool is_upper : {true, false}) {
      const std::string begin = bound_text(size, is_upper, "");
      const std::optional<std::int64_t> c = number_behind(part, begin);
      if (!c) continue;
      if (!is_upper && (*c == 0 || *c == 1)) return part; // a sign, in each instance
      const std::int64_t weakest = weakest_bound(size, is_upper, *c);
      return candidates_.is_natural(size, weakest) ? begin + std::to_string(weakest) : part;
    }
  return part;
}

Hint Weaker::with_weaker_block(Hint hint) {
  return with_parts(std::move(hint), [&](const std::string& part) {
    for (const Candidates::Size& size : candidates_.sizes())
      if (const auto most = number_behind(part, bound_text(size, true, ""));
          most && size.is_dimension && works(bound_text(size, true, *most + 1), Reach::narrows))
        return with_own_number(part);
    return part;
  });
}

std::int64_t Weaker::weakest_bound(const Candidates::Size& size, bool is_upper, std::int64_t good) {
  return farthest_bound(size, is_upper, good, [&](std::int64_t c) {
    return works(bound_text(size, is_upper, c), Reach::narrows);
  });
}

std::int64_t Weaker::farthest_bound(const Candidates::Size& size, bool is_upper, std::int64_t good,
                                    const std::function<bool(std::int64_t)>& does) {
  const std::int64_t sign = is_upper ? 1 : -1; // bounds times this grow as they say less
  constexpr std::int64_t farthest = std::int64_t{1} << 40;
  std::optional<std::int64_t> bad;
  for (const smt::Model& model : models_)
    if (const auto it = model.values.find(size.e); it != model.values.end() && is_beside(model))
      if (const std::int64_t value = std::clamp(it->second, -farthest, farthest);
          !bad || sign * value < sign * *bad)
        bad = value;
  while (bad && sign * (*bad - good) > 1) {
    const std::int64_t middle = good + (*bad - good) / 2;
    (does(middle) ? good : *bad) = middle;
  }
  return good;
}

Hint Weaker::with_least_factor(Hint hint) {
  static const std::string order = " >= ", times = " * ";
  const std::size_t begin = hint.text.find(order) + order.size(),
                    end = hint.text.find(times, begin);
  if (hint.text.find(order) == hint.text.npos || end == hint.text.npos) return hint;
  const auto number = number_of(hint.text.substr(begin, end - begin));
  if (!number) return hint;
  const auto times_as_long = [&](std::int64_t factor) {
    return hint.text.substr(0, begin) + std::to_string(factor) + hint.text.substr(end);
  };
  std::int64_t bad = 1, good = *number; // once is tried by itself
  while (good - bad > 1) {
    const std::int64_t middle = bad + (good - bad) / 2;
    (works(times_as_long(middle), hint.reach) ? good : bad) = middle;
  }
  hint.text = times_as_long(good);
  return hint;
}

template <class Together>
std::string Weaker::weakest_at_once(const Ladder& ladder, const Together& together) {
  if (ladder.is_chain) {
    std::size_t last = 0;
    while (last + 1 < ladder.rungs.size() && works(together(ladder.rungs[last + 1]), ladder.reach))
      ++last;
    return ladder.rungs[last];
  }
  for (std::size_t i = ladder.rungs.size(); i-- > 1;)
    if (works(together(ladder.rungs[i]), ladder.reach)) return ladder.rungs[i];
  return ladder.rungs.front();
}

// Multiples of less are harder to prove with: the last one, which the kernel mostly means, may take
// longer than others.
std::string Weaker::weakest(const Ladder& ladder, const std::string& beside) {
  const auto together = [&](const std::string& rung) {
    return beside.empty() ? rung : contract::joined({rung, beside});
  };
  const std::string found = weakest_at_once(ladder, together), &last = ladder.rungs.back();
  const bool is_hard = says_multiple(last) && found != last;
  return is_hard && works_given_time(together(last), ladder.reach) ? last : found;
}

} // namespace heddle::check
