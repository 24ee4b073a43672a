// Matrix products of warpgroups: wgmma. They read shared memory from their issue to the wait that
// covers their group (PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions": wgmma.mma_async
// is of the async proxy; wgmma.commit_group, wgmma.wait_group). wgmma.fence is about registers.
#include "cuda/lower/asm/asm.hpp"

#include "support/matrix_layout.hpp"

#include <llvm/IR/Operator.h>

namespace heddle::cuda {

namespace {

constexpr std::uint64_t address_bits = matrix_start_mask * matrix_start_unit;
constexpr unsigned start_shift = 4; // log2 of matrix_start_unit
constexpr unsigned max_depth = 64;  // of the values that a descriptor is made of

std::optional<std::uint64_t> constant_of(const llvm::Value& v) {
  const auto* c = llvm::dyn_cast<llvm::ConstantInt>(&v);
  if (!c || c->getBitWidth() > 64) return std::nullopt;
  return c->getZExtValue();
}

} // namespace

bool AsmLowering::is_multiple(Expr e, std::int64_t n) {
  const auto is = [&](Expr part) { return is_multiple(part, n); };
  if (const auto c = constant_value(e)) return *c % n == 0;
  if (e->op == Op::add || e->op == Op::sub) return std::ranges::all_of(e->args, is);
  if (e->op == Op::mul) return std::ranges::any_of(e->args, is);
  if (e->op == Op::bit_and) return (n & (n - 1)) == 0 && std::ranges::any_of(e->args, is);
  if (e->op == Op::ite) return is(e->args[1]) && is(e->args[2]);
  if (e->op == Op::shl) {
    const auto by = constant_value(e->args[1]);
    return by && *by >= 0 && *by < 32 && (std::int64_t{1} << *by) % n == 0;
  }
  return e->op == Op::cast && e->type.width >= e->args[0]->type.width && is(e->args[0]);
}

// Does the value hold an address that is known as such?
bool AsmLowering::is_followed(const llvm::Value& v) {
  if (!l_.is_address(v)) return false;
  const auto targets = l_.targets_of(v);
  return !targets.empty() && std::ranges::all_of(targets, [&](TargetId id) {
    return l_.targets_[id].kind == Target::Kind::array;
  });
}

// A number that no address is part of.
AsmLowering::Descriptor AsmLowering::number_descriptor(const llvm::Value& v) {
  Descriptor d;
  const Expr e = l_.scalar(v);
  if (const auto c = constant_value(e))
    d.bits = static_cast<std::uint64_t>(*c);
  else
    d.more = pool_.cast(e, Type::i64());
  return d;
}

// What a value that becomes a descriptor is made of; std::nullopt: in a way that is not followed.
std::optional<AsmLowering::Descriptor> AsmLowering::descriptor(const llvm::Value& v,
                                                               unsigned depth) {
  Descriptor d;
  if (const auto c = constant_of(v)) {
    d.bits = *c;
    return d;
  }
  if (is_followed(v)) {
    d.start = l_.pointer(v);
    return d;
  }
  const auto* op = llvm::dyn_cast<llvm::Operator>(&v);
  if (!op || depth > max_depth) return std::nullopt;
  switch (op->getOpcode()) {
  case llvm::Instruction::ZExt:
  case llvm::Instruction::Trunc:
  case llvm::Instruction::Freeze:
    return descriptor(*op->getOperand(0), depth + 1);
  case llvm::Instruction::And:
  case llvm::Instruction::LShr:
    return descriptor_part(*op, depth);
  case llvm::Instruction::Or:
  case llvm::Instruction::Add:
    return descriptor_sum(*op, depth);
  default:
    break;
  }
  if (l_.is_address(v) || !v.getType()->isIntegerTy()) return std::nullopt;
  return number_descriptor(v);
}

// x & constant, x >> 4.
std::optional<AsmLowering::Descriptor> AsmLowering::descriptor_part(const llvm::Operator& op,
                                                                    unsigned depth) {
  auto d = descriptor(*op.getOperand(0), depth + 1);
  const auto by = constant_of(*op.getOperand(1));
  if (!d || !by) return std::nullopt;
  if (!d->start) return number_descriptor(op);
  if (op.getOpcode() == llvm::Instruction::And) {
    const std::uint64_t wanted = d->in_units ? matrix_start_mask : address_bits;
    if ((*by & wanted) != wanted || d->more) return std::nullopt;
    d->bits &= *by;
    return d;
  }
  if (d->in_units || *by != start_shift || d->more || d->bits) return std::nullopt;
  d->in_units = true;
  return d;
}

// One of the two has the address, the other what is added to it, or the other fields.
std::optional<AsmLowering::Descriptor> AsmLowering::descriptor_sum(const llvm::Operator& op,
                                                                   unsigned depth) {
  auto a = descriptor(*op.getOperand(0), depth + 1), b = descriptor(*op.getOperand(1), depth + 1);
  if (!a || !b || (a->start && b->start)) return std::nullopt;
  if (b->start) std::swap(a, b);
  if (!a->start) return number_descriptor(op);
  if (!a->in_units) return std::nullopt;
  const bool adds = op.getOpcode() == llvm::Instruction::Add;
  if (!adds && (b->more || (b->bits & matrix_start_mask))) return std::nullopt;
  if (!adds && (a->bits & b->bits)) return std::nullopt;
  a->bits += b->bits;
  if (b->more) a->more = a->more ? pool_.add(a->more, b->more) : b->more;
  return a;
}

// What a product reads through a descriptor, whose fields say the tile: in `out_`, as reads of the
// thread that runs here.
bool AsmLowering::read_operand(const AsmArg& arg, const TileOf& tile_of, TensorPart part,
                               Expr row) {
  const Value v = value(arg);
  const auto d = v.source ? descriptor(*v.source, 0) : std::nullopt;
  if (!d || !d->start || !d->in_units) return false;
  const std::optional<MatrixTile> tile = tile_of(d->bits);
  if (!tile) return false;
  const Type i64 = Type::i64();
  const auto number_of = [&](std::uint64_t n) {
    return pool_.constant(static_cast<std::int64_t>(n), i64);
  };
  Pointer start = row ? l_.in_row(*d->start, row) : *d->start;
  Expr units = number_of(d->bits & matrix_start_mask);
  if (d->more) { // it must not reach the other fields
    const Expr inside = pool_.logical_and(pool_.le(number_of(0), d->more),
                                          pool_.le(d->more, number_of(matrix_start_mask)));
    core::Block out_of_field =
        l_.collect([&] { l_.unsupported("a matrix descriptor whose fields overflow", call_); });
    l_.emit(core::If{pool_.logical_not(inside), std::move(out_of_field), {}}, call_);
    units = pool_.add(units, d->more);
  }
  const Expr advance = pool_.mul(units, number_of(matrix_start_unit));
  const bool begins_pattern = is_multiple(start.offset, tile->align);
  start.offset = pool_.add(start.offset, advance);
  if (tile->align > 1)
    start.offset = pool_.sub(
        start.offset, pool_.rem(begins_pattern ? advance : start.offset, number_of(tile->align)));
  for (std::uint32_t o = 0; o < tile->outer_count; ++o)
    for (std::uint32_t k = 0; k < tile->inner_count; ++k)
      l_.read_region(l_.behind(start, number_of(o * std::uint64_t{tile->outer_stride} +
                                                k * std::uint64_t{tile->inner_stride})),
                     tile->size, call_, part);
  return true;
}

// wgmma.mma_async.sync.aligned.shape.d.a.b {d..}, a, b, scale-d, ..: `a` is a descriptor, or
// registers.
bool AsmLowering::matrix_product(const Instruction& i) {
  const auto& args = i.args();
  const bool dense = i.parts[1] == "mma_async" && !i.has("sp") && i.parts.size() > 7;
  const auto columns = dense ? wgmma_columns(i.parts[4]) : std::nullopt;
  if (!columns || args.size() < 4) return false;
  const bool in_registers = args[1].kind == AsmArg::Kind::group;
  const bool halves = i.parts.back() == "f16" || i.parts.back() == "bf16"; // may be transposed
  if (halves && args.size() != (in_registers ? 7u : 8u)) return false;
  const auto transposed = [&](std::size_t from_end) {
    return halves && constant_value(number(args[args.size() - from_end], Type::i64())) != 0;
  };
  const auto tile = [](std::uint32_t extent, bool across) -> TileOf {
    return [=](std::uint64_t bits) { return matrix_tile(matrix_fields(bits), extent, across); };
  };
  bool understood = true;
  core::Block reads = l_.collect([&] {
    if (!in_registers) understood = read_operand(args[1], tile(wgmma_rows, transposed(2)));
    understood = understood && read_operand(args[2], tile(*columns, transposed(1)));
  });
  if (!understood) return false;
  // The lanes of a warp make it together: one reads for all of them.
  const Expr one = pool_.eq(l_.lane(), pool_.constant(multiplying_lane, Type::u32()));
  core::AsyncCopy copy{{}, core::CopyChannel::matrix};
  copy.body = l_.collect([&] { l_.emit(core::If{one, std::move(reads), {}}, call_); });
  l_.note_matrix_product(call_);
  l_.emit(std::move(copy), call_);
  forget(args[0]);
  return true;
}

bool AsmLowering::warpgroup(const Instruction& i) {
  using Group = core::CopyGroup::Kind;
  constexpr auto channel = core::CopyChannel::matrix;
  if (i.key() != "wgmma" || i.parts.size() < 2) return false;
  if (i.parts[1] == "fence") return true;
  if (i.parts[1] == "commit_group")
    return l_.emit(core::CopyGroup{Group::commit, nullptr, channel}, call_), true;
  if (i.parts[1] != "wait_group" || i.args().size() != 1) return matrix_product(i);
  core::NamedBarrier wait;
  wait.kind = core::NamedBarrier::Kind::matrix_wait;
  wait.id = pool_.constant(0, Type::u32());
  wait.aligned = false;
  wait.text = spell_args(i, 0, 1);
  l_.emit(std::move(wait), call_);
  l_.emit(core::CopyGroup{Group::wait, number(i.args()[0], Type::i64()), channel}, call_);
  return true;
}

} // namespace heddle::cuda
