#include "check/witness/race_text.hpp"

#include "barrier/concrete/concrete.hpp"

#include <algorithm>
#include <optional>

namespace heddle::check {

namespace {

// A fence of tensor operations is missing; which of the two.
void note_tensor_fence(const Environment& env, const protocol::Trace& trace, Finding& finding) {
  const bool before = trace.order.proxy == protocol::Order::Proxy::tensor_before;
  finding.kind = FindingKind::proxy;
  if (!env.ctx.options.strict_proxy) finding.severity = FindingSeverity::warning;
  finding.message = sync::proxy_message(
      before ? sync::Detail::tensor_before : sync::Detail::tensor_after, sync::Role::none);
}

void note_map(Finding& finding) {
  finding.kind = FindingKind::proxy;
  finding.message = sync::proxy_message(sync::Detail::map_unfenced, sync::Role::copy_read);
}

} // namespace

FindingScope scope_of(protocol::PairClass pairs) {
  switch (pairs) {
  case protocol::PairClass::same_thread:
  case protocol::PairClass::lane_rows:
  case protocol::PairClass::same_warp:
    return FindingScope::warp;
  case protocol::PairClass::same_block:
    return FindingScope::block;
  case protocol::PairClass::different_blocks:
    return FindingScope::grid;
  }
  return FindingScope::block;
}

bool begins_by_read(const Pair& pair) { return pair.a->access->kind == protocol::AccessKind::read; }

void note_proxies(const Environment& env, const protocol::Trace& trace, const Pair& pair,
                  Finding& finding) {
  if (trace.order.proxy == protocol::Order::Proxy::map) return note_map(finding);
  if (trace.order.proxy > protocol::Order::Proxy::late)
    return note_tensor_fence(env, trace, finding);
  const bool late = trace.order.proxy == protocol::Order::Proxy::late;
  const bool reads = begins_by_read(pair);
  const bool copy_writes = pair.b->access->kind != protocol::AccessKind::read;
  finding.kind = FindingKind::proxy;
  if ((late || reads) && !env.ctx.options.strict_proxy) finding.severity = FindingSeverity::warning;
  finding.message =
      sync::proxy_message(late    ? sync::Detail::fenced_late
                          : reads ? sync::Detail::overwritten
                                  : sync::Detail::none,
                          copy_writes ? sync::Role::copy_write : sync::Role::copy_read);
  const std::string line = env.ctx.files.describe(pair.a->access->loc);
  finding.order =
      (trace.order.who[0].empty() ? "the thread" : trace.order.who[0]) +
      (late ? ": no fence of its own" : ": no proxy fence") +
      (trace.order.memory == protocol::Order::Memory::global ? " that covers global memory" : "") +
      " on the way from " + line + " to the copy; it could stand behind " + line;
}

std::string missing_cluster_barrier(const Finding& finding) {
  const bool begins = std::ranges::count(finding.accesses, "start", &AccessReport::access) != 0;
  return begins ? "the other block may not have begun; a barrier of the cluster before the "
                  "access would wait for it"
                : "the other block may have ended; a barrier of the cluster behind the access "
                  "would keep it";
}

std::string missing_order(const Environment& env, const protocol::Trace& trace,
                          const Finding& finding, const smt::Model& model) {
  const protocol::Order& order = trace.order;
  if (order.who[0].empty()) return "";
  const auto iteration = [&](std::size_t t) -> std::optional<std::int64_t> {
    if (!order.iteration[t]) return std::nullopt;
    return model.eval(env.pool(), order.iteration[t]);
  };
  const auto i = iteration(0), j = iteration(1);
  std::size_t first = i && j && *j != *i ? (*j < *i) : (finding.accesses[0].access == "read");
  const auto part = [&](std::size_t t) {
    const auto at = iteration(t);
    return "the " + finding.accesses[t].access +
           (at ? " in iteration " + std::to_string(*at) : "") + " of " + order.who[t];
  };
  std::string text = "nothing orders " + part(first) + " before " + part(1 - first);
  if (!order.could_order[first].empty()) text += "; it could be " + order.could_order[first];
  return text;
}

} // namespace heddle::check
