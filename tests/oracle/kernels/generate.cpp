// Statements, nested as kernels nest them: barriers mostly where all threads come along.
#include "generate.hpp"

namespace heddle::oracle {

namespace {

using S = Stmt::Kind;

constexpr int max_depth = 3;
constexpr std::int64_t kernel_pointers = 2;

class Generator {
public:
  Generator(std::uint64_t seed, const std::string& name)
      : random_(seed), source_(program_, random_) {
    program_.name = name;
  }

  Program run() {
    draw_sizes();
    if (random_.chance(25)) draw_function();
    if (random_.chance(20)) draw_helper();
    prepare();
    const auto count = random_.between(2, random_.chance(30) ? 6 : 4);
    for (std::int64_t i = 0; i < count; ++i)
      statement(program_.body, {});
    return std::move(program_);
  }

private:
  struct Place {
    bool uniform = true; // do all threads come here?
    bool in_loop = false, in_switch = false, in_helper = false;
    bool no_continue = false; // it would skip the step of a while loop
  };

  void draw_sizes() {
    const bool open = random_.chance(15);
    auto& s = source_.scope;
    s.two_dimensional = random_.chance(12);
    if (s.two_dimensional) {
      program_.block_x = {1, 2, false};
      program_.block_y = {1, 2, false};
    } else if (random_.chance(30)) {
      const auto size = random_.between(2, 4);
      program_.block_x = {size, size, false};
    } else {
      program_.block_x = {open ? 1 : 2, 4, open};
    }
    if (random_.chance(25)) program_.grid = {1, 2, open};
    const auto count = random_.between(1, 2);
    for (std::int64_t i = 0; i < count; ++i)
      program_.parameters.push_back(
          random_.pick({Range{0, 3, open}, Range{0, 3, open}, Range{1, 3, open}, Range{2, 2, false},
                        Range{-1, 2, false}}));
  }

  void draw_function() {
    const auto a = Expr{Expr::Kind::argument, "", 0, {}}, b = Expr{Expr::Kind::argument, "", 1, {}};
    const auto pick = [&] {
      return random_.pick({binary("+", a, b), binary("-", a, b), a, b, number(1),
                           binary("*", a, number(2)), binary("/", a, number(2))});
    };
    const char* op = random_.pick({"<", ">=", "==", "&"});
    program_.functions.push_back({binary(op, a, b), pick(), pick()});
  }

  using Type = Variable::Type;

  std::int64_t new_variable(Type type, bool in_head, bool in_helper) {
    program_.variables.push_back({type, in_head, in_helper});
    return static_cast<std::int64_t>(program_.variables.size()) - 1;
  }

  Type any_type() {
    if (random_.chance(75)) return Type::int_;
    return random_.pick({Type::unsigned_, Type::unsigned_, Type::short_, Type::byte});
  }

  // __device__ void h(int* p, int a, int b): what it does is up to its arguments.
  void draw_helper() {
    auto& scope = source_.scope;
    const auto saved = scope;
    Helper h;
    h.pointer = kernel_pointers;
    scope.pointers = {h.pointer};
    scope.in_helper = true;
    for (int i = 0; i < 2; ++i)
      h.parameters.push_back(new_variable(Type::int_, false, true));
    scope.thread = h.parameters[0];
    scope.uniform = {h.parameters[1]};
    scope.varying = accumulators_ = h.parameters;
    program_.helper_pointers = 1;
    helper_ = &h;
    const auto count = random_.between(1, 3);
    for (std::int64_t i = 0; i < count; ++i)
      statement(h.body, {.in_helper = true});
    helper_ = nullptr;
    scope = saved;
    program_.helpers.push_back(std::move(h));
  }

  Stmt assign(std::int64_t slot, Expr e, std::string op = "=") {
    return {S::assign, std::move(op), slot, {std::move(e)}, {}, {}, {}};
  }

  void prepare() {
    program_.pointers = kernel_pointers;
    auto& scope = source_.scope;
    scope.locals = random_.chance(15);
    scope.thread = new_variable(Type::int_, false, false);
    const Expr x = builtin("threadIdx.x");
    program_.body.push_back(
        assign(scope.thread,
               scope.two_dimensional
                   ? binary("+", binary("*", builtin("threadIdx.y"), builtin("blockDim.x")), x)
                   : x));
    for (int i = 0; i < 2; ++i)
      scope.varying.push_back(new_variable(any_type(), false, false));
    accumulators_ = scope.varying;
    if (random_.chance(30)) {
      point(program_.body);
      scope.pointers = {program_.body.back().target};
    }
  }

  Expr address() {
    Expr place = source_.place(false);
    place.op = place.value == base_q ? "" : random_.pick({"", "*"});
    return place;
  }

  void point(Block& out) {
    Stmt s{S::point, "", random_.below(kernel_pointers), {address()}, {}, {}, {}};
    if (random_.chance(25)) {
      s.exprs.push_back(source_.condition(random_.chance(50)));
      s.exprs.push_back(address());
    }
    out.push_back(std::move(s));
  }

