// Loads, stores and copies in inline assembly. Their address is followed from a pointer through
// conversions and sums; without it nothing is known about what they touch.
#include "cuda/lower/asm/asm.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

// How many elements one instruction moves.
unsigned elements(const std::vector<std::string>& parts) {
  for (const std::string& part : parts)
    for (const unsigned n : {2u, 4u, 8u})
      if (part == "v" + std::to_string(n)) return n;
  return 1;
}

// Accesses that order others, or are ordered by the system: not plain ones.
bool is_strong(const std::vector<std::string>& parts) {
  return std::ranges::any_of(parts, [](const std::string& part) {
    return part == "acquire" || part == "release" || part == "relaxed" || part == "mmio" ||
           part == "acq_rel";
  });
}

Scope scope_of(const std::vector<std::string>& parts) {
  const auto has = [&](const char* part) { return std::ranges::find(parts, part) != parts.end(); };
  return has("cta") ? Scope::block : has("cluster") ? Scope::cluster : Scope::grid;
}

bool acquires(const std::vector<std::string>& parts) {
  return std::ranges::any_of(parts,
                             [](const std::string& part) { return part.starts_with("acq"); });
}

// The type of the bytes that an instruction moves, one or several elements.
std::optional<Type> moved_type(const std::string& suffix, unsigned count) {
  const std::optional<Type> type = asm_type(suffix);
  unsigned bits = type && !type->is_bool() ? type->width : 0;
  if (suffix == "b128") bits = 128;
  if (suffix == "f16x2" || suffix == "bf16x2") bits = 32;
  bits *= count;
  if (bits < 8 || bits > 128) return std::nullopt;
  if (count == 1 && type) return type;
  return bits > 64 ? Type::opaque(bits) : Type::integer(bits, false);
}

} // namespace

bool AsmLowering::memory(const Instruction& i) {
  if (i.key() == "ld" || i.key() == "ldu") return load(i);
  if (i.key() == "st") return store(i);
  if (i.key() == "atom" || i.key() == "red") return atomic(i);
  if (i.key() == "ldmatrix" || i.key() == "stmatrix") return matrix(i);
  if (i.key() == "cp") return copy(i);
  return false;
}

std::optional<Pointer> AsmLowering::target(const AsmArg& memory) {
  if (memory.kind != AsmArg::Kind::memory || memory.items.size() != 1) return std::nullopt;
  std::optional<Pointer> p = value(memory.items[0]).address;
  if (p) p->offset = pool_.add(p->offset, pool_.constant(memory.number, Type::i64()));
  return p;
}

bool AsmLowering::load(const Instruction& i) {
  const auto& args = i.args();
  const unsigned count = elements(i.parts);
  const auto type = moved_type(i.parts.back(), count);
  if (args.size() < 2 || !type || i.has("mmio") || i.has("param")) return false;
  const bool strong = is_strong(i.parts);
  if (strong && (count > 1 || type->width > 64)) return false;
  const auto from = target(args[1]);
  if (!from) return false;
  const Expr read = strong ? l_.access_atomically(*from, *type,
                                                  {.scope = scope_of(i.parts),
                                                   .op = "load",
                                                   .result = true,
                                                   .acquires = acquires(i.parts)},
                                                  call_)
                           : l_.read_bytes(*from, *type, type->width / 8, call_);
  if (count == 1 && asm_type(i.parts.back())) {
    set(args[0], read);
  } else {
    forget(args[0]);
  }
  return true;
}

bool AsmLowering::store(const Instruction& i) {
  const auto& args = i.args();
  if (i.has("bulk")) return fill(i);
  const unsigned count = elements(i.parts);
  const auto type = moved_type(i.parts.back(), count);
  if (args.size() < 2 || !type || i.has("mmio") || i.has("async") || i.has("bulk")) return false;
  const bool strong = is_strong(i.parts);
  if (strong && (count > 1 || type->width > 64)) return false;
  const auto to = target(args[0]);
  if (!to) return false;
  Expr stored = nullptr;
  if (count == 1 && asm_type(i.parts.back())) stored = reinterpreted(value(args[1]).scalar, *type);
  if (strong)
    l_.access_atomically(*to, *type, {.scope = scope_of(i.parts), .op = "exch", .operand = stored},
                         call_);
  else
    l_.write_bytes(*to, stored, type->width / 8, call_);
  return true;
}

// st.bulk [to], bytes, 0.
bool AsmLowering::fill(const Instruction& i) {
  const auto& args = i.args();
  const auto to = i.has("async") || args.size() < 3 ? std::nullopt : target(args[0]);
  if (!to) return false;
  l_.fill(*to, number(args[1], Type::u32()), call_);
  return true;
}

// atom.op result, [to], operand{, operand}; red.op [to], operand. Whatever else they order is left
// out.
bool AsmLowering::atomic(const Instruction& i) {
  static const std::set<std::string> ops{"add", "min", "max", "and",  "or",
                                         "xor", "inc", "dec", "exch", "cas"};
  const bool red = i.key() == "red";
  const std::size_t at = red ? 0 : 1;
  const std::optional<Type> type = asm_type(i.parts.back());
  const auto op =
      std::ranges::find_if(i.parts, [](const std::string& p) { return ops.contains(p); });
  if (i.args().size() < at + 2 || !type || type->width < 16 || elements(i.parts) > 1 ||
      op == i.parts.end() || i.has("async") || i.has("bulk"))
    return false;
  const auto to = target(i.args()[at]);
  if (!to) return false;
  std::vector<Expr> operands;
  for (std::size_t k = at + 1; k < i.args().size(); ++k)
    operands.push_back(number(i.args()[k], *type));
  const bool cas = *op == "cas";
  if (operands.size() != (cas ? 2u : 1u)) return false;
  const Expr old =
      l_.access_atomically(*to, *type,
                           {.scope = scope_of(i.parts),
                            .op = *op,
                            .operand = cas ? l_.pure("cas", *type, operands) : operands[0],
                            .result = !red,
                            .acquires = acquires(i.parts)},
                           call_);
  if (old) set(i.args()[0], old);
  return true;
}

