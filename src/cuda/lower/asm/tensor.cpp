// Copies of tensors: cp.async.bulk.tensor and cp.reduce.async.bulk.tensor. How much one copies says
// its map (--tensor-map); in shared memory that is one piece, however it is swizzled. Of global
// memory only this is known, and assumed: it is no array that the kernel names.
#include "cuda/lower/asm/asm.hpp"
#include "cuda/lower/assume.hpp"

#include "cuda/parse/tensor_maps.hpp"
#include "support/tensor_map.hpp"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace heddle::cuda {

namespace {

constexpr const char* apart = "what tensor maps show is apart from the kernel's arrays, and what "
                              "blocks store there apart from each other";

struct Place {
  const llvm::Value* base = nullptr;
  std::int64_t offset = 0; // bytes
};

// Where a pointer points to, without constant offsets.
Place place_of(const llvm::Value& pointer, const llvm::DataLayout& layout) {
  llvm::APInt by(64, 0);
  const llvm::Value* base = pointer.stripAndAccumulateConstantOffsets(layout, by, true);
  return {base, by.getSExtValue()};
}

// Where a value was read: a part of a parameter is a call of heddle.param.TYPE (prepare.hpp).
Place read_from(const llvm::Value& value, const llvm::DataLayout& layout) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&value))
    return place_of(*load->getPointerOperand(), layout);
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || !callee->getName().starts_with("heddle.param.")) return {};
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
  const auto* offset = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(1));
  if (!number || !offset) return {};
  return {call->getFunction()->getArg(static_cast<unsigned>(number->getZExtValue())),
          offset->getSExtValue()};
}

// What a variable is a copy of that was made part by part, and nothing else is written to it; else
// nothing.
Place copied_to(const llvm::AllocaInst& variable, const llvm::DataLayout& layout) {
  Place found;
  std::vector<const llvm::Value*> pointers{&variable};
  for (std::size_t k = 0; k < pointers.size(); ++k)
    for (const llvm::User* user : pointers[k]->users()) {
      if (llvm::isa<llvm::GetElementPtrInst>(user)) pointers.push_back(user);
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      if (!store || store->getPointerOperand() != pointers[k]) continue;
      Place from = read_from(*store->getValueOperand(), layout);
      if (!from.base) return {};
      from.offset -= place_of(*pointers[k], layout).offset;
      if (found.base && (found.base != from.base || found.offset != from.offset)) return {};
      found = from;
    }
  return found;
}

} // namespace

// "map" of a parameter, "params+128" of a part of one, "maps" of any of those in an array.
std::string AsmLowering::map_name(const AsmArg& map) {
  if (map.items.empty()) return "";
  const llvm::Value* v = value(map.items[0]).source;
  std::int64_t offset = map.number;
  bool any = false;
  const auto part = [&] { return offset && !any ? "+" + std::to_string(offset) : ""; };
  for (unsigned steps = 0; v && steps < 8; ++steps) {
    if (v->getType()->isPointerTy()) {
      const Place place = place_of(*v, l_.layout_);
      v = place.base;
      offset += place.offset;
    }
    if (const auto* one = llvm::dyn_cast<llvm::GEPOperator>(v)) {
      v = one->getPointerOperand();
      any = true;
      continue;
    }
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(v))
      return variable->getName().str() + part();
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(v))
      return argument->getName().str() + part();
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(v)) {
      const Place from = copied_to(*variable, l_.layout_);
      v = from.base;
      offset += from.offset;
      continue;
    }
    const auto* op = llvm::dyn_cast<llvm::Operator>(v);
    const bool converts = op && (op->getOpcode() == llvm::Instruction::PtrToInt ||
                                 op->getOpcode() == llvm::Instruction::IntToPtr);
    v = converts ? op->getOperand(0) : nullptr;
  }
  return "";
}

// As the host encodes the maps that it passes.
std::optional<std::int64_t> AsmLowering::encoded_bytes(const std::string& name) {
  const auto box = encoded_box(l_.unit_, *l_.code_.decl, name);
  if (!box) return std::nullopt;
  const std::string text = "copies by the tensor map '" + name + "' copy " + box->text;
  auto& all = l_.kernel_.assumptions;
  if (std::ranges::find(all, text, &core::Assumption::text) == all.end())
    all.push_back(
        {pool_.boolean(true), text, "encoded at " + l_.unit_.ctx.files.describe(box->at), box->at});
  return tensor_box_bytes(box->text);
}

