// Findings, grouped by what and where. Private to src/sync.
#pragma once
#include "sync/engine.hpp"

#include <unordered_map>

namespace heddle::sync {

class FindingLog {
public:
  // Counts an equal finding up, or adds this one.
  void add(Finding finding);
  // Puts it before all others; it says itself whether it is after a violation.
  void add_first(Finding finding);
  const std::vector<Finding>& all() const { return findings_; }
  bool violated() const { return violated_; }
  std::size_t memory() const;

private:
  struct Key {
    FindingKind kind;
    Detail detail;
    BarrierRef barrier;
    Place first, second;
    Role first_role, second_role;
    bool operator==(const Key&) const = default;
  };
  static Key key(const Finding& finding);
  struct Hash {
    std::size_t operator()(const Key& k) const;
  };
  std::vector<Finding> findings_;
  std::unordered_map<Key, std::size_t, Hash> index_;
  bool violated_ = false;
};

} // namespace heddle::sync
