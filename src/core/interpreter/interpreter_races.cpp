#include "core/interpreter/interpreter_races.hpp"

namespace heddle::core::interp {

bool RaceLog::Record::same_kind(const AccessEvent& e) const {
  return pc == e.pc && kind == e.kind && offset == e.offset && size == e.size &&
         value.bits == e.value.bits && value.high == e.value.high && value.taint == e.value.taint;
}

bool RaceLog::Record::same_place(const AccessEvent& e) const {
  return kind == AccessKind::write && e.kind == AccessKind::write && offset == e.offset &&
         size == e.size;
}

bool RaceLog::Record::values_open(const AccessEvent& e) const {
  return same_place(e) && (value.taint || e.value.taint);
}

bool RaceLog::Record::same_value(const AccessEvent& e) const {
  return same_place(e) && !value.taint && !e.value.taint &&
         (size >= 8 ||
          ((value.bits ^ e.value.bits) & ((std::int64_t{1} << (8 * size)) - 1)) == 0) &&
         (size < 8 || (value.bits == e.value.bits && value.high == e.value.high));
}

RaceLog::Record RaceLog::record(const AccessEvent& e) const {
  return {e.thread, e.pc,    clocks_.now(e.thread), e.kind, e.scope, e.size,
          e.offset, e.value, e.only_reads()};
}

bool RaceLog::conflict(const Machine& machine, const Record& r, const AccessEvent& e) const {
  if (r.only_reads && e.only_reads()) return false;
  if (r.offset >= e.offset + e.size || e.offset >= r.offset + r.size) return false;
  // Atomics of different sizes that overlap are not atomic for each other.
  if (r.kind == AccessKind::atomic && e.kind == AccessKind::atomic && r.size == e.size) {
    const bool same_block = machine.threads()[r.thread].block == machine.threads()[e.thread].block;
    const Scope needed = same_block ? Scope::block : Scope::grid;
    if (r.scope >= needed && e.scope >= needed) return false;
  }
  return !clocks_.ordered(clocks_.column(r.thread), r.time, e.thread);
}

} // namespace heddle::core::interp
