// Facts about values that come from memory (theory.md section 2, "Data").
#include "core/clusters.hpp"
#include "protocol/split/split_copy.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <unordered_map>

namespace heddle::protocol {

namespace {

// Facts between every two of more values would drown the solver.
constexpr std::size_t max_related = 16;

bool reads(const Protocol& protocol, const core::Contract& contract, FunctionId fn) {
  const core::Array& array = protocol.kernel->arrays.at(contract.array);
  return std::ranges::any_of(protocol.loads, [&](const Load& load) {
    return load.fn == fn && load.array == contract.array && load.initial &&
           load.size == array.element_size;
  });
}

// e / by, where that is plain to see and leaves no rest.
Expr exact_quotient(Pool& pool, Expr e, std::int64_t by) {
  if (by == 1) return e;
  if (const auto c = constant_value(e))
    return *c % by == 0 ? pool.constant(*c / by, e->type) : nullptr;
  if (e->op == Op::mul) {
    for (std::size_t i = 0; i < 2; ++i)
      if (const Expr part = exact_quotient(pool, e->args[i], by))
        return pool.mul(part, e->args[1 - i]);
    return nullptr;
  }
  if (e->op != Op::add && e->op != Op::sub) return nullptr;
  const Expr a = exact_quotient(pool, e->args[0], by), b = exact_quotient(pool, e->args[1], by);
  if (!a || !b) return nullptr;
  return e->op == Op::add ? pool.add(a, b) : pool.sub(a, b);
}

// What a forall says of the elements that are read: its integers take every value that makes one of
// its elements one of those. Others that it speaks of there may not exist: an array has the
// elements from its first to the last that is read of any array of the contract.
class Instances {
public:
  Instances(const Protocol& protocol, const core::Contract& contract,
            const std::vector<Expr>& exprs)
      : protocol_(protocol), contract_(contract), pool_(*protocol.pool) {
    for (Expr atom : all_atoms(exprs))
      if (atom->op == Op::apply) add(atom);
  }

  std::vector<Expr> run() {
    std::vector<std::vector<Expr>> values;
    for (const SymbolId bound : contract_.bound)
      values.push_back(values_of(bound));
    std::vector<Expr> facts;
    std::vector<Expr> chosen(values.size());
    const auto choose = [&](auto&& self, std::size_t i) -> void {
      if (i == values.size()) {
        if (const Expr fact = instance(chosen); fact && !is_true(fact)) facts.push_back(fact);
        return;
      }
      for (Expr value : values[i]) {
        chosen[i] = value;
        self(self, i + 1);
      }
    };
    choose(choose, 0);
    return facts;
  }

private:
  struct Cell {
    core::ArrayId array;
    Expr index, value;
  };

  void add(Expr atom) {
    const auto fn = static_cast<FunctionId>(atom->value);
    const auto load = std::ranges::find(protocol_.loads, fn, &Load::fn);
    if (load == protocol_.loads.end() || !load->initial || cells_.size() >= max_related) return;
    const core::Array& array = protocol_.kernel->arrays.at(load->array);
    const Expr offset = atom->args.back();
    if (load->size != array.element_size || atom->type != array.element_type ||
        atom->args.size() != 1 || offset->type != Type::i64())
      return;
    if (const Expr index = exact_quotient(pool_, offset, load->size))
      cells_.push_back({load->array, index, atom});
  }

  std::vector<Expr> values_of(SymbolId bound) {
    std::vector<Expr> values;
    for (const core::Contract::Element& e : contract_.elements)
      for (const Cell& cell : cells_)
        if (e.index == bound && e.array == cell.array) {
          const Expr v = pool_.sub(cell.index, pool_.constant(e.plus, Type::i64()));
          if (std::ranges::find(values, v) == values.end()) values.push_back(v);
        }
    return values;
  }

  // The element at `index`; nullptr: the array is not read at all.
  Expr element(core::ArrayId array, Expr index) {
    const Cell* other = nullptr;
    for (const Cell& cell : cells_) {
      if (cell.array != array) continue;
      if (are_equal(cell.index, index)) return cell.value;
      other = &cell;
    }
    if (!other) return unread(array, index);
    const std::int64_t size = protocol_.kernel->arrays.at(array).element_size;
    const Expr offset = pool_.mul(index, pool_.constant(size, Type::i64()));
    return pool_.apply(static_cast<FunctionId>(other->value->value), {offset});
  }
  // The same of an array that only another place, or none, reads.
  Expr unread(core::ArrayId array, Expr index) {
    const core::Array& a = protocol_.kernel->arrays.at(array);
    for (const Load& load : protocol_.loads)
      if (load.array == array && load.initial && load.size == a.element_size &&
          pool_.function(load.fn).type == a.element_type)
        return pool_.apply(load.fn,
                           {pool_.mul(index, pool_.constant(a.element_size, Type::i64()))});
    return nullptr;
  }

  bool are_equal(Expr a, Expr b) {
    return a == b || constant_value(pool_.sub(a, b)) == std::optional<std::int64_t>(0);
  }

  // That there is an element at `index`.
  Expr exists(Expr index) {
    Expr is_followed = pool_.boolean(false);
    for (const Cell& cell : cells_) {
      if (std::ranges::find(contract_.elements, cell.array, &core::Contract::Element::array) ==
          contract_.elements.end())
        continue;
      if (are_equal(cell.index, index)) return pool_.boolean(true);
      is_followed = pool_.logical_or(is_followed, pool_.le(index, cell.index));
    }
    return pool_.logical_and(pool_.le(pool_.constant(0, Type::i64()), index), is_followed);
  }

