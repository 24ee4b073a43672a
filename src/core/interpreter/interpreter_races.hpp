// Conflicting, unordered accesses of the tracked threads of a run. Private to src/core.
#pragma once
#include "core/interpreter/interpreter.hpp"

namespace heddle::core::interp {

class RaceLog {
public:
  RaceLog(std::size_t threads, const std::vector<std::uint32_t>& tracked)
      : clocks_(threads, tracked) {}

  void met(std::span<const std::uint32_t> participants) { clocks_.meet(participants); }
  std::uint32_t now(std::uint32_t thread) const { return clocks_.now(thread); }
  // Has `observer` come after what a tracked thread did at `time`?
  bool ordered(std::uint32_t thread, std::uint32_t time, std::uint32_t observer) const {
    return clocks_.ordered(clocks_.column(thread), time, observer);
  }

  struct Conflict {
    std::uint32_t thread, pc, time; // of the earlier access
    std::int64_t offset;
    bool same_value;  // both stored equal known values to the same bytes
    bool values_open; // both stored to the same bytes, a value is not known:
    Taint unknown;    // this one
  };
  // Notes an access of a tracked thread; `found` is given every earlier access of another thread
  // that races with it.
  template <class Found>
  void note(const Machine& machine, const AccessEvent& e, const Found& found) {
    const std::int64_t first = e.offset >> 3, last = (e.offset + e.size - 1) >> 3;
    for (std::int64_t word = first; word <= last; ++word) {
      std::vector<Record>& records = records_[{e.instance, word}];
      bool fresh = true;
      for (Record& r : records) {
        if (r.thread == e.thread) {
          if (!r.same_kind(e)) continue;
          r.time = clocks_.now(e.thread);
          fresh = false;
        } else if (conflict(machine, r, e)) {
          found(Conflict{r.thread, r.pc, r.time, r.offset, r.same_value(e), r.values_open(e),
                         r.value.taint ? r.value.taint : e.value.taint});
        }
      }
      if (fresh) records.push_back(record(e));
    }
  }

private:
  struct Record {
    std::uint32_t thread, pc, time;
    AccessKind kind;
    Scope scope;
    unsigned size;
    std::int64_t offset;
    Value value;
    bool only_reads;
    bool same_kind(const AccessEvent& e) const;
    bool same_place(const AccessEvent& e) const; // both written, as a whole
    bool same_value(const AccessEvent& e) const;
    bool values_open(const AccessEvent& e) const;
  };
  Record record(const AccessEvent& e) const;
  bool conflict(const Machine& machine, const Record& r, const AccessEvent& e) const;

  Clocks clocks_;
  std::unordered_map<Address, std::vector<Record>, AddressHash> records_;
};

} // namespace heddle::core::interp
