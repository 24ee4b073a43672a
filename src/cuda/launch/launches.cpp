// Launches: what stands between <<< and >>>, and calls of CUDA that launch.
#include "cuda/launch/library.hpp"
#include "cuda/launch/walk/walk.hpp"

namespace heddle::cuda {

HostValue HostWalk::size(const clang::Expr* e) {
  HostValue v = eval(e);
  if (v.kind == HostValue::Kind::record) return v;
  return {};
}

void HostWalk::add_event(const clang::Expr& e, HostLaunch launch) {
  if (silent_ || state_.dead) return;
  HostEvent event{std::move(launch), &e, frames_.back().function, state_.facts, {}};
  for (Expr power : state_.powers) {
    const Expr below = pool_.sub(power, pool_.constant(1, power->type));
    event.facts.push_back(pool_.eq(pool_.bit_and(power, below), pool_.constant(0, power->type)));
  }
  for (auto it = frames_.rbegin(); it != frames_.rend(); ++it)
    if (it->call) event.calls.push_back(it->call);
  (apart_ ? apart_events : events).push_back(std::move(event));
}

void HostWalk::launch(const clang::CUDAKernelCallExpr& e) {
  const clang::FunctionDecl* kernel = e.getDirectCallee();
  if (!kernel && e.getCallee() && !e.getCallee()->isTypeDependent()) {
    const HostValue callee = eval(e.getCallee());
    if (callee.kind == HostValue::Kind::function) kernel = callee.function;
  }
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
  for (const clang::Expr* arg : e.arguments())
    args.push_back(eval(arg));
  add_event(e, {kernel, grid, block, std::move(args)});
}

// What `list` leads to is read when the kernel is launched.
std::vector<HostValue> HostWalk::listed_arguments(const clang::FunctionDecl& kernel,
                                                  const HostValue& list, Loc loc) {
  std::vector<HostValue> args;
  if (!list.target) return args;
  for (unsigned i = 0; i < kernel.getNumParams(); ++i) {
    Place item = *list.target;
    item.path.push_back({nullptr, i});
    const HostValue address = load(item, ast_.VoidPtrTy, loc);
    args.push_back(address.target ? load(*address.target, kernel.getParamDecl(i)->getType(), loc)
                                  : HostValue{});
  }
  return args;
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
  const HostValue callee = at(form.kernel);
  if (callee.kind == HostValue::Kind::function) launch.kernel = callee.function;
  if (!form.config) {
    launch.grid = size_of(at(form.kernel + 1));
    launch.block = size_of(at(form.kernel + 2));
  } else if (const auto target = at(*form.config).target) {
    const clang::QualType type = e.getArg(*form.config)->getType()->getPointeeType();
    if (!type.isNull()) configure({*target, type}, launch, loc(&e));
  }
  for (unsigned i = 0; launch.kernel && i < launch.kernel->getNumParams() && !form.arguments; ++i)
    launch.args.push_back(
        convert(at(form.kernel + 1 + i), launch.kernel->getParamDecl(i)->getType()));
  if (launch.kernel && form.arguments)
    launch.args = listed_arguments(*launch.kernel, at(*form.arguments), loc(&e));
  add_event(e, std::move(launch));
}

} // namespace heddle::cuda