  Expr instance(const std::vector<Expr>& chosen) {
    Expr exist = pool_.boolean(true);
    std::unordered_map<Expr, Expr> meaning;
    for (std::size_t i = 0; i < chosen.size(); ++i)
      meaning[pool_.symbol_ref(contract_.bound[i])] = chosen[i];
    for (const core::Contract::Element& e : contract_.elements) {
      const Expr index =
          pool_.add(meaning.at(pool_.symbol_ref(e.index)), pool_.constant(e.plus, Type::i64()));
      const Expr value = element(e.array, index);
      if (!value || !value->type.is_int()) return nullptr; // others are compared with nothing
      exist = pool_.logical_and(exist, exists(index));
      meaning[pool_.symbol_ref(e.value)] = pool_.cast(value, Type::i64());
    }
    return pool_.implies(exist, pool_.substitute(contract_.holds, [&](Expr leaf) -> Expr {
      const auto it = meaning.find(leaf);
      return it == meaning.end() ? nullptr : it->second;
    }));
  }

  const Protocol& protocol_;
  const core::Contract& contract_;
  Pool& pool_;
  std::vector<Cell> cells_;
};

} // namespace

// A contract speaks of all elements; of those that are read, two at a time (a chain from one
// element to the next would need as many steps as they are apart).
std::vector<Expr> contract_facts(const Protocol& protocol, const core::Contract& contract,
                                 const std::vector<Expr>& exprs) {
  if (contract.kind == core::Contract::Kind::forall)
    return Instances(protocol, contract, exprs).run();
  Pool& pool = *protocol.pool;
  std::vector<Expr> found, facts;
  for (Expr atom : all_atoms(exprs))
    if (atom->op == Op::apply && atom->type.is_int() && found.size() < max_related &&
        reads(protocol, contract, static_cast<FunctionId>(atom->value)))
      found.push_back(atom);
  for (std::size_t i = 0; i < found.size(); ++i)
    for (std::size_t j = i + 1; j < found.size(); ++j) {
      Expr a = found[i], b = found[j];
      if (a->type != b->type) continue;
      Expr at_a = a->args.back(), at_b = b->args.back();
      if (contract.kind == core::Contract::Kind::distinct) {
        facts.push_back(pool.implies(pool.eq(a, b), pool.eq(at_a, at_b)));
      } else {
        facts.push_back(pool.implies(pool.le(at_a, at_b), pool.le(a, b)));
        facts.push_back(pool.implies(pool.le(at_b, at_a), pool.le(b, a)));
      }
    }
  return facts;
}

std::vector<Expr> contract_preconditions(const core::Kernel& kernel) {
  Pool& pool = *kernel.pool;
  std::array<Expr, 2> index{};
  std::map<std::tuple<core::ArrayId, std::size_t, std::int64_t>, Expr> cells;
  const auto symbol = [&](const char* name, Type type) {
    const Interval range = type_range(type);
    return pool.symbol_ref(
        pool.new_symbol({name, type, Role::fresh, 0, range.low, range.high, {}}));
  };
  std::vector<Expr> facts;
  for (const core::Contract& contract : kernel.contracts) {
    if (contract.kind != core::Contract::Kind::forall) continue;
    if (!index[0]) {
      index = {symbol("i", Type::i64()), symbol("j", Type::i64())};
      facts.push_back(pool.ne(index[0], index[1]));
    }
    for (unsigned which = 0; which < 1U << contract.bound.size(); ++which) {
      std::unordered_map<Expr, Expr> meaning;
      const auto side = [&](SymbolId bound) -> std::size_t {
        const auto at = std::ranges::find(contract.bound, bound) - contract.bound.begin();
        return which >> at & 1U;
      };
      for (const SymbolId bound : contract.bound)
        meaning[pool.symbol_ref(bound)] = index.at(side(bound));
      for (const core::Contract::Element& e : contract.elements) {
        Expr& cell = cells[{e.array, side(e.index), e.plus}];
        if (!cell) cell = symbol("element", kernel.arrays.at(e.array).element_type);
        meaning[pool.symbol_ref(e.value)] = pool.cast(cell, Type::i64());
      }
      facts.push_back(pool.substitute(contract.holds, [&](Expr leaf) -> Expr {
        const auto it = meaning.find(leaf);
        return it == meaning.end() ? nullptr : it->second;
      }));
    }
  }
  return facts;
}

std::vector<Expr> content_facts(Copies& copies, const Protocol& protocol,
                                const std::vector<Expr>& exprs) {
  std::vector<Expr> facts = lane_facts(copies, protocol, exprs), used = exprs;
  used.insert(used.end(), facts.begin(), facts.end());
  for (const core::Contract& contract : protocol.kernel->contracts) {
    const std::vector<Expr> found = contract_facts(protocol, contract, used);
    facts.insert(facts.end(), found.begin(), found.end());
  }
  const std::vector<Expr> found = addition_facts(copies, protocol, used);
  facts.insert(facts.end(), found.begin(), found.end());
  return facts;
}

} // namespace heddle::protocol