// Each of the first 8, 16 or 32 lanes gives the address of 16 bytes, whose values go to all.
bool AsmLowering::matrix(const Instruction& i) {
  const bool stores = i.key() == "stmatrix";
  const auto& args = i.args();
  const int lanes = i.has("x1") ? 8 : i.has("x2") ? 16 : i.has("x4") ? 32 : 0;
  if (args.size() != 2 || lanes == 0 || !i.has("m8n8") || i.parts.back() != "b16") return false;
  const auto address = target(args[stores ? 0 : 1]);
  if (!address) return false;
  core::Block access = l_.collect([&] {
    if (stores) return l_.write_bytes(*address, nullptr, 16, call_);
    l_.read_bytes(*address, Type::opaque(128), 16, call_);
  });
  if (lanes == 32)
    std::move(access.begin(), access.end(), std::back_inserter(*l_.out_));
  else
    l_.emit(
        core::If{pool_.lt(l_.lane(), pool_.constant(lanes, Type::u32())), std::move(access), {}},
        call_);
  if (!stores) forget(args[0]);
  return true;
}

// cp.async of a thread: [to], [from], bytes{, bytes that are read}; the rest of it is zeros.
bool AsmLowering::copy(const Instruction& i) {
  using Group = core::CopyGroup::Kind;
  const auto& args = i.args();
  if (i.has("tensor") && i.has("bulk") && i.has("async")) return tensor_copy(i);
  if (i.parts.size() < 3 || i.parts[1] != "async" || i.has("reduce") || i.has("mbarrier"))
    return false;
  if (i.has("bulk")) return bulk_copy(i);
  if (i.parts[2] == "commit_group") return l_.emit(core::CopyGroup{Group::commit}, call_), true;
  if (i.parts[2] == "wait_all") return l_.emit(core::CopyGroup{Group::wait_all}, call_), true;
  if (i.parts[2] == "wait_group" && args.size() == 1)
    return l_.emit(core::CopyGroup{Group::wait, number(args[0], Type::i64())}, call_), true;
  if ((i.parts[2] != "ca" && i.parts[2] != "cg") || args.size() < 3) return false;
  const auto to = target(args[0]), from = target(args[1]);
  const auto bytes = constant_value(number(args[2], Type::i64()));
  if (!to || !from || !bytes || *bytes < 4 || *bytes > 16 || (*bytes & (*bytes - 1)) != 0)
    return false;
  // With a cache policy the fourth operand is that.
  const bool partial = args.size() > (i.has("L2::cache_hint") ? 4u : 3u);
  l_.issue_copy(*to, *from, *bytes, partial ? number(args[3], Type::i64()) : nullptr, call_);
  return true;
}

// cp.async.bulk.commit_group, wait_group[.read] N. With .read the reads of the groups are over;
// that their writes are, too, is only taken for so where nobody else touches what they write.
bool AsmLowering::bulk_group(const Instruction& i) {
  using Group = core::CopyGroup::Kind;
  constexpr auto channel = core::CopyChannel::bulk;
  if (i.parts[3] == "commit_group")
    return l_.emit(core::CopyGroup{Group::commit, nullptr, channel}, call_), true;
  if (i.args().size() != 1) return false;
  const Expr left = number(i.args()[0], Type::i64());
  if (constant_value(left) != std::optional<std::int64_t>(0)) {
    l_.unsupported("a wait that leaves bulk groups under way", call_);
    return true;
  }
  if (i.has("read")) l_.await_reads();
  return l_.emit(core::CopyGroup{Group::wait, left, channel}, call_), true;
}

// cp.async.bulk.to.from.mbarrier::complete_tx::bytes [to], [from], bytes, [mbarrier].
bool AsmLowering::bulk_copy(const Instruction& i) {
  const auto& args = i.args();
  if (i.parts.size() < 4) return false;
  if (i.parts[3] == "commit_group" || i.parts[3] == "wait_group") return bulk_group(i);
  const bool to_shared = i.parts[3].starts_with("shared");
  const bool reports = i.has("mbarrier::complete_tx::bytes");
  if (i.has("bulk_group") && i.has("shared::cta") && args.size() >= 3) {
    const auto to = target(args[0]), from = target(args[1]);
    if (!to || !from) return false;
    l_.bulk_store(*to, *from, number(args[2], Type::u32()), call_);
    return true;
  }
  if (!to_shared || !reports || args.size() < 4 || i.has("multicast::cluster")) return false;
  const auto to = target(args[0]), from = target(args[1]), at = target(args[3]);
  if (!to || !from || !at) return false;
  l_.note_async_proxy(call_);
  l_.bulk_copy(*to, *from, number(args[2], Type::u32()), *at, spell_args(i, 0, 4), call_);
  return true;
}

} // namespace heddle::cuda
