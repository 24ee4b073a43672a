#include "check/witness/suggest.hpp"

#include "check/witness/block_cells.hpp"
#include "check/witness/suggest_weaker.hpp"
#include "cuda/contract/conjunction.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <unordered_set>
#include <utility>

namespace heddle::check {

namespace {

using Sought = Experience::Sought;

// Of values that both threads share, and of contents?
bool are_of(const std::vector<Expr>& facts, const std::vector<Expr>& uniform) {
  return std::ranges::all_of(facts, [&](Expr fact) {
    return std::ranges::all_of(atoms(fact), [&](Expr a) {
      return a->op == Op::apply || std::ranges::find(uniform, a) != uniform.end();
    });
  });
}

// Nobody relies on multiples of more: cells are then beyond all that there is.
constexpr long long most_of_multiple = 1024;

class Search : Weaker {
public:
  using Weaker::Weaker;

  Hint run() {
    Hint hint = weakened(with_bound(searched_in_time()));
    if (hint.text.empty() && !clashing_.empty())
      hint = weakened(with_bound(searched_with_clashes()));
    note_if_in_vain();
    if (const std::string equal = equality(hint.text); !equal.empty() && implies(hint.text, equal))
      hint.text = equal;
    return hint;
  }

  // Only that the block and the signs of sizes are what most kernels rely on.
  Hint run_quickly() {
    const std::string base = contract::joined(candidates_.base());
    if (base.empty() || !works(base, Reach::narrows)) return {};
    return with_weaker_block(without_needless({base, Reach::narrows}));
  }

private:
  // Of an order, which says just that where launches have the other order already.
  static std::string equality(const std::string& text) {
    const std::size_t at = text.find(" >= ");
    const bool is_one = at != text.npos && text.find("&&") == text.npos;
    return is_one ? text.substr(0, at) + " == " + text.substr(at + 4) : "";
  }

  // A multiple that is not zero is at least that number: where this is enough it says less of every
  // size that anybody passes.
  Hint with_bound(Hint hint) {
    const std::vector<std::string> parts = contract::conjuncts_of(hint.text);
    for (const std::string& part : parts) {
      const std::size_t at = part.find(" % "), end = part.find(" == 0");
      if (at == part.npos || end == part.npos || end < at || is_known_part(part)) continue;
      const std::string size = part.substr(0, at);
      std::vector<std::string> others = parts;
      std::erase(others, part);
      if (std::erase(others, size + " > 0") + std::erase(others, size + " != 0") == 0) continue;
      others.insert(others.begin(), size + " >= " + part.substr(at + 3, end - at - 3));
      const Hint bound{contract::joined(others), hint.reach};
      if (works(bound.text, bound.reach) && is_meant(bound)) return bound;
    }
    return hint;
  }

  // Perhaps the others turn out to be of no use.
  Hint searched_with_clashes() {
    may_clash_ = true;
    for (const auto& tried : clashing_)
      tried_.erase(tried);
    return searched_in_time();
  }

  Hint searched_in_time() {
    if (Hint hint = without_needless(found()); !hint.text.empty()) return hint;
    if (Hint hint = without_needless(recalled(true)); !hint.text.empty()) return hint; // is it new?
    if (!one_row_.text.empty()) return without_needless(one_row_);
    return patiently([&] {
      if (Hint hint = all_signs(of_sizes_below_zero(), 1); !hint.text.empty()) return hint;
      return all_signs(candidates_.given(), 1);
    });
  }

  Hint found() {
    if (Hint hint = known(); !hint.text.empty()) return hint;
    const std::string block = candidates_.only_block();
    if (!block.empty() && works(block, Reach::blocks, true)) return {block, Reach::blocks};
    if (env_.is_in_vain(Sought::hint, asked_.about)) return {};
    const bool is_usual = look_at_usual();
    if (Hint hint = searched(); !hint.text.empty() || !is_usual) return hint;
    return part_of_usual();
  }

