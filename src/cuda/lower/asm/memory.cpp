// Loads, stores and copies in inline assembly. Their address is followed from a pointer through
// conversions and sums; without it nothing is known about what they touch.
#include "cuda/lower/asm/asm.hpp"
#include "cuda/lower/assume.hpp"

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

bool releases(const std::vector<std::string>& parts) {
  return std::ranges::any_of(
      parts, [](const std::string& part) { return part == "release" || part == "acq_rel"; });
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
  if (i.has("nc")) l_.note_read_only(*from, call_);
  const Expr read = strong ? l_.access_atomically(*from, *type,
                                                  {.scope = scope_of(i.parts),
                                                   .op = "load",
                                                   .result = true,
                                                   .acquires = acquires(i.parts)},
                                                  call_)
                           : l_.read_bytes(*from, *type, type->width / 8, call_);
  if (count == 1 && (asm_type(i.parts.back()) || type->width == 128)) {
    set(args[0], read);
  } else {
    forget(args[0]);
  }
  return true;
}

bool AsmLowering::store(const Instruction& i) {
  const auto& args = i.args();
  if (i.has("bulk")) return fill(i);
  if (i.has("async")) return store_async(i);
  const unsigned count = elements(i.parts);
  const auto type = moved_type(i.parts.back(), count);
  if (args.size() < 2 || !type || i.has("mmio")) return false;
  const bool strong = is_strong(i.parts);
  if (strong && (count > 1 || type->width > 64)) return false;
  const auto to = target(args[0]);
  if (!to) return false;
  const auto element = moved_type(i.parts.back(), 1);
  if (count > 1 && element && asm_type(i.parts.back()) && args[1].items.size() == count) {
    store_elements(*to, *element, args[1].items);
    return true;
  }
  Expr stored = nullptr;
  if (count == 1 && asm_type(i.parts.back())) stored = reinterpreted(value(args[1]).scalar, *type);
  if (strong)
    l_.access_atomically(*to, *type,
                         {.scope = scope_of(i.parts),
                          .op = "exch",
                          .operand = stored,
                          .releases = releases(i.parts)},
                         call_);
  else
    l_.write_bytes(*to, stored, type->width / 8, call_);
  return true;
}

// st.v4 [to], {a, b, c, d}
void AsmLowering::store_elements(Pointer to, Type type, const std::vector<AsmArg>& elements) {
  const unsigned bytes = type.width / 8;
  for (const AsmArg& element : elements) {
    const Expr scalar = value(element).scalar;
    l_.write_bytes(to, scalar ? reinterpreted(scalar, type) : nullptr, bytes, call_);
    to.offset = pool_.add(to.offset, pool_.constant(bytes, Type::i64()));
  }
}

