#include "cuda/launch/ways.hpp"

#include "cuda/launch/walk/holds.hpp"

#include <algorithm>

namespace heddle::cuda {

Ways::Ways(HostFile& file, HostUses& uses, Pool& pool, Pointed pointed)
    : file_(file), uses_(uses), pool_(pool), pointed_(std::move(pointed)) {
  find_leading();
  walk_roots();
  walk_open();
  for (Events* events : {&closed, &open, &apart, &first_turns})
    for (const HostEvent& e : events->all)
      events->of[e.launch].push_back(&e);
}

// Functions that launch, or call one that does, or give it to somebody who may.
void Ways::find_leading() {
  for (const auto& [f, launches] : uses_.launches)
    leading_.insert(f);
  for (bool changed = true; std::exchange(changed, false);) {
    for (const auto* by : {&uses_.calls, &uses_.naming})
      for (const auto& [f, callees] : *by)
        if (!leading_.contains(f) &&
            std::ranges::any_of(callees, [&](Function g) { return leading_.contains(g); }))
          changed = leading_.insert(f).second;
    for (Function f : file_.functions)
      if (!leading_.contains(f) && std::ranges::any_of(leading_, [&](Function g) {
            return g->getDeclName().isIdentifier() &&
                   file_.lost(*f).names.contains(g->getNameAsString());
          }))
        changed = leading_.insert(f).second;
    // whoever calls through a pointer may call one of those that are named
    if (std::ranges::any_of(leading_, [&](Function g) { return is_pointed_to(g); }))
      for (Function f : uses_.calling_pointers)
        changed = leading_.insert(f).second || changed;
  }
}
bool Ways::is_pointed_to(Function f) const {
  return uses_.named.contains(f->getCanonicalDecl()) && !llvm::isa<clang::CXXMethodDecl>(f);
}

// A lambda that is walked where it is written, for whoever calls it.
bool Ways::is_written(Function f) const {
  return uses_.written.contains(f) && !file_.is_called_at_once(*f) && !any_torn_;
}

bool Ways::is_closed(Function f) const {
  if (f->isMain() || uses_.named.contains(f->getCanonicalDecl()) || any_torn_) return false;
  if (is_written(f)) return true;
  const bool at_once = file_.is_called_at_once(*f) || uses_.called.contains(f);
  if (!at_once && file_.is_called_elsewhere(*f)) return false;
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(f)) {
    if (method->isVirtual() || (method->getParent()->isLambda() && !at_once)) return false;
    if (llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl, clang::CXXConversionDecl>(f))
      return false;
  }
  return std::ranges::any_of(
      uses_.calls, [&](const auto& entry) { return entry.second.contains(f) && entry.first != f; });
}

void Ways::walk_roots() {
  any_torn_ = std::ranges::any_of(file_.functions, [&](Function f) { return file_.is_torn(*f); });
  std::vector<Function> work;
  for (Function f : file_.functions)
    if (leading_.contains(f) && !is_closed(f)) work.push_back(f);
  HostWalk walk(file_, pool_);
  walk.pointed = pointed_;
  walk.leading = leading_;
  for (Function f : leading_) {
    if (is_written(f)) walk.written.insert(f);
    if (is_pointed_to(f)) walk.pointed_to.push_back(f);
  }
  while (!work.empty()) {
    for (Function f : work)
      roots_.insert(f);
    walk.apart = roots_;
    walk.apart.insert(walk.written.begin(), walk.written.end());
    for (Function f : work)
      walk_root(walk, *f);
    for (Function f : work)
      for (const CallWithOne& call : file_.unit.ctx.options.called_with_one)
        if (is_of(call, *f)) walk.run(*f, &call);
    work.clear();
    for (Function f : file_.functions)
      if (leading_.contains(f) && !roots_.contains(f) &&
          (walk.not_entered.contains(f) || walk.not_written.contains(f) ||
           !walk.entered.contains(f) || !given_up_.empty()))
        work.push_back(f);
  }
  for (Function f : std::set<Function>(walk.lost_calls))
    if (!file_.is_torn(*f)) walk.run_lost_call(*f);
  closed.all = std::move(walk.events);
  apart.all = std::move(walk.apart_events);
  first_turns.all = std::move(walk.first_events);
  for (Function f : roots_)
    if (any_torn_ || !given_up_.empty() || walk.not_entered.contains(f) || may_be_passed(*f) ||
        std::ranges::any_of(uses_.calls, [&](const auto& entry) {
          return entry.second.contains(f) && !walk.entered.contains(entry.first);
        }))
      called_here_.insert(f);
}

