// Values that copies share until one of them is changed.
#pragma once
#include <memory>
#include <utility>

namespace heddle {

// Of one thread. A copy costs a reference; edit() makes the value this one's own first.
template <class T> class Shared {
public:
  Shared() : value_(empty()) {}
  explicit Shared(T value) : value_(std::make_shared<T>(std::move(value))) {}

  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }
  T& edit() {
    if (value_.use_count() > 1) value_ = std::make_shared<T>(*value_);
    return *value_;
  }

  // One value, not only equal ones?
  bool is(const Shared& other) const { return value_ == other.value_; }
  bool operator==(const Shared& other) const { return is(other) || *value_ == *other.value_; }

private:
  static const std::shared_ptr<T>& empty() { // one owner more, so nobody changes it
    static const auto nothing = std::make_shared<T>();
    return nothing;
  }
  std::shared_ptr<T> value_;
};

// Of a set or a map: nothing is copied where the key is not in it.
template <class T, class Key> void erase_from(Shared<T>& from, const Key& key) {
  if (from->contains(key)) from.edit().erase(key);
}

} // namespace heddle
