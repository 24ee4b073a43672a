// Cluster launch control: a block asks for the work of one that has not begun. What it is answered
// is open; it is written to shared memory by the async proxy, as a bulk load would, and whoever
// reads the same answer decodes the same.
#include "core/clusters.hpp"
#include "cuda/lower/asm/asm.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

constexpr std::int64_t answer_bytes = 16;

} // namespace

// PTX ISA, "clusterlaunchcontrol.query_cancel": is_canceled.pred.b128 p, answer;
// get_first_ctaid.v4.b32.b128 {x, y, z, _}, answer; get_first_ctaid::x.b32.b128 x, answer.
bool AsmLowering::launch_control(const Instruction& i) {
  if (i.key() != "clusterlaunchcontrol" || i.parts.size() < 3) return false;
  if (i.parts[1] == "try_cancel") return try_cancel(i);
  const auto& args = i.args();
  if (i.parts[1] != "query_cancel" || args.size() != 2) return false;
  const Value answer = value(args[1]);
  const auto decode = [&](const AsmArg& to, const std::string& name, Type type) {
    if (answer.scalar) return set(to, l_.pure(name, type, {answer.scalar}));
    forget(to, answer.sharing);
  };
  if (i.parts[2] == "is_canceled") return decode(args[0], "is_canceled", Type::boolean()), true;
  if (!i.parts[2].starts_with("get_first_ctaid")) return false;
  if (args[0].kind != AsmArg::Kind::group) return decode(args[0], i.parts[2], Type::u32()), true;
  constexpr std::string_view axes = "xyz";
  for (std::size_t k = 0; k < std::min(args[0].items.size(), axes.size()); ++k)
    decode(args[0].items[k], std::string("get_first_ctaid::") + axes[k], Type::u32());
  return true;
}

// PTX ISA, "clusterlaunchcontrol.try_cancel": .async.shared::cta.mbarrier::complete_tx::bytes.b128
// [to], [mbarrier]: 16 bytes, and as many told to the mbarrier; with .multicast::cluster::all those
// at the same offsets in each block of the cluster.
bool AsmLowering::try_cancel(const Instruction& i) {
  const auto& args = i.args();
  if (args.size() != 2 || !i.has("async") || !i.has("mbarrier::complete_tx::bytes")) return false;
  const auto to = target(args[0]), reports = target(args[1]);
  if (!to || !reports) return false;
  const auto answer = [&](const Pointer& there, const Pointer& mbarrier) {
    l_.note_async_proxy(call_);
    l_.write_bytes(there, nullptr, answer_bytes, call_);
    l_.complete(mbarrier, pool_.constant(answer_bytes, Type::u32()), spell_args(i, 0, args.size()),
                call_);
  };
  if (i.has("multicast::cluster::all")) {
    const auto shape = l_.cluster_shape();
    if (!shape) return false;
    const std::int64_t all = (std::int64_t{1} << core::blocks_of(*shape)) - 1;
    if (all > 1) return multicast(*to, *reports, pool_.constant(all, Type::u32()), answer);
  }
  answer(*to, *reports);
  return true;
}

} // namespace heddle::cuda