  Hint searched() {
    const std::vector<Ladder> given = candidates_.given(!has_size_below_zero()),
                              related = candidates_.related(), threads = candidates_.of_threads();
    if (Hint hint = on_base(given); !hint.text.empty()) return hint;
    if (Hint hint = one_of(given); !hint.text.empty())
      return with_multiple(with_order(std::move(hint)));
    if (Hint hint = bound(true, true); !hint.text.empty()) return hint;
    if (Hint hint = one_of(related); !hint.text.empty()) return hint;
    if (Hint hint = one_of(threads); !hint.text.empty()) return hint;
    for (const bool is_upper : {true, false})
      if (Hint hint = bound(false, is_upper); !hint.text.empty()) return hint;
    if (Hint hint = bound(true, false); !hint.text.empty()) return hint;
    if (Hint hint = bound(false, true, true); !hint.text.empty()) return hint;
    if (Hint hint = beside(carried(), given, related); !hint.text.empty()) return hint;
    // of multiples it takes long to show that they do not help
    if (Hint hint = two_of(without_multiples(given)); !hint.text.empty()) return hint;
    if (Hint hint = one_of(candidates_.places()); !hint.text.empty()) return hint;
    if (Hint hint = chosen(); !hint.text.empty()) return hint;
    if (Hint hint = two_of(given); !hint.text.empty()) return hint;
    if (Hint hint = all_signs(given, 3); !hint.text.empty()) return hint;
    if (env_.ctx.options.infer_requires) {
      std::vector<Ladder> all = given;
      all.insert(all.end(), related.begin(), related.end());
      if (Hint hint = two_of(all); !hint.text.empty()) return hint;
    }
    if (Hint hint = beside(shapes(), given, related); !hint.text.empty()) return hint;
    if (Hint hint = one_of(candidates_.blocks()); !hint.text.empty()) return hint;
    return one_row_.text.empty() ? one_block() : one_row_;
  }

  // What most kernels rely on that no launch is seen of, and one condition more.
  Hint on_base(const std::vector<Ladder>& given) {
    const std::string base = contract::joined(candidates_.base());
    if (base.empty()) return {};
    if (Hint hint = run_quickly(); !hint.text.empty() && is_meant(hint)) return hint;
    const std::vector<Ladder> simple = without_threads(without_multiples(given));
    if (Hint hint = one_of(simple); !hint.text.empty()) return with_order(std::move(hint));
    if (Hint hint = bound(true, true); !hint.text.empty()) return hint;
    if (holds_in(base) == 0) return {}; // not to be had together
    beside_ = base;
    Hint hint = one_of(simple);
    if (hint.text.empty()) hint = one_of(candidates_.related(true));
    beside_.clear();
    if (hint.text.empty()) return {};
    hint.text = contract::joined({hint.text, base});
    return with_weaker_block(without_needless(std::move(hint)));
  }

  // What is written for one choice must be right for it: that it is not made is no precondition.
  Hint chosen() {
    if (env_.ctx.options.infer_requires) return {};
    for (const Hint& choice : candidates_.choices())
      if (works(choice.text, choice.reach)) return choice;
    return {};
  }

  // What says less of contents.
  Hint with_order(Hint hint) {
    for (const std::string& order : candidates_.orders_of(hint.text))
      if (works(order, hint.reach)) return {order, hint.reach};
    return hint;
  }

  // A multiple of a tile instead of what covers all blocks, where launches make it that.
  Hint with_multiple(Hint hint) {
    const std::vector<Ladder> multiples = candidates_.multiples_for(hint.text);
    if (multiples.empty()) return hint;
    enough_ = facts_of(hint.text).value_or(std::vector<Expr>{});
    Hint multiple = one_of(multiples);
    enough_.clear();
    return multiple.text.empty() ? hint : multiple;
  }

  // What needs more than one condition, of which others of the kernel need some already, or of
  // which most kernels are given some.
  Hint beside(const std::vector<std::string>& bases, const std::vector<Ladder>& given,
              const std::vector<Ladder>& related) {
    for (const std::string& base : bases) {
      if (is_out_of_time()) break;
      if (works(base, Reach::narrows)) return {base, Reach::narrows};
      if (holds_in(base) == 0) continue; // not to be had together
      beside_ = base;
      const Hint hint = one_more(given, related);
      beside_.clear();
      if (!hint.text.empty())
        return {contract::joined({hint.text, base}), std::max(hint.reach, Reach::narrows)};
    }
    return {};
  }

  Hint one_more(const std::vector<Ladder>& given, const std::vector<Ladder>& related) {
    if (Hint hint = bound(true, true); !hint.text.empty()) return hint;
    if (Hint hint = one_of(given); !hint.text.empty()) return hint;
    if (Hint hint = one_of(related); !hint.text.empty()) return hint;
    if (Hint hint = one_of(candidates_.of_threads()); !hint.text.empty()) return hint;
    for (const bool is_upper : {true, false})
      if (Hint hint = bound(false, is_upper); !hint.text.empty()) return hint;
    return {};
  }

