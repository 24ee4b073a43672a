#include "barrier/skeleton.hpp"

#include <algorithm>

namespace heddle::barrier {
namespace {

std::string plus(const char* what, std::int64_t constant) {
  if (constant == 0) return what;
  const bool negative = constant < 0;
  return std::string(what) + (negative ? " - " : " + ") +
         std::to_string(negative ? -constant : constant);
}

std::string name(BarrierIndex b, const Skeleton& skeleton) {
  if (b == not_executed) return "-";
  const auto m = static_cast<std::size_t>(b) - named_barriers;
  if (b == cluster_barrier || (b == 0 && skeleton.of_cluster)) return "cluster";
  if (b >= barrier_ids && b < cluster_barrier) return "warp " + std::to_string(b - barrier_ids);
  if (b >= named_barriers && m < skeleton.mbarriers.size()) return skeleton.mbarriers[m].name;
  return id_text(b);
}

std::string barriers(const Operation& op, const Skeleton& skeleton) {
  const auto& table = op.barriers;
  if (table.size() == 1) return name(table[0], skeleton);
  bool consecutive = table[0] >= 0 && table.back() < named_barriers;
  for (std::size_t k = 1; k < table.size(); ++k)
    consecutive = consecutive && table[k] == table[k - 1] + 1;
  if (consecutive) return name(table[0], skeleton) + " + i % " + std::to_string(table.size());
  std::string out = "[";
  for (std::size_t k = 0; k < table.size(); ++k)
    out += (k ? ", " : "") + name(table[k], skeleton);
  return out + "]";
}

std::string details(const Operation& op) {
  switch (op.kind) {
  case Operation::Kind::arrive:
  case Operation::Kind::sync:
    return op.count == Operation::all_threads ? " (all)" : " (" + std::to_string(op.count) + ")";
  case Operation::Kind::warp_sync:
  case Operation::Kind::fence:
  case Operation::Kind::tensor_before:
  case Operation::Kind::tensor_after:
  case Operation::Kind::map_release:
  case Operation::Kind::map_acquire:
  case Operation::Kind::matrix_wait:
    return "";
  case Operation::Kind::phase_commit:
    return "";
  case Operation::Kind::phase_arrive:
    return " x" + std::to_string(op.arrivals) +
           (op.bytes ? " expect " + std::to_string(op.bytes) : "");
  case Operation::Kind::phase_expect:
  case Operation::Kind::phase_copy:
    return " " + std::to_string(op.bytes);
  case Operation::Kind::phase_wait:
    break;
  }
  std::string out = " parity ";
  for (const std::uint8_t p : op.parity)
    out += std::to_string(p);
  return out;
}

const char* word(Operation::Kind kind) {
  switch (kind) {
  case Operation::Kind::arrive:
    return "arrive";
  case Operation::Kind::sync:
    return "sync";
  case Operation::Kind::warp_sync:
    return "warp-sync";
  case Operation::Kind::fence:
    return "fence";
  case Operation::Kind::tensor_before:
    return "tensor-before";
  case Operation::Kind::tensor_after:
    return "tensor-after";
  case Operation::Kind::map_release:
    return "map-release";
  case Operation::Kind::map_acquire:
    return "map-acquire";
  case Operation::Kind::matrix_wait:
    return "matrix-wait";
  case Operation::Kind::phase_arrive:
    return "phase-arrive";
  case Operation::Kind::phase_expect:
    return "phase-expect";
  case Operation::Kind::phase_copy:
    return "phase-copy";
  case Operation::Kind::phase_commit:
    return "phase-commit";
  case Operation::Kind::phase_wait:
    break;
  }
  return "phase-wait";
}

std::string guards(const Operation& op) {
  std::string out;
  if (op.from_outer > 0) out += " from t = " + std::to_string(op.from_outer);
  if (op.from_running > 0) out += " from running " + std::to_string(op.from_running);
  if (op.from > 0) out += " from " + std::to_string(op.from);
  if (op.until > 0) out += " until " + plus("T", -op.until);
  return out;
}

std::string text(const Operation& op, const Skeleton& skeleton) {
  std::string out = word(op.kind);
  if (is_mark(op.kind)) return out + guards(op);
  if (op.kind != Operation::Kind::warp_sync) out += " " + barriers(op, skeleton) + details(op);
  if (!op.aligned && (op.kind == Operation::Kind::arrive || op.kind == Operation::Kind::sync))
    out += " unaligned";
  if (op.ended) out += " ended";
  if (op.by_lane) out += " by lane";
  if (op.relaxed) out += " relaxed";
  if (op.barriers.size() > 1 || op.parity.size() > 1) {
    if (op.counts == Operation::Count::running) out += " running";
    if (op.counts == Operation::Count::outer) out += " by t";
  }
  return out + guards(op);
}

} // namespace

std::string id_text(BarrierIndex id) {
  if (id < ids_of_block) return std::to_string(id);
  return std::to_string(id % ids_of_block) + " of block " + std::to_string(id / ids_of_block - 1) +
         " of the cluster";
}

std::string ranges(std::vector<std::uint32_t> numbers) {
  std::ranges::sort(numbers);
  std::string out;
  for (std::size_t k = 0; k < numbers.size();) {
    std::size_t last = k;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
      ++last;
    out += (k ? ", " : "") + std::to_string(numbers[k]);
    if (last > k) out += "-" + std::to_string(numbers[last]);
    k = last + 1;
  }
  return out;
}

std::string to_string(const Skeleton& skeleton) {
  std::string out;
  for (const Mbarrier& m : skeleton.mbarriers)
    out += "mbarrier " + m.name + ": " + std::to_string(m.expected) + "\n";
  for (const Role& role : skeleton.roles) {
    out += "role " + role.name + ": " + (role.warps.size() == 1 ? "warp " : "warps ") +
           ranges(role.warps);
    if (role.threads != 32) out += ", " + std::to_string(role.threads) + " threads of each";
    out += "\n";
    for (const Section& section : role.sections) {
      std::string line = section.is_loop ? plus("loop n", section.offset) + ":" : "";
      for (std::size_t k = 0; k < section.operations.size(); ++k)
        line += (k ? "; " : line.empty() ? "" : " ") + text(section.operations[k], skeleton);
      if (!line.empty()) out += "  " + line + "\n";
    }
  }
  return out;
}

} // namespace heddle::barrier
