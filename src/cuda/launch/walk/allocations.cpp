// Memory that the host allocates for pointers, or for objects that hold some: an object as long as
// nobody may have what the same expression has allocated before.
#include "cuda/launch/walk/holds.hpp"
#include "cuda/launch/walk/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

bool HostWalk::is_held(const Root& root) const {
  if (state_.reachable->contains(root)) return true;
  const auto own = addresses_.find({root, {}});
  const auto leads_there = [&](const auto& self, const HostValue& v) -> bool {
    if (v.target && v.target->root == root) return true;
    if (v.is_pointer() && own != addresses_.end() &&
        (v.e == own->second || std::ranges::find(v.bases, own->second) != v.bases.end()))
      return true;
    return std::ranges::any_of(v.members, [&](const auto& m) { return self(self, m.second); });
  };
  return std::ranges::any_of(
             *state_.vars,
             [&](const auto& entry) { return leads_there(leads_there, *entry.second); }) ||
         std::ranges::any_of(*state_.refs,
                             [&](const auto& entry) { return entry.second.root == root; }) ||
         std::ranges::any_of(
             frames_, [&](const Frame& frame) { return frame.self && frame.self->root == root; });
}

// A pointer to the first element. Of a second object of one expression nothing is known but that
// the pointer leads there.
HostValue HostWalk::allocated(const clang::Expr& e, clang::QualType element,
                              clang::QualType pointer) {
  if (!has_pointer(element)) return fresh(pointer, "new", loc(&e));
  const Root root{nullptr, &e, nullptr,
                  element.getCanonicalType().getUnqualifiedType().getTypePtr()};
  if (is_held(root)) return fresh(pointer, "new", loc(&e));
  forget(root);
  const Place whole{root, {}, "new"};
  HostValue v{HostValue::Kind::pointer};
  v.e = address_of(whole);
  v.target = std::make_shared<const Place>(whole.element(0));
  return v;
}

HostValue HostWalk::eval_new(const clang::CXXNewExpr& e) {
  if (e.getNumPlacementArgs() > 0) {
    eval_children(e);
    havoc_reachable();
    return fresh(e.getType(), "new", loc(&e));
  }
  if (const auto size = e.getArraySize()) eval(*size);
  const clang::Expr* init = e.getInitializer();
  HostValue made = init ? eval(init) : HostValue{};
  HostValue v = allocated(e, e.getAllocatedType(), e.getType());
  const auto to = made.known() ? object_behind(v, e.getType()) : std::nullopt;
  if (!to || (e.isArray() && !is_element(*to))) {
    share_targets(made);
    return v;
  }
  if (!e.isArray()) {
    share_made(*init, *to);
    move_targets(made, constructed(*init), *to);
    store(*to, std::move(made));
    return v;
  }
  for (const auto& [step, member] : made.members) {
    Place element = *to;
    element.path.back() = step;
    if (!step.field) store(element, member);
  }
  return v;
}

// (float**)malloc(n); nothing: it is another cast.
std::optional<HostValue> HostWalk::eval_allocation(const clang::CastExpr& e) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(e.getSubExpr()->IgnoreParens());
  const clang::FunctionDecl* f = call ? call->getDirectCallee() : nullptr;
  if (!f || e.getCastKind() != clang::CK_BitCast || !f->getDeclName().isIdentifier() ||
      !file_.is_library(*f) || !e.getType()->isPointerType() ||
      !has_pointer(e.getType()->getPointeeType()))
    return std::nullopt;
  const llvm::StringRef name = f->getName();
  if (name == "realloc" && call->getNumArgs() == 2) { // the same elements, and more
    HostValue v = eval(call->getArg(0));
    eval(call->getArg(1));
    if (v.is_pointer()) return v;
  } else if (name != "malloc" && name != "calloc" && name != "aligned_alloc") {
    return std::nullopt;
  }
  if (name != "realloc")
    for (const clang::Expr* arg : call->arguments())
      eval(arg);
  return allocated(*call, e.getType()->getPointeeType(), e.getType());
}

} // namespace heddle::cuda