  std::vector<std::string> carried() {
    std::vector<std::string> parts;
    for (const Hint& hint : env_.experience->hints())
      if (hint.reach != Reach::blocks && is_about_this(hint.text))
        for (std::string& part : contract::conjuncts_of(hint.text))
          if (std::ranges::none_of(parts, [&](const auto& p) { return is_same_bound(p, part); }))
            parts.push_back(std::move(part));
    const std::string text = with_unasked(std::move(parts));
    return text.empty() ? std::vector<std::string>{} : std::vector{text};
  }

  // Are they the same but for the number at the end, as instances have bounds of their own?
  static bool is_same_bound(const std::string& a, const std::string& b) {
    const auto before_number = [](const std::string& text) {
      return text.substr(0, text.find_last_not_of("0123456789") + 1);
    };
    return before_number(a) == before_number(b);
  }

  std::vector<std::string> shapes() {
    std::vector<std::string> found;
    for (const std::string& shape : candidates_.block_shapes())
      found.push_back(with_unasked(contract::conjuncts_of(shape)));
    return found;
  }

  // With one thread and one block along the axes that the kernel asks for none of; each once.
  std::string with_unasked(std::vector<std::string> parts) const {
    std::ranges::move(candidates_.unasked(), std::back_inserter(parts));
    std::vector<std::string> found;
    for (std::string& part : parts)
      if (std::ranges::find(found, part) == found.end()) found.push_back(std::move(part));
    return contract::joined(found);
  }

  // Of a finding that is confirmed for a size which nobody passes.
  Hint patiently(const std::function<Hint()>& search) {
    const bool may_be = asked_.is_confirmed && has_size_below_zero();
    if (!may_be || env_.hints.patience > signs_of_kernel) return {};
    is_patient_ = true;
    tried_.clear();
    const double before = spent_;
    Hint hint = search();
    env_.hints.patience = env_.hints.patience + (spent_ - before);
    is_patient_ = false;
    return hint;
  }

  bool has_size_below_zero() const {
    return std::ranges::any_of(candidates_.sizes(),
                               [&](const auto& size) { return is_below_zero(size); });
  }
  bool is_below_zero(const Candidates::Size& size) const {
    const auto it = asked_.model->values.find(size.e);
    return it != asked_.model->values.end() && it->second < 0;
  }
  // Of what is given, what is said of these alone.
  std::vector<Ladder> of_sizes_below_zero() const {
    std::vector<Ladder> found = candidates_.given();
    std::erase_if(found, [&](const Ladder& ladder) {
      return std::ranges::none_of(candidates_.sizes(), [&](const auto& size) {
        return is_below_zero(size) && ladder.rungs.front() == size.name + " > 0";
      });
    });
    return found;
  }

  // What ruled another finding of the kernel out often does so again.
  Hint known() {
    if (Hint hint = recalled(true); !hint.text.empty()) return hint;
    return patiently([&] { return recalled(false); });
  }
  Hint recalled(bool in_any_case) {
    for (const Hint& hint : env_.experience->hints())
      if (is_about_this(hint.text) && works_again(hint, in_any_case) &&
          (hint.reach == Reach::blocks || is_meant(hint)))
        return env_.experience->is_of_other_instance(hint) ? with_own_numbers(hint) : hint;
    return {};
  }
  bool works_again(const Hint& hint, bool in_any_case) {
    is_known_ = true;
    const bool found = works(hint.text, hint.reach, in_any_case);
    is_known_ = false;
    return found;
  }

  bool is_about_this(const std::string& text) {
    const auto facts = facts_of(text);
    return facts &&
           (are_of(*facts, asked_.uniform) || (says_contents(text) && is_of_places(*facts)));
  }
  // What it says of contents is said of elements that either thread reads: those that tell where
  // the two accesses are.
  bool says_contents(const std::string& text) {
    const auto statement = env_.hints.statement(env_.kernel, text);
    return statement && !statement->contracts.empty();
  }
  bool is_of_places(const std::vector<Expr>& facts) {
    if (places_.empty()) {
      places_.insert(asked_.uniform.begin(), asked_.uniform.end());
      for (const Expr offset : asked_.offsets)
        for (const Expr a : atoms(offset))
          places_.insert(a);
    }
    return std::ranges::all_of(facts, [&](Expr fact) {
      return std::ranges::all_of(atoms(fact), [&](Expr a) { return places_.contains(a); });
    });
  }

