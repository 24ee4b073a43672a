#include "heddle/heddle.hpp"

#include <algorithm>
#include <charconv>

namespace heddle {

bool CheckResult::has_errors() const {
  return std::ranges::any_of(messages, [](const Message& m) { return m.severity == "error"; });
}

Verdict join(Verdict a, Verdict b) {
  if (a == Verdict::refuted || b == Verdict::refuted) return Verdict::refuted;
  if (a == Verdict::unknown || b == Verdict::unknown) return Verdict::unknown;
  return Verdict::verified;
}

const char* to_string(Verdict verdict) {
  switch (verdict) {
  case Verdict::verified:
    return "verified";
  case Verdict::refuted:
    return "refuted";
  case Verdict::unknown:
    return "unknown";
  }
  return "";
}

const char* to_string(FindingKind kind) {
  switch (kind) {
  case FindingKind::race:
    return "race";
  case FindingKind::divergence:
    return "divergence";
  case FindingKind::exited_threads:
    return "exited-threads";
  case FindingKind::same_value_write:
    return "same-value-write";
  case FindingKind::assertion:
    return "assertion";
  case FindingKind::deadlock:
    return "deadlock";
  case FindingKind::count:
    return "count";
  case FindingKind::barrier_id:
    return "barrier-id";
  case FindingKind::recycling:
    return "recycling";
  case FindingKind::alignment:
    return "alignment";
  case FindingKind::lapped:
    return "lapped";
  case FindingKind::leftover:
    return "leftover";
  case FindingKind::unordered_flag:
    return "unordered-flag";
  case FindingKind::racy_guess:
    return "racy-guess";
  case FindingKind::proxy:
    return "proxy";
  }
  return "";
}

const char* to_string(FindingScope scope) {
  switch (scope) {
  case FindingScope::warp:
    return "warp";
  case FindingScope::block:
    return "block";
  case FindingScope::grid:
    return "grid";
  }
  return "";
}

const char* to_string(FindingStatus status) {
  return status == FindingStatus::confirmed ? "confirmed" : "possible";
}

const char* to_string(FindingSeverity severity) {
  return severity == FindingSeverity::error ? "error" : "warning";
}

std::string to_string(const WitnessValue& value) {
  if (!value.real) return std::to_string(value.bits);
  char text[32]; // the shortest that is the same number
  return {text, std::to_chars(text, text + sizeof text, *value.real).ptr};
}

std::string version() { return HEDDLE_VERSION; }

} // namespace heddle
