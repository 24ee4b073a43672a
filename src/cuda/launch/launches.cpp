// Launches: what stands between <<< and >>>, and calls of CUDA that launch.
#include "cuda/launch/library.hpp"
#include "cuda/launch/walk/walk.hpp"

namespace heddle::cuda {

namespace {

// What the constructor of dim3 is given; nothing: it is another one, or makes no dim3.
llvm::ArrayRef<const clang::Expr*> axes_made_of(const clang::Expr& e, const HostFile& file) {
  const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(without_casts(&e));
  if (!made || e.isTypeDependent() || !file.is_library(*made->getConstructor())) return {};
  if (made->getConstructor()->isCopyOrMoveConstructor() && made->getNumArgs() == 1)
    return axes_made_of(*made->getArg(0), file);
  return made->getNumArgs() == 3 ? llvm::ArrayRef(made->getArgs(), 3)
                                 : llvm::ArrayRef<const clang::Expr*>();
}

} // namespace

// A grid or a block: a dim3, of which each axis is known or not, or a number, which is one along x.
HostValue HostWalk::size(const clang::Expr* e) {
  HostValue v{HostValue::Kind::record};
  const auto add = [&](unsigned axis, HostValue n) {
    n = convert(n, ast_.UnsignedIntTy);
    if (n.is_integer()) v.members[{nullptr, axis}] = std::move(n);
  };
  const auto axes = axes_made_of(*e, file_);
  if (!axes.empty() && (e->containsErrors() || does_not_compile(*e))) {
    for (unsigned a = 0; a < 3; ++a)
      add(a, eval(axes[a]));
    return v;
  }
  const HostValue all = eval(e);
  if (all.kind == HostValue::Kind::record) return all;
  if (!all.is_integer()) return {};
  const HostValue one = number(pool_.constant(1, Type::u32()));
  for (unsigned a = 0; a < 3; ++a)
    add(a, a == 0 ? all : one);
  return v;
}

// What a kernel gets for a parameter. Where a launch does not compile as a whole, its arguments are
// as they are written: nothing is converted to what the kernel takes.
HostValue HostWalk::argument(const clang::Expr& arg, const clang::ParmVarDecl* param) {
  if (arg.containsErrors() || arg.isTypeDependent() || does_not_compile(arg)) return eval(&arg);
  const clang::QualType type = arg.getType().getNonReferenceType();
  HostValue v = type->isArrayType() ? first_element(address(&arg)) : eval(&arg);
  if (is_null(arg)) {
    v = {};
    v.is_null = true;
    return v;
  }
  if (!param || ast_.hasSameUnqualifiedType(param->getType(), type)) return v;
  const clang::QualType to = param->getType();
  if (v.is_integer()) return convert(v, to);
  return v.is_pointer() && to->isPointerType() ? v : HostValue{};
}

// Is it what a parameter of the first function has, or a part of one, since the function was
// called? What is passed where nothing else is said is no secret of the caller's.
bool HostWalk::is_of_caller(const std::optional<HostValue>& dims) const {
  if (!dims || dims->members.empty()) return false;
  const clang::FunctionDecl& root = *frames_.front().function;
  const auto is_parameter = [&](const HostValue& v) {
    return std::ranges::any_of(root.parameters(), [&](const clang::ParmVarDecl* p) {
      if (p->hasDefaultArg()) return false;
      const bool refers = p->getType()->isReferenceType();
      const Root of{p, nullptr};
      for (auto it = initial_.lower_bound({of, {}, {0, 0}}); it != initial_.end(); ++it) {
        const auto& [object, path, version] = it->first;
        if (object != of) return false;
        if (it->second == v && version.first == 0 && (refers || version.second == 0)) return true;
      }
      return false;
    });
  };
  return std::ranges::all_of(dims->members,
                             [&](const auto& axis) { return is_parameter(axis.second); });
}

void HostWalk::add_event(const clang::Expr& e, HostLaunch launch) {
  if (state_.dead || (silent_ && !in_first_turn_)) return;
  HostEvent event{std::move(launch), &e, frames_.back().function, state_.facts, {}, turns_};
  event.root = frames_.front().function;
  if (call_elsewhere_) event.called_at = call_elsewhere_->place;
  event.apart = apart_in(event.args);
  event.grid_of_caller = is_of_caller(event.grid);
  event.block_of_caller = is_of_caller(event.block);
  for (Expr power : state_.powers) {
    const Expr below = pool_.sub(power, pool_.constant(1, power->type));
    event.facts.push_back(pool_.eq(pool_.bit_and(power, below), pool_.constant(0, power->type)));
  }
  for (auto it = frames_.rbegin(); it != frames_.rend(); ++it)
    if (it->call) event.calls.push_back(it->call);
  (silent_ ? first_events : apart_ ? apart_events : events).push_back(std::move(event));
}

// Null: of which kernels it may be is not known.
std::vector<const clang::FunctionDecl*> HostWalk::kernels_of(const clang::Expr& launch,
                                                             const HostValue& callee) const {
  if (callee.kind == HostValue::Kind::function) return {callee.function};
  const auto it = pointed.find(&launch);
  return it == pointed.end() ? std::vector<const clang::FunctionDecl*>{nullptr} : it->second;
}

void HostWalk::launch(const clang::CUDAKernelCallExpr& e) {
  std::vector<const clang::FunctionDecl*> kernels{e.getDirectCallee()};
  if (!kernels.front() && e.getCallee() && !e.getCallee()->isTypeDependent())
    kernels = kernels_of(e, eval(e.getCallee()));
  const clang::CallExpr* config = e.getConfig();
  const auto part = [&](unsigned i) -> std::optional<HostValue> {
    if (!config || i >= config->getNumArgs()) return std::nullopt;
    HostValue v = size(config->getArg(i));
    return v.known() ? std::optional(v) : std::nullopt;
  };
  const auto grid = part(0), block = part(1);
  for (unsigned i = 2; config && i < config->getNumArgs(); ++i)
    eval(config->getArg(i));
  std::vector<HostValue> args;
  for (unsigned i = 0; i < e.getNumArgs(); ++i) {
    const bool has_param = kernels.front() && i < kernels.front()->getNumParams();
    args.push_back(argument(*e.getArg(i), has_param ? kernels.front()->getParamDecl(i) : nullptr));
  }
  join_alike(e, args);
  for (const clang::FunctionDecl* kernel : kernels)
    add_event(e, {kernel, grid, block, args});
  for (const HostValue& arg : args) // with memory that host and device share
    forget_targets(arg);
  forget_of_device();
}

// What `list` leads to is read when the kernel is launched.
std::vector<HostValue> HostWalk::listed_arguments(const clang::FunctionDecl& kernel,
                                                  const HostValue& list, Loc loc) {
  std::vector<HostValue> args;
  if (!list.target) return args;
  for (unsigned i = 0; i < kernel.getNumParams(); ++i) {
    Place item = *list.target;
    if (!item.path.empty() && !item.path.back().field)
      item.path.back().index += i;
    else
      item.path.push_back({nullptr, i});
    const HostValue address = load(item, ast_.VoidPtrTy, loc);
    const clang::QualType type = kernel.getParamDecl(i)->getType();
    const HostValue v = address.target ? load(*address.target, type, loc) : HostValue{};
    args.push_back(type->isPointerType() && v.is_integer() ? pointer_of(v) : v);
  }
  return args;
}

// What a CUdeviceptr is to a kernel.
HostValue HostWalk::pointer_of(const HostValue& number) {
  HostValue v{HostValue::Kind::pointer};
  v.e = number.e;
  const auto distance =
      v.e->op == Op::add && v.e->args.size() == 2 ? constant_value(v.e->args[1]) : std::nullopt;
  if (distance) {
    v.e = v.e->args[0];
    v.offset = *distance;
  }
  return v;
}

// cuModuleGetFunction(&handle, module, "name"), which changes nothing else.
HostValue HostWalk::give_handle(const clang::CallExpr& e, const GivenHandle& given) {
  const clang::FunctionDecl* named = nullptr;
  unsigned count = 0;
  for (const KernelCode& kernel : file_.unit.kernels)
    if (kernel.decl && given.name && may_be_called(*kernel.decl, *given.name)) {
      named = kernel.decl;
      ++count;
    }
  for (unsigned i = 1; i < e.getNumArgs(); ++i)
    eval(e.getArg(i));
  write_argument(given.to, false, false);
  const HostValue to = eval(given.to);
  if (count == 1 && to.target) {
    HostValue kernel{HostValue::Kind::function};
    kernel.function = named;
    store(*to.target, std::move(kernel));
  }
  return fresh(e.getType(), "value", loc(&e));
}

// cudaLaunchKernel(k, grid, block, args, ..), cudaLaunchKernelEx(&config, k, a, b).
void HostWalk::launch_by_call(const clang::CallExpr& e, const LaunchForm& form) {
  std::vector<HostValue> values;
  for (const clang::Expr* arg : e.arguments())
    values.push_back(eval(arg));
  const auto at = [&](unsigned i) { return i < values.size() ? values[i] : HostValue{}; };
  const auto size_of = [](const HostValue& v) {
    return v.kind == HostValue::Kind::record ? std::optional(v) : std::nullopt;
  };
  HostLaunch launch;
  const auto three = [&](unsigned first) {
    HostValue v{HostValue::Kind::record};
    for (unsigned a = 0; a < 3; ++a)
      if (HostValue n = convert(at(first + a), ast_.UnsignedIntTy); n.known())
        v.members[{nullptr, a}] = std::move(n);
    return v.members.empty() ? std::nullopt : std::optional(v);
  };
  if (form.six_numbers) {
    launch.grid = three(form.kernel + 1);
    launch.block = three(form.kernel + 4);
  } else if (!form.config) {
    launch.grid = size_of(at(form.kernel + 1));
    launch.block = size_of(at(form.kernel + 2));
  } else if (const auto target = at(*form.config).target) {
    const clang::QualType type = e.getArg(*form.config)->getType()->getPointeeType();
    if (!type.isNull()) configure({*target, type}, launch, loc(&e));
  }
  for (const clang::FunctionDecl* kernel : kernels_of(e, at(form.kernel))) {
    launch.kernel = kernel;
    launch.args.clear();
    if (kernel && form.arguments)
      launch.args = listed_arguments(*kernel, at(*form.arguments), loc(&e));
    for (unsigned i = 0; kernel && i < kernel->getNumParams() && !form.arguments; ++i)
      launch.args.push_back(convert(at(form.kernel + 1 + i), kernel->getParamDecl(i)->getType()));
    add_event(e, launch);
    for (const HostValue& arg : launch.args)
      forget_targets(arg);
  }
  forget_of_device();
}

} // namespace heddle::cuda
