// All launches of a file: host functions are walked from those that anybody may call.
#include "cuda/launch/launch.hpp"
#include "cuda/launch/library.hpp"
#include "cuda/launch/relations.hpp"
#include "cuda/launch/uses.hpp"
#include "cuda/launch/walk/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

constexpr std::size_t max_ways = 8; // to one launch

class Finder {
public:
  Finder(Unit& unit, std::shared_ptr<Pool> pool)
      : unit_(unit), file_(unit), handles_(file_), pool_(std::move(pool)) {}

  Launches run() {
    uses_ = find_uses(file_);
    find_leading();
    walk_roots();
    walk_open();
    for (Events* events : {&closed_, &open_, &apart_})
      for (const HostEvent& e : events->all)
        events->of[e.launch].push_back(&e);
    Launches found;
    found.pool = pool_;
    for (const auto& [f, launches] : uses_.launches)
      if (!f->hasAttr<clang::CUDAGlobalAttr>())
        for (const clang::Expr* launch : launches)
          add(found, *f, *launch);
    find_open_axes();
    for (const KernelUse& use : uses_.kernels)
      add_uses(found, use);
    for (const KernelPointer& pointer : uses_.pointers)
      add_uses(found, pointer);
    for (const HandleLaunch& launch : uses_.by_handle)
      add_by_handle(found, launch);
    add_left_out(found);
    return found;
  }

private:
  using Function = const clang::FunctionDecl*;
  struct Events {
    std::vector<HostEvent> all;
    std::map<const clang::Expr*, std::vector<const HostEvent*>> of;
  };

  // Functions that launch, or call one that does.
  void find_leading() {
    for (const auto& [f, launches] : uses_.launches)
      leading_.insert(f);
    for (bool changed = true; std::exchange(changed, false);) {
      for (const auto& [f, callees] : uses_.calls)
        if (!leading_.contains(f) &&
            std::ranges::any_of(callees, [&](Function g) { return leading_.contains(g); }))
          changed = leading_.insert(f).second;
      // whoever calls through a pointer may call one of those that are named
      if (std::ranges::any_of(leading_, [&](Function g) { return is_pointed_to(g); }))
        for (Function f : uses_.calling_pointers)
          changed = leading_.insert(f).second || changed;
    }
  }
  bool is_pointed_to(Function f) const {
    return uses_.named.contains(f->getCanonicalDecl()) && !llvm::isa<clang::CXXMethodDecl>(f);
  }

  // A lambda that is walked where it is written, for whoever calls it.
  bool is_written(Function f) const {
    return uses_.written.contains(f) && !file_.is_called_at_once(*f) && !any_torn_;
  }

