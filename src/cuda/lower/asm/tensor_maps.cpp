// Tensor maps in global memory that the kernel itself changes (PTX ISA, "tensormap.replace",
// "tensormap.cp_fenceproxy"; "membar / fence", .tensormap). A copy reads the map that it goes by,
// for as long as it is under way, by a proxy of its own.
#include "cuda/lower/asm/asm.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

// Fields that say nothing of how much a copy copies.
bool keeps_box(const std::string& field) {
  return field == "global_address" || field == "global_dim" || field == "global_stride" ||
         field == "swizzle_mode" || field == "swizzle_atomicity" || field == "fill_mode";
}

} // namespace

// What a kernel cannot change is not read: parameters and constants.
void AsmLowering::read_map(const AsmArg& map) {
  auto at = map.items.empty() ? std::nullopt : value(map.items[0]).address;
  if (!at) return;
  at->offset = pool_.add(at->offset, pool_.constant(map.number, Type::i64()));
  const auto is_global = [&](TargetId id) {
    const Target& target = l_.targets_[id];
    return target.kind == Target::Kind::array &&
           l_.kernel_.arrays[target.array].space == core::Space::global;
  };
  if (std::ranges::none_of(at->targets, is_global)) return;
  l_.note_map(call_);
  l_.read_region(*at, core::map_bytes, call_);
}

bool AsmLowering::tensor_map(const Instruction& i) {
  if (i.key() != "tensormap" || i.parts.size() < 2) return false;
  if (i.parts[1] == "replace") return replace_field(i);
  return i.parts[1] == "cp_fenceproxy" && copy_map(i);
}

// tensormap.replace.tile.field [map], (ordinal,) value: a weak access to the whole map.
bool AsmLowering::replace_field(const Instruction& i) {
  if (i.parts.size() < 4 || i.parts[2] != "tile" || i.args().size() < 2) return false;
  const auto at = target(i.args()[0]);
  if (!at) return false;
  if (!keeps_box(i.parts[3])) {
    l_.unsupported("tensormap.replace of a field that may change how much copies by the map copy",
                   call_);
    return true;
  }
  l_.write_bytes(*at, nullptr, core::map_bytes, call_);
  return true;
}

// tensormap.cp_fenceproxy.global.shared::cta.. [to], [from], 128: the lanes of a warp come to it
// together, which orders nothing that they did before: any may read the map. The first stands for
// those that write, and there is a release pattern behind that.
bool AsmLowering::copy_map(const Instruction& i) {
  const auto& args = i.args();
  if (args.size() != 3 || !i.has("aligned") || !i.has("release")) return false;
  const auto to = target(args[0]), from = target(args[1]);
  if (!to || !from ||
      constant_value(number(args[2], Type::i64())) != std::optional<std::int64_t>(core::map_bytes))
    return false;
  l_.read_region(*from, core::map_bytes, call_);
  core::Block write = l_.collect([&] { l_.write_bytes(*to, nullptr, core::map_bytes, call_); });
  l_.emit(core::If{pool_.eq(l_.lane(), pool_.constant(0, Type::u32())), std::move(write), {}},
          call_);
  return map_fence(i);
}

// fence.proxy.tensormap::generic.release.scope; .acquire.scope [map], 128.
bool AsmLowering::map_fence(const Instruction& i) {
  if (!i.has("tensormap::generic")) return false;
  // among the blocks of a cluster more than a block's scope is needed
  if (l_.together_ && i.has("cta")) return true;
  core::NamedBarrier fence;
  fence.kind = core::NamedBarrier::Kind::map_release;
  fence.id = pool_.constant(0, Type::u32());
  fence.aligned = false;
  fence.text = i.ins.opcode;
  if (i.has("release")) return l_.emit(std::move(fence), call_), true;
  const auto at = i.args().size() == 2 ? target(i.args()[0]) : std::nullopt;
  if (!i.has("acquire") || !at ||
      constant_value(number(i.args()[1], Type::i64())) !=
          std::optional<std::int64_t>(core::map_bytes))
    return true; // it covers nothing that is known
  fence.kind = core::NamedBarrier::Kind::map_acquire;
  const auto followed = [&](TargetId id) { return l_.targets_[id].kind == Target::Kind::array; };
  if (!std::ranges::all_of(at->targets, followed)) return true;
  l_.for_each_array(*at, call_, "a fence", [&](core::ArrayId array, Expr offset) {
    fence.map = array;
    fence.at = offset;
    l_.emit(fence, call_);
  });
  return true;
}

} // namespace heddle::cuda