  // One model that keeps what most kernels may be given shows most candidates to be useless. Where
  // there is none, a part of it may be what the kernel needs: does all of it rule this out?
  bool look_at_usual() {
    smt::Query query = question();
    for (const std::string& text : candidates_.usual())
      if (const auto facts = facts_of(text)) {
        query.assertions.insert(query.assertions.end(), facts->begin(), facts->end());
        usual_.push_back(text);
      }
    if (usual_.empty()) return false;
    query.assertions.push_back(asked_.broken);
    smt::Answer answer = ask(query);
    const bool is_ruled_out = answer.status == smt::Status::unsat;
    remember(std::move(answer));
    return is_ruled_out;
  }

  // Of what rules it out together, what is needed, as weak as it may be: of contents first.
  Hint part_of_usual() {
    if (usual_.size() < 2 || is_kernel_out_of_time()) return {};
    if (!works(contract::joined(usual_), Reach::narrows, true)) return {};
    for (std::size_t i = 0; i < usual_.size() && usual_.size() > 1 && !is_kernel_out_of_time();) {
      std::vector<std::string> others = usual_;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      if (works(contract::joined(others), Reach::narrows, true))
        usual_ = std::move(others);
      else
        ++i;
    }
    for (std::string& part : usual_)
      part = weaker_part(part);
    Hint hint{contract::joined(usual_), Reach::narrows};
    return is_meant(hint) ? hint : Hint{};
  }

  // A multiple of less, or not negative, where that does as well beside the others.
  std::string weaker_part(const std::string& part) {
    for (const Ladder& ladder : candidates_.given()) {
      if (ladder.rungs.size() < 2 || ladder.rungs.front() != part) continue;
      std::vector<std::string> others = usual_;
      std::erase(others, part);
      return others.empty() ? part : weakest(ladder, contract::joined(others));
    }
    return part;
  }

  Hint one_of(const std::vector<Ladder>& ladders) {
    for (const Ladder& ladder : ladders)
      if (works(ladder.rungs.front(), ladder.reach))
        if (Hint hint = with_least_factor({weakest(ladder, ""), ladder.reach}); is_meant(hint))
          return hint;
    return {};
  }

  static std::vector<Ladder> without_multiples(std::vector<Ladder> ladders) {
    std::erase_if(ladders, [](const Ladder& l) { return says_multiple(l.rungs.front()); });
    return ladders;
  }

  // That sizes have to do with numbers of threads and blocks few mean.
  static std::vector<Ladder> without_threads(std::vector<Ladder> ladders) {
    std::erase_if(ladders, [](const Ladder& ladder) {
      const std::string& first = ladder.rungs.front();
      return first.find("gridDim.") != first.npos || first.find(" >= blockDim.") != first.npos;
    });
    return ladders;
  }

  Hint two_of(const std::vector<Ladder>& ladders) {
    for (std::size_t i = 0; i < ladders.size(); ++i)
      for (std::size_t j = i + 1; j < ladders.size() && !is_out_of_time(); ++j) {
        if (holds_in(ladders[i].rungs.front()) & holds_in(ladders[j].rungs.front())) continue;
        const Reach reach = std::max(ladders[i].reach, ladders[j].reach);
        const std::string second = ladders[j].rungs.front();
        if (is_crowded({ladders[i].rungs.front(), second})) continue;
        if (!works(contract::joined({ladders[i].rungs.front(), second}), reach)) continue;
        const std::string first = weakest({reach, ladders[i].rungs}, second);
        Hint hint{contract::joined({first, weakest({reach, ladders[j].rungs}, first)}), reach};
        if (is_meant(hint)) return hint;
      }
    return {};
  }

  // All sizes, so many or more, are positive; then without those that need not be.
  Hint all_signs(const std::vector<Ladder>& given, std::size_t least) {
    std::vector<const Ladder*> signs;
    for (const Ladder& ladder : given)
      if (const std::string& first = ladder.rungs.front();
          first.ends_with(" > 0") && first.find("&&") == first.npos)
        signs.push_back(&ladder);
    std::vector<std::string> texts;
    for (const Ladder* sign : signs)
      texts.push_back(sign->rungs.front());
    if (texts.size() < least || !works(contract::joined(texts), Reach::narrows)) return {};
    for (std::size_t i = texts.size(); i-- > 0;) {
      std::vector<std::string> others = texts;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      if (works(contract::joined(others), Reach::narrows))
        texts = std::move(others);
      else
        texts[i] = weakest(*signs[i], contract::joined(others));
    }
    return {contract::joined(texts), Reach::narrows};
  }

