// Structs that are values by themselves: what a function returns, what a `load` of a whole struct
// gives. Each becomes the scalars in it, so that lowering meets none of them:
//
//   %r = load %pair, ptr %p            %r0 = load i32, ptr %p
//   %b = extractvalue %pair %r, 1  =>  %r1 = load i32, ptr %p + 4       (%b is %r1)
#include "cuda/lower/prepare.hpp"
#include "cuda/parse/precompiled.hpp"

#include <llvm/IR/IRBuilder.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace heddle::cuda {

namespace {

constexpr std::size_t max_parts = 1024; // of one struct

struct Part {
  std::vector<unsigned> indices;
  llvm::Type* type = nullptr;
  std::uint64_t offset = 0; // bytes
};
using Parts = std::vector<Part>;
using Values = std::vector<llvm::Value*>;

class Splitter {
public:
  explicit Splitter(llvm::Function& f) : layout_(f.getParent()->getDataLayout()), function_(f) {}
  bool run();

private:
  const Parts& parts_of(llvm::Type* type);
  void add_parts(llvm::Type* type, Part prefix, Parts& parts);
  bool is_split(llvm::Type* type) {
    return type->isAggregateType() && parts_of(type).size() <= max_parts;
  }
  // The first of the parts of `type` that `indices` lead to.
  std::size_t first_part(llvm::Type* type, llvm::ArrayRef<unsigned> indices);
  Values values_of(llvm::Value& v); // of a struct; of a scalar, itself
  Values make_values(llvm::Value& v);
  Values loads(llvm::LoadInst& load);
  void store(llvm::StoreInst& whole);
  void phis(llvm::PHINode& whole);
  void remove(std::vector<llvm::Instruction*> wholes);
  llvm::Value* address(llvm::IRBuilder<>& builder, llvm::Value& base, std::uint64_t offset);

  const llvm::DataLayout& layout_;
  llvm::Function& function_;
  std::map<llvm::Type*, Parts> parts_;
  std::map<llvm::Value*, Values> values_;
};

void Splitter::add_parts(llvm::Type* type, Part prefix, Parts& parts) {
  const auto inner = [&](unsigned i, llvm::Type* of, std::uint64_t offset) {
    Part next = prefix;
    next.indices.push_back(i);
    next.offset += offset;
    if (parts.size() <= max_parts) add_parts(of, std::move(next), parts);
  };
  if (auto* record = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* places = layout_.getStructLayout(record);
    for (unsigned i = 0; i < record->getNumElements(); ++i)
      inner(i, record->getElementType(i), places->getElementOffset(i));
  } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t step = layout_.getTypeAllocSize(array->getElementType()).getFixedValue();
    for (unsigned i = 0; i < array->getNumElements() && parts.size() <= max_parts; ++i)
      inner(i, array->getElementType(), i * step);
  } else {
    prefix.type = type;
    parts.push_back(std::move(prefix));
  }
}

const Parts& Splitter::parts_of(llvm::Type* type) {
  const auto [it, added] = parts_.try_emplace(type);
  if (added) {
    Parts parts;
    add_parts(type, {}, parts);
    parts_[type] = std::move(parts);
  }
  return parts_[type];
}

std::size_t Splitter::first_part(llvm::Type* type, llvm::ArrayRef<unsigned> indices) {
  const Parts& parts = parts_of(type);
  const auto it = llvm::find_if(parts, [&](const Part& part) {
    return llvm::ArrayRef(part.indices).take_front(indices.size()) == indices;
  });
  return static_cast<std::size_t>(it - parts.begin());
}

llvm::Value* Splitter::address(llvm::IRBuilder<>& builder, llvm::Value& base,
                               std::uint64_t offset) {
  if (offset == 0) return &base;
  llvm::Value* at = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &base, offset);
  // the access stands where the whole one did (Lowering::place)
  const auto* of = llvm::dyn_cast<llvm::GetElementPtrInst>(&base);
  if (auto* i = llvm::dyn_cast<llvm::Instruction>(at); i && of) i->setDebugLoc(of->getDebugLoc());
  return at;
}

Values Splitter::loads(llvm::LoadInst& load) {
  Values values;
  llvm::IRBuilder<> builder(&load);
  for (const Part& part : parts_of(load.getType()))
    values.push_back(builder.CreateAlignedLoad(
        part.type, address(builder, *load.getPointerOperand(), part.offset),
        llvm::commonAlignment(load.getAlign(), part.offset), load.isVolatile()));
  return values;
}

void Splitter::store(llvm::StoreInst& whole) {
  const Values values = values_of(*whole.getValueOperand());
  const Parts& parts = parts_of(whole.getValueOperand()->getType());
  llvm::IRBuilder<> builder(&whole);
  for (std::size_t i = 0; i < parts.size(); ++i)
    builder.CreateAlignedStore(
        values[i], address(builder, *whole.getPointerOperand(), parts[i].offset),
        llvm::commonAlignment(whole.getAlign(), parts[i].offset), whole.isVolatile());
  whole.eraseFromParent();
}

