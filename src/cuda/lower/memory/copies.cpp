// Copies into variables of the thread's own read all that they copy, though parts of the variable
// may never be used, or be written over: the passes of LLVM would leave out what these copy. So a
// copy is written out, part by part, where it is known what it is of and where it goes. Of others
// a second copy is made, to where nobody looks and which stays as it is:
//
//   memcpy(%v, %from, 400)   =>   memcpy(%kept, %from, 400); call void @heddle.copied(%kept)
//                                 memcpy(%v, %from, 400)
#include "cuda/lower/memory/scalars.hpp"
#include "cuda/lower/prepare.hpp"
#include "cuda/parse/precompiled.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>

#include <optional>
#include <vector>

namespace heddle::cuda {

namespace {

constexpr std::size_t max_copied_parts = 64; // of a copy that is written out
constexpr const char* copied_mark = "heddle.copied";

struct CopiedPart {
  llvm::Type* type = nullptr;
  std::uint64_t offset = 0; // bytes
};

// So many bytes behind the beginning of that type.
struct Place {
  llvm::Type* type = nullptr;
  std::uint64_t start = 0;
};

struct Bytes {
  std::uint64_t begin, end;
};

// All bytes of that part of the type, what lies between its members as well: a union may have
// something there. Nothing: too many, or of a kind that is not known.
std::vector<CopiedPart> copied_parts(llvm::Type* type, Bytes what, const llvm::DataLayout& layout) {
  std::vector<CopiedPart> parts;
  std::uint64_t end = what.begin;
  bool is_known = true;
  const auto fill = [&](std::uint64_t to) {
    for (; end < to && parts.size() <= max_copied_parts; ++end)
      parts.push_back({llvm::Type::getInt8Ty(type->getContext()), end - what.begin});
  };
  const auto add = [&](llvm::Type* part, std::uint64_t offset) {
    const std::uint64_t behind = offset + layout.getTypeStoreSize(part).getFixedValue();
    if (behind <= what.begin || offset >= what.end || parts.size() > max_copied_parts) return;
    is_known &= part->isSingleValueType() && !part->isVectorTy() && offset >= what.begin &&
                behind <= what.end;
    fill(offset);
    parts.push_back({part, offset - what.begin});
    end = behind;
  };
  for_each_scalar(type, 0, layout, SmallIntegers::as_they_are, add);
  fill(what.end);
  if (!is_known || parts.size() > max_copied_parts) parts.clear();
  return parts;
}

// What is said of the type there: that of the place, of the struct or array that it lies in, of the
// variable.
void add_places(const llvm::Value& address, const llvm::DataLayout& layout,
                std::vector<Place>& to) {
  if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&address)) {
    to.push_back({gep->getResultElementType(), 0});
    const std::vector<llvm::Value*> indices(gep->idx_begin(), gep->idx_end());
    const auto* last = llvm::dyn_cast<llvm::ConstantInt>(indices.back());
    llvm::Type* around =
        indices.size() < 2 || !last
            ? nullptr
            : llvm::GetElementPtrInst::getIndexedType(
                  gep->getSourceElementType(), llvm::ArrayRef<llvm::Value*>(indices).drop_back());
    if (auto* record = llvm::dyn_cast_or_null<llvm::StructType>(around))
      to.push_back({record, layout.getStructLayout(record)->getElementOffset(
                                static_cast<unsigned>(last->getZExtValue()))});
    else if (around)
      to.push_back(
          {around, last->getZExtValue() *
                       layout.getTypeAllocSize(gep->getResultElementType()).getFixedValue()});
  }
  llvm::APInt offset(64, 0);
  const llvm::Value* base = address.stripAndAccumulateConstantOffsets(layout, offset, true);
  if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(base))
    to.push_back({variable->getAllocatedType(), offset.getZExtValue()});
  if (const auto* result = llvm::dyn_cast<llvm::Argument>(base);
      result && result->hasStructRetAttr())
    to.push_back({result->getParamStructRetType(), offset.getZExtValue()});
}

std::optional<std::uint64_t> length_of(const llvm::MemTransferInst& copy) {
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
  if (!length || copy.isVolatile()) return std::nullopt;
  return length->getZExtValue();
}

