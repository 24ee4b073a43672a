// All launches of a file: host functions are walked from those that anybody may call.
#include "cuda/launch/cases.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

class Finder {
public:
  Finder(Unit& unit, std::shared_ptr<Pool> pool)
      : unit_(unit), file_(unit), handles_(file_), pool_(std::move(pool)), uses_(find_uses(file_)),
        ways_(file_, uses_, *pool_, pointed()), cases_(unit, file_, ways_, *pool_) {}

  Launches run() {
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
    drop_open(found);
    return found;
  }

private:
  using Function = Ways::Function;

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

  void add(Launches& found, const clang::FunctionDecl& f, const clang::Expr& launch) {
    std::vector<Function> kernels; // several of a pointer
    for (const HostEvent* e : ways_.events_of(launch))
      if (e->function == &f && e->kernel && std::ranges::find(kernels, e->kernel) == kernels.end())
        kernels.push_back(e->kernel);
    if (kernels.empty()) add_unknown(found, f, launch);
    for (Function kernel : kernels)
      add(found, f, launch, kernel);
  }

  void add(Launches& found, const clang::FunctionDecl& f, const clang::Expr& launch,
           Function kernel) {
    const auto of = [&](const Ways::Events& events) {
      std::vector<const HostEvent*> list;
      if (const auto it = events.of.find(&launch); it != events.of.end())
        for (const HostEvent* e : it->second)
          if (e->function == &f && e->kernel == kernel) list.push_back(e);
      return list;
    };
    const std::vector<const HostEvent*> ways = of(ways_.closed), open = of(ways_.open);
    const bool is_root = ways_.is_root(&f);
    for (const LaunchCase& c : cases_.with_one_twice(of(ways_.apart), f, launch))
      add_case(found, c, c, kernel);
    for (const Ways::Events* events : {&ways_.apart, &ways_.first_turns})
      std::ranges::move(cases_.examples(of(*events), kernel),
                        std::back_inserter(found.kernels[kernel->getCanonicalDecl()].seen));
    // in several turns of a loop it may be another one each time
    const std::vector<LaunchCase> turns = cases_.distinct(open, f, launch, kernel);
    const LaunchCase whole = turns.size() == 1 ? turns.front() : cases_.unknown(f, launch);
    // the calls that are seen do not come here: it stands for others
    if (!is_root && ways.empty() && !open.empty()) return add_whole(found, whole, open, f, kernel);
    if (is_root || open.empty()) {
      std::vector<const HostEvent*> own;
      std::ranges::copy_if(ways, std::back_inserter(own),
                           [](const HostEvent* e) { return e->calls.empty(); });
      for (LaunchCase& c : cases_.distinct(own, f, launch, kernel))
        add_case(found, c, c, kernel);
      if (own.empty()) add_unknown(found, f, launch);
      return;
    }
    std::vector<LaunchCase> kinds;
    std::vector<std::string> texts{cases_.text_of(whole)};
    for (const HostEvent* e : ways) {
      LaunchCase c = cases_.make(*e, kernel);
      const std::string text = cases_.text_of(c);
      const auto it = std::ranges::find(texts, text);
      if (it == texts.begin() || texts.size() > max_ways)
        return add_whole(found, whole, ways, f, kernel);
      if (it == texts.end()) {
        texts.push_back(text);
        kinds.push_back(std::move(c));
      } else {
        Cases::join(kinds[static_cast<std::size_t>(it - texts.begin()) - 1], std::move(c));
      }
    }
    for (LaunchCase& c : kinds)
      found.kernels[kernel->getCanonicalDecl()].cases.push_back(std::move(c));
    found.kernels[kernel->getCanonicalDecl()].open.push_back(whole);
  }

  // With whatever arguments, and with those of the ways that are one array twice.
  void add_whole(Launches& found, const LaunchCase& whole,
                 const std::vector<const HostEvent*>& ways, const clang::FunctionDecl& f,
                 Function kernel) {
    for (const LaunchCase& c : cases_.with_one_twice(ways, f, *ways.front()->launch))
      add_case(found, c, c, kernel);
    add_case(found, whole, whole, kernel);
  }

  // What says no more than what is known in any case.
  void drop_open(Launches& found) const {
    for (auto& [kernel, launches] : found.kernels)
      std::erase_if(launches.seen, [&](const LaunchCase& seen) {
        return std::ranges::any_of(launches.cases, [&](const LaunchCase& c) {
          return cases_.text_of(c) == cases_.text_of(seen);
        });
      });
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
    const LaunchCase c = cases_.unknown(f, launch);
    if (const clang::FunctionDecl* kernel = launched_by(launch)) add_case(found, c, c, kernel);
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
    pass_alike(kernel, use.arguments, c);
    const auto& known = found.kernels[kernel.getCanonicalDecl()].cases;
    if (std::ranges::none_of(known, [&](const LaunchCase& k) { return k.place == c.place; }))
      add_case(found, c, c, &kernel);
  }

  // One pointer for several parameters, as it is written.
  void pass_alike(const clang::FunctionDecl& kernel, const std::vector<std::string>& arguments,
                  LaunchCase& to) const {
    std::map<std::string, std::vector<unsigned>> places;
    for (unsigned i = 0; i < arguments.size() && i < kernel.getNumParams(); ++i)
      if (!arguments[i].empty() && kernel.getParamDecl(i)->getType()->isPointerType())
        places[arguments[i]].push_back(i);
    for (const auto& [text, params] : places) {
      if (params.size() < 2) continue;
      const Expr one = pool_->symbol_ref(
          pool_->new_symbol({"host:" + text, Type::i64(), Role::parameter, 0, {}, {}, to.loc}));
      for (const unsigned i : params)
        to.passed.push_back({name_of_parameter(kernel, i), nullptr, one});
    }
  }

  // A pointer of which it is not known everywhere what it launches.
  void add_uses(Launches& found, const KernelPointer& pointer) {
    OpenAxes open;
    for (const clang::Expr* launch : pointer.launches)
      open |= axes_of(*launch);
    if (!std::ranges::all_of(pointer.launches, [&](const auto* e) { return ways_.is_told(*e); }))
      for (KernelUse use : pointer.kernels) {
        use.open |= open;
        add_uses(found, use);
      }
  }
  // Of a handle of which it is not known everywhere whose it is.
  void add_by_handle(Launches& found, const HandleLaunch& launch) {
    if (launch.launch && ways_.is_told(*launch.launch)) return;
    const auto names = launch.handle ? handles_.names_of(*launch.handle) : std::nullopt;
    const bool is_walked = launch.launch && !ways_.events_of(*launch.launch).empty();
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
            (others.contains(launch) || !ways_.is_told(*launch)))
          open_axes_ |= axes_of(*launch);
  }
  // As the walks have found its sizes, or as it stands.
  OpenAxes axes_of(const clang::Expr& launch) {
    OpenAxes open = Axes(file_).of(*llvm::cast<clang::CallExpr>(&launch));
    const auto events = ways_.events_of(launch);
    const auto walked = [&](bool block) {
      AxisSet found = events.empty() ? along_all : 0;
      for (const HostEvent* e : events) {
        const auto axes = dims_of(block ? e->block : e->grid);
        for (unsigned a = 0; a < 3; ++a)
          if (!(axes && is_one((*axes)[a])) && (a == 0 || !ways_.is_of_callers(*e, block)))
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
  Ways ways_;
  Cases cases_;
  OpenAxes open_axes_; // of launches of kernels that are not known
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