// May a call that another file has by its name alone be one of this function?
bool Ways::is_of(const CallWithOne& call, const clang::FunctionDecl& f) {
  const auto type_of = [&](unsigned i) {
    return f.getParamDecl(i)->getType().getNonReferenceType();
  };
  return f.getNameAsString() == call.function && call.arguments <= f.getNumParams() &&
         call.arguments >= f.getMinRequiredArguments() && f.isExternallyVisible() &&
         has_pointer(type_of(call.first)) && has_pointer(type_of(call.second));
}

// May code of the file call it where that is not seen?
bool Ways::may_be_passed(const clang::FunctionDecl& f) const {
  if (uses_.named.contains(f.getCanonicalDecl())) return true;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&f);
  return method && (method->isVirtual() || method->getParent()->isLambda() ||
                    llvm::isa<clang::CXXConstructorDecl, clang::CXXConversionDecl>(method));
}
// Do all launches there that the walks met have a dim3 of callers elsewhere, or one of x alone?
bool Ways::is_of_callers(const HostEvent& event, bool block) const {
  if (called_here_.contains(event.root)) return false;
  for (const HostEvent* e : events_of(*event.launch)) {
    if (block ? e->block_of_caller : e->grid_of_caller) continue;
    const auto axes = dims_of(block ? e->block : e->grid);
    if (!axes || !is_one((*axes)[1]) || !is_one((*axes)[2])) return false;
  }
  return block ? event.block_of_caller : event.grid_of_caller;
}

// Of a function whose control is lost, or whose walk was given up, the launches count as they
// stand. Which arrays are one is what the walk of the rest says: less would be taken for apart.
void Ways::walk_root(HostWalk& walk, const clang::FunctionDecl& f) {
  const auto before = static_cast<std::ptrdiff_t>(walk.events.size());
  const std::size_t first_before = walk.first_events.size();
  const bool is_whole = walk.run(f);
  if (!is_whole) given_up_.insert(&f);
  if (is_whole && !file_.is_torn(f)) return;
  walk.first_events.resize(first_before);
  const std::vector<HostEvent> seen(walk.events.begin() + before, walk.events.end());
  walk.events.resize(static_cast<std::size_t>(before));
  std::ranges::copy_if(seen, std::back_inserter(walk.apart_events),
                       [&](const HostEvent& e) { return e.function != &f; });
  for (const clang::Expr* launch : uses_.launches[&f]) {
    const std::size_t first = walk.events.size();
    walk.run_alone(f, *launch);
    for (std::size_t i = first, end = walk.events.size(); i < end; ++i)
      for (const HostEvent& other : seen)
        if (other.launch == launch && other.kernel == walk.events[i].kernel)
          walk.events.push_back(with_pointers_of(walk.events[i], other));
  }
}
HostEvent Ways::with_pointers_of(HostEvent event, const HostEvent& other) {
  for (std::size_t i = 0; i < event.args.size() && i < other.args.size(); ++i)
    if (event.args[i].is_pointer() && other.args[i].is_pointer()) event.args[i] = other.args[i];
  return event;
}

void Ways::walk_open() {
  HostWalk walk(file_, pool_);
  walk.pointed = pointed_;
  walk.leading = leading_;
  for (Function f : leading_)
    if (is_written(f)) walk.apart.insert(f);
  for (const auto& [f, launches] : uses_.launches)
    if (const std::size_t before = walk.events.size();
        !roots_.contains(f) && !file_.is_torn(*f) && !walk.run(*f))
      walk.events.resize(before);
  open.all = std::move(walk.events);
}

// What the walks say of one launch.
std::vector<const HostEvent*> Ways::events_of(const clang::Expr& launch) const {
  std::vector<const HostEvent*> list;
  for (const Events* events : {&closed, &apart, &open})
    if (const auto it = events->of.find(&launch); it != events->of.end())
      list.insert(list.end(), it->second.begin(), it->second.end());
  return list;
}

// Is it known on all ways to this launch which kernel it is of?
bool Ways::is_told(const clang::Expr& launch) const {
  const auto events = events_of(launch);
  return !events.empty() && std::ranges::all_of(events, &HostEvent::kernel);
}

std::optional<std::array<Expr, 3>> dims_of(const std::optional<HostValue>& v) {
  if (!v || v->kind != HostValue::Kind::record) return std::nullopt;
  std::array<Expr, 3> axes{};
  bool any = false;
  for (const auto& [step, member] : v->members) {
    const std::string name = step.field ? step.field->getNameAsString() : "";
    const std::size_t a = !step.field   ? static_cast<std::size_t>(step.index)
                          : name == "x" ? 0
                          : name == "y" ? 1
                          : name == "z" ? 2
                                        : 3;
    if (a < 3 && member.is_integer()) axes[a] = member.e, any = true;
  }
  return any ? std::optional(axes) : std::nullopt;
}

bool is_one(Expr e) { return e && constant_value(e) == std::optional<std::int64_t>(1); }

} // namespace heddle::cuda