  // A dimension, or size, that is at most, or at least, a number. That there are many blocks,
  // nobody relies on. `positive`: of what must be positive besides.
  Hint bound(bool of_dimensions, bool is_upper, bool positive = false) {
    constexpr std::array<std::int64_t, 8> tried{1024, 256, 64, 32, 8, 4, 2, 1};
    for (const Candidates::Size& size : candidates_.sizes()) {
      if (size.is_dimension != of_dimensions) continue;
      if (!is_upper && size.name.starts_with("gridDim")) continue;
      const std::string beside = positive ? size.name + " > 0 && " : "";
      for (std::size_t i = 0; i < tried.size(); ++i) {
        const std::int64_t c = is_upper ? tried[i] : tried[tried.size() - 1 - i];
        const std::string text = beside + bound_text(size, is_upper, c);
        const bool helps = works(text, Reach::narrows);
        if (is_unreached(text)) break; // nor with what says more
        if (!helps) continue;
        const std::int64_t weakest = positive ? c : weakest_bound(size, is_upper, c);
        if (is_upper && candidates_.leaves_no_warp(size, weakest)) break;
        const auto natural = is_upper ? candidates_.natural_bound(size, weakest)
                             : candidates_.is_natural(size, weakest) ? std::optional(weakest)
                                                                     : std::nullopt;
        if (!natural) break; // it happens to be so
        Hint hint{beside + bound_text(size, is_upper, *natural), Reach::narrows};
        if (is_meant(hint)) return hint;
        break;
      }
    }
    return {};
  }

  // As many elements as one block has, where launches have further blocks for more, which would
  // overwrite what it stores.
  Hint one_block() {
    if (!do_blocks_overlap(env_.pool(), asked_)) return {};
    for (const Candidates::Size& size : candidates_.sizes()) {
      if (size.is_dimension) continue;
      const Hint hint{elements_of_block(size), Reach::blocks};
      if (!hint.text.empty() && works(hint.text, hint.reach, true)) return hint;
    }
    return {};
  }

  std::string elements_of_block(const Candidates::Size& size) {
    constexpr std::int64_t threads_of_warp = 32; // for less nobody launches a block
    const auto leaves_one = [&](std::int64_t most) {
      return leaves_only_block(bound_text(size, true, most));
    };
    if (leaves_one(threads_of_warp))
      return bound_text(size, true, farthest_bound(size, true, threads_of_warp, leaves_one));
    const std::string of_threads = bound_text(size, true, "blockDim.x");
    return leaves_only_block(of_threads) ? of_threads : "";
  }

  // One row of blocks alone, or one shape of them, is what nobody means, but where nothing else
  // helps.
  bool is_meant(const Hint& hint) {
    if (is_far_fetched(hint.text)) return false;
    const std::string text = with_beside(hint.text);
    if (leaves_no_warp(text)) return false;
    if (!leaves_one_row(text) && !leaves_one_block(text)) return true;
    if (one_row_.text.empty()) one_row_ = {text, hint.reach};
    return false;
  }

  static bool is_far_fetched(const std::string& text) {
    for (std::size_t at = text.find(" % "); at != text.npos; at = text.find(" % ", at + 1))
      if (std::strtoll(text.c_str() + at + 3, nullptr, 10) > most_of_multiple) return true;
    return false;
  }

  Hint one_row_;                    // the first that was found
  std::vector<std::string> usual_;  // what most kernels may be given
  std::unordered_set<Expr> places_; // what tells them, and what the threads share
};

} // namespace

std::vector<std::vector<Expr>> known_conditions(const Environment& env,
                                                const std::vector<Expr>& uniform,
                                                const std::vector<Expr>& used) {
  std::vector<std::vector<Expr>> found;
  for (const Hint& hint : env.experience->hints()) {
    std::vector<Expr> facts = said_by(env, hint.text, used);
    if (!facts.empty() && are_of(facts, uniform)) found.push_back(std::move(facts));
  }
  return found;
}

std::string suggest(const Environment& env, const Asked& asked) {
  const ThreadClock clock;
  const double start = clock.now();
  const Hint hint = Search(env, asked).run();
  env.experience->note(Sought::hint, asked.about, !hint.text.empty(), clock.now() - start);
  if (!hint.text.empty()) env.experience->add(hint);
  return hint.text;
}

std::string suggest_quickly(const Environment& env, const Asked& asked) {
  const Hint hint = Search(env, asked).run_quickly();
  if (!hint.text.empty()) env.experience->add(hint);
  return hint.text;
}

} // namespace heddle::check