void Splitter::phis(llvm::PHINode& whole) {
  Values& values = values_[&whole];
  for (const Part& part : parts_of(whole.getType())) {
    auto* phi =
        llvm::PHINode::Create(part.type, whole.getNumIncomingValues(), "", whole.getIterator());
    phi->setDebugLoc(whole.getDebugLoc());
    values.push_back(phi);
  }
  const Values made = values;
  for (unsigned i = 0; i < whole.getNumIncomingValues(); ++i) {
    const Values from = values_of(*whole.getIncomingValue(i));
    for (std::size_t k = 0; k < made.size(); ++k)
      llvm::cast<llvm::PHINode>(made[k])->addIncoming(from[k], whole.getIncomingBlock(i));
  }
}

Values Splitter::make_values(llvm::Value& v) {
  Values values;
  const Parts& parts = parts_of(v.getType());
  if (auto* c = llvm::dyn_cast<llvm::Constant>(&v)) {
    for (const Part& part : parts) {
      llvm::Constant* of = c;
      for (const unsigned index : part.indices)
        of = of ? of->getAggregateElement(index) : nullptr;
      values.push_back(of ? of : llvm::UndefValue::get(part.type));
    }
    return values;
  }
  if (auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&v)) {
    values = values_of(*insert->getAggregateOperand());
    const Values inserted = values_of(*insert->getInsertedValueOperand());
    llvm::copy(inserted, values.begin() + static_cast<std::ptrdiff_t>(
                                              first_part(v.getType(), insert->getIndices())));
    return values;
  }
  if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&v)) {
    llvm::Value& whole = *extract->getAggregateOperand();
    const Values all = values_of(whole);
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(
                                         first_part(whole.getType(), extract->getIndices()));
    return {first, first + static_cast<std::ptrdiff_t>(parts.size())};
  }
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&v)) return loads(*load);
  if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(&v)) {
    const Values yes = values_of(*choice->getTrueValue()), no = values_of(*choice->getFalseValue());
    llvm::IRBuilder<> builder(choice);
    for (std::size_t i = 0; i < parts.size(); ++i)
      values.push_back(builder.CreateSelect(choice->getCondition(), yes[i], no[i]));
    return values;
  }
  if (auto* freeze = llvm::dyn_cast<llvm::FreezeInst>(&v)) return values_of(*freeze->getOperand(0));
  // of a call
  auto& i = llvm::cast<llvm::Instruction>(v);
  llvm::IRBuilder<> builder(&i);
  builder.SetInsertPoint(i.getNextNode());
  builder.SetCurrentDebugLocation(i.getDebugLoc());
  for (const Part& part : parts) {
    llvm::Value* value = builder.CreateExtractValue(&i, part.indices);
    values_[value] = {value};
    values.push_back(value);
  }
  return values;
}

Values Splitter::values_of(llvm::Value& v) {
  if (!v.getType()->isAggregateType()) {
    auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&v);
    if (!extract || llvm::isa<llvm::CallBase>(extract->getAggregateOperand())) return {&v};
    llvm::Value& whole = *extract->getAggregateOperand();
    return {values_of(whole)[first_part(whole.getType(), extract->getIndices())]};
  }
  if (const auto it = values_.find(&v); it != values_.end()) return it->second;
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&v)) {
    phis(*phi);
    return values_[&v];
  }
  return values_[&v] = make_values(v);
}

bool Splitter::run() {
  std::vector<llvm::Instruction*> wholes, users, extracts;
  for (llvm::BasicBlock& block : function_)
    for (llvm::Instruction& i : block) {
      if (is_split(i.getType()) && !llvm::isa<llvm::CallBase>(i)) wholes.push_back(&i);
      const llvm::Value* of = nullptr;
      if (const auto* write = llvm::dyn_cast<llvm::StoreInst>(&i)) of = write->getValueOperand();
      if (const auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&i))
        if (!i.getType()->isAggregateType()) of = extract->getAggregateOperand();
      const bool kept = of && llvm::isa<llvm::CallBase>(of) && llvm::isa<llvm::ExtractValueInst>(i);
      if (of && is_split(of->getType()) && !kept) users.push_back(&i);
    }
  for (llvm::Instruction* i : wholes)
    values_of(*i); // a read counts although nothing asks for its value
  for (llvm::Instruction* i : users) {
    if (auto* write = llvm::dyn_cast<llvm::StoreInst>(i)) {
      store(*write);
      continue;
    }
    i->replaceAllUsesWith(values_of(*i).front());
    extracts.push_back(i);
  }
  for (llvm::Instruction* i : extracts)
    i->eraseFromParent();
  remove(std::move(wholes));
  return !users.empty();
}

// Whole structs that nobody uses any longer, but each other.
void Splitter::remove(std::vector<llvm::Instruction*> wholes) {
  std::set<const llvm::User*> dead(wholes.begin(), wholes.end());
  for (bool again = true; again;) {
    const auto used = [&](const llvm::Instruction* i) {
      return llvm::any_of(i->users(), [&](const llvm::User* user) { return !dead.contains(user); });
    };
    const auto rest = std::ranges::remove_if(wholes, used);
    again = !rest.empty();
    wholes.erase(rest.begin(), rest.end());
    dead = {wholes.begin(), wholes.end()};
  }
  for (llvm::Instruction* i : wholes)
    i->replaceAllUsesWith(llvm::PoisonValue::get(i->getType()));
  for (llvm::Instruction* i : wholes)
    i->eraseFromParent();
}

} // namespace

bool split_structs(llvm::Function& kernel) {
  Splitter splitter(kernel);
  return splitter.run();
}

} // namespace heddle::cuda
