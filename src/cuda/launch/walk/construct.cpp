// Objects of the host that constructors make.
#include "cuda/launch/walk/walk.hpp"

namespace heddle::cuda {

void HostWalk::construct_members(const clang::CXXConstructorDecl& f) {
  const Place self =
      frames_.back().self.value_or(Place{{nullptr, frames_.back().call}, {}, "value"});
  for (const clang::CXXCtorInitializer* init : f.inits()) {
    const clang::FieldDecl* field = init->getAnyMember();
    if (field && init->isMemberInitializer() && !field->isBitField() &&
        !field->getType()->isReferenceType()) {
      HostValue v = eval(init->getInit());
      if (v.is_pointer()) lose_target(v);
      share_made(*init->getInit(), self);
      Place to = self;
      to.path.push_back({field, 0});
      store(to, std::move(v));
    } else if (init->isBaseInitializer() || init->isDelegatingInitializer()) {
      HostValue v = eval(init->getInit());
      move_targets(v, constructed(*init->getInit()), self);
      share_made(*init->getInit(), self);
      if (v.kind == HostValue::Kind::record)
        for (const auto& [step, member] : v.members) {
          Place to = self;
          to.path.push_back(step);
          store(to, member);
        }
    } else {
      share_targets(eval(init->getInit()));
    }
  }
}

// An object that has given its address away while it was made is a part of another.
void HostWalk::share_made(const clang::Expr& init, const Place& whole) {
  const clang::CXXConstructExpr* made = constructed(init);
  if (made && state_.reachable->contains({nullptr, made})) make_reachable(whole.root);
}

// What a constructor is called by where an object is initialised; null: it is not.
const clang::CXXConstructExpr* HostWalk::constructed(const clang::Expr& init) {
  return llvm::dyn_cast<clang::CXXConstructExpr>(init.IgnoreImplicit());
}

// An object is made apart (eval_construct) and then put in its place: pointers to its own parts
// lead there.
void HostWalk::move_targets(HostValue& v, const clang::CXXConstructExpr* made, const Place& to) {
  if (!made) return;
  for (auto& [step, member] : v.members)
    move_targets(member, made, to);
  if (!v.target || v.target->root != Root{nullptr, made}) return;
  Place moved = to;
  moved.path.insert(moved.path.end(), v.target->path.begin(), v.target->path.end());
  v.e = address_of(moved);
  v.target = std::make_shared<const Place>(std::move(moved));
}

HostValue HostWalk::eval_construct(const clang::CXXConstructExpr& e) {
  const clang::CXXConstructorDecl& f = *e.getConstructor();
  const std::vector<const clang::Expr*> args(e.arg_begin(), e.arg_end());
  if (f.isCopyOrMoveConstructor() && (f.isTrivial() || f.isImplicit()) && args.size() == 1)
    return eval(args[0]);
  const auto* record = f.getParent();
  if (args.empty() && f.isTrivial()) return HostValue{HostValue::Kind::record};
  const clang::FunctionDecl* body = f.getDefinition();
  if (args.size() == 1 && is_owner(*record) && f.isCopyOrMoveConstructor()) {
    HostValue copy = copied_owner(*args[0]);
    call_library(f, e, args, LibraryEffect::arguments);
    return copy;
  }
  if (auto made = eval_made(e, args)) return *made;
  if (!body || !can_enter(*body) || (file_.is_library(*record) && !is_followed(*record))) {
    if (!file_.is_library(*record)) return call_unknown(e, {}, args);
    call(f, e, Place{{nullptr, &e}, {}, "value"}, args);
    return {};
  }
  const Root root{nullptr, &e};
  forget(root);
  call_body(*body, e, Place{root, {}, "value"}, args);
  const HostValue* made = state_.find(root);
  HostValue v = made ? *made : HostValue{HostValue::Kind::record};
  if (state_.reachable->contains(root)) {
    forget(root);
    lose_pointers_to(root);
    return {};
  }
  state_.erase(root);
  erase_from(state_.changes, root);
  return v;
}

} // namespace heddle::cuda
