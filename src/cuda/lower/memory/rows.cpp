// Pointers that are loaded from an array: `T** p`, where p[i] is taken to point to an array of its
// own. What they point to is one array of core, in which each byte offset of `p` has a row, far
// enough from the next for all that a pointer may reach; an access is to row + offset.
#include "core/visit.hpp"
#include "cuda/lower/assume.hpp"
#include "cuda/lower/lowering.hpp"

#include <clang/AST/RecordLayout.h>

#include <algorithm>
#include <set>

namespace heddle::cuda {

namespace {

// 128 GB a row, and 1 TB from one pointer to the next, which is 8 bytes behind it. A pointer
// reaches half of that, to either side.
constexpr std::int64_t row_bytes = std::int64_t{1} << 37;

// Where a pointer is loaded from: bytes from the start of the array, of which `steps` are repeated
// as often as an index says.
struct PointerPlace {
  std::int64_t bytes = 0;
  std::vector<std::int64_t> steps;
};

std::optional<PointerPlace> pointer_place(const llvm::Value& address,
                                          const llvm::DataLayout& layout) {
  PointerPlace place;
  const llvm::Value* at = &address;
  while (true) {
    if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(at)) {
      llvm::MapVector<llvm::Value*, llvm::APInt> variable;
      llvm::APInt constant(64, 0);
      if (!gep->collectOffset(layout, 64, variable, constant)) return std::nullopt;
      for (const auto& [index, step] : variable)
        place.steps.push_back(step.getSExtValue());
      place.bytes += constant.getSExtValue();
      at = gep->getPointerOperand();
    } else if (llvm::Operator::getOpcode(at) == llvm::Instruction::AddrSpaceCast) {
      at = llvm::cast<llvm::User>(at)->getOperand(0);
    } else if (llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::IntToPtrInst>(at)) {
      place.steps.push_back(8); // from one pointer to the next, at least
      return place;
    } else {
      return place;
    }
  }
}

// Forgets which of elements of `size` bytes it is; false: it may be across of them.
bool enter_element(PointerPlace& place, std::int64_t size) {
  if (size == 0 || llvm::any_of(place.steps, [&](std::int64_t step) {
        return step % size != 0 && size % step != 0;
      }))
    return false;
  std::erase_if(place.steps, [&](std::int64_t step) { return step % size == 0; });
  place.bytes = (place.bytes % size + size) % size;
  return true;
}

struct Found {
  clang::QualType pointee; // null: no pointer is there, or not the same in all places
  std::int64_t place = 0;  // of the pointer, apart from which element it is in
};

// The pointer at a place of an object of this type.
Found find_pointer(clang::QualType type, PointerPlace place, const clang::ASTContext& ast) {
  type = type.getCanonicalType();
  if (type->isPointerType() || type->isReferenceType())
    return place.bytes == 0 && place.steps.empty() ? Found{type->getPointeeType(), 0} : Found{};
  if (const auto* array = ast.getAsConstantArrayType(type))
    return enter_element(place, ast.getTypeSizeInChars(array->getElementType()).getQuantity())
               ? find_pointer(array->getElementType(), std::move(place), ast)
               : Found{};
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->isUnion()) return {};
  const clang::ASTRecordLayout& layout = ast.getASTRecordLayout(record);
  const auto within = [&](clang::QualType part, std::int64_t at) -> Found {
    if (at > place.bytes || place.bytes >= at + ast.getTypeSizeInChars(part).getQuantity())
      return {};
    if (!place.steps.empty() && !ast.getAsConstantArrayType(part) && !part->isRecordType())
      return {};
    Found found = find_pointer(part, {place.bytes - at, place.steps}, ast);
    found.place += at;
    return found;
  };
  for (const clang::CXXBaseSpecifier& base : record->bases())
    if (!base.isVirtual() && !base.getType()->getAsCXXRecordDecl()->isEmpty())
      if (const Found found =
              within(base.getType(),
                     layout.getBaseClassOffset(base.getType()->getAsCXXRecordDecl()).getQuantity());
          !found.pointee.isNull())
        return found;
  for (const clang::FieldDecl* field : record->fields())
    if (const Found found =
            within(field->getType(),
                   static_cast<std::int64_t>(layout.getFieldOffset(field->getFieldIndex()) / 8));
        !found.pointee.isNull())
      return found;
  return {};
}

