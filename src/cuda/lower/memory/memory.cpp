// Loads, stores and copies.
#include "cuda/lower/lowering.hpp"
#include "cuda/lower/memory/shared_pointers.hpp"
#include "cuda/lower/sync/guesses.hpp"

namespace heddle::cuda {

namespace {

constexpr std::uint64_t max_copied = 128; // pieces of a copy that are told one by one

} // namespace

void Lowering::for_each_array(const Pointer& p, const llvm::Instruction& at,
                              const std::string& access,
                              const std::function<void(core::ArrayId, Expr offset)>& f) {
  std::vector<TargetId> targets;
  for (const TargetId id : p.targets)
    if (id != 0) targets.push_back(id); // who follows a null pointer does not come back
  if (targets.empty())
    return emit(core::Assert{pool_.boolean(false), "no access through a null pointer"}, at);
  const std::function<void(std::size_t)> from = [&](std::size_t i) {
    const auto here = [&] {
      const Target& target = targets_[targets[i]];
      if (target.kind == Target::Kind::array && at.isVolatile())
        kernel_.arrays[target.array].is_volatile = true;
      if (target.kind == Target::Kind::array)
        return f(target.array, offset_in(target.array, p, at));
      if (target.is_unset)
        return emit(
            core::Assert{pool_.boolean(false), "no access through a pointer that is not set"}, at);
      unsupported(access + " through " + target.reason, at);
    };
    if (i + 1 == targets.size()) return here();
    core::Block then_block = collect(here);
    core::Block else_block = collect([&] { from(i + 1); });
    emit(core::If{pool_.eq(base_of(p), pool_.constant(targets[i], Type::i32())),
                  std::move(then_block), std::move(else_block)},
         at);
  };
  from(0);
}

void Lowering::read_to(core::VarId var, const Access& access, const llvm::Instruction& at) {
  Pointer p = pointer(*access.address);
  p.offset = pool_.add(p.offset,
                       pool_.constant(static_cast<std::int64_t>(access.displacement), Type::i64()));
  const auto size = static_cast<unsigned>(layout_.getTypeStoreSize(access.type).getFixedValue());
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&at);
  const core::Trend guess =
      load && load->getPointerOperand() == access.address && load->getType() == access.type
          ? guess_of(*load, loops_, dominators_)
          : core::Trend::none;
  bool known = false;
  for_each_array(p, at, "a read", [&](core::ArrayId array, Expr offset) {
    emit(core::Read{var, array, offset, size, access.align, no_tensor_part, guess}, at);
    known = true;
  });
  if (!known)
    emit(core::Havoc{var, Scope::thread, "a value read through a pointer that is not followed"},
         at);
}

Expr Lowering::read(const Access& access, const llvm::Instruction& at) {
  const Type type = type_of(access.type, signs_.is_signed(at));
  const core::VarId var = new_temp(held_type(pointer(*access.address), type), place(at));
  read_to(var, access, at);
  return as_type(pool_.symbol_ref(var), type);
}

// The type in which arrays hold what is read or written as `type`: integers as they are declared,
// so that what is read back is what was written.
Type Lowering::held_type(const Pointer& p, Type type) const {
  if (type.is_bool()) type = Type::integer(8, false);
  for (const TargetId id : p.targets) {
    if (targets_[id].kind != Target::Kind::array) continue;
    const Type element = kernel_.arrays[targets_[id].array].element_type;
    return element.is_int() && type.is_int() && element.width == type.width ? element : type;
  }
  return type;
}

void Lowering::write(const Access& access, Expr value, const llvm::Instruction& at) {
  if (llvm::isa<llvm::UndefValue>(*access.address))
    return emit(
        core::Assert{pool_.boolean(false),
                     "no write outside of a variable, or through a pointer that is not set"},
        at);
  Pointer p = pointer(*access.address);
  p.offset = pool_.add(p.offset,
                       pool_.constant(static_cast<std::int64_t>(access.displacement), Type::i64()));
  const auto size = static_cast<unsigned>(layout_.getTypeStoreSize(access.type).getFixedValue());
  if (value && value->type.is_int()) value = pool_.cast(value, held_type(p, value->type));
  for_each_array(p, at, "a write", [&](core::ArrayId array, Expr offset) {
    const core::Array& to = kernel_.arrays[array];
    if (to.space == core::Space::constant)
      emit(core::Assert{pool_.boolean(false), "no write to constant memory '" + to.name + "'"}, at);
    note_write(p, array, at);
    emit(core::Write{array, offset, size, value, access.align}, at);
  });
}