// What a copy is of; nothing: not known.
std::vector<CopiedPart> parts_of(const llvm::MemTransferInst& copy,
                                 const llvm::DataLayout& layout) {
  const std::optional<std::uint64_t> length = length_of(copy);
  if (!length) return {};
  std::vector<Place> places;
  add_places(*copy.getRawDest(), layout, places);
  add_places(*copy.getRawSource(), layout, places);
  const auto size = [&](const Place& p) { return layout.getTypeAllocSize(p.type).getFixedValue(); };
  for (const Place& p : places)
    if (p.start == 0 && size(p) == *length) return copied_parts(p.type, {0, *length}, layout);
  for (const Place& p : places) {
    if (p.start >= size(p) || *length > size(p) - p.start) continue;
    std::vector<CopiedPart> parts = copied_parts(p.type, {p.start, p.start + *length}, layout);
    const bool is_raw =
        llvm::all_of(parts, [](const CopiedPart& part) { return part.type->isIntegerTy(8); });
    if (!parts.empty() && !is_raw) return parts;
  }
  return {};
}

void write_parts(llvm::MemTransferInst& copy, const std::vector<CopiedPart>& parts) {
  llvm::IRBuilder<> builder(&copy);
  llvm::MDNode* mark = copy.getMetadata(llvm::LLVMContext::MD_alias_scope); // one access, perhaps
  std::vector<llvm::LoadInst*> values;
  for (const CopiedPart& part : parts) {
    values.push_back(builder.CreateAlignedLoad(
        part.type, advanced(builder, copy.getRawSource(), part.offset),
        llvm::commonAlignment(copy.getSourceAlign().valueOrOne(), part.offset)));
    values.back()->setMetadata(llvm::LLVMContext::MD_alias_scope, mark);
  }
  for (std::size_t i = 0; i < parts.size(); ++i)
    builder
        .CreateAlignedStore(
            values[i], advanced(builder, copy.getRawDest(), parts[i].offset),
            llvm::commonAlignment(copy.getDestAlign().valueOrOne(), parts[i].offset))
        ->setMetadata(llvm::LLVMContext::MD_alias_scope, mark);
  for (llvm::LoadInst* value : values)
    keep_read(*value);
  copy.eraseFromParent();
}

// Memory that no thread writes, or none but this one.
bool is_own(const llvm::Value& source) {
  if (const auto* table = llvm::dyn_cast<llvm::GlobalVariable>(&source))
    return table->isConstant() || is_builtin(source);
  const auto* argument = llvm::dyn_cast<llvm::Argument>(&source);
  return llvm::isa<llvm::AllocaInst>(source) || (argument && argument->hasByValAttr());
}

const llvm::Value& source_of(const llvm::MemTransferInst& copy) {
  return *llvm::getUnderlyingObject(copy.getRawSource(), 0);
}

// The call that keeps it, where it is such a second copy.
llvm::CallInst* kept_by(llvm::MemCpyInst& copy) {
  if (!llvm::isa<llvm::AllocaInst>(copy.getRawDest())) return nullptr;
  auto* call = llvm::dyn_cast_or_null<llvm::CallInst>(copy.getNextNode());
  const llvm::Function* f = call ? call->getCalledFunction() : nullptr;
  return f && f->getName() == copied_mark && call->getArgOperand(0) == copy.getRawDest() ? call
                                                                                         : nullptr;
}

// SROA hands this on to the parts that it makes of a copy.
llvm::MDNode* seen_before(llvm::LLVMContext& context) {
  llvm::MDNode* name = llvm::MDNode::get(context, {llvm::MDString::get(context, copied_mark)});
  return llvm::MDNode::get(context, {name});
}

bool is_seen_before(const llvm::MemTransferInst& copy) {
  const llvm::MDNode* mark = copy.getMetadata(llvm::LLVMContext::MD_noalias);
  const llvm::MDNode* seen = seen_before(copy.getContext());
  return mark && llvm::is_contained(mark->operands(), seen->getOperand(0));
}

