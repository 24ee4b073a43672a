#include "cuda/contract/resolve.hpp"

#include "cuda/contract/arithmetic.hpp"
#include "cuda/contract/quantified.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace heddle::contract {

namespace {

using Cause = NotUnderstood::Cause;

// What a node is: a value with contracts, or a path whose meaning nobody asked for yet.
struct Term {
  Expr value = nullptr;
  std::vector<core::Contract> contracts;
  std::string path;            // empty: none
  std::string element_of = {}; // the path is, or is in, an element of this one
};

// Goes through the nodes until the first that is not understood.
class Resolver {
public:
  Resolver(const Formula& formula, Pool& pool, const Lookup& lookup, Reading reading)
      : formula_(formula), pool_(pool), lookup_(lookup), arithmetic_(pool, reading),
        terms_(formula.nodes.size()) {}

  std::variant<Term, NotUnderstood> run() {
    const std::vector<bool> bound = below_forall(), conjuncts = parts();
    for (NodeId i = first_; i < terms_.size() && !failure_; ++i)
      if (!bound[i]) {
        at_ = i;
        terms_[i] = std::visit(*this, formula_.nodes[i].form);
        if (conjuncts[i] && !failure_) state_variables(i);
      }
    Term whole;
    if (!failure_) {
      whole.contracts = terms_.back().contracts;
      whole.value = any_value(static_cast<NodeId>(terms_.size() - 1));
    }
    if (failure_) return *failure_;
    return whole;
  }

  Term operator()(const Literal& n) { return of(pool_.constant(n.value, n.type)); }
  Term operator()(const Name& n) {
    if (const Expr bound = forall_ ? forall_->bound(n.text) : nullptr) return of(bound);
    return {nullptr, {}, n.text};
  }
  Term operator()(const Member& n) {
    const Term& whole = terms_[n.of];
    if (whole.path.empty()) return fail("'" + n.name + "' of what is no object");
    return {nullptr, {}, whole.path + (n.arrow ? "->" : ".") + n.name, whole.element_of};
  }
  Term operator()(const Element& n) {
    const Term whole = terms_[n.of];
    if (whole.path.empty()) return fail("an element of what is no array");
    const Expr index = integer(n.index);
    if (failure_) return {};
    if (forall_ && forall_->binds(index)) return bound_element(whole.path, index);
    const auto i = constant_value(index);
    if (!i) return element(whole.path);
    return {nullptr, {}, whole.path + "[" + std::to_string(*i) + "]", whole.path};
  }
  Term operator()(const Call& n) {
    const ArrayForm* form = array_form(n.name);
    if (form && n.args.size() == form->args) return of_array(n, *form);
    if ((n.name == "min" || n.name == "max") && n.args.size() == 2) {
      const Expr a = integer(n.args[0]), b = integer(n.args[1]);
      return failure_ ? Term{} : of(arithmetic_.extreme(n.name == "max", a, b));
    }
    return fail(form ? "'" + n.name + "' takes " + form->takes : "a call of '" + n.name + "'",
                form ? Cause::form : Cause::name);
  }
  Term operator()(const PrefixForm& n) {
    const Expr x = integer(n.of);
    return failure_ ? Term{} : of(arithmetic_.apply(n.op, x));
  }
  Term operator()(const InfixForm& n) {
    if (n.op == Infix::logical_and) return conjunction(n);
    const Expr a = integer(n.left), b = integer(n.right);
    return failure_ ? Term{} : of(arithmetic_.apply(n.op, a, b));
  }
  Term operator()(const Choice& n) {
    const Expr c = integer(n.cond), a = integer(n.then_value), b = integer(n.else_value);
    return failure_ ? Term{} : of(arithmetic_.choose(c, a, b));
  }
  Term operator()(const Conversion& n) {
    const Expr x = integer(n.of);
    return failure_ ? Term{} : of(arithmetic_.convert(x, n.type));
  }
  Term operator()(const Forall& form) {
    if (forall_) return fail("a forall within a forall");

    auto stated = quantified(formula_, at_, lookup_);
    if (auto* why = std::get_if<NotUnderstood>(&stated)) {
      failure_ = std::move(*why);
      return {};
    }
    if (!std::get<0>(stated).empty())
      return {pool_.boolean(true), std::get<0>(std::move(stated)), ""};
    return in_general(form);
  }

private:
  // The nodes that a forall binds names for.
  std::vector<bool> below_forall() const {
    std::vector<bool> bound(terms_.size());
    for (const FormulaNode& node : formula_.nodes)
      if (const auto* forall = std::get_if<Forall>(&node.form))
        for (NodeId i = forall->first; i <= forall->body; ++i)
          bound[i] = true;
    return bound;
  }