// PTX ISA, "st.async", "red.async": [to], value, [mbarrier], which is told the bytes when they are
// there. Threads' own stores, not of the async proxy.
bool AsmLowering::store_async(const Instruction& i) {
  const auto& args = i.args();
  const auto type = moved_type(i.parts.back(), elements(i.parts));
  if (args.size() != 3 || !type || !i.has("mbarrier::complete_tx::bytes") || !l_.together_)
    return false;
  const auto to = target(args[0]), at = target(args[2]);
  if (!to || !at) return false;
  if (i.key() == "st") {
    l_.write_bytes(*to, nullptr, type->width / 8, call_);
  } else {
    l_.access_atomically(*to, *type, {.scope = Scope::cluster, .op = "add"}, call_);
  }
  // "Asynchronous Operations" says of cp.async.bulk and cp.reduce.async.bulk that they do not.
  assume_once(l_.kernel_, pool_,
              i.key() + ".async releases what its thread did before (.release at the cluster)");
  l_.complete(*at, pool_.constant(type->width / 8, Type::u32()), spell_args(i, 0, args.size()),
              call_, true);
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

// atom.op result, [to], operand{, operand}; red.op [to], operand.
bool AsmLowering::atomic(const Instruction& i) {
  static const std::set<std::string> ops{"add", "min", "max", "and",  "or",
                                         "xor", "inc", "dec", "exch", "cas"};
  const bool red = i.key() == "red";
  if (red && i.has("async")) return store_async(i);
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
  const Expr old = l_.access_atomically(*to, *type,
                                        {.scope = scope_of(i.parts),
                                         .op = *op,
                                         .operand = operands.back(),
                                         .result = !red,
                                         .acquires = acquires(i.parts),
                                         .releases = releases(i.parts),
                                         .compare = cas ? operands[0] : nullptr},
                                        call_);
  if (old) set(i.args()[0], old);
  return true;
}

// Each of the first 8, 16 or 32 lanes gives the address of 16 bytes, which four lanes load or store
// a word each, or eight of a transposed matrix an element each.
bool AsmLowering::matrix(const Instruction& i) {
  const bool stores = i.key() == "stmatrix";
  const auto& args = i.args();
  const int lanes = i.has("x1") ? 8 : i.has("x2") ? 16 : i.has("x4") ? 32 : 0;
  if (args.size() != 2 || lanes == 0 || !i.has("m8n8") || i.parts.back() != "b16") return false;
  const auto address = target(args[stores ? 0 : 1]);
  if (!address) return false;
  l_.note_lane_rows(call_, i.has("trans") ? 2 : 4);
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
  if (i.has("reduce")) return bulk_reduction(i);
  if (i.parts.size() < 3 || i.parts[1] != "async") return false;
  if (i.parts[2] == "mbarrier") return tell_copies(i);
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

// cp.async.mbarrier.arrive{.noinc} [mbarrier]: "causes an arrive-on operation to be triggered by
// the system on the mbarrier object upon the completion of all the prior cp.async operations". It
// is as if the thread arrived and announced a byte, and that came with them; without .noinc the
// arrival is one more than the phase was initialised for, the byte alone. It is ordered with
// respect to the copies, "but not to those of any other instruction issued by the thread"
// ("Asynchronous Operations"): that nothing else relies on it is assumed.
bool AsmLowering::tell_copies(const Instruction& i) {
  const auto at = i.args().size() == 1 ? target(i.args()[0]) : std::nullopt;
  if (!i.has("arrive") || !at) return false;
  assume_once(l_.kernel_, pool_,
              "cp.async.mbarrier.arrive has to order nothing but copies by cp.async of its thread");
  core::Mbarrier op;
  op.kind = i.has("noinc") ? core::Mbarrier::Kind::arrive : core::Mbarrier::Kind::expect;
  op.bytes = pool_.constant(1, Type::u32());
  op.text = spell_args(i, 0, 1);
  if (i.has("noinc"))
    l_.mbarrier_arrive(*at, op, call_);
  else
    l_.mbarrier(*at, op, call_);
  op.kind = core::Mbarrier::Kind::complete;
  l_.mbarrier(*at, op, call_);
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
  if (i.has("read")) l_.await_reads();
  return l_.emit(core::CopyGroup{Group::wait, number(i.args()[0], Type::i64()), channel}, call_),
         true;
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
  if (!to_shared || !reports || args.size() < 4) return false;
  const auto to = target(args[0]), from = target(args[1]), at = target(args[3]);
  if (!to || !from || !at) return false;
  l_.note_async_proxy(call_);
  const Expr bytes = number(args[2], Type::u32());
  const std::string text = spell_args(i, 0, 4);
  if (i.has("multicast::cluster"))
    return args.size() > 4 && multicast(*to, *at, number(args[4], Type::u32()),
                                        [&](const Pointer& t, const Pointer& b) {
                                          l_.bulk_copy(t, *from, bytes, b, text, call_);
                                        });
  l_.bulk_copy(*to, *from, bytes, *at, text, call_);
  return true;
}

// cp.reduce.async.bulk.global.shared::cta.bulk_group.op.type [to], [from], bytes;
// .shared::cluster.shared::cta.mbarrier::complete_tx::bytes.op.type .., [mbarrier]. Each element by
// an atomic operation of its own ("individually .relaxed.gpu memory ordering semantics").
bool AsmLowering::bulk_reduction(const Instruction& i) {
  const auto& args = i.args();
  const auto type = asm_type(i.parts.back());
  const bool reports = i.has("mbarrier::complete_tx::bytes");
  if (!i.has("bulk") || !type || type->width < 16 || reports == i.has("bulk_group") ||
      !i.has("shared::cta") || args.size() < (reports ? 4u : 3u))
    return false;
  const auto to = target(args[0]), from = target(args[1]);
  const auto at = reports ? target(args[3]) : std::nullopt;
  if (!to || !from || (reports && !at)) return false;
  l_.note_async_proxy(call_);
  const Expr bytes = number(args[2], Type::u32());
  const unsigned size = type->width / 8;
  const auto reduce = [&] {
    l_.in_pieces(pool_.cast(bytes, Type::i64()), size, call_, [&](Expr done) {
      l_.read_bytes(l_.behind(*from, done), Type::opaque(type->width), size, call_);
      l_.access_atomically(l_.behind(*to, done), *type, {.op = "add"}, call_);
    });
  };
  if (!reports) {
    core::AsyncCopy copy{{}, core::CopyChannel::bulk};
    copy.body = l_.collect(reduce);
    return l_.emit(std::move(copy), call_), true;
  }
  reduce();
  l_.complete(*at, bytes, spell_args(i, 0, args.size()), call_);
  return true;
}

// PTX ISA, "cp.async.bulk": data, and the signal to the mbarrier, go to the same offsets in the
// shared memory of each block whose bit is set in the mask.
bool AsmLowering::multicast(const Pointer& to, const Pointer& at, Expr bits,
                            const std::function<void(const Pointer&, const Pointer&)>& copy) {
  const auto shape = l_.together_ ? l_.cluster_shape() : std::nullopt;
  if (!shape) return false;
  for (unsigned r = 0; r < core::blocks_of(*shape); ++r) {
    const Expr bit = pool_.bit_and(bits, pool_.constant(std::int64_t{1} << r, Type::u32()));
    const Expr wanted = pool_.ne(bit, pool_.constant(0, Type::u32()));
    if (is_false(wanted)) continue;
    const Expr row = pool_.constant(r, Type::i64());
    core::Block part = l_.collect([&] { copy(l_.in_row(to, row), l_.in_row(at, row)); });
    if (is_true(wanted))
      std::move(part.begin(), part.end(), std::back_inserter(*l_.out_));
    else
      l_.emit(core::If{wanted, std::move(part), {}}, call_);
  }
  return true;
}

} // namespace heddle::cuda