void copy_again(llvm::MemTransferInst& copy, std::uint64_t bytes) {
  llvm::Function& f = *copy.getFunction();
  llvm::IRBuilder<> at_entry(&f.getEntryBlock(), f.getEntryBlock().begin());
  llvm::AllocaInst* kept =
      at_entry.CreateAlloca(llvm::ArrayType::get(at_entry.getInt8Ty(), bytes), nullptr, "kept");
  llvm::IRBuilder<> builder(&copy);
  builder.CreateMemCpy(kept, copy.getDestAlign(), copy.getRawSource(), copy.getSourceAlign(),
                       bytes);
  const auto use =
      f.getParent()->getOrInsertFunction(copied_mark, builder.getVoidTy(), builder.getPtrTy());
  builder.CreateCall(use, {kept})->setDoesNotThrow();
  copy.setMetadata(llvm::LLVMContext::MD_noalias, seen_before(f.getContext()));
}

enum class Goes { to_variable, elsewhere, not_known };

Goes goes(const llvm::MemTransferInst& copy) {
  const llvm::Value* to = llvm::getUnderlyingObject(copy.getRawDest(), 0);
  if (const auto* result = llvm::dyn_cast<llvm::Argument>(to))
    return result->hasStructRetAttr() ? Goes::to_variable : Goes::elsewhere;
  if (llvm::isa<llvm::AllocaInst>(to)) return Goes::to_variable;
  return llvm::isa<llvm::GlobalVariable, llvm::CallBase>(to) ? Goes::elsewhere : Goes::not_known;
}

template <class F> void for_each_copy(llvm::Function& f, F use) {
  std::vector<llvm::MemTransferInst*> copies;
  for (llvm::BasicBlock& block : f)
    for (llvm::Instruction& i : block)
      if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&i)) copies.push_back(copy);
  for (llvm::MemTransferInst* copy : copies)
    use(*copy);
}

} // namespace

// Before calls are inlined, what a copy is of is plain to see.
void write_out_plain_copies(llvm::Function& f) {
  const llvm::DataLayout& layout = f.getParent()->getDataLayout();
  for_each_copy(f, [&](llvm::MemTransferInst& copy) {
    if (goes(copy) != Goes::to_variable || is_own(source_of(copy))) return;
    if (const auto parts = parts_of(copy, layout); !parts.empty()) write_parts(copy, parts);
  });
}

void keep_copies(llvm::Function& f) {
  const llvm::DataLayout& layout = f.getParent()->getDataLayout();
  for_each_copy(f, [&](llvm::MemTransferInst& copy) {
    const Goes to = goes(copy);
    auto* second = llvm::dyn_cast<llvm::MemCpyInst>(&copy);
    const std::optional<std::uint64_t> length = length_of(copy);
    if (!length || *length == 0 || to == Goes::elsewhere || is_own(source_of(copy)) ||
        (second && kept_by(*second)) || is_seen_before(copy))
      return;
    const auto parts = to == Goes::to_variable ? parts_of(copy, layout) : std::vector<CopiedPart>();
    if (parts.empty())
      copy_again(copy, *length);
    else
      write_parts(copy, parts);
  });
}

// A second copy goes where the first one is still there, or what is copied is the thread's own.
void release_copies(llvm::Function& kernel) {
  for_each_copy(kernel, [](llvm::MemTransferInst& i) {
    auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&i);
    llvm::CallInst* call = copy ? kept_by(*copy) : nullptr;
    const auto* first =
        call ? llvm::dyn_cast_or_null<llvm::MemTransferInst>(call->getNextNode()) : nullptr;
    const bool is_there = first && first->getRawSource() == copy->getRawSource() &&
                          first->getLength() == copy->getLength();
    if (call && (is_there || is_own(source_of(*copy)))) copy->eraseFromParent();
  });
  for (llvm::BasicBlock& block : kernel)
    for (llvm::Instruction& i : llvm::make_early_inc_range(block))
      if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&i))
        if (const llvm::Function* f = call->getCalledFunction(); f && f->getName() == copied_mark)
          i.eraseFromParent();
}

} // namespace heddle::cuda