  // Those that && alone joins to the whole, which is not below a forall.
  std::vector<bool> parts() const {
    std::vector<bool> found(terms_.size());
    if (!forall_) found.back() = true;
    for (std::size_t i = found.size(); i-- > 0;)
      if (const auto* infix = std::get_if<InfixForm>(&formula_.nodes[i].form);
          found[i] && infix && infix->op == Infix::logical_and) {
        found[infix->left] = found[infix->right] = true;
        found[i] = false;
      }
    return found;
  }

  // A part that speaks of variables of the file is a statement of the one element of each.
  void state_variables(NodeId part) {
    const Expr value = any_value(part);
    if (failure_ || !variables_) return;
    std::vector<core::Contract>& stated = terms_[part].contracts;
    if (stated.empty())
      stated.push_back(*variables_->finish(Arithmetic(pool_, Reading::mathematical).truth(value)));
    else if (!std::ranges::all_of(stated, [&](auto& c) { return variables_->add_to(c); }))
      fail_at(part, "a statement of two elements of an array and of a variable of the file");
    variables_.reset();
    terms_[part] = {pool_.boolean(true), std::move(stated), ""};
  }

  Term fail(std::string reason, Cause cause = Cause::form) {
    if (!failure_) failure_ = {cause, std::move(reason), formula_.nodes[at_].column};
    return {};
  }
  Term fail_at(NodeId node, std::string reason, Cause cause = Cause::form) {
    at_ = node;
    return fail(std::move(reason), cause);
  }
  // An element that is no parameter of its own.
  Term element(const std::string& array) {
    const Meaning meaning = lookup_(array);
    if (const auto* why = std::get_if<NoName>(&meaning)) {
      failure_ = unnamed(array, *why, formula_.nodes[at_].column);
      return {};
    }
    if (std::holds_alternative<Expr>(meaning)) return fail("'" + array + "' is no array");
    return fail("an element of '" + array + "'; of arrays, distinct(" + array + "), monotone(" +
                array + ") and what says the same with forall can be stated");
  }

  static Term of(Expr value) { return {value, {}, ""}; }
  Term of(Arithmetic::Result result) {
    if (auto* why = std::get_if<std::string>(&result)) return fail(std::move(*why));
    return of(std::get<Expr>(result));
  }

  // What the node is worth; nullptr when that is not understood.
  Expr any_value(NodeId node) {
    if (failure_) return nullptr;
    const Term& term = terms_[node];
    return term.path.empty() ? term.value : named(node, term);
  }
  // The same, where there is no place for contracts.
  Expr integer(NodeId node) {
    if (!failure_ && !terms_[node].contracts.empty())
      fail_at(node, "what is said of an array, within a condition; it can be joined by && only");
    return any_value(node);
  }

  Expr named(NodeId node, const Term& term) {
    const auto refuse = [&](std::string reason, Cause cause) {
      fail_at(node, std::move(reason), cause);
      return nullptr;
    };
    const Meaning meaning = lookup_(term.path);
    if (const auto* array = std::get_if<ArrayName>(&meaning)) {
      if (!array->is_number)
        return refuse("'" + term.path + "' is an array, not a number", Cause::name);
      if (const Expr value = variable(array->array)) return value;
      return refuse("'" + term.path + "' in a forall of two integers", Cause::form);
    }
    if (const auto* why = std::get_if<NoName>(&meaning)) {
      if (!term.element_of.empty() && std::holds_alternative<ArrayName>(lookup_(term.element_of))) {
        at_ = node;
        element(term.element_of);
      } else {
        failure_ = unnamed(term.path, *why, formula_.nodes[node].column);
      }
      return nullptr;
    }
    const Expr value = std::get<Expr>(meaning);
    const Type type = value->type;
    if (!type.is_bool() && !type.is_int())
      return refuse("'" + term.path + "' is no integer", Cause::form);
    if (type.width > 64) return refuse("'" + term.path + "' has more than 64 bits", Cause::form);
    if (forall_ && type.is_int()) return pool_.cast(value, Type::i64());
    return value;
  }

  // What the launch finds in a variable of the file: an element that there is one of. Of a forall
  // that has two integers there is none left for it.
  Expr variable(core::ArrayId array) {
    constexpr const char* first = ""; // no name that a formula can have
    if (!forall_ && !variables_) variables_.emplace(pool_);
    ForallBuilder& builder = forall_ ? *forall_ : *variables_;
    Expr at = builder.bound(first);
    if (!at && builder.is_full()) return nullptr;
    if (!at) at = builder.bind(first);
    return builder.element(array, at);
  }