// Bytes [from, from + size) of an object of this type: is any of them one of a pointer?
bool may_hold_pointer(clang::QualType type, std::int64_t from, std::int64_t size,
                      const clang::ASTContext& ast) {
  type = type.getCanonicalType();
  if (type->isArithmeticType() || type->isEnumeralType()) return false;
  const std::int64_t whole = ast.getTypeSizeInChars(type).getQuantity();
  const std::int64_t first = std::max<std::int64_t>(from, 0), end = std::min(from + size, whole);
  if (first >= end) return false;
  if (const auto* array = ast.getAsConstantArrayType(type)) {
    const std::int64_t step = ast.getTypeSizeInChars(array->getElementType()).getQuantity();
    for (std::int64_t at = first / step * step; at < end; at += step)
      if (may_hold_pointer(array->getElementType(), from - at, size, ast)) return true;
    return false;
  }
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->isDynamicClass()) return true;
  const clang::ASTRecordLayout& layout = ast.getASTRecordLayout(record);
  return llvm::any_of(record->bases(),
                      [&](const clang::CXXBaseSpecifier& base) {
                        const auto at =
                            layout.getBaseClassOffset(base.getType()->getAsCXXRecordDecl());
                        return may_hold_pointer(base.getType(), from - at.getQuantity(), size, ast);
                      }) ||
         llvm::any_of(record->fields(), [&](const clang::FieldDecl* field) {
           const auto at = layout.getFieldOffset(field->getFieldIndex()) / 8;
           return may_hold_pointer(field->getType(), from - static_cast<std::int64_t>(at), size,
                                   ast);
         });
}

// What is left of it when it is divided by `size`, where that is the same whatever the symbols are.
std::optional<std::int64_t> remainder_of(Expr e, std::int64_t size) {
  if (e->op == Op::constant) return (e->value % size + size) % size;
  if (e->op == Op::add) {
    std::int64_t sum = 0;
    for (Expr a : e->args) {
      const auto part = remainder_of(a, size);
      if (!part) return std::nullopt;
      sum += *part;
    }
    return sum % size;
  }
  const bool is_multiple = e->op == Op::mul && std::ranges::any_of(e->args, [&](Expr a) {
                             return a->op == Op::constant && a->value % size == 0;
                           });
  return is_multiple ? std::optional<std::int64_t>(0) : std::nullopt;
}

// Too large to be split into its parts.
bool is_passed_by_value(const core::Array& array) {
  return array.is_parameter && array.space == core::Space::constant;
}

} // namespace

Expr Lowering::row_of(const Pointer& p) {
  if (p.row) return p.row;
  const bool own = llvm::any_of(p.targets, [&](TargetId id) {
    return targets_[id].kind == Target::Kind::array &&
           core::is_distributed(kernel_.arrays[targets_[id].array]);
  });
  return own ? own_row() : pool_.constant(0, Type::i64());
}

// `__constant__ T* p;`
bool Lowering::is_one_pointer(core::ArrayId holder) const {
  const auto type = element_types_.find(holder);
  return kernel_.arrays[holder].is_scalar && type != element_types_.end() &&
         type->second->isPointerType();
}

// Does the host alone say what it holds? An initialiser in the file may name arrays of the file.
bool Lowering::is_filled_by_host(core::ArrayId holder) const {
  const core::Array& array = kernel_.arrays[holder];
  if (array.is_volatile ||
      (array.space != core::Space::global && array.space != core::Space::constant))
    return false;
  if (array.is_parameter) return true;
  // what one pointer leads to has one row, which others may lie behind
  if (array.holder) return is_one_pointer(*array.holder) && is_filled_by_host(*array.holder);
  const auto it = globals_.find(holder);
  if (it == globals_.end()) return false;
  return !it->second->hasInitializer() ||
         llvm::isa<llvm::UndefValue>(it->second->getInitializer()) ||
         it->second->getInitializer()->isNullValue();
}

// The memory behind the pointers of `holder` that stand at `place` in its elements.
core::ArrayId Lowering::rows_of(core::ArrayId holder, std::int64_t place, clang::QualType pointee) {
  const auto [it, added] = rows_.try_emplace({holder, place}, 0);
  if (!added) return it->second;
  const core::Array& of = kernel_.arrays[holder];
  core::Array rows = describe_array(of.element.ends_with('*') ? of.name : of.name + " (pointers)",
                                    pointee, of.loc);
  rows.dims.clear();
  rows.row_bytes = row_bytes;
  rows.holder = holder;
  it->second = static_cast<core::ArrayId>(kernel_.arrays.size());
  if (is_one_pointer(holder)) element_types_[it->second] = unit_.ast->getBaseElementType(pointee);
  kernel_.arrays.push_back(std::move(rows));
  return it->second;
}