// Of a box; std::nullopt: that is said to be unknown.
std::optional<std::int64_t> AsmLowering::box_bytes(const AsmArg& map) {
  const std::string name = map_name(map);
  const auto& params = l_.unit_.ctx.options.params;
  const auto given = params.find(name);
  auto bytes = given == params.end() ? std::nullopt : tensor_box_bytes(given->second);
  if (!bytes) bytes = encoded_bytes(name);
  if (!bytes)
    l_.unsupported("a copy of a tensor; how much it copies says --tensor-map " +
                       (name.empty() ? "NAME" : name) + "=64x128xf16",
                   call_);
  return bytes;
}

void AsmLowering::assume_tensors_apart() { assume_once(l_.kernel_, pool_, apart); }

// PTX ISA, "cp.async.bulk.tensor": with .cta_group::2 "the mbarrier signal is sent either to the
// destination CTA or its peer-CTA based on CTAs %cluster_ctarank parity of shared memory where the
// mbarrier object mbar resides".
Expr AsmLowering::reported_to(Expr row, const Pointer& mbarrier) {
  const Expr two = pool_.constant(2, Type::i64());
  return pool_.add(pool_.sub(row, pool_.rem(row, two)), pool_.rem(row_in_cluster(mbarrier), two));
}

Expr AsmLowering::row_in_cluster(const Pointer& p) { return p.row ? p.row : l_.own_row(); }

// .shared.global.mbarrier::complete_tx::bytes [to], [map, {..}], [mbarrier];
// .global.shared::cta.bulk_group [map, {..}], [from].
bool AsmLowering::tensor_copy(const Instruction& i) {
  const auto& args = i.args();
  const bool loads = i.has("mbarrier::complete_tx::bytes");
  const bool plain = std::ranges::none_of(i.parts, [](const std::string& part) {
    return part.starts_with("im2col") || part.starts_with("tile::");
  });
  const bool of_pair = is_of_pair(i);
  if (!plain || (of_pair && (!loads || !l_.together_)) || args.size() < (loads ? 3u : 2u) ||
      loads == i.has("bulk_group"))
    return false;
  const auto shared = target(args[loads ? 0 : 1]);
  const auto reports = loads ? target(args[2]) : std::nullopt;
  if (!shared || (loads && !reports)) return false;
  const auto bytes = box_bytes(args[loads ? 1 : 0]);
  if (!bytes) return true;
  assume_tensors_apart();
  l_.note_async_proxy(call_);
  l_.note_global(call_);
  const auto size = static_cast<unsigned>(*bytes);
  if (!loads) {
    core::AsyncCopy copy{{}, core::CopyChannel::bulk};
    copy.body = l_.collect([&] {
      read_map(args[0]);
      l_.read_region(*shared, size, call_);
    });
    l_.emit(std::move(copy), call_);
    return true;
  }
  const auto load = [&](const Pointer& to, const Pointer& at) {
    read_map(args[1]);
    l_.write_bytes(to, nullptr, size, call_);
    l_.complete(at, pool_.constant(*bytes, Type::u32()), i.ins.opcode + " " + map_name(args[1]),
                call_);
  };
  if (i.has("multicast::cluster"))
    return args.size() > 3 &&
           multicast(*shared, *reports, number(args[3], Type::u32()),
                     [&](const Pointer& to, const Pointer& at) {
                       load(to, of_pair ? l_.in_row(*reports, reported_to(to.row, *reports)) : at);
                     });
  if (!l_.together_ || row_in_cluster(*shared) == row_in_cluster(*reports)) {
    load(*shared, *reports);
    return true;
  }
  if (!of_pair) return false; // "mbarrier .. in the same CTA's shared memory as the destination"
  load(*shared, l_.in_row(*reports, reported_to(row_in_cluster(*shared), *reports)));
  return true;
}

} // namespace heddle::cuda