  bool is_closed(Function f) const {
    if (f->isMain() || uses_.named.contains(f->getCanonicalDecl()) || any_torn_) return false;
    if (is_written(f)) return true;
    const bool at_once = file_.is_called_at_once(*f) || uses_.called.contains(f);
    if (!at_once && !file_.has_main && f->isExternallyVisible()) return false;
    if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(f)) {
      if (method->isVirtual() || (method->getParent()->isLambda() && !at_once)) return false;
      if (llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl, clang::CXXConversionDecl>(
              f))
        return false;
    }
    return std::ranges::any_of(uses_.calls, [&](const auto& entry) {
      return entry.second.contains(f) && entry.first != f;
    });
  }

  std::map<const clang::Expr*, std::vector<Function>> pointed() {
    std::map<const clang::Expr*, std::vector<Function>> found;
    for (const KernelPointer& pointer : uses_.pointers)
      for (const KernelUse& use : pointer.kernels)
        if (const auto* f = llvm::dyn_cast<clang::FunctionDecl>(use.kernel))
          for (const clang::Expr* launch : pointer.launches)
            if (auto& of = found[launch]; std::ranges::find(of, f) == of.end()) of.push_back(f);
    for (const HandleLaunch& launch : uses_.by_handle)
      if (launch.launch && launch.handle)
        if (const auto names = handles_.names_of(*launch.handle))
          for (Function f : called(*names))
            found[launch.launch].push_back(f);
    return found;
  }
  // Kernels that handles of these names may be.
  std::vector<Function> called(const std::set<std::string>& names) const {
    std::vector<Function> found;
    for (const KernelCode& kernel : unit_.kernels)
      if (kernel.decl && std::ranges::any_of(names, [&](const std::string& name) {
            return may_be_called(*kernel.decl, name);
          }))
        found.push_back(kernel.decl);
    return found;
  }

  void walk_roots() {
    any_torn_ = std::ranges::any_of(file_.functions, [&](Function f) { return file_.is_torn(*f); });
    std::vector<Function> work;
    for (Function f : file_.functions)
      if (leading_.contains(f) && !is_closed(f)) work.push_back(f);
    HostWalk walk(file_, *pool_);
    walk.pointed = pointed();
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
      work.clear();
      for (Function f : file_.functions)
        if (leading_.contains(f) && !roots_.contains(f) &&
            (walk.not_entered.contains(f) || walk.not_written.contains(f) ||
             !walk.entered.contains(f) || !given_up_.empty()))
          work.push_back(f);
    }
    closed_.all = std::move(walk.events);
    apart_.all = std::move(walk.apart_events);
    for (Function f : roots_)
      if (any_torn_ || !given_up_.empty() || walk.not_entered.contains(f) || may_be_passed(*f) ||
          std::ranges::any_of(uses_.calls, [&](const auto& entry) {
            return entry.second.contains(f) && !walk.entered.contains(entry.first);
          }))
        called_here_.insert(f);
  }

  // May code of the file call it where that is not seen?
  bool may_be_passed(const clang::FunctionDecl& f) const {
    if (uses_.named.contains(f.getCanonicalDecl())) return true;
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&f);
    return method && (method->isVirtual() || method->getParent()->isLambda() ||
                      llvm::isa<clang::CXXConstructorDecl, clang::CXXConversionDecl>(method));
  }
  // Do all launches there that the walks met have a dim3 of callers elsewhere, or one of x alone?
  bool is_of_callers(const HostEvent& event, bool block) const {
    if (called_here_.contains(event.root)) return false;
    for (const HostEvent* e : events_of(*event.launch)) {
      if (block ? e->block_of_caller : e->grid_of_caller) continue;
      const auto axes = dims(block ? e->block : e->grid);
      if (!axes || !is_one((*axes)[1]) || !is_one((*axes)[2])) return false;
    }
    return block ? event.block_of_caller : event.grid_of_caller;
  }
  static bool is_one(Expr e) { return e && constant_value(e) == std::optional<std::int64_t>(1); }

  // Of a function whose control is lost, or whose walk was given up, the launches count as they
  // stand. Which arrays are one is what the walk of the rest says: less would be taken for apart.
  void walk_root(HostWalk& walk, const clang::FunctionDecl& f) {
    const auto before = static_cast<std::ptrdiff_t>(walk.events.size());
    const bool is_whole = walk.run(f);
    if (!is_whole) given_up_.insert(&f);
    if (is_whole && !file_.is_torn(f)) return;
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
  static HostEvent with_pointers_of(HostEvent event, const HostEvent& other) {
    for (std::size_t i = 0; i < event.args.size() && i < other.args.size(); ++i)
      if (event.args[i].is_pointer() && other.args[i].is_pointer()) event.args[i] = other.args[i];
    return event;
  }

  void walk_open() {
    HostWalk walk(file_, *pool_);
    walk.pointed = pointed();
    walk.leading = leading_;
    for (Function f : leading_)
      if (is_written(f)) walk.apart.insert(f);
    for (const auto& [f, launches] : uses_.launches)
      if (const std::size_t before = walk.events.size();
          !roots_.contains(f) && !file_.is_torn(*f) && !walk.run(*f))
        walk.events.resize(before);
    open_.all = std::move(walk.events);
  }

  std::string describe(const clang::Expr& launch, Function f) const {
    std::string text = unit_.ctx.files.describe(unit_.loc(launch.getBeginLoc())), with;
    const auto add = [&](const clang::TemplateParameterList* params,
                         const clang::TemplateArgumentList& args) {
      clang::PrintingPolicy policy(unit_.ast->getLangOpts());
      for (unsigned i = 0; params && i < params->size() && i < args.size(); ++i) {
        std::string value;
        llvm::raw_string_ostream out(value);
        args[i].print(policy, out, false);
        with += (with.empty() ? " with " : ", ") + params->getParam(i)->getNameAsString() + " = " +
                value;
      }
    };
    for (const clang::DeclContext* c = f; c; c = c->getParent()) {
      if (const auto* g = llvm::dyn_cast<clang::FunctionDecl>(c); g && g->getPrimaryTemplate())
        add(g->getPrimaryTemplate()->getTemplateParameters(), *g->getTemplateSpecializationArgs());
      if (const auto* r = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(c))
        add(r->getSpecializedTemplate()->getTemplateParameters(), r->getTemplateArgs());
    }
    return text + with;
  }

  // ---- values of one launch ---------------------------------------------------------------------

  void pass(const std::string& name, clang::QualType type, const HostValue& v,
            std::vector<PassedValue>& to) const {
    if (v.is_integer() || v.is_pointer()) {
      PassedValue p{
          name, v.is_integer() ? v.e : nullptr, v.is_pointer() ? v.e : nullptr, v.offset, v.bases,
          {}};
      const auto* variable = v.target && v.target->root.decl
                                 ? llvm::dyn_cast<clang::VarDecl>(v.target->root.decl)
                                 : nullptr;
      if (variable && variable->hasGlobalStorage()) p.variable = variable->getNameAsString();
      return to.push_back(std::move(p));
    }
    if (v.kind != HostValue::Kind::record) return;
    const auto* array = unit_.ast->getAsArrayType(type);
    for (const auto& [step, member] : v.members)
      if (step.field)
        pass(step.field->getName().empty() ? name : name + "." + step.field->getNameAsString(),
             step.field->getType(), member, to);
      else if (array)
        pass(name + "[" + std::to_string(step.index) + "]", array->getElementType(), member, to);
  }

  std::optional<std::array<Expr, 3>> dims(const std::optional<HostValue>& v) const {
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

  // Host values that are constants wherever this launch happens: n in `if (n == 16) k<<<1, n>>>()`.
  void put_in_constants(LaunchCase& c) const {
    std::map<Expr, Expr> known;
    for (Expr e : c.facts) {
      if (is_host_value(*pool_, e)) known[e] = pool_->boolean(true);
      if (e->op == Op::logical_not && is_host_value(*pool_, e->args[0]))
        known[e->args[0]] = pool_->boolean(false);
      if (e->op == Op::eq && is_host_value(*pool_, e->args[0]) && e->args[1]->op == Op::constant)
        known[e->args[0]] = e->args[1];
    }
    const auto put_in = [&](Expr& e) {
      if (e)
        e = pool_->substitute(e, [&](Expr x) {
          const auto it = known.find(x);
          return it == known.end() ? nullptr : it->second;
        });
    };
    if (known.empty()) return;
    for (auto* dims : {&c.grid, &c.block})
      if (*dims) std::ranges::for_each(**dims, put_in);
    for (PassedValue& v : c.passed)
      put_in(v.integer);
    std::ranges::for_each(c.facts, put_in);
  }

  LaunchCase make_case(const HostEvent& event, Function kernel) const {
    LaunchCase c;
    c.place = describe(*event.launch, event.function);
    for (std::size_t i = 0; i < event.turns.size(); ++i)
      c.place += (i == 0 ? " in turn " : ".") + std::to_string(event.turns[i]);
    c.loc = unit_.loc(event.launch->getBeginLoc());
    c.grid = dims(event.grid);
    c.block = dims(event.block);
    c.grid_of_caller = is_of_callers(event, false);
    c.block_of_caller = is_of_callers(event, true);
    c.facts = event.facts;
    c.attributes = event.attributes;
    for (unsigned i = 0; i < kernel->getNumParams() && i < event.args.size(); ++i) {
      pass(name_of_parameter(*kernel, i), kernel->getParamDecl(i)->getType(), event.args[i],
           c.passed);
    }
    std::string way;
    for (const clang::Expr* call : event.calls)
      way +=
          (way.empty() ? "" : " from ") + unit_.ctx.files.describe(unit_.loc(call->getBeginLoc()));
    if (!way.empty()) c.calls.push_back(way);
    put_in_constants(c);
    return c;
  }

  std::string text_of(const LaunchCase& c) const {
    std::vector<Expr> all;
    std::string names = c.attributes.early ? "early," : "";
    for (const std::int64_t extent : c.attributes.cluster.value_or(std::array<std::int64_t, 3>{}))
      names += std::to_string(extent) + ",";
    for (const auto& d : {c.grid, c.block})
      for (std::size_t a = 0; a < 3; ++a)
        all.push_back(d ? (*d)[a] : nullptr);
    for (const PassedValue& p : c.passed) {
      names += p.name + "+" + std::to_string(p.offset) + p.variable + ",";
      all.push_back(p.integer);
      all.push_back(p.base);
      all.insert(all.end(), p.bases.begin(), p.bases.end());
    }
    std::set<Expr> related;
    for (Expr e : all)
      if (e)
        for (Expr a : atoms(e))
          related.insert(a);
    for (Expr fact : c.facts)
      if (std::ranges::any_of(atoms(fact), [&](Expr a) { return related.contains(a); }))
        all.push_back(fact);
    return names + host_text(*pool_, all);
  }

  // What the walks say of one launch.
  std::vector<const HostEvent*> events_of(const clang::Expr& launch) const {
    std::vector<const HostEvent*> list;
    for (const Events* events : {&closed_, &apart_, &open_})
      if (const auto it = events->of.find(&launch); it != events->of.end())
        list.insert(list.end(), it->second.begin(), it->second.end());
    return list;
  }

  // Is it known on all ways to this launch which kernel it is of?
  bool is_told(const clang::Expr& launch) const {
    const auto events = events_of(launch);
    return !events.empty() && std::ranges::all_of(events, &HostEvent::kernel);
  }

  void add(Launches& found, const clang::FunctionDecl& f, const clang::Expr& launch) {
    std::vector<Function> kernels; // several of a pointer
    for (const HostEvent* e : events_of(launch))
      if (e->function == &f && e->kernel && std::ranges::find(kernels, e->kernel) == kernels.end())
        kernels.push_back(e->kernel);
    if (kernels.empty()) add_unknown(found, f, launch);
    for (Function kernel : kernels)
      add(found, f, launch, kernel);
  }

  void add(Launches& found, const clang::FunctionDecl& f, const clang::Expr& launch,
           Function kernel) {
    const auto of = [&](const Events& events) {
      std::vector<const HostEvent*> list;
      if (const auto it = events.of.find(&launch); it != events.of.end())
        for (const HostEvent* e : it->second)
          if (e->function == &f && e->kernel == kernel) list.push_back(e);
      return list;
    };
    const std::vector<const HostEvent*> ways = of(closed_), open = of(open_);
    const bool is_root = roots_.contains(&f);
    for (const LaunchCase& c : with_one_twice(of(apart_), f, launch))
      add_case(found, c, c, kernel);
    // in several turns of a loop it may be another one each time
    const std::vector<LaunchCase> turns = distinct(open, f, launch, kernel);
    const LaunchCase whole = turns.size() == 1 ? turns.front() : unknown_case(f, launch);
    // the calls that are seen do not come here: it stands for others
    if (!is_root && ways.empty() && !open.empty()) return add_case(found, whole, whole, kernel);
    if (is_root || open.empty()) {
      std::vector<const HostEvent*> own;
      std::ranges::copy_if(ways, std::back_inserter(own),
                           [](const HostEvent* e) { return e->calls.empty(); });
      for (LaunchCase& c : distinct(own, f, launch, kernel))
        add_case(found, c, c, kernel);
      if (own.empty()) add_unknown(found, f, launch);
      return;
    }
    std::vector<LaunchCase> kinds;
    std::vector<std::string> texts{text_of(whole)};
    for (const HostEvent* e : ways) {
      LaunchCase c = make_case(*e, kernel);
      const std::string text = text_of(c);
      const auto it = std::ranges::find(texts, text);
      if (it == texts.begin() || texts.size() > max_ways)
        return add_case(found, whole, whole, kernel);
      if (it == texts.end()) {
        texts.push_back(text);
        kinds.push_back(std::move(c));
      } else {
        std::vector<std::string>& calls =
            kinds[static_cast<std::size_t>(it - texts.begin()) - 1].calls;
        for (const std::string& call : c.calls)
          if (std::ranges::find(calls, call) == calls.end()) calls.push_back(call);
      }
    }
    for (LaunchCase& c : kinds)
      found.kernels[kernel->getCanonicalDecl()].cases.push_back(std::move(c));
    found.kernels[kernel->getCanonicalDecl()].open.push_back(whole);
  }

  // The cases that the events are; where these are too many, one of which nothing is known.
  std::vector<LaunchCase> distinct(const std::vector<const HostEvent*>& events,
                                   const clang::FunctionDecl& f, const clang::Expr& launch,
                                   Function kernel) const {
    std::vector<LaunchCase> cases;
    std::vector<std::string> texts;
    for (const HostEvent* e : events) {
      LaunchCase c = make_case(*e, kernel);
      std::string text = text_of(c);
      if (std::ranges::find(texts, text) != texts.end()) continue;
      if (texts.size() == max_ways) return {unknown_case(f, launch)};
      texts.push_back(std::move(text));
      cases.push_back(std::move(c));
    }
    return cases;
  }

  // Anybody may call what leads here with anything, and these calls with one array twice. Where
  // they are many, nothing else is known of the further ones.
  std::vector<LaunchCase> with_one_twice(const std::vector<const HostEvent*>& events,
                                         const clang::FunctionDecl& f,
                                         const clang::Expr& launch) const {
    std::vector<LaunchCase> cases;
    std::set<std::string> texts;
    std::set<Pairs> all;
    for (const HostEvent* e : events) {
      LaunchCase c = make_case(*e, e->kernel);
      const Pairs pairs = in_one(c);
      if (pairs.empty() || !texts.insert(text_of(c)).second) continue;
      if (texts.size() > max_ways) {
        if (!all.insert(pairs).second) continue;
        LaunchCase any = unknown_case(f, launch);
        for (PassedValue& p : c.passed) {
          p.integer = nullptr;
          if (p.base) any.passed.push_back(std::move(p));
        }
        c = std::move(any);
      }
      cases.push_back(std::move(c));
    }
    return cases;
  }

  // Which they are, and how far apart.
  using Pairs = std::vector<std::tuple<std::size_t, std::size_t, std::int64_t>>;
  static Pairs in_one(const LaunchCase& c) {
    Pairs found;
    for (std::size_t i = 0; i < c.passed.size(); ++i)
      for (std::size_t k = i + 1; k < c.passed.size(); ++k)
        if (c.passed[i].may_be_in_one_with(c.passed[k]))
          found.emplace_back(i, k, c.passed[k].offset - c.passed[i].offset);
    return found;
  }

  static void add_case(Launches& found, LaunchCase c, LaunchCase open, Function kernel) {
    KernelLaunches& to = found.kernels[kernel->getCanonicalDecl()];
    to.cases.push_back(std::move(c));
    to.open.push_back(std::move(open));
  }

  // The kernel that a launch names itself; null: it does not.
  static const clang::FunctionDecl* launched_by(const clang::Expr& launch) {
    const auto* call = llvm::dyn_cast<clang::CallExpr>(&launch);
    const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    if (!callee || llvm::isa<clang::CUDAKernelCallExpr>(launch)) return callee;
    const auto form = launch_form(*callee);
    const clang::Expr* kernel = form && form->kernel < call->getNumArgs()
                                    ? without_casts(call->getArg(form->kernel))
                                    : nullptr;
    if (const auto* u = llvm::dyn_cast_or_null<clang::UnaryOperator>(kernel))
      kernel = without_casts(u->getSubExpr());
    const auto* ref = llvm::dyn_cast_or_null<clang::DeclRefExpr>(kernel);
    return ref ? llvm::dyn_cast<clang::FunctionDecl>(ref->getDecl()) : nullptr;
  }

  // A launch that no walk met: nothing is known of it.
  void add_unknown(Launches& found, const clang::FunctionDecl& f, const clang::Expr& launch) {
    const LaunchCase c = unknown_case(f, launch);
    if (const clang::FunctionDecl* kernel = launched_by(launch)) add_case(found, c, c, kernel);
  }
  LaunchCase unknown_case(const clang::FunctionDecl& f, const clang::Expr& launch) const {
    LaunchCase c;
    c.place = describe(launch, &f);
    c.loc = unit_.loc(launch.getBeginLoc());
    const auto* call = llvm::dyn_cast<clang::CallExpr>(&launch);
    if (const auto* kernel = llvm::dyn_cast_or_null<clang::CUDAKernelCallExpr>(call))
      call = kernel->getConfig();
    const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    const auto form = callee ? launch_form(*callee) : std::nullopt;
    if (form && (form->config || form->six_numbers)) return c;
    const unsigned first = form ? form->kernel + 1 : 0;
    if (call && first + 1 < call->getNumArgs()) {
      c.grid = written_dims(*call->getArg(first));
      c.block = written_dims(*call->getArg(first + 1));
    }
    return c;
  }
  // The constants of dim3(n, 2) or n, which is dim3(n, 1, 1).
  std::optional<std::array<Expr, 3>> written_dims(const clang::Expr& e) const {
    const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(without_casts(&e));
    if (!made || e.isTypeDependent() || e.containsErrors()) return std::nullopt;
    if (made->getConstructor()->isCopyOrMoveConstructor() && made->getNumArgs() == 1)
      return written_dims(*made->getArg(0));
    if (!file_.is_library(*made->getConstructor()) || made->getNumArgs() != 3) return std::nullopt;
    std::array<Expr, 3> axes{};
    clang::Expr::EvalResult result;
    for (unsigned a = 0; a < 3; ++a)
      if (const clang::Expr* arg = made->getArg(a); !arg->isValueDependent() &&
                                                    arg->EvaluateAsInt(result, *unit_.ast) &&
                                                    result.Val.getInt().isRepresentableByInt64())
        axes[a] = pool_->constant(result.Val.getInt().getExtValue(), Type::u32());
    return axes[0] || axes[1] || axes[2] ? std::optional(axes) : std::nullopt;
  }

  void add_uses(Launches& found, const KernelUse& use) {
    const auto* f = llvm::dyn_cast<clang::FunctionDecl>(use.kernel);
    if (f && !f->isDependentContext() && !f->getDefinition()) // of another file
      return add_named(found, *f, use);
    for (const KernelCode& kernel : unit_.kernels) {
      if (!kernel.decl) continue; // not understood as a whole
      const bool same =
          f ? kernel.decl->getCanonicalDecl() == f->getCanonicalDecl() ||
                  (f->isDependentContext() && pattern_of(*kernel.decl) == pattern_of(*f))
            : pattern_of(*kernel.decl) == use.kernel->getCanonicalDecl();
      if (same) add_named(found, *kernel.decl, use);
    }
  }
  void add_named(Launches& found, const clang::FunctionDecl& kernel, const KernelUse& use) {
    add_perhaps(found, kernel, use, " (named there, perhaps launched)");
  }
  void add_perhaps(Launches& found, const clang::FunctionDecl& kernel, const KernelUse& use,
                   const std::string& how) {
    LaunchCase c;
    c.loc = unit_.loc(use.at);
    c.place = unit_.ctx.files.describe(c.loc) + how;
    c.is_launch = false;
    c.open = use.open;
    c.open |= open_axes_;
    const auto& known = found.kernels[kernel.getCanonicalDecl()].cases;
    if (std::ranges::none_of(known, [&](const LaunchCase& k) { return k.place == c.place; }))
      add_case(found, c, c, &kernel);
  }

  // A pointer of which it is not known everywhere what it launches.
  void add_uses(Launches& found, const KernelPointer& pointer) {
    OpenAxes open;
    for (const clang::Expr* launch : pointer.launches)
      open |= axes_of(*launch);
    if (!std::ranges::all_of(pointer.launches, [&](const auto* e) { return is_told(*e); }))
      for (KernelUse use : pointer.kernels) {
        use.open |= open;
        add_uses(found, use);
      }
  }
  // Of a handle of which it is not known everywhere whose it is.
  void add_by_handle(Launches& found, const HandleLaunch& launch) {
    if (launch.launch && is_told(*launch.launch)) return;
    const auto names = launch.handle ? handles_.names_of(*launch.handle) : std::nullopt;
    const bool is_walked = launch.launch && !events_of(*launch.launch).empty();
    const OpenAxes open = is_walked ? axes_of(*launch.launch) : launch.open;
    std::vector<Function> kernels;
    if (names)
      kernels = called(*names);
    else
      for (const KernelCode& kernel : unit_.kernels)
        if (kernel.decl) kernels.push_back(kernel.decl);
    for (Function kernel : kernels)
      add_perhaps(found, *kernel, {kernel, launch.at, open}, " (perhaps of this kernel)");
  }
  // Another program may have what this one leaves out of its templates.
  void add_left_out(Launches& found) {
    Launches others;
    for (const KernelUse& use : uses_.left_out)
      add_uses(others, use);
    for (auto& [kernel, launches] : others.kernels)
      found.kernels.try_emplace(kernel, std::move(launches));
  }
  // Whatever is named somewhere may be launched where it is not known what is.
  void find_open_axes() {
    open_axes_ = uses_.open;
    std::set<const clang::Expr*> complete, others; // of whose kernels all are known?
    for (const KernelPointer& pointer : uses_.pointers)
      (pointer.is_complete ? complete : others)
          .insert(pointer.launches.begin(), pointer.launches.end());
    for (const auto& [f, launches] : uses_.launches)
      for (const clang::Expr* launch : launches)
        if (!launched_by(*launch) && !complete.contains(launch) &&
            (others.contains(launch) || !is_told(*launch)))
          open_axes_ |= axes_of(*launch);
  }
  // As the walks have found its sizes, or as it stands.
  OpenAxes axes_of(const clang::Expr& launch) {
    OpenAxes open = Axes(file_).of(*llvm::cast<clang::CallExpr>(&launch));
    const auto events = events_of(launch);
    const auto walked = [&](bool block) {
      AxisSet found = events.empty() ? along_all : 0;
      for (const HostEvent* e : events) {
        const auto axes = dims(block ? e->block : e->grid);
        for (unsigned a = 0; a < 3; ++a)
          if (!(axes && is_one((*axes)[a])) && (a == 0 || !is_of_callers(*e, block)))
            found |= static_cast<AxisSet>(1U << a);
      }
      return found;
    };
    open.grid &= walked(false);
    open.block &= walked(true);
    return open;
  }

  Unit& unit_;
  HostFile file_;
  Handles handles_;
  std::shared_ptr<Pool> pool_;
  HostUses uses_;
  std::set<Function> leading_, roots_, given_up_;
  std::set<Function> called_here_; // roots that the file calls with what is not followed
  OpenAxes open_axes_;             // of launches of kernels that are not known
  bool any_torn_ = false;
  Events closed_, open_, apart_;
};

} // namespace

Launches find_launches(Unit& unit, std::shared_ptr<Pool> pool) {
  return Finder(unit, pool ? std::move(pool) : std::make_shared<Pool>()).run();
}

std::string name_of_parameter(const clang::FunctionDecl& kernel, unsigned index) {
  const clang::ParmVarDecl& p = *kernel.getParamDecl(index);
  return p.getName().empty() ? "parameter " + std::to_string(index + 1) : p.getNameAsString();
}

} // namespace heddle::cuda
