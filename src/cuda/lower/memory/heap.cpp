// malloc() and new: memory of the thread's own for as long as it alone has the pointer. Who reads
// the pointer from memory accesses what is not followed (pointers.cpp).
#include "cuda/lower/lowering.hpp"

namespace heddle::cuda {

namespace {

bool is_allocation(const llvm::Instruction& i) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
  const llvm::Function* f = call ? call->getCalledFunction() : nullptr;
  return f && f->isDeclaration() && f->getName() == "malloc";
}

} // namespace

// One array for each call that a thread comes to at most once: in a loop, what one round writes is
// not what another one reads.
void Lowering::find_allocations() {
  for (const llvm::BasicBlock& block : function_)
    for (const llvm::Instruction& i : block) {
      if (!is_allocation(i) || loops_.getLoopFor(&block)) continue;
      core::Array a;
      a.name = unique_name("heap");
      a.space = core::Space::local;
      a.element_type = Type::integer(8, false);
      a.element = to_string(a.element_type);
      a.element_size = 1;
      a.loc = place(i);
      arrays_[&i] = static_cast<core::ArrayId>(kernel_.arrays.size());
      kernel_.arrays.push_back(std::move(a));
    }
}

void Lowering::allocate(const llvm::CallBase& call, const clang::FunctionDecl&) {
  const auto it = arrays_.find(&call);
  if (it == arrays_.end()) return unsupported("an allocation in a loop", call);
  heap_full_[it->second] = havoc(Type::boolean(), call, "");
}

// No access of the thread's own memory races. Of other memory it is not known who else uses it.
void Lowering::release(const llvm::CallBase& call, const clang::FunctionDecl&) {
  const Pointer p = pointer(*call.getArgOperand(0));
  for (const TargetId id : p.targets)
    if (targets_[id].kind != Target::Kind::null &&
        (targets_[id].kind != Target::Kind::array || !heap_full_.contains(targets_[id].array)))
      return unsupported("memory is freed that the thread has not allocated itself", call);
}

} // namespace heddle::cuda