  // The array that an argument names.
  std::optional<core::ArrayId> array_of(const Call& n, std::size_t argument) {
    const Term& whole = terms_[n.args[argument]];
    at_ = n.args[argument];
    if (whole.path.empty()) {
      fail("'" + n.name + "' takes an array");
      return std::nullopt;
    }
    return array_named(whole.path);
  }
  std::optional<core::ArrayId> array_named(const std::string& path) {
    const Meaning meaning = lookup_(path);
    const auto* array = std::get_if<ArrayName>(&meaning);
    if (const auto* why = std::get_if<NoName>(&meaning))
      failure_ = unnamed(path, *why, formula_.nodes[at_].column);
    else if (!array)
      fail("'" + path + "' is no array", Cause::name);
    return array ? std::optional(array->array) : std::nullopt;
  }

  Term of_array(const Call& n, const ArrayForm& form) {
    if (forall_) return fail("what is said of an array, within a forall");
    std::vector<core::ArrayId> arrays;
    std::vector<Expr> numbers;
    for (std::size_t i = 0; i < form.args && !failure_; ++i)
      if (i >= form.arrays) {
        if (const Expr e = integer(n.args[i])) numbers.push_back(pool_.cast(whole(e), Type::i64()));
      } else if (const auto array = array_of(n, i)) {
        arrays.push_back(*array);
      }
    if (failure_) return {};
    return {pool_.boolean(true), form.state(pool_, arrays, numbers), ""};
  }
  // C's number of a truth value
  Expr whole(Expr e) {
    return e->type.is_bool() ? pool_.ite(e, pool_.constant(1), pool_.constant(0)) : e;
  }

  // What is none of the forms that have names: a statement of elements, read as mathematics.
  Term in_general(const Forall& form) {
    const NodeId forall_node = at_;
    if (form.names.size() > ForallBuilder::most_bound)
      return fail("a forall of more than two integers");
    ForallBuilder builder(pool_);
    for (const std::string& name : form.names)
      builder.bind(name);
    Formula body{{formula_.nodes.begin(), formula_.nodes.begin() + form.body + 1}};
    Resolver inner(body, pool_, lookup_, Reading::mathematical);
    inner.forall_ = &builder;
    inner.first_ = form.first;
    auto found = inner.run();
    if (auto* why = std::get_if<NotUnderstood>(&found)) {
      failure_ = std::move(*why);
      return {};
    }
    const Term& term = std::get<Term>(found);
    auto contract = builder.finish(Arithmetic(pool_, Reading::mathematical).truth(term.value));
    if (!contract)
      return fail_at(forall_node, "a forall that uses one of its integers as no index of an array");
    return {pool_.boolean(true), {*std::move(contract)}, ""};
  }

  Term bound_element(const std::string& path, Expr index) {
    const auto array = array_named(path);
    if (!array) return {};
    if (const Expr value = forall_->element(*array, index)) return of(value);
    return fail("an element of '" + path +
                "' at what is not an integer of the forall, plus or minus a constant");
  }

  Term conjunction(const InfixForm& n) {
    const Expr a = any_value(n.left), b = any_value(n.right);
    if (failure_) return {};
    Term both = of(pool_.logical_and(arithmetic_.truth(a), arithmetic_.truth(b)));
    for (const NodeId side : {n.left, n.right})
      both.contracts.insert(both.contracts.end(), terms_[side].contracts.begin(),
                            terms_[side].contracts.end());
    return both;
  }

  const Formula& formula_;
  Pool& pool_;
  const Lookup& lookup_;
  Arithmetic arithmetic_;
  std::vector<Term> terms_;
  NodeId at_ = 0; // where reasons point to
  // Below a forall: what it binds, and the first node that belongs to it.
  ForallBuilder* forall_ = nullptr;
  NodeId first_ = 0;
  // What the part of the whole that is at hand says of variables of the file.
  std::optional<ForallBuilder> variables_;
  std::optional<NotUnderstood> failure_;
};

} // namespace

std::variant<Statement, NotUnderstood> resolve(const Formula& formula, Pool& pool,
                                               const Lookup& lookup, Reading reading) {
  auto found = Resolver(formula, pool, lookup, reading).run();
  if (auto* why = std::get_if<NotUnderstood>(&found)) return std::move(*why);
  Term& term = std::get<Term>(found);
  return Statement{Arithmetic(pool, reading).truth(term.value), std::move(term.contracts)};
}

std::variant<Expr, NotUnderstood> evaluate(const Formula& formula, Pool& pool, const Lookup& lookup,
                                           Reading reading) {
  auto found = Resolver(formula, pool, lookup, reading).run();
  if (auto* why = std::get_if<NotUnderstood>(&found)) return std::move(*why);
  const Term& term = std::get<Term>(found);
  if (!term.contracts.empty())
    return NotUnderstood{Cause::form, "what is said of an array is no value", 1};
  return term.value;
}

} // namespace heddle::contract
