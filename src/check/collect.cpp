#include "check/collect.hpp"

#include "core/aliases.hpp"
#include "cuda/contract/conjunction.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

namespace heddle::check {

namespace {

auto place(const Position& p) { return std::tie(p.file, p.line, p.column); }

// "n" and 64 of "n % 64 == 0"
std::pair<std::string, std::int64_t> multiple(const std::string& text) {
  const std::size_t at = text.find(" % ");
  std::int64_t of = 0;
  if (at == text.npos || !text.ends_with(" == 0")) return {"", 0};
  const auto [end, error] = std::from_chars(&text[at + 3], text.data() + text.size(), of);
  return error == std::errc() && std::string_view(end) == " == 0"
             ? std::pair(text.substr(0, at), of)
             : std::pair(std::string(), of);
}

std::vector<std::string> factors_of(const std::string& product) {
  std::vector<std::string> factors;
  std::size_t begin = 0;
  for (std::size_t end = 0; end != product.npos; begin = end + 3) {
    end = product.find(" * ", begin);
    factors.push_back(product.substr(begin, end == product.npos ? end : end - begin));
  }
  return factors;
}

// A number of threads or blocks, or a constant other than 0.
bool is_positive(const std::string& factor) {
  for (const std::string dims : {"blockDim.", "gridDim."})
    if (factor.starts_with(dims)) return factor.size() == dims.size() + 1;
  return !factor.empty() && factor.front() != '0' &&
         factor.find_first_not_of("0123456789") == factor.npos;
}

// What `one` says the size to be no smaller than; empty: it says nothing of the kind, or the number
// may be 0.
std::vector<std::string> least(const std::string& one, const std::string& size) {
  const std::string begin = size + " >= ";
  if (one == size + " > 0") return {"1"};
  if (!one.starts_with(begin)) return {};
  std::vector<std::string> factors = factors_of(one.substr(begin.size()));
  if (!std::ranges::all_of(factors, is_positive)) factors.clear();
  return factors;
}

// "blockDim.x", and the numbers that "blockDim.x <= 32" leaves it; nothing: it says something else.
struct Range {
  std::string of;
  std::int64_t low = std::numeric_limits<std::int64_t>::min();
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
};
std::optional<Range> range_of(const std::string& text) {
  for (const std::string compared : {" <= ", " >= ", " == "}) {
    const std::size_t at = text.find(compared);
    if (at == text.npos) continue;
    Range range{text.substr(0, at)};
    std::int64_t number = 0;
    const auto [end, error] =
        std::from_chars(&text[at + compared.size()], text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    if (compared != " <= ") range.low = number;
    if (compared != " >= ") range.high = number;
    return range;
  }
  return std::nullopt;
}

// Within less of what it leaves a size.
bool is_within(const std::string& one, const std::vector<std::string>& all) {
  const auto range = range_of(one);
  return range && std::ranges::any_of(all, [&](const std::string& other) {
           const auto narrower = other == one ? std::nullopt : range_of(other);
           return narrower && narrower->of == range->of && narrower->low >= range->low &&
                  narrower->high <= range->high;
         });
}

// By what is a multiple of more, or within less. `n >= blockDim.x` by
// `n >= gridDim.x * blockDim.x`, or by `n >= gridDim.x * 16` where `blockDim.x <= 16`; `n > 0`,
// `n != 0` and `n >= 0` by each of these.
bool is_implied(const std::string& one, const std::vector<std::string>& all) {
  if (const auto [name, of] = multiple(one); of > 0 && !name.empty())
    for (const std::string& other : all)
      if (const auto [same, more] = multiple(other); same == name && more > of && more % of == 0)
        return true;
  if (is_within(one, all)) return true;
  const auto by_other = [&](const std::string& size, const auto& says) {
    return std::ranges::any_of(
        all, [&](const std::string& other) { return other != one && says(least(other, size)); });
  };
  for (const std::string sign : {" != 0", " >= 0", " > 0"})
    if (one.ends_with(sign))
      return by_other(one.substr(0, one.size() - sign.size()),
                      [](const std::vector<std::string>& bound) { return !bound.empty(); });
  const std::size_t at = one.find(" >= ");
  if (at == one.npos) return false;
  const std::vector<std::string> own = factors_of(one.substr(at + 4));
  const auto is_as_much = [&](const std::string& factor) {
    return factor == own.front() || std::ranges::any_of(all, [&](const std::string& other) {
             const auto range = range_of(other);
             return range && range->of == own.front() && std::to_string(range->high) == factor;
           });
  };
  return own.size() == 1 && by_other(one.substr(0, at), [&](const std::vector<std::string>& bound) {
           return bound.size() > 1 && std::ranges::any_of(bound, is_as_much);
         });
}

// Is there a size that would have to be more than one of them allows, and less than another does?
bool contradict(const std::vector<std::string>& all) {
  std::map<std::string, Range> ranges;
  for (const std::string& one : all)
    if (const auto range = range_of(one)) {
      Range& both = ranges[range->of];
      both.low = std::max(both.low, range->low);
      both.high = std::min(both.high, range->high);
    }
  return std::ranges::any_of(ranges, [](const auto& r) { return r.second.low > r.second.high; });
}

// Both, without what the rest says; empty: they are not to be had together.
std::string together(const std::string& a, const std::string& b) {
  const std::vector<std::string> all = contract::conjuncts_of(contract::joined({a, b}));
  if (contradict(all)) return "";
  std::vector<std::string> needed;
  std::ranges::copy_if(all, std::back_inserter(needed),
                       [&](const std::string& one) { return !is_implied(one, all); });
  std::ranges::sort(needed);
  return contract::joined(needed);
}

} // namespace

bool same_places(const Finding& a, const Finding& b) {
  if (a.kind != b.kind || a.accesses.size() != b.accesses.size()) return false;
  const auto equal = [](const AccessReport& x, const AccessReport& y) {
    return place(x.position) == place(y.position);
  };
  if (std::ranges::equal(a.accesses, b.accesses, equal)) return true;
  return a.accesses.size() == 2 && equal(a.accesses[0], b.accesses[1]) &&
         equal(a.accesses[1], b.accesses[0]);
}

bool same_unknown(const Unknown& a, const Unknown& b) {
  return a.reason == b.reason && place(a.position) == place(b.position);
}

int finding_rank(const Finding& f) {
  return (f.severity == FindingSeverity::warning ? 2 : 0) +
         (f.status == FindingStatus::possible ? 1 : 0);
}

void join_suggestion(Finding& kept, const Finding& f) {
  if (kept.suggestion == f.suggestion) return;
  if (kept.suggestion.empty() || f.suggestion.empty()) {
    kept.suggestion.clear();
  } else {
    kept.suggestion = together(kept.suggestion, f.suggestion);
  }
}

namespace {

// A warning says nothing where the same two places race anyway.
bool covered(const Finding& f, std::vector<Finding>& kept) {
  return std::ranges::any_of(kept, [&](Finding& k) {
    if (same_places(f, k)) {
      join_suggestion(k, f);
      return true;
    }
    const bool is_harmless =
        f.kind == FindingKind::same_value_write || f.kind == FindingKind::racy_guess;
    if (!is_harmless || k.kind != FindingKind::race) return false;
    Finding as_race = f;
    as_race.kind = FindingKind::race;
    return same_places(as_race, k);
  });
}

void keep_distinct(std::vector<Finding>& findings) {
  std::ranges::stable_sort(findings, {}, finding_rank);
  std::vector<Finding> kept;
  for (Finding& f : findings)
    if (!covered(f, kept)) kept.push_back(std::move(f));
  findings = std::move(kept);
}

// What rules out one finding says all of what rules out another: then it is told of both, as the
// one thing to do.
void say_once(std::vector<Finding>& findings) {
  const auto says = [](const std::string& all, const std::string& some) {
    const std::vector<std::string> of_all = contract::conjuncts_of(all);
    return std::ranges::all_of(contract::conjuncts_of(some), [&](const std::string& one) {
      return std::ranges::find(of_all, one) != of_all.end() || is_implied(one, of_all);
    });
  };
  for (Finding& weak : findings)
    for (const Finding& strong : findings)
      if (!weak.suggestion.empty() && says(strong.suggestion, weak.suggestion))
        weak.suggestion = strong.suggestion;
}

// Which finding is explained first decides in which order the parts of a suggestion were found.
void put_in_order(std::vector<Finding>& findings) {
  for (Finding& f : findings) {
    std::vector<std::string> parts = contract::conjuncts_of(f.suggestion);
    std::ranges::sort(parts);
    if (parts.size() > 1) f.suggestion = contract::joined(parts);
  }
}

void add_unknown(KernelResult& result, Unknown unknown) {
  const bool known = std::ranges::any_of(
      result.unknowns, [&](const Unknown& u) { return same_unknown(u, unknown); });
  if (!known) result.unknowns.push_back(std::move(unknown));
}

// Of parameters: "distinct pointers point to distinct arrays: a, b, c (but for a and b)".
std::string distinct_pointers(const core::Kernel& kernel) {
  std::string names, but;
  std::size_t pointers = 0, same = 0;
  for (const core::Array& a : kernel.arrays) {
    if (!a.is_parameter) continue;
    names += (pointers++ ? ", " : "") + a.name;
  }
  for (const auto& [a, b] : kernel.aliases) {
    if (!kernel.arrays[a].is_parameter || !kernel.arrays[b].is_parameter) continue;
    but += (same++ ? ", " : " (but for ") + kernel.arrays[a].name + " and " + kernel.arrays[b].name;
  }
  if (pointers * (pointers - std::min<std::size_t>(pointers, 1)) / 2 <= same) return "";
  return "distinct pointers point to distinct arrays: " + names + but + (same ? ")" : "");
}

// Of arrays of the file, which a pointer may be made to point to by other means than a launch that
// passes them.
std::string apart_from_pointers(const core::Kernel& kernel) {
  const auto is_apart = [&](core::ArrayId array) {
    for (core::ArrayId p = 0; p < kernel.arrays.size(); ++p)
      if (kernel.arrays[p].is_parameter && !core::may_overlap(kernel, p, array)) return true;
    return false;
  };
  std::string names;
  for (core::ArrayId a = 0; a < kernel.arrays.size(); ++a) {
    const core::Array& array = kernel.arrays[a];
    if (array.space == core::Space::global && !array.is_parameter && !array.holder && is_apart(a))
      names += (names.empty() ? "" : ", ") + array.name;
  }
  return names.empty() ? "" : "pointers passed by the host point to no array of the file: " + names;
}

// What every proof assumes (theory.md sections 1 and 2), where it can matter for the kernel.
std::vector<std::string> standing_assumptions(const Environment& env) {
  const core::Kernel& kernel = env.kernel;
  std::vector<std::string> found;
  if (!env.ctx.options.bit_precise)
    found.push_back("index arithmetic and conversions to int and long do not overflow (integers "
                    "are unbounded)");
  if (env.protocol.assumes_alignment)
    found.push_back("vector accesses are aligned to their size, and arrays to 16 bytes");
  if (std::string pointers = distinct_pointers(kernel); !pointers.empty())
    found.push_back(std::move(pointers));
  if (std::string apart = apart_from_pointers(kernel); !apart.empty())
    found.push_back(std::move(apart));
  for (const core::Array& a : kernel.arrays)
    if (a.holder)
      found.push_back("the pointers in " + kernel.arrays[*a.holder].name +
                      " point to distinct arrays, and to no others");
  for (const core::ArrayId a : env.zeroed)
    found.push_back(kernel.arrays.at(a).name + " holds zeros at the launch");
  return found;
}

} // namespace

KernelResult collect(const Environment& env, std::vector<Decision> decisions,
                     const std::vector<std::pair<std::string, Loc>>& unknowns) {
  KernelResult result;
  result.kernel = env.kernel.name;
  result.file = env.position(env.kernel.loc).file;
  for (const core::Assumption& a : env.kernel.assumptions)
    result.assumptions.push_back(a.origin.empty() ? a.text : a.text + " (" + a.origin + ")");
  for (std::string& text : standing_assumptions(env))
    result.assumptions.push_back(std::move(text));
  for (const auto& [reason, loc] : unknowns)
    add_unknown(result, env.unknown(reason, loc));
  for (Decision& d : decisions) {
    result.stats.solver_calls += d.solver_calls;
    for (Finding& f : d.findings)
      result.findings.push_back(std::move(f));
    for (Unknown& u : d.unknowns)
      add_unknown(result, std::move(u));
  }
  // A witness whose replay stopped at something not understood says no more than the unknown does.
  std::erase_if(result.findings, [&](const Finding& f) {
    return f.status == FindingStatus::possible &&
           std::ranges::any_of(result.unknowns,
                               [&](const Unknown& u) { return u.reason == f.why; });
  });
  keep_distinct(result.findings);
  say_once(result.findings);
  put_in_order(result.findings);
  const bool refuted = std::ranges::any_of(
      result.findings, [](const Finding& f) { return f.severity == FindingSeverity::error; });
  result.verdict = refuted                   ? Verdict::refuted
                   : result.unknowns.empty() ? Verdict::verified
                                             : Verdict::unknown;
  return result;
}

} // namespace heddle::check