// threadIdx and its kin are variables of the prelude.
std::optional<Expr> Lowering::read_builtin(const llvm::LoadInst& i) {
  llvm::APInt offset(64, 0);
  const llvm::Value* base =
      i.getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, offset, true);
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(base->stripPointerCasts());
  if (!variable || !variable->isDeclaration() || !i.getType()->isIntegerTy(32)) return std::nullopt;
  const llvm::StringRef name = variable->getName();
  const std::uint64_t axis = offset.getZExtValue() / 4;
  if (name == "warpSize" && axis == 0) return pool_.constant(32, Type::i32());
  if (axis > 2 || offset.getZExtValue() % 4 != 0) return std::nullopt;
  const std::array<std::pair<llvm::StringRef, const std::array<SymbolId, 3>*>, 4> all{
      {{"threadIdx", &kernel_.thread_index},
       {"blockIdx", &kernel_.block_index},
       {"blockDim", &kernel_.block_dim},
       {"gridDim", &kernel_.grid_dim}}};
  for (const auto& [known, symbols] : all)
    if (name == known) {
      auto& axes =
          known == "threadIdx" || known == "blockDim" ? kernel_.block_axes : kernel_.grid_axes;
      // y and z: where the source mentions them, not where our headers number the block's threads
      const llvm::DILocation* at = i.getDebugLoc().get();
      if (axis == 0 || in_user_code(at) == at) axes = static_cast<std::uint8_t>(axes | 1u << axis);
      return pool_.symbol_ref((*symbols)[axis]);
    }
  return std::nullopt;
}

void Lowering::lower_load(const llvm::LoadInst& i) {
  if (const auto value = read_builtin(i)) return define(i, *value);
  if (const auto value = read_table(i)) return define(i, *value);
  if (i.getType()->isPointerTy()) {
    if (i.hasMetadata(shared_pointer_changes))
      unsupported("a pointer in shared memory that other writes may change", i);
    // the access counts whatever the pointer is; what it points to is found where it is used
    const std::uint64_t size = layout_.getTypeStoreSize(i.getType()).getFixedValue();
    const core::VarId var = new_temp(Type::u64(), place(i));
    stay_in_table(i);
    for_each_array(pointer(*i.getPointerOperand()), i, "a read",
                   [&](core::ArrayId array, Expr offset) {
                     emit(core::Read{var, array, offset, static_cast<unsigned>(size), 1}, i);
                     scalars_[&i] = pool_.symbol_ref(var);
                   });
    return;
  }
  if (!i.getType()->isSingleValueType() || i.getType()->isVectorTy())
    return unsupported("a read of a whole struct", i);
  if (!lower_vector(i)) define(i, read({i.getPointerOperand(), 0, i.getType(), 1}, i));
}

// The value as memory holds it.
Expr Lowering::memory_bits(const llvm::Value& v) {
  if (v.getType()->isPointerTy()) {
    const auto loaded = scalars_.find(&v);
    return loaded != scalars_.end() ? loaded->second : nullptr;
  }
  if (llvm::isa<llvm::UndefValue>(v)) return nullptr;
  const Expr e = scalar(v);
  return e->type.is_bool() ? number(e, Type::integer(8, false)) : e;
}

void Lowering::lower_store(const llvm::StoreInst& i) {
  const llvm::Value& value = *i.getValueOperand();
  if (!value.getType()->isSingleValueType() || value.getType()->isVectorTy())
    return unsupported("a write of a whole struct", i);
  if (!lower_vector(i))
    write({i.getPointerOperand(), 0, value.getType(), 1}, memory_bits(value), i);
}

