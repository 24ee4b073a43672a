// Expressions as kernels use them: about three of four indices keep the threads apart, for a kernel
// that is racy at first sight tests nothing.
#include "generate.hpp"

namespace heddle::oracle {

namespace {

using K = Expr::Kind;

Expr call(const std::string& name, Expr a, Expr b) {
  return {K::call, name, 0, {cast("int", std::move(a)), cast("int", std::move(b))}};
}
Expr user_call(std::int64_t number, Expr a, Expr b) {
  return {K::call, "f", number, {std::move(a), std::move(b)}};
}
Expr plus(Expr a, Expr b) { return binary("+", std::move(a), std::move(b)); }
Expr minus(Expr a, Expr b) { return binary("-", std::move(a), std::move(b)); }
Expr times(Expr a, Expr b) { return binary("*", std::move(a), std::move(b)); }
Expr modulo(Expr a, Expr b) { return binary("%", std::move(a), std::move(b)); }

} // namespace

Expr ExpressionSource::pick_uniform_variable() { return variable(random_.pick(scope.uniform)); }

Expr ExpressionSource::width() {
  Expr x = builtin("blockDim.x");
  return scope.two_dimensional ? times(std::move(x), builtin("blockDim.y")) : x;
}

Expr ExpressionSource::thread() {
  if (scope.two_dimensional && random_.chance(20))
    return builtin(random_.pick({"threadIdx.x", "threadIdx.y"}));
  if (scope.thread >= 0 && (scope.two_dimensional || random_.chance(70)))
    return variable(scope.thread);
  Expr x = builtin("threadIdx.x");
  return random_.chance(30) ? cast("int", x) : x;
}

Expr ExpressionSource::uniform() {
  if (!scope.uniform.empty() && random_.chance(40)) return pick_uniform_variable();
  const auto parameter = [&] {
    if (scope.in_helper) return pick_uniform_variable();
    return Expr{
        K::parameter, "", random_.below(static_cast<std::int64_t>(program_.parameters.size())), {}};
  };
  switch (random_.below(12)) {
  case 0:
    return number(1);
  case 1:
    return number(2);
  case 2:
    return number(3);
  case 3:
    return number(0);
  case 4:
    return minus(parameter(), number(random_.between(1, 2)));
  case 5:
    return binary("/", parameter(), number(2));
  case 6:
    return minus(parameter(), parameter());
  case 7:
    return cast("int", width());
  default:
    return parameter();
  }
}

Expr ExpressionSource::own_index_in_loop() {
  const Expr t = thread(), i = pick_uniform_variable();
  switch (random_.below(8)) {
  case 0:
  case 1:
    return plus(times(i, width()), t);
  case 2:
    return plus(t, i);
  case 3:
    return plus(times(binary("&", i, number(1)), width()), t);
  case 4:
    return plus(times(minus(number(1), modulo(i, number(2))), number(8)), t);
  case 5:
    return plus(times(t, number(8)), i);
  case 6:
    return plus(times(t, uniform()), i);
  default:
    return minus(plus(t, times(i, number(4))), i);
  }
}

// Separates the threads of a block.
Expr ExpressionSource::own_index() {
  if (!scope.uniform.empty() && random_.chance(40)) return own_index_in_loop();
  const Expr t = thread();
  const auto k = [&] { return number(random_.between(1, 3)); };
  switch (random_.below(18)) {
  case 0:
    return plus(t, uniform());
  case 1:
    return minus(minus(width(), number(1)), t);
  case 2:
    return times(number(2), t);
  case 3:
    return plus(times(number(2), t), number(1));
  case 4:
    return binary("^", t, number(1));
  case 5:
    return modulo(plus(t, k()), width());
  case 6:
    return plus(t, width());
  case 7:
    return minus(times(t, number(3)), t);
  case 8:
    return binary("|", binary("<<", t, number(1)), number(1));
  case 9:
    return plus(minus(t, k()), number(8));
  case 10:
    return choose(binary("<", t, k()), t, plus(t, number(4)));
  default:
    return t;
  }
}

// Brings threads together.
Expr ExpressionSource::common_index() {
  const Expr t = thread();
  switch (random_.below(18)) {
  case 0:
    return plus(t, number(1));
  case 1:
    return minus(t, number(1));
  case 2:
    return binary("/", t, number(2));
  case 3:
    return binary("&", t, unary("~", number(1)));
  case 4:
    return number(random_.between(0, 3));
  case 5:
    return modulo(t, number(random_.between(2, 4)));
  case 6:
    return modulo(plus(t, number(1)), width());
  case 7:
    return times(t, t);
  case 8:
    return call("min", t, uniform());
  case 9:
    return call("max", minus(t, number(1)), number(0));
  case 10:
    return binary(">>", t, number(1));
  case 11:
    return choose(binary(">", t, number(2)), minus(t, number(1)), t);
  case 12:
    return minus(t, modulo(t, number(2)));
  case 13:
    return plus(uniform(), number(0));
  case 14:
    return binary("^", t, uniform());
  case 15:
    return plus(t, uniform());
  case 16:
    return scope.loads ? load() : t;
  default:
    return any(2);
  }
}

Expr ExpressionSource::global_index() {
  const Expr t = thread();
  const Expr mine = plus(times(builtin("blockIdx.x"), width()), t);
  switch (random_.below(9)) {
  case 0:
    return t;
  case 1:
    return plus(mine, number(1));
  case 2:
    return plus(times(mine, number(2)), number(random_.below(2)));
  case 3:
    return plus(times(t, builtin("gridDim.x")), builtin("blockIdx.x"));
  case 4:
    return common_index();
  case 5:
    return plus(mine, times(uniform(), times(width(), builtin("gridDim.x"))));
  default:
    return mine;
  }
}

Expr ExpressionSource::place(bool may_be_input) {
  Expr e{K::load, random_.pick({"", "", "", "*", "*&"}), base_s, {}};
  const auto dice = scope.in_helper ? 30 : random_.below(100);
  if (dice < 15 && may_be_input) {
    e.value = base_in;
    e.args.push_back(random_.chance(70) ? thread() : common_index());
  } else if (dice < 25 && scope.locals) {
    e.value = base_l;
    e.op = "";
    e.args.push_back(binary("&", random_.chance(50) ? uniform() : thread(), number(3)));
  } else if (dice < 30) {
    e.value = base_g;
    e.args.push_back(global_index());
  } else if (dice < 45 && !scope.pointers.empty()) {
    e.value = first_pointer + random_.pick(scope.pointers);
    e.args.push_back(random_.chance(50)   ? own_index()
                     : random_.chance(50) ? common_index()
                                          : number(0));
  } else if (dice < 60) {
    e.value = base_q;
    e.args = {random_.chance(60) ? own_index() : uniform(),
              random_.chance(40) ? own_index() : uniform()};
    if (random_.chance(10)) std::swap(e.args[0], e.args[1]);
  } else {
    e.args.push_back(random_.chance(75) ? own_index() : common_index());
  }
  return e;
}

Expr ExpressionSource::load() {
  const bool loads = scope.loads;
  scope.loads = false; // not in its own index
  Expr e = place(true);
  scope.loads = loads;
  return e;
}

Expr ExpressionSource::value() {
  const auto dice = random_.below(100);
  if (dice < 20) return thread();
  if (dice < 40) return uniform();
  if (dice < 60 && scope.loads) return load();
  if (dice < 75 && !scope.varying.empty()) return variable(random_.pick(scope.varying));
  if (dice < 80 && scope.loads) return plus(load(), thread());
  if (dice < 90) return number(random_.between(0, 7));
  return any(2);
}

Expr ExpressionSource::any(int depth) {
  if (depth == 0) {
    if (random_.chance(25)) return number(random_.between(0, 4));
    if (random_.chance(30) && !scope.varying.empty()) return variable(random_.pick(scope.varying));
    return random_.chance(50) ? thread() : uniform();
  }
  const auto next = [&] { return any(depth - 1); };
  switch (random_.below(15)) {
  case 0:
  case 1:
    return plus(next(), next());
  case 2:
    return minus(next(), next());
  case 3:
    return times(next(), next());
  case 4:
    return binary(random_.pick({"/", "%"}), next(), number(random_.between(1, 4)));
  case 5:
    return binary(random_.pick({"/", "%"}), next(),
                  plus(binary("&", next(), number(3)), number(1)));
  case 6:
    return binary(random_.pick({"&", "|", "^"}), next(), number(random_.between(0, 7)));
  case 7:
    return binary(random_.pick({"&", "|", "^"}), next(), next());
  case 8:
    return binary(random_.pick({"<<", ">>"}), next(), number(random_.between(0, 2)));
  case 9:
    return choose(condition(random_.chance(30)), next(), next());
  case 10:
    return call(random_.pick({"min", "max"}), next(), next());
  case 11:
    return unary(random_.pick({"-", "~", "!"}), next());
  case 12:
    return cast(random_.pick({"int", "unsigned"}), next());
  case 13:
    return condition(random_.chance(30));
  default:
    if (program_.functions.empty()) return next();
    return user_call(random_.below(static_cast<std::int64_t>(program_.functions.size())), next(),
                     next());
  }
}

Expr ExpressionSource::simple_condition() {
  const Expr t = thread(), u = uniform();
  switch (random_.below(14)) {
  case 0:
  case 1:
    return binary("<", t, u);
  case 2:
    return binary(">", t, number(0));
  case 3:
    return binary("<", plus(t, number(1)), width());
  case 4:
  case 5:
    return binary("==", t, number(random_.between(0, 2)));
  case 6:
    return binary("==", modulo(t, number(2)), number(0));
  case 7:
    return binary("<", t, binary("/", width(), number(2)));
  case 8:
    return binary("!=", t, u);
  case 9:
    return binary("&", t, number(random_.between(1, 2)));
  case 10:
    return scope.loads ? binary(">", load(), number(1)) : binary(">=", t, u);
  case 11:
    return binary("<", minus(t, {K::constant, "u", 1, {}}), number(random_.between(1, 3)));
  case 12:
    return unary("!", binary("<", t, u));
  default:
    return any(1);
  }
}

Expr ExpressionSource::condition(bool is_uniform) {
  if (random_.chance(12))
    return binary(random_.pick({"&&", "||"}), condition(is_uniform), condition(is_uniform));
  if (!is_uniform) return simple_condition();
  const Expr u = uniform();
  switch (random_.below(9)) {
  case 0:
    return binary("==", modulo(u, number(2)), number(random_.below(2)));
  case 1:
    return binary("!=", u, number(0));
  case 2:
    return binary("==", u, minus(uniform(), number(1)));
  case 3:
    return binary("<", thread(), width());
  case 4:
    if (!scope.loads || scope.in_helper) return u;
    return binary(">", Expr{K::load, "", base_in, {random_.chance(80) ? uniform() : thread()}},
                  number(1));
  case 5:
    return binary("&", u, number(1));
  case 6:
    return binary("<", u, number(3));
  default:
    return binary(random_.pick({"<", ">", "<=", "!="}), u, uniform());
  }
}

} // namespace heddle::oracle