// The array that a pointer points into which memory holds, where nothing changes it.
std::optional<core::ArrayId> Lowering::rows_behind(const llvm::LoadInst& load) {
  if (!followed_.insert(&load).second) return std::nullopt; // found by itself: a list
  const std::vector<TargetId> from = targets_of(*load.getPointerOperand());
  followed_.erase(&load);
  if (load.isVolatile() || from.size() != 1 || targets_[from[0]].kind != Target::Kind::array)
    return std::nullopt;
  const core::ArrayId holder = targets_[from[0]].array;
  const auto type = element_types_.find(holder);
  if (type == element_types_.end() || !is_filled_by_host(holder)) return std::nullopt;
  const core::Array& array = kernel_.arrays[holder];
  auto where = pointer_place(*load.getPointerOperand(), layout_);
  if (!where || !enter_element(*where, array.element_size)) return std::nullopt;
  const auto [pointee, at] = find_pointer(type->second, std::move(*where), *unit_.ast);
  if (pointee.isNull() || pointee->isFunctionType()) return std::nullopt;
  // it may lead to more such elements, but not into a parameter that is passed by value
  if (pointee->isVoidType() && !is_passed_by_value(array)) return std::nullopt;
  // lists and trees: the nodes of one array, or of several, are among each other
  if (pointee->isRecordType() && unit_.ast->hasSameUnqualifiedType(pointee, type->second))
    return std::nullopt;
  holders_.try_emplace(holder, place(load));
  return rows_of(holder, at, pointee);
}

// table.p[1][i] of a parameter: an index that is beyond its row would be that of another pointer.
void Lowering::stay_in_table(const llvm::LoadInst& load) {
  const std::vector<TargetId> from = targets_of(*load.getPointerOperand());
  if (from.size() != 1 || targets_[from[0]].kind != Target::Kind::array ||
      !is_passed_by_value(kernel_.arrays[targets_[from[0]].array]))
    return;
  const std::string table = kernel_.arrays[targets_[from[0]].array].name;
  const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(load.getPointerOperand());
  for (; gep; gep = llvm::dyn_cast<llvm::GEPOperator>(gep->getPointerOperand())) {
    const auto* row = llvm::dyn_cast<llvm::ArrayType>(gep->getSourceElementType());
    if (!row || gep->getNumIndices() != 2 || llvm::isa<llvm::ConstantInt>(gep->getOperand(2)))
      continue;
    state_index(to_i64(*gep->getOperand(2)), static_cast<std::int64_t>(row->getNumElements()),
                "indices of the arrays of pointers in " + table + " stay within them", load);
  }
}

void Lowering::state_index(Expr index, std::int64_t length, const std::string& text,
                           const llvm::Instruction& at) {
  const Interval range = interval(pool_, index);
  if (range.low && range.high && *range.low >= 0 && *range.high < length) return;
  emit(core::Assume{pool_.logical_and(pool_.le(pool_.constant(0, Type::i64()), index),
                                      pool_.lt(index, pool_.constant(length, Type::i64())))},
       at);
  assume_once(kernel_, pool_, text);
}

// Where an access through `p` is in the array.
Expr Lowering::offset_in(core::ArrayId array, const Pointer& p, const llvm::Instruction& at) {
  const core::Array& of = kernel_.arrays[array];
  if (of.row_bytes == 0) return p.offset;
  // from one block to the next it is one row, from one pointer to the next eight
  const std::int64_t reach = core::is_distributed(of) ? of.row_bytes / 2 : 4 * of.row_bytes;
  const Interval range = interval(pool_, p.offset);
  if (!range.low || !range.high || *range.low < -reach || *range.high >= reach)
    emit(core::Assume{pool_.logical_and(pool_.le(pool_.constant(-reach, Type::i64()), p.offset),
                                        pool_.lt(p.offset, pool_.constant(reach, Type::i64())))},
         at);
  const Expr start = pool_.mul(row_of(p), pool_.constant(of.row_bytes, Type::i64()));
  if (p.row && core::is_distributed(of)) use_block(p.row, at);
  return pool_.add(start, p.offset);
}

// May a write of so many bytes at this offset be to one of the pointers that the array holds?
bool Lowering::may_write_pointer(core::ArrayId array, Expr offset, std::int64_t bytes) const {
  const std::int64_t size = kernel_.arrays[array].element_size;
  const auto type = element_types_.find(array);
  if (size == 0 || type == element_types_.end()) return true;
  const auto from = remainder_of(offset, size);
  return !from || *from + bytes > size || may_hold_pointer(type->second, *from, bytes, *unit_.ast);
}

// What a kernel writes need not hold what it held before. (Under another name: launch/aliases.cpp.)
void Lowering::check_holders() {
  std::set<core::ArrayId> told;
  core::for_each_statement(kernel_.body, [&](const core::Stmt& s) {
    const auto check = [&](const auto& write) {
      const auto it = holders_.find(write.array);
      if (it == holders_.end() || !may_write_pointer(write.array, write.offset, write.size) ||
          !told.insert(write.array).second)
        return;
      kernel_.unknowns.emplace_back("pointers loaded from '" + kernel_.arrays[write.array].name +
                                        "', which the kernel may write",
                                    it->second);
    };
    if (const auto* write = std::get_if<core::Write>(&s.node)) check(*write);
    if (const auto* atomic = std::get_if<core::Atomic>(&s.node)) check(*atomic);
  });
}

} // namespace heddle::cuda