namespace {

// The pieces in which so many bytes are copied.
unsigned piece_size(std::uint64_t bytes, std::uint64_t align) {
  unsigned size = 8;
  while (size > 1 && (bytes % size != 0 || align % size != 0))
    size /= 2;
  return size;
}

} // namespace

// What is moved may lie over where it goes to: all is read before any is written.
void Lowering::copy_in_loop(const llvm::MemTransferInst& i, Expr pieces, unsigned size) {
  const Pointer to = pointer(*i.getRawDest()), from = pointer(*i.getRawSource());
  const Type type = Type::integer(size * 8, false);
  const char* counter = size == 1 ? "byte" : "piece";
  const auto behind_by = [&](const Pointer& p, Expr k) {
    return behind(p, pool_.mul(k, pool_.constant(size, Type::i64())));
  };
  const bool moves = llvm::isa<llvm::MemMoveInst>(i);
  repeat(pieces, counter, i, [&](Expr k) {
    const Expr value = read_bytes(behind_by(from, k), type, size, i);
    if (!moves) write_bytes(behind_by(to, k), value, size, i);
  });
  if (moves)
    repeat(pieces, counter, i, [&](Expr k) {
      write_bytes(behind_by(to, k), havoc(type, i, "what is moved"), size, i);
    });
}

void Lowering::lower_copy(const llvm::MemTransferInst& i) {
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(i.getLength());
  if (!length) return copy_in_loop(i, to_i64(*i.getLength()), 1);
  const std::uint64_t bytes = length->getZExtValue();
  const std::uint64_t to = i.getDestAlign().valueOrOne().value(),
                      from = i.getSourceAlign().valueOrOne().value();
  // a vector; it traps where it has to be aligned and is not
  const bool whole =
      llvm::isPowerOf2_64(bytes) && bytes > 4 && bytes <= 16 && std::max(to, from) >= bytes;
  const unsigned size =
      whole ? static_cast<unsigned>(bytes) : std::min(4u, piece_size(bytes, std::min(to, from)));
  if (bytes / size > max_copied)
    return copy_in_loop(i, pool_.constant(static_cast<std::int64_t>(bytes / size), Type::i64()),
                        size);
  llvm::Type* type = llvm::Type::getIntNTy(function_.getContext(), size * 8);
  std::vector<Expr> values;
  for (std::uint64_t at = 0; at < bytes; at += size)
    values.push_back(read({i.getRawSource(), at, type, whole && from >= bytes ? size : 1}, i));
  for (std::uint64_t at = 0; at < bytes; at += size)
    write({i.getRawDest(), at, type, whole && to >= bytes ? size : 1}, values[at / size], i);
}

void Lowering::lower_set(const llvm::MemSetInst& i) {
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(i.getLength());
  const auto* byte = llvm::dyn_cast<llvm::ConstantInt>(i.getValue());
  const Pointer to = pointer(*i.getRawDest());
  const std::uint64_t bytes = length ? length->getZExtValue() : 0;
  const unsigned size =
      length && byte ? piece_size(bytes, i.getDestAlign().valueOrOne().value()) : 1;
  std::uint64_t word = 0;
  for (unsigned k = 0; byte && k < size; ++k)
    word = word << 8 | byte->getZExtValue();
  const Type type = Type::integer(size * 8, byte != nullptr);
  const Expr value = byte ? pool_.constant(static_cast<std::int64_t>(word), type)
                          : pool_.cast(scalar(*i.getValue()), type);
  const auto write_at = [&](Expr k) {
    const Expr offset = pool_.mul(k, pool_.constant(size, Type::i64()));
    write_bytes(behind(to, offset), value, size, i);
  };
  if (!length || bytes / size > max_copied)
    return repeat(length ? pool_.constant(static_cast<std::int64_t>(bytes / size), Type::i64())
                         : to_i64(*i.getLength()),
                  size == 1 ? "byte" : "piece", i, write_at);
  for (std::uint64_t k = 0; k < bytes / size; ++k)
    write_at(pool_.constant(static_cast<std::int64_t>(k), Type::i64()));
}

} // namespace heddle::cuda