  // Loop variables move by their loops alone: else hardly a loop ends.
  std::int64_t accumulator() { return random_.pick(accumulators_); }

  void access(Block& out) {
    const auto dice = random_.below(100);
    if (dice < 50) {
      const std::string op = random_.chance(80) ? "=" : random_.pick({"+=", "-=", "^=", "|="});
      Expr place = source_.place(false);
      out.push_back({S::store, op, -1, {std::move(place), source_.value()}, {}, {}, {}});
    } else if (dice < 80) {
      out.push_back(assign(accumulator(), source_.load(), random_.pick({"=", "+="})));
    } else if (dice < 90) {
      out.push_back({S::store, "=", -1, {source_.place(false), source_.load()}, {}, {}, {}});
    } else {
      const std::string op = random_.pick({"atomicAdd", "atomicMax", "atomicExch"});
      const std::int64_t result = random_.chance(15) ? accumulator() : -1;
      out.push_back({S::atomic, op, result, {source_.place(false), source_.value()}, {}, {}, {}});
    }
  }

  void compute(Block& out) {
    if (random_.chance(8))
      return out.push_back(
          {S::assert_, "", -1, {source_.condition(random_.chance(50))}, {}, {}, {}});
    if (random_.chance(15) && !rising_.empty())
      return out.push_back(assign(random_.pick(rising_), number(1), "+="));
    const std::string op = random_.pick({"=", "=", "+=", "-=", "*="});
    if (op == "*=") return out.push_back(assign(accumulator(), number(2), op));
    out.push_back(assign(accumulator(), random_.chance(50) ? source_.any(2) : source_.value(), op));
  }

  void barrier(Block& out, Place at) {
    if (random_.chance(6) && !at.in_helper)
      return out.push_back(
          {S::vote,
           random_.pick({"__syncthreads_or", "__syncthreads_and", "__syncthreads_count"}),
           accumulator(),
           {source_.condition(false)},
           {},
           {},
           {}});
    Stmt b{S::barrier, random_.chance(94) ? "__syncthreads" : "__syncwarp", -1, {}, {}, {}, {}};
    out.push_back(std::move(b));
  }

  Block block(Place at) {
    Block result;
    ++depth_;
    const auto count = random_.between(1, 2);
    for (std::int64_t i = 0; i < count; ++i)
      statement(result, at);
    --depth_;
    return result;
  }

  void branch(Block& out, Place at) {
    at.uniform = at.uniform && random_.chance(50);
    Expr condition = source_.condition(at.uniform);
    Block then = block(at);
    Block other = random_.chance(30) ? block(at) : Block{};
    out.push_back(
        {S::if_, "", -1, {std::move(condition)}, {std::move(then), std::move(other)}, {}, {}});
  }

  void select(Block& out, Place at) {
    at.uniform = at.uniform && random_.chance(60);
    at.in_switch = true;
    Stmt s{S::switch_, "", -1, {}, {}, {}, {}};
    s.exprs.push_back(at.uniform ? source_.uniform()
                                 : random_.pick({source_.thread(), source_.any(1)}));
    for (std::int64_t label :
         {std::int64_t{0}, std::int64_t{1}, random_.chance(50) ? default_label : std::int64_t{2}}) {
      s.labels.push_back(label);
      s.falls.push_back(random_.chance(25));
      s.blocks.push_back(block(at));
    }
    out.push_back(std::move(s));
  }

  // A loop counted by a variable of its own; `thread_bound`: other trip counts in other threads.
  void counted(Block& out, Place at) {
    const bool uniform = at.uniform && random_.chance(85);
    at.uniform = uniform;
    const bool in_head = random_.chance(75);
    const std::int64_t slot =
        new_variable(random_.chance(12) ? Type::unsigned_ : Type::int_, in_head, at.in_helper);
    if (at.in_helper) helper_->locals.push_back(slot);
    Stmt s{S::for_, "++", slot, {}, {}, {}, {}};
    const Expr bound =
        uniform ? source_.uniform() : random_.pick({source_.thread(), source_.any(1)});
    loop_head(s, slot, uniform, bound);
    at.in_loop = true;
    at.in_switch = at.no_continue = false;
    auto& scope = source_.scope;
    (uniform ? scope.uniform : scope.varying).push_back(slot);
    if (s.op == "++" && s.exprs[1].op != "!=" && random_.chance(15)) rising_ = {slot};
    s.blocks.push_back(block(at));
    rising_.clear();
    (uniform ? scope.uniform : scope.varying).pop_back();
    out.push_back(std::move(s));
  }

