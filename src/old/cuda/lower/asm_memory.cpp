// Loads, stores and copies in inline assembly. Their address is followed from a pointer through
// conversions and sums; without it nothing is known about what they touch.
#include "cuda/lower/asm.hpp"
#include "cuda/lower/atomic.hpp"

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
  const CT type = asm_type(suffix);
  unsigned bits = type ? type->width : 0;
  if (suffix == "b128") bits = 128;
  if (suffix == "f16x2" || suffix == "bf16x2") bits = 32;
  bits *= count;
  if (bits < 8 || bits > 128) return std::nullopt;
  if (count == 1 && type) return memory_type(type);
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
  const Value v = value(memory.items[0]);
  std::optional<Pointer> p = v.pointer ? v.pointer : v.address;
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
  const core::VarId t = strong ? *AtomicLowering(l_).access(*from, *type,
                                                            {.scope = scope_of(i.parts),
                                                             .op = "load",
                                                             .result = true,
                                                             .acquires = acquires(i.parts)},
                                                            loc_)
                               : l_.read(*from, *type, type->width / 8, loc_);
  const CT element = asm_type(i.parts.back());
  if (count == 1 && element) {
    set(args[0], l_.from_bits(element, pool_.symbol_ref(t)));
  } else {
    forget(args[0]);
  }
  return true;
}

bool AsmLowering::store(const Instruction& i) {
  const auto& args = i.args();
  const unsigned count = elements(i.parts);
  const auto type = moved_type(i.parts.back(), count);
  if (args.size() < 2 || !type || i.has("mmio") || i.has("async") || i.has("bulk")) return false;
  const bool strong = is_strong(i.parts);
  if (strong && (count > 1 || type->width > 64)) return false;
  const auto to = target(args[0]);
  if (!to) return false;
  Expr stored = nullptr;
  if (const CT element = asm_type(i.parts.back()); count == 1 && element) {
    const Value v = reinterpreted(value(args[1]), element);
    if (v.scalar) stored = l_.scalar_bits(v);
  }
  if (strong)
    AtomicLowering(l_).access(*to, *type,
                              {.scope = scope_of(i.parts), .op = "exch", .operand = stored}, loc_);
  else
    l_.write(*to, stored, type->width / 8, loc_);
  return true;
}

// atom.op result, [to], operand{, operand}; red.op [to], operand. Whatever else they order is left
// out.
bool AsmLowering::atomic(const Instruction& i) {
  static const std::map<std::string, std::string> ops{
      {"add", "add"}, {"min", "min"}, {"max", "max"}, {"and", "and"},   {"or", "or"},
      {"xor", "xor"}, {"inc", "inc"}, {"dec", "dec"}, {"exch", "exch"}, {"cas", "cas"}};
  const bool red = i.key() == "red";
  const std::size_t at = red ? 0 : 1;
  const CT type = asm_type(i.parts.back());
  const auto op =
      std::ranges::find_if(i.parts, [](const std::string& p) { return ops.contains(p); });
  if (i.args().size() < at + 2 || !type || type->width < 16 || elements(i.parts) > 1 ||
      op == i.parts.end() || i.has("async") || i.has("bulk"))
    return false;
  const auto to = target(i.args()[at]);
  if (!to) return false;
  std::vector<Expr> operands;
  for (std::size_t k = at + 1; k < i.args().size(); ++k) {
    const Value v = reinterpreted(value(i.args()[k]), type);
    operands.push_back(v.scalar);
  }
  const bool cas = *op == "cas";
  if (operands.size() != (cas ? 2u : 1u)) return false;
  const Expr operand = cas ? l_.pure("cas", memory_type(type), operands) : operands[0];
  const auto old = AtomicLowering(l_).access(*to, memory_type(type),
                                             {.scope = scope_of(i.parts),
                                              .op = ops.at(*op),
                                              .operand = operand,
                                              .result = !red,
                                              .acquires = acquires(i.parts)},
                                             loc_);
  if (old) set(i.args()[0], l_.from_bits(type, pool_.symbol_ref(*old)));
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
    if (stores) return l_.write(*address, nullptr, 16, loc_);
    l_.read(*address, Type::opaque(128), 16, loc_);
  });
  const Type u32 = Type::u32();
  const Expr lane = pool_.rem(l_.linear_thread(loc_), pool_.constant(32, u32));
  l_.emit_if(lanes == 32 ? pool_.boolean(true) : pool_.lt(lane, pool_.constant(lanes, u32)),
             std::move(access), {}, loc_);
  if (!stores) forget(args[0]);
  return true;
}

// cp.async of a thread: [to], [from], bytes{, bytes that are read}; the rest of it is zeros.
bool AsmLowering::copy(const Instruction& i) {
  const auto& args = i.args();
  if (i.parts.size() < 3 || i.parts[1] != "async" || i.has("reduce") || i.has("mbarrier"))
    return false;
  if (i.has("bulk")) return bulk_copy(i);
  if (i.parts[2] == "commit_group") return l_.commit_copies(loc_), true;
  if (i.parts[2] == "wait_all")
    return l_.emit(core::CopyGroup{core::CopyGroup::Kind::wait_all, nullptr}, loc_), true;
  const CT i64 = make_integer(64, true);
  if (i.parts[2] == "wait_group" && args.size() == 1) {
    const Expr behind = number(args[0], i64).scalar;
    return behind ? (l_.wait_for_copies(behind, loc_), true) : false;
  }
  if ((i.parts[2] != "ca" && i.parts[2] != "cg") || args.size() < 3) return false;
  const auto to = target(args[0]), from = target(args[1]);
  const auto bytes = constant_value(number(args[2], i64).scalar);
  if (!to || !from || !bytes || *bytes < 4 || *bytes > 16 || (*bytes & (*bytes - 1)) != 0)
    return false;
  const auto size = static_cast<unsigned>(*bytes);
  // With a cache policy the fourth operand is that.
  const bool partial = args.size() > (i.has("L2::cache_hint") ? 4u : 3u);
  l_.issue_copy(*to, *from, size, partial ? number(args[3], i64).scalar : nullptr, loc_);
  return true;
}

// cp.async.bulk.to.from.mbarrier::complete_tx::bytes [to], [from], bytes, [mbarrier].
bool AsmLowering::bulk_copy(const Instruction& i) {
  const auto& args = i.args();
  if (i.parts.size() < 4) return false;
  const bool to_shared = i.parts[3].starts_with("shared");
  const bool reports = i.has("mbarrier::complete_tx::bytes");
  // The order of groups matters to those copies alone that are not understood.
  if (i.parts[3] == "commit_group" || i.parts[3] == "wait_group") return true;
  if (!to_shared || !reports || args.size() < 4 || i.has("tensor") || i.has("multicast::cluster"))
    return false;
  const auto to = target(args[0]), from = target(args[1]), at = target(args[3]);
  if (!to || !from || !at) return false;
  const Expr bytes = number(args[2], make_integer(32, false)).scalar;
  l_.bulk_copy(*to, *from, bytes, *at, spell_args(i, 0, 4), loc_);
  return true;
}

} // namespace heddle::cuda
