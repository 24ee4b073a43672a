// Vector clocks. Entry c of a clock is the newest time of component c that its holder knows of;
// times start at 1, so 0 means nothing is known. Private to src/sync.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace heddle::sync {

using Time = std::uint32_t;
using Component = std::uint32_t; // a thread group, its copies, or an mbarrier's copies

// Entries beyond the end are 0.
class Times {
public:
  Time at(Component c) const { return c < times_.size() ? times_[c] : 0; }
  void set(Component c, Time time) {
    if (c >= times_.size()) times_.resize(c + 1, 0);
    times_[c] = time;
  }
  void raise(Component c, Time time) {
    if (time > at(c)) set(c, time);
  }
  void join(const Times& other) {
    if (times_.size() < other.times_.size()) times_.resize(other.times_.size(), 0);
    for (std::size_t c = 0; c < other.times_.size(); ++c)
      times_[c] = std::max(times_[c], other.times_[c]);
  }
  // Lowers every entry to `other`'s.
  void meet(const Times& other) {
    for (std::size_t c = 0; c < times_.size(); ++c)
      times_[c] = std::min(times_[c], other.at(static_cast<Component>(c)));
  }
  bool empty() const { return times_.empty(); }
  void clear() { times_.clear(); }
  std::size_t memory() const { return times_.capacity() * sizeof(Time); }
  bool operator==(const Times& other) const = default;

private:
  std::vector<Time> times_;
};

// What is ordered before, and how much of it proxy fences have made known to the async proxy
// (theory.md section 4a): `own` counts fences that the component's own threads executed behind
// their events, `path` those of anybody to whom the events were known. Empty where no thread
// fences. `order`: what came before in every execution although nothing of it is known: it counts
// for the rules of barriers, not for races. `tensor`: how much of it fences of tensor operations
// have covered (tcgen05.fence::before_thread_sync, or a commit). `maps`: likewise
// fence.proxy.tensormap::generic.release of anybody to whom the events were known.
class Clock : public Times {
public:
  Times own, path, order, tensor, maps;

  void join(const Clock& other) {
    Times::join(other);
    own.join(other.own);
    path.join(other.path);
    order.join(other.order);
    tensor.join(other.tensor);
    maps.join(other.maps);
  }
  // Is it ordered before, known or not?
  bool after(Component c, Time time) const { return time <= at(c) || time <= order.at(c); }
  void clear() {
    for (Times* layer : layers())
      layer->clear();
  }
  std::array<Times*, 6> layers() { return {this, &own, &path, &order, &tensor, &maps}; }
  std::array<const Times*, 6> layers() const { return {this, &own, &path, &order, &tensor, &maps}; }
  std::size_t memory() const {
    return Times::memory() + own.memory() + path.memory() + order.memory() + tensor.memory() +
           maps.memory();
  }
};

} // namespace heddle::sync