  void loop_head(Stmt& s, std::int64_t slot, bool uniform, const Expr& bound) {
    const Expr i = variable(slot), one = number(1);
    const auto head = [&](Expr first, Expr condition, std::string op, Expr amount) {
      s.exprs = {std::move(first), std::move(condition), std::move(amount)};
      s.op = std::move(op);
    };
    switch (random_.below(11)) {
    case 0:
      return head(bound, binary(">", i, number(0)), "--", one);
    case 1:
      return head(number(0), binary("<", i, bound), "+=", number(random_.between(2, 3)));
    case 2:
      return head(bound, binary(">", i, number(0)), ">>=", one);
    case 3:
      return random_.chance(50) ? head(one, binary("<=", i, bound), "*=", number(2))
                                : head(one, binary("<=", i, bound), "<<=", one);
    case 4:
      return head(random_.pick({source_.thread(), source_.uniform()}), binary("<", i, number(5)),
                  "+=", cast("int", builtin("blockDim.x")));
    case 5:
      return head(number(random_.between(2, 4)), binary(">=", i, uniform ? number(0) : bound),
                  "-=", number(random_.between(1, 2)));
    case 6:
      return head(number(0), binary("!=", i, binary("&", bound, number(3))), "++", one);
    case 7:
      return head(source_.uniform(), binary("<=", i, bound), "++", one);
    default:
      return head(number(random_.below(2)), binary("<", i, bound), "++", one);
    }
  }

  // while and do-while: on a variable that the body or the condition moves.
  void conditional_loop(Block& out, Place at) {
    at.uniform = at.uniform && random_.chance(80);
    const std::int64_t slot = new_variable(Type::int_, false, at.in_helper);
    if (at.in_helper) helper_->locals.push_back(slot);
    const Expr bound = at.uniform ? source_.uniform() : source_.thread();
    const bool moved_by_body = random_.chance(40);
    at.in_loop = true;
    at.in_switch = false;
    at.no_continue = moved_by_body;
    out.push_back(assign(slot, number(random_.below(2))));
    auto& names = at.uniform ? source_.scope.uniform : source_.scope.varying;
    names.push_back(slot);
    Block body = block(at);
    names.pop_back();
    const bool is_do = random_.chance(40);
    const char* step = is_do ? "++_" : random_.pick({"_++", "++_"});
    Expr moving{Expr::Kind::step, step, slot, {}};
    if (moved_by_body) {
      const Stmt move = assign(slot, number(random_.between(1, 2)), "+=");
      body.insert(random_.chance(30) ? body.begin() : body.end(), move);
      moving = variable(slot);
    }
    out.push_back({is_do ? S::do_while : S::while_,
                   "",
                   -1,
                   {binary("<", moving, bound)},
                   {std::move(body)},
                   {},
                   {}});
  }

  void jump(Block& out, Place at) {
    const bool uniform = at.uniform && random_.chance(75);
    Stmt j{S::return_, "", -1, {}, {}, {}, {}};
    if (at.in_loop && random_.chance(75)) j.kind = random_.chance(50) ? S::break_ : S::continue_;
    if (at.no_continue && j.kind == S::continue_) j.kind = S::break_;
    if (j.kind == S::return_ && uniform && random_.chance(50)) return access(out);
    out.push_back({S::if_, "", -1, {source_.condition(uniform)}, {{std::move(j)}, {}}, {}, {}});
  }

  void call(Block& out) {
    Stmt s{S::call, "", 0, {}, {}, {}, {}};
    s.exprs.push_back(address());
    s.exprs.push_back(random_.chance(70) ? source_.thread() : source_.any(1));
    s.exprs.push_back(source_.uniform());
    out.push_back(std::move(s));
  }

  void statement(Block& out, Place at) {
    auto dice = random_.below(100);
    if (depth_ >= max_depth) dice = dice * 55 / 100;
    if (dice < 26) return access(out);
    if (dice < 32) return compute(out);
    if (dice < 53) return at.uniform || random_.chance(4) ? barrier(out, at) : access(out);
    if (dice < 55 && !at.in_helper && !source_.scope.pointers.empty()) return move_pointer(out);
    if (dice < 72) return branch(out, at);
    if (dice < 84) return counted(out, at);
    if (dice < 90) return conditional_loop(out, at);
    if (dice < 93) return select(out, at);
    if (dice < 96 && !at.in_helper && !program_.helpers.empty()) return call(out);
    jump(out, at);
  }

  void move_pointer(Block& out) {
    if (random_.chance(50)) return point(out);
    out.push_back(
        {S::advance, "", random_.pick(source_.scope.pointers), {source_.uniform()}, {}, {}, {}});
  }

  Random random_;
  Program program_;
  ExpressionSource source_;
  Helper* helper_ = nullptr;
  std::vector<std::int64_t> accumulators_; // slots that statements may change
  std::vector<std::int64_t> rising_;       // a loop variable that the loop's body may move on
  int depth_ = 0;
};

} // namespace

Program generate(std::uint64_t seed, const std::string& name) {
  return Generator(seed, name).run();
}

} // namespace heddle::oracle
