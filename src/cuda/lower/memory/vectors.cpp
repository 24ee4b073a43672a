// Accesses of whole vectors. A copy of a float4 is one access of 16 bytes, which traps where it is
// not aligned; in LLVM IR it is a memcpy, which SROA makes accesses of its parts. So copies of
// aligned bytes are marked first, with an alias scope: the parts inherit it, and are one access
// again here.
#include "core/pure.hpp"
#include "cuda/lower/lowering.hpp"
#include "cuda/lower/prepare.hpp"

#include <llvm/IR/MDBuilder.h>

#include <algorithm>

namespace heddle::cuda {

namespace {

constexpr llvm::StringRef domain_name = "heddle.vector";
constexpr std::uint64_t max_size = 16; // bytes of one access

bool is_one_access(const llvm::MemTransferInst& copy) {
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
  const std::uint64_t bytes = length ? length->getZExtValue() : 0;
  const auto aligned = [&](llvm::MaybeAlign align) { return align.valueOrOne().value() >= bytes; };
  return bytes > 1 && bytes <= max_size && llvm::isPowerOf2_64(bytes) && !copy.isVolatile() &&
         (aligned(copy.getDestAlign()) || aligned(copy.getSourceAlign()));
}

// The mark that an access has from the copy that it was a part of.
const llvm::MDNode* mark_of(const llvm::Instruction& i) {
  const llvm::MDNode* scopes = i.getMetadata(llvm::LLVMContext::MD_alias_scope);
  if (!scopes || scopes->getNumOperands() != 1) return nullptr;
  const auto* scope = llvm::dyn_cast<llvm::MDNode>(scopes->getOperand(0));
  if (!scope || scope->getNumOperands() < 2) return nullptr;
  const auto* domain = llvm::dyn_cast_or_null<llvm::MDNode>(scope->getOperand(1));
  if (!domain || domain->getNumOperands() < 2) return nullptr;
  const auto* name = llvm::dyn_cast_or_null<llvm::MDString>(domain->getOperand(1));
  return name && name->getString() == domain_name ? scope : nullptr;
}

// Of parts of one size, where the part lies follows from its name.
std::string part_name(const std::vector<const llvm::Instruction*>& parts, std::size_t index) {
  const llvm::Type* type = llvm::getLoadStoreType(const_cast<llvm::Instruction*>(parts[0]));
  const unsigned bits = type->getScalarSizeInBits();
  const bool alike = std::ranges::all_of(parts, [&](const llvm::Instruction* i) {
    return llvm::getLoadStoreType(const_cast<llvm::Instruction*>(i))->getScalarSizeInBits() == bits;
  });
  return alike ? core::part_of_vector(static_cast<unsigned>(index))
               : "part " + std::to_string(index);
}

} // namespace

void mark_vectors(llvm::Function& f) {
  llvm::MDBuilder metadata(f.getContext());
  llvm::MDNode* domain = nullptr;
  for (llvm::BasicBlock& block : f)
    for (llvm::Instruction& i : block) {
      const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&i);
      if (!copy || !is_one_access(*copy)) continue;
      if (!domain) domain = metadata.createAnonymousAliasScopeDomain(domain_name);
      llvm::MDNode* scope = metadata.createAnonymousAliasScope(domain);
      i.setMetadata(llvm::LLVMContext::MD_alias_scope, llvm::MDNode::get(f.getContext(), {scope}));
    }
}

// All parts of the access that `first` is the first of; nothing where it is by itself.
std::vector<const llvm::Instruction*> Lowering::vector_parts(const llvm::Instruction& first) const {
  const llvm::MDNode* mark = mark_of(first);
  const std::uint64_t bytes =
      llvm::getLoadStoreAlignment(const_cast<llvm::Instruction*>(&first)).value();
  if (!mark || bytes > max_size) return {};
  std::vector<const llvm::Instruction*> parts;
  const llvm::Value* base = nullptr;
  std::uint64_t next = 0; // where the next part is to be
  std::int64_t start = 0;
  for (const llvm::Instruction* i = &first; i && next < bytes; i = i->getNextNode()) {
    if (i->getOpcode() != first.getOpcode() || mark_of(*i) != mark) {
      if (i->mayReadOrWriteMemory()) return {};
      continue;
    }
    llvm::APInt offset(64, 0);
    const llvm::Value* of = llvm::getLoadStorePointerOperand(i)->stripAndAccumulateConstantOffsets(
        layout_, offset, true);
    if (parts.empty()) {
      base = of;
      start = offset.getSExtValue();
    }
    const llvm::Type* type = llvm::getLoadStoreType(const_cast<llvm::Instruction*>(i));
    if (of != base || offset.getSExtValue() - start != static_cast<std::int64_t>(next) ||
        type->isPointerTy() || !type->isSingleValueType())
      return {};
    next += layout_.getTypeStoreSize(const_cast<llvm::Type*>(type)).getFixedValue();
    parts.push_back(i);
  }
  return next == bytes && parts.size() > 1 ? parts : std::vector<const llvm::Instruction*>{};
}

// The vector that these values are the parts of, or one that is made of them; null: not known.
Expr Lowering::whole_vector(const std::vector<const llvm::Instruction*>& stores) {
  std::vector<Expr> parts;
  Expr whole = nullptr;
  bool is_one = true;
  for (std::size_t k = 0; k < stores.size(); ++k) {
    const llvm::Value& part = *llvm::cast<llvm::StoreInst>(stores[k])->getValueOperand();
    if (llvm::isa<llvm::UndefValue>(part) || part.getType()->isPointerTy()) return nullptr;
    const Expr e = scalar(part);
    parts.push_back(e);
    is_one = is_one && e->op == Op::apply && e->args.size() == 1 &&
             pool_.function(e).name == part_name(stores, k) && (!whole || whole == e->args[0]);
    if (is_one) whole = e->args[0];
  }
  if (is_one) return whole;
  const std::uint64_t bits =
      8 * llvm::getLoadStoreAlignment(const_cast<llvm::Instruction*>(stores[0])).value();
  return pure(core::vector_of_parts, Type::opaque(static_cast<unsigned>(bits)), std::move(parts));
}

bool Lowering::lower_vector(const llvm::Instruction& i) {
  if (vector_parts_.contains(&i)) return true; // with the first of them
  const std::vector<const llvm::Instruction*> parts = vector_parts(i);
  if (parts.empty()) return false;
  vector_parts_.insert(parts.begin(), parts.end());
  const auto bytes = static_cast<unsigned>(
      llvm::getLoadStoreAlignment(const_cast<llvm::Instruction*>(&i)).value());
  llvm::Type* type = llvm::Type::getIntNTy(function_.getContext(), bytes * 8);
  const Access access{llvm::getLoadStorePointerOperand(&i), 0, type, bytes};
  if (llvm::isa<llvm::StoreInst>(i)) {
    write(access, whole_vector(parts), i);
    return true;
  }
  const core::VarId var = new_temp(Type::opaque(bytes * 8), place(i));
  read_to(var, access, i);
  for (std::size_t k = 0; k < parts.size(); ++k)
    define(*parts[k], pure(part_name(parts, k), type_of(*parts[k]), {pool_.symbol_ref(var)}));
  return true;
}

} // namespace heddle::cuda
