// What lanes of a warp make together (protocol::Exchanged): all of them get it as one function's
// value, which says of each what it brought.
//
// That the lanes which a mask names come, and come in the same iteration of what is around, is not
// looked at (docs/verdicts.md); lanes that the hardware chose meet in iterations of their own, so
// that a number of the meeting stands for these. Numbers can be given to all meetings of a warp
// such that two lanes were at one exactly if they have one number for it.
#include "protocol/infer/infer_engine.hpp"
#include "protocol/split/split_geometry.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

namespace heddle::protocol {

namespace {

constexpr unsigned warp_size = 32;
// What another lane has is put in for what a shuffle gives: not when it is large.
constexpr std::uint32_t max_value_size = 60;

// Looks through conversions between signed and unsigned.
Expr plain(Expr e) {
  while (e->op == Op::cast && e->args[0]->type.is_int() && e->args[0]->type.width == e->type.width)
    e = e->args[0];
  return e;
}

bool alike(Expr a, Expr b) {
  const auto number = constant_value(a);
  return plain(a) == plain(b) || (number && number == constant_value(b));
}

// x of `__ffs(x) - 1`, where that is not zero; nullptr: it is something else.
Expr first_of(Pool& pool, Expr e) {
  Expr mask = nullptr;
  for (Expr a : atoms(e))
    if (a->op == Op::apply && pool.function(a).name == "cttz") {
      if (mask) return nullptr;
      mask = a->args[0];
    }
  if (!mask) return nullptr;
  const auto zeros = [](Expr x) {
    x = plain(x);
    return x->op == Op::apply;
  };
  e = plain(e);
  if (zeros(e)) return plain(mask);
  // (mask == 0 ? 0 : cttz(mask) + 1) - 1
  const bool less = (e->op == Op::add && constant_value(e->args[1]) == -1) ||
                    (e->op == Op::sub && constant_value(e->args[1]) == 1);
  if (!less) return nullptr;
  Expr choice = plain(e->args[0]);
  if (choice->op != Op::ite) return nullptr;
  Expr cond = choice->args[0], more = plain(choice->args[2]);
  if (cond->op != Op::eq) return nullptr;
  const bool of_mask =
      std::ranges::any_of(cond->args, [&](Expr x) { return plain(x) == plain(mask); }) &&
      std::ranges::any_of(cond->args, [&](Expr x) { return constant_value(x) == 0; });
  const bool one_more =
      more->op == Op::add && zeros(more->args[0]) && constant_value(more->args[1]) == 1;
  return of_mask && one_more ? plain(mask) : nullptr;
}

} // namespace

// With dimensions that can have one value only put in.
Expr Engine::folded(Expr e) {
  if (!geometry_) geometry_ = std::make_shared<const Geometry>(kernel_, pool_);
  return pool_.substitute(e, [&](Expr x) -> Expr {
    if (x->op != Op::symbol) return nullptr;
    const auto of = [&](const std::array<SymbolId, 3>& axes) {
      return std::ranges::find(axes, static_cast<SymbolId>(x->value)) - axes.begin();
    };
    if (of(kernel_.block_dim) < 3) return geometry_->folded(x);
    const auto axis = of(kernel_.thread_index);
    if (axis == 3) return nullptr;
    Expr width =
        geometry_->folded(pool_.symbol_ref(kernel_.block_dim.at(static_cast<std::size_t>(axis))));
    return width && constant_value(width) == 1 ? pool_.constant(0, x->type) : nullptr;
  });
}

// threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)
Expr Engine::linear_thread() {
  const auto index = [&](std::size_t a) { return pool_.symbol_ref(kernel_.thread_index[a]); };
  const auto width = [&](std::size_t a) { return pool_.symbol_ref(kernel_.block_dim[a]); };
  const Expr rows = pool_.add(index(1), pool_.mul(width(1), index(2)));
  return folded(pool_.add(index(0), pool_.mul(width(0), rows)));
}

Expr Engine::lane() {
  return pool_.cast(pool_.rem(linear_thread(), pool_.constant(warp_size, Type::u32())),
                    Type::i32());
}

// Is it the thread's place, among lanes of its warp or of those that came together?
bool Engine::is_place(Expr e, Expr place) {
  e = plain(folded(e));
  place = plain(place);
  if (e == place) return true;
  if (place->op != Op::rem || (e->op != Op::rem && e->op != Op::bit_and)) return false;
  const bool all = constant_value(e->args[1]) == (e->op == Op::rem ? warp_size : warp_size - 1);
  if (!all) return false;
  Expr x = plain(e->args[0]);
  if (x == place->args[0]) return true;
  const Linear apart = linear_exact(pool_, x).minus(linear_exact(pool_, place->args[0]));
  return apart.terms.empty() && apart.constant == 0;
}

Expr Engine::shared_by_lanes(const core::Stmt& stmt, const core::Havoc& node,
                             std::vector<Expr> args) {
  const Symbol& symbol = pool_.symbol(node.var);
  const FunctionId fn = pool_.new_function({symbol.name, symbol.type, Flavour::unknown, Scope::warp,
                                            stmt.loc, node.reason, std::nullopt, std::nullopt});
  return pool_.apply(fn, std::move(args));
}

void Engine::record_exchange(Exchanged::Kind kind, Expr result, const LaneGroup& group, Expr value,
                             const State& s) {
  Exchanged e{kind,
              static_cast<FunctionId>(result->value),
              {},
              group.met,
              group.names.size(),
              group.place,
              value,
              pool_.logical_and(known_.all(), guard(s))};
  for (Expr binder : binders_)
    e.around.push_back(static_cast<SymbolId>(binder->value));
  protocol_.exchanged.push_back(std::move(e));
}

// A mask of lanes that the hardware chose.
Expr Engine::meeting(const core::Stmt& stmt, const core::Havoc& node, const State& s) {
  Expr number = unknown({"the meeting", Type::i32(), stmt.loc, node.reason, Scope::thread, {}});
  Expr mask = shared_by_lanes(stmt, node, {number});
  meetings_.insert(static_cast<FunctionId>(mask->value));
  record_exchange(Exchanged::Kind::ballot, mask, {{number}, lane(), true}, pool_.boolean(true), s);
  return mask;
}

std::optional<Engine::LaneGroup> Engine::lane_group(const core::Exchange& exchange,
                                                    const State& s) {
  if (exchange.scope != Scope::warp) return std::nullopt;
  LaneGroup group{binders_, lane()};
  if (exchange.group_size != 0 && exchange.group_size < warp_size) {
    group.names.push_back(
        pool_.div(linear_thread(), pool_.constant(exchange.group_size, Type::u32())));
    return group;
  }
  if (!exchange.mask) return group;
  group.mask = plain(simplify(eval(exchange.mask, s)));
  const auto bits = constant_value(group.mask);
  group.whole = bits && static_cast<std::uint32_t>(*bits) == 0xffffffffU;
  const auto met = [&](Expr e) {
    return e->op == Op::apply && meetings_.contains(static_cast<FunctionId>(e->value));
  };
  if (met(group.mask)) { // each lane of the meeting comes here once for it
    if (group.mask->args[0]->args != binders_) return std::nullopt;
    group.names = group.mask->args;
    group.met = true;
  } else if (!group.whole) {
    if (std::ranges::any_of(atoms(group.mask), met)) return std::nullopt;
    group.names.push_back(pool_.cast(group.mask, Type::u32()));
  }
  return group;
}

// nullptr: no more is known of it than what lanes share.
Expr Engine::exchanged(const core::Stmt& stmt, const core::Havoc& node, const State& s) {
  using Kind = core::Exchange::Kind;
  if (!node.exchange || !emitting_ || !pool_.symbol(node.var).type.is_int()) return nullptr;
  const core::Exchange& exchange = *node.exchange;
  if (!exchange.value->type.is_int() && !exchange.value->type.is_bool()) return nullptr;
  const bool votes = exchange.kind == Kind::ballot || exchange.kind == Kind::match;
  if (!votes && exchange.kind > Kind::nth) return nullptr;
  std::optional<LaneGroup> group = lane_group(exchange, s);
  if (!group) return nullptr;
  return votes ? voted(stmt, node, std::move(*group), s)
               : shuffled(stmt, node, std::move(*group), s);
}

Expr Engine::voted(const core::Stmt& stmt, const core::Havoc& node, LaneGroup group,
                   const State& s) {
  const core::Exchange& exchange = *node.exchange;
  Expr value = simplify(eval(exchange.value, s));
  if (exchange.group_size != 0 && exchange.group_size < warp_size)
    group.place = pool_.rem(group.place, pool_.constant(exchange.group_size, Type::i32()));
  const bool ballot = exchange.kind == core::Exchange::Kind::ballot;
  if (ballot && value->type.is_int()) value = pool_.ne(value, pool_.constant(0, value->type));
  std::vector<Expr> args = group.names;
  if (!ballot) args.push_back(value);
  Expr result = shared_by_lanes(stmt, node, std::move(args));
  record_exchange(ballot ? Exchanged::Kind::ballot : Exchanged::Kind::match, result, group, value,
                  s);
  return result;
}

// `base`, a number that goes with that of the lane, of the lane whose value a shuffle gives;
// nullptr: not known.
Expr Engine::of_source(const core::Exchange& exchange, Expr operand, Expr base) {
  using Kind = core::Exchange::Kind;
  const auto number = [&](std::int64_t n) { return pool_.constant(n, Type::i32()); };
  const std::int64_t width =
      exchange.width ? constant_value(exchange.width).value_or(0) : std::int64_t{warp_size};
  if (width < 1 || width > warp_size || !std::has_single_bit(static_cast<std::uint64_t>(width)))
    return nullptr;
  const Interval range = interval(pool_, operand);
  const bool small = range.low && *range.low >= 0 && range.high && *range.high < warp_size;
  Expr own = lane();
  Expr place = width == warp_size ? own : pool_.rem(own, number(width));
  if (exchange.kind == Kind::lane) {
    Expr asked = small && *range.high < width ? operand : pool_.bit_and(operand, number(width - 1));
    return width == warp_size && base == own ? asked : pool_.add(pool_.sub(base, place), asked);
  }
  if (!small) return nullptr;
  if (exchange.kind == Kind::up)
    return pool_.ite(pool_.le(operand, place), pool_.sub(base, operand), base);
  if (exchange.kind == Kind::down)
    return pool_.ite(pool_.lt(pool_.add(place, operand), number(width)), pool_.add(base, operand),
                     base);
  const auto by = constant_value(operand);
  if (!by || *by >= width) return nullptr;
  Expr moved = base;
  for (std::int64_t bit = 1; bit < warp_size; bit *= 2)
    if ((*by & bit) != 0) {
      Expr odd = pool_.eq(pool_.rem(pool_.div(own, number(bit)), number(2)), number(1));
      moved = pool_.add(moved, pool_.ite(odd, number(-bit), number(bit)));
    }
  return moved;
}

Expr Engine::shuffled(const core::Stmt& stmt, const core::Havoc& node, LaneGroup group,
                      const State& s) {
  const core::Exchange& exchange = *node.exchange;
  Expr value = simplify(eval(exchange.value, s)), operand = simplify(eval(exchange.lane, s));
  const bool nth = exchange.kind == core::Exchange::Kind::nth;
  const Type type = pool_.symbol(node.var).type;
  if (!value->type.is_int() || value->type.width != type.width || (nth && !group.mask))
    return nullptr;
  value = pool_.cast(value, type);
  Expr asked = nth ? operand : of_source(exchange, operand, group.place);
  if (!asked) return nullptr;
  if (nth)
    group.place = pool_.apply(pool_.pure_function(bits_below, Type::i32()),
                              {pool_.cast(group.mask, Type::u32()), group.place});
  std::vector<Expr> args = group.names;
  args.push_back(asked);
  const std::optional<Drawn> drawn = handed_on(exchange, value, operand, group);
  if (drawn) args.insert(args.end(), {drawn->number, drawn->offset});
  Expr result = shared_by_lanes(stmt, node, std::move(args));
  record_exchange(Exchanged::Kind::lane, result, group, value, s);
  if (!drawn) return nth ? result : as_source_has_it(exchange, value, operand, group, result, s);
  Increment increment = drawn->from;
  increment.fn = static_cast<FunctionId>(result->value);
  increment.handed_on = true;
  protocol_.increments.push_back(increment);
  return result;
}

// What the other lane has, where that can be told from its number; else `unknown`. It is there,
// comes here, and its warp is a part of a row.
Expr Engine::as_source_has_it(const core::Exchange& exchange, Expr value, Expr operand,
                              const LaneGroup& group, Expr unknown, const State& s) {
  const auto of_lane = [&](Expr e) {
    return !table_.facts(e).provisional && std::ranges::all_of(atoms(e), [&](Expr a) {
      if (a->op != Op::apply) return true;
      const Function& f = pool_.function(a);
      return f.flavour != Flavour::load && (f.flavour == Flavour::pure || f.sharing >= Scope::warp);
    });
  };
  Expr done = pool_.logical_and(known_.all(), guard(s));
  Expr own = pool_.symbol_ref(kernel_.thread_index[0]);
  if (!group.whole || linear_thread() != own || !of_lane(value) || !of_lane(done) ||
      table_.facts(value).size + table_.facts(done).size > max_value_size)
    return unknown;
  Expr other = of_source(exchange, operand, pool_.cast(own, Type::i32()));
  Expr width = pool_.cast(pool_.symbol_ref(kernel_.block_dim[0]), Type::i32());
  const std::array<Expr, 3> index{pool_.cast(other, own->type),
                                  pool_.symbol_ref(kernel_.thread_index[1]),
                                  pool_.symbol_ref(kernel_.thread_index[2])};
  Expr there = pool_.logical_and(pool_.lt(other, width), of_thread(done, index));
  return pool_.ite(simplify(there), of_thread(value, index), unknown);
}

// Have all warps of a block 32 threads?
bool Engine::whole_warps() {
  Expr threads = pool_.constant(1, Type::u32());
  for (const SymbolId dimension : kernel_.block_dim)
    threads = pool_.mul(threads, pool_.symbol_ref(dimension));
  const auto number = constant_value(folded(threads));
  return number && *number % warp_size == 0;
}

// Is it the same for all lanes of the group?
bool Engine::same_in(const LaneGroup& group, Expr e) {
  if (e == group.mask || table_.facts(e).sharing >= Scope::warp) return true;
  if (e->op == Op::symbol) return false;
  if (e->op == Op::apply) {
    const Function& f = pool_.function(e);
    if (f.flavour != Flavour::pure && f.sharing < Scope::warp) return false;
  }
  return std::ranges::all_of(e->args, [&](Expr a) { return same_in(group, a); });
}

// The number that the lane asked for has drawn from a counter, in this iteration: the value that it
// gives is that where it is itself.
std::optional<Engine::Drawn> Engine::handed_on(const core::Exchange& exchange, Expr value,
                                               Expr asked, const LaneGroup& group) {
  using Kind = core::Exchange::Kind;
  const Interval range = interval(pool_, asked);
  // The lane is one of the warp's, all of which are there; the first always is.
  const bool whole =
      exchange.kind == Kind::lane && group.whole && constant_value(exchange.width) == warp_size;
  const bool lane_there = whole && range.low && *range.low >= 0 && range.high &&
                          *range.high < (whole_warps() ? warp_size : 1);
  const bool first_there = exchange.kind == Kind::nth && constant_value(asked) == 0;
  Expr first = exchange.kind == Kind::lane ? first_of(pool_, asked) : nullptr;
  if (first && !whole && first != group.mask) first = nullptr;
  if (!lane_there && !first_there && !first) return std::nullopt;
  Expr of_mask = nullptr; // the lane is the first of this mask
  const auto is_there = [&](Expr cond) {
    if (cond->op != Op::eq || !cond->args[0]->type.is_int()) return false;
    for (const std::size_t i : {0, 1}) {
      Expr a = plain(cond->args[i]), b = cond->args[1 - i];
      if (is_place(a, group.place) && alike(b, asked)) {
        if (!lane_there && !first_there) of_mask = first;
        return true;
      }
      const bool none_below = first && constant_value(b) == 0 && a->op == Op::apply &&
                              pool_.function(a).name == bits_below && plain(a->args[0]) == first &&
                              is_place(a->args[1], group.place);
      if (none_below) {
        of_mask = first;
        return true;
      }
    }
    return false;
  };
  value = plain(value);
  while (value->op == Op::ite) {
    const bool then = is_there(value->args[0]);
    if (!then && !is_there(pool_.logical_not(value->args[0]))) return std::nullopt;
    value = plain(value->args[then ? 1 : 2]);
  }
  const auto from = std::ranges::find_if(protocol_.increments, [&](const Increment& i) {
    return value->op == Op::apply && !i.handed_on && i.fn == static_cast<FunctionId>(value->value);
  });
  if (from == protocol_.increments.end() || (group.met && from->depth > 0)) return std::nullopt;
  const std::size_t last = value->args.size() - 1;
  if (!std::ranges::equal(binders_, std::span(value->args).first(last - 1))) return std::nullopt;
  Drawn drawn{*from, value->args[last - 1], value->args[last]};
  if (!same_in(group, drawn.number) || !same_in(group, drawn.offset)) return std::nullopt;
  // Of a mask without lanes there is no first; who comes here by a mask is one of it, and where the
  // number is that of its lanes, a range that is not empty says so.
  const bool some =
      !of_mask || of_mask == group.mask ||
      (drawn.number->op == Op::apply && pool_.function(drawn.number).name == bits_below &&
       plain(drawn.number->args[0]) == of_mask);
  return some ? std::optional(drawn) : std::nullopt;
}

} // namespace heddle::protocol
