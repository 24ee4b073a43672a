#include "cuda/lower/memory/references.hpp"

#include "cuda/parse/precompiled.hpp"

namespace heddle::cuda {

namespace {

// A function of our headers, which only asks which texture or surface it is.
bool takes_reference(const llvm::CallBase& call) {
  const llvm::Function* f = call.getCalledFunction();
  return f && (f->getName().starts_with("_ZN8__heddle6texels") ||
               f->getName().starts_with("_ZN8__heddle12surface_read") ||
               f->getName().starts_with("_ZN8__heddle13surface_write"));
}

// The only value that is ever stored to a variable of the thread's own; null: there is none, or
// something else may write it.
const llvm::Value* only_stored(const llvm::AllocaInst& variable) {
  const llvm::Value* stored = nullptr;
  for (const llvm::User* user : variable.users()) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store && store->getValueOperand() == &variable) return nullptr;
    if (store && stored && stored != store->getValueOperand()) return nullptr;
    if (store) stored = store->getValueOperand();
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    const auto* marker = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    if (!store && !(call && takes_reference(*call)) && !llvm::isa<llvm::LoadInst>(user) &&
        !(marker && marker->isLifetimeStartOrEnd()))
      return nullptr;
  }
  return stored;
}

} // namespace

const llvm::Value* referred(const llvm::Value& place) {
  const llvm::Value* at = place.stripPointerCasts();
  std::set<const llvm::Value*> seen;
  while (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(at)) {
    const llvm::Value* stored = seen.insert(at).second ? only_stored(*variable) : nullptr;
    if (const auto* load = llvm::dyn_cast_or_null<llvm::LoadInst>(stored)) // a copy of a copy
      at = load->getPointerOperand()->stripPointerCasts();
    else if (const auto* handle = llvm::dyn_cast_or_null<llvm::IntrinsicInst>(stored);
             handle && handle->getIntrinsicID() == llvm::Intrinsic::nvvm_texsurf_handle_internal)
      at = handle->getArgOperand(0)->stripPointerCasts();
    else
      break;
  }
  return llvm::isa<llvm::GlobalVariable>(at) ? at : place.stripPointerCasts();
}

} // namespace heddle::cuda
