#include "repair/fewest.hpp"

#include <span>

namespace heddle::repair {

namespace {

class Fewest {
public:
  Fewest(const std::function<bool(const Placement&)>& is_right,
         const std::function<bool()>& is_over)
      : is_right_(is_right), is_over_(is_over) {}

  Placement run(std::span<const ChoiceId> all) {
    best_ = Placement(all.begin(), all.end());
    if (is_enough({})) return best_;
    const Placement found = needed(all, {}, false);
    if (found != best_) is_enough(found);
    return best_;
  }

private:
  bool is_enough(const Placement& some) {
    if (is_over_() || !is_right_(some)) return false;
    best_ = some;
    return true;
  }

  // What of `some` is needed where all of `given` stands. Of the dear half as little as the cheap
  // half leaves to it.
  Placement needed(std::span<const ChoiceId> some, const Placement& given, bool is_new) {
    if (is_new && is_enough(given)) return {};
    if (some.size() == 1) return {some.front()};
    const auto dear = some.first(some.size() / 2), cheap = some.subspan(some.size() / 2);
    const auto with = [&](const auto& more) {
      Placement all = given;
      all.insert(more.begin(), more.end());
      return all;
    };
    Placement found = needed(dear, with(cheap), true);
    found.merge(needed(cheap, with(found), !found.empty()));
    return found;
  }

  const std::function<bool(const Placement&)>& is_right_;
  const std::function<bool()>& is_over_;
  Placement best_; // the smallest that was right
};

} // namespace

Placement fewest(const std::vector<ChoiceId>& all,
                 const std::function<bool(const Placement&)>& is_right,
                 const std::function<bool()>& is_over) {
  return Fewest(is_right, is_over).run(all);
}

} // namespace heddle::repair
