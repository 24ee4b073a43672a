// Launches: what stands between <<< and >>>, and calls of CUDA that launch.
#include "cuda/launch/library.hpp"
#include "cuda/launch/walk/walk.hpp"

namespace heddle::cuda {

HostValue HostWalk::size(const clang::Expr* e) {
  HostValue v = eval(e);
  if (v.kind == HostValue::Kind::record) return v;
  return {};
}

void HostWalk::add_event(const clang::Expr& e, const clang::FunctionDecl* kernel,
                         std::optional<HostValue> grid, std::optional<HostValue> block,
                         std::vector<HostValue> args) {
  if (silent_ || state_.dead) return;
  HostEvent event{&e,
                  kernel,
                  frames_.back().function,
                  std::move(grid),
                  std::move(block),
                  std::move(args),
                  state_.facts,
                  {}};
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
  add_event(e, kernel, grid, block, std::move(args));
}

// cudaLaunchKernel(k, grid, block, args, ..): what `args` leads to is read when it is called.
void HostWalk::launch_by_call(const clang::CallExpr& e) {
  std::vector<HostValue> values;
  for (const clang::Expr* arg : e.arguments())
    values.push_back(eval(arg));
  const HostValue& callee = values[0];
  const auto known = [](const HostValue& v) {
    return v.kind == HostValue::Kind::record ? std::optional(v) : std::nullopt;
  };
  std::vector<HostValue> args;
  if (callee.kind == HostValue::Kind::function && values.size() > 3 && values[3].target) {
    const clang::FunctionDecl& kernel = *callee.function;
    for (unsigned i = 0; i < kernel.getNumParams(); ++i) {
      Place item = *values[3].target;
      item.path.push_back({nullptr, i});
      const HostValue address = load(item, ast_.VoidPtrTy, loc(&e));
      args.push_back(address.target
                         ? load(*address.target, kernel.getParamDecl(i)->getType(), loc(&e))
                         : HostValue{});
    }
  }
  add_event(e, callee.kind == HostValue::Kind::function ? callee.function : nullptr,
            values.size() > 1 ? known(values[1]) : std::nullopt,
            values.size() > 2 ? known(values[2]) : std::nullopt, std::move(args));
}

} // namespace heddle::cuda
