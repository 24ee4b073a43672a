// Overloads: which of the functions of a name a call means. As C++ has it, one is better than
// another if it takes no argument in a worse way, and one in a better.
#include "cuda/lower/atomic.hpp"
#include "cuda/syntax/ast_print.hpp"

#include <algorithm>

namespace heddle::cuda {

using Rank = Sequence::Rank;

struct Lowering::Candidate {
  FunctionRef ref;
  const FunctionDecl* f = nullptr;
  bool is_template = false, in_doubt = false;
  std::vector<Sequence> ways; // of the object, where there is one, and of the arguments
  std::vector<CT> params;     // of the arguments

  const TemplateDecl* tmpl() const { return is_template ? ref.item.tmpl : nullptr; }
};

namespace {

const FunctionDecl& declared(const Item& item) { return std::get<FunctionDecl>(item.decl->node); }

bool is_zero(const Argument& arg) {
  const auto& v = arg.lvalue.value;
  const bool zero =
      (v && v->scalar && constant_value(v->scalar) == std::optional<std::int64_t>(0)) ||
      (v && v->pointer && v->type->is(CType::Kind::pointer) &&
       constant_value(v->pointer->base) == std::optional<std::int64_t>(null_pointee));
  if (!zero || !arg.expr) return zero;
  const auto* name = std::get_if<NameExpr>(&arg.expr->node);
  return std::holds_alternative<IntLiteral>(arg.expr->node) ||
         std::holds_alternative<NullptrLiteral>(arg.expr->node) ||
         (name && plain_name(name->name) == "NULL");
}

Sequence by_user(bool open) {
  Sequence s;
  s.rank = Rank::user;
  s.open = open;
  return s;
}

bool takes_one(const FunctionDecl& f) {
  return !f.params.empty() &&
         (f.params.size() == 1 || !std::get<VarDecl>(f.params[1]->node).args.empty());
}

bool is_open(const CT& type) { return type->is(CType::Kind::unknown); }

bool has_pack(const FunctionDecl& f) {
  return !f.params.empty() && std::get<VarDecl>(f.params.back()->node).is_pack;
}

// Is there anything in what they do that tells them apart? Casts may say const too.
bool does_the_same(const FunctionDecl& f, const FunctionDecl& g) {
  const auto action = [](const FunctionDecl& d) {
    std::string text = to_string(d.body);
    for (const std::string_view word : {"const ", " const"})
      for (std::size_t at; (at = text.find(word)) != std::string::npos;)
        text.erase(at, word.size());
    return text;
  };
  const auto name = [](const DeclPtr& p) { return std::get<VarDecl>(p->node).name; };
  return f.body && g.body && f.member_inits.empty() && g.member_inits.empty() &&
         std::ranges::equal(f.params, g.params, {}, name, name) && action(f) == action(g);
}

} // namespace

// By a constructor of `to`, or by an operator of the argument's class.
std::optional<Sequence> Lowering::user_way(const CT& to, const CT& from) {
  std::optional<Sequence> found;
  const auto fits = [&](const CT& a, const CT& b) {
    const auto s = standard_sequence(a, b, false);
    if (s && (!found || found->open)) found = by_user(s->open);
  };
  if (to->is(CType::Kind::record)) {
    const Record& record = *to->record;
    if (!record.unsupported.empty()) return by_user(true);
    if (record.name == "dim3" && from->is_arithmetic()) return by_user(false);
    for (const Method& m : record.methods) {
      if (!is_constructor(record, m) || m.function->is_explicit ||
          m.function->is_deleted_or_defaulted || !takes_one(*m.function))
        continue;
      if (m.tmpl) return by_user(false);
      const CT param = resolve_in(record, std::get<VarDecl>(m.function->params[0]->node).type);
      fits(from, param->is(CType::Kind::reference) ? param->to : param);
    }
  }
  if (!from->is(CType::Kind::record)) return found;
  if (!from->record->unsupported.empty() || AtomicLowering::is_object(from) ||
      closures_.contains(from->record.get()))
    return by_user(true);
  for (const auto& [record, m] : conversions_of(*from->record))
    if (!m->function->is_explicit) fits(converted_to(*record, *m), to);
  return found;
}

// How an argument becomes a parameter.
std::optional<Sequence> Lowering::way(const CT& to, const Argument& arg) {
  if (is_no_type(to)) return std::nullopt;
  const bool refers = to->is(CType::Kind::reference);
  const CT& object = refers ? to->to : to;
  std::optional<Sequence> s = Sequence{};
  const int steps = refers ? steps_to_base(arg.type, object) : 0;
  if (is_open(arg.type) || is_open(object)) {
    s->open = true;
  } else if (refers && (steps > 0 || is_similar(object, arg.type))) {
    const Category from = category(arg);
    const bool changes = !to->is_rvalue && !object->is_const;
    if ((changes && from == Category::rvalue) || (to->is_rvalue && from == Category::lvalue) ||
        !keeps_qualifiers(arg.type, object))
      return std::nullopt;
    s->open = from == Category::open && (changes || to->is_rvalue);
    s->rank = steps > 0 ? Rank::conversion : Rank::exact;
    s->to_base = steps;
    s->bound = object;
    s->from = from;
  } else if (refers && !to->is_rvalue && !object->is_const) {
    return std::nullopt;
  } else {
    s = standard_sequence(arg.type, object, is_zero(arg));
    if (!s) s = user_way(without_qualifiers(decayed(object)), decayed(arg.type));
  }
  if (s) s->to = to;
  return s;
}

// The object that a method is called for, as if it were an argument.
std::optional<Sequence> Lowering::object_way(const FunctionDecl& f, const LValue& object) {
  Sequence s;
  s.to = make_reference(object.type);
  if (f.is_static || !object.type->is(CType::Kind::record)) return s;
  if (object.type->is_const && !f.is_const) return std::nullopt;
  s.bound = with_qualifiers(without_qualifiers(object.type), f.is_const, false);
  s.to = make_reference(s.bound);
  s.from = Category::lvalue;
  return s;
}

// Gives the candidate's template parameters their arguments, if there are such.
bool Lowering::bind_template(Candidate& c,
                             const std::optional<std::vector<TemplateArg>>& explicit_args,
                             const std::vector<Argument>& args) {
  auto deduced = deduce(*c.tmpl(), *c.f, explicit_args, args);
  if (!deduced) return false;
  for (auto& [name, binding] : *deduced)
    c.ref.bindings.insert_or_assign(name, std::move(binding));
  if (!names_condition(c.f->result)) return true;
  const CT result = resolve_in(c.ref.item, c.ref.bindings, c.f->result);
  if (is_open(result)) substitution_in_doubt_ = true;
  return !is_no_type(result);
}

// The function with the ways of its arguments, if it fits them.
std::optional<Lowering::Candidate>
Lowering::candidate(const Item& item, const std::optional<std::vector<TemplateArg>>& explicit_args,
                    const std::vector<Argument>& args, const LValue* object) {
  Candidate c;
  c.f = &declared(item);
  c.ref.item = item;
  c.is_template = item.tmpl && !item.tmpl->params.empty();
  const FunctionDecl& f = *c.f;
  if (item.around) c.ref.bindings = *item.around;
  substitution_in_doubt_ = false;
  if (explicit_args && !c.is_template) return std::nullopt;
  if (args.size() > f.params.size() && !f.variadic && !has_pack(f)) return std::nullopt;
  if (c.is_template && !bind_template(c, explicit_args, args)) return std::nullopt;
  c.in_doubt = substitution_in_doubt_;
  if (object) {
    const auto way = object_way(f, *object);
    if (!way) return std::nullopt;
    c.ways.push_back(*way);
  }
  const auto add = [&](const CT& param, const Argument& arg) {
    auto s = way(param, arg);
    c.params.push_back(param);
    if (s) c.ways.push_back(*s);
    return s.has_value();
  };
  for (std::size_t i = 0; i < std::max(args.size(), f.params.size()); ++i) {
    const bool variadic = i >= f.params.size() && !has_pack(f);
    if (variadic) {
      Sequence s;
      s.rank = Rank::ellipsis;
      s.to = args[i].type;
      c.ways.push_back(s);
      continue;
    }
    const std::size_t at = std::min(i, f.params.size() - 1);
    const auto& param = std::get<VarDecl>(f.params[at]->node);
    if (i >= args.size()) {
      if (param.args.empty() && !param.is_pack) return std::nullopt;
      continue;
    }
    const Bindings one = param.is_pack ? element_of(c.ref.bindings, i - at) : c.ref.bindings;
    if (!add(resolve_in(item, one, param.type), args[i])) return std::nullopt;
  }
  return c;
}

Preference Lowering::preferred_of(const Candidate& a, const Candidate& b) {
  bool first = false, second = false;
  for (std::size_t i = 0; i < std::min(a.ways.size(), b.ways.size()); ++i) {
    const Preference p = preferred(a.ways[i], b.ways[i]);
    if (p == Preference::open) return p;
    first |= p == Preference::first;
    second |= p == Preference::second;
  }
  if (first || second)
    return first == second ? Preference::none : first ? Preference::first : Preference::second;
  if (a.is_template != b.is_template) return b.is_template ? Preference::first : Preference::second;
  if (!a.is_template) return Preference::none;
  const std::size_t args = a.params.size();
  if (is_more_special(*a.tmpl(), *a.f, *b.tmpl(), *b.f, args)) return Preference::first;
  return is_more_special(*b.tmpl(), *b.f, *a.tmpl(), *a.f, args) ? Preference::second
                                                                 : Preference::none;
}

namespace {

bool same_params(const std::vector<CT>& a, const std::vector<CT>& b) {
  return std::ranges::equal(a, b, [](const CT& x, const CT& y) {
    return identical(without_qualifiers(x), without_qualifiers(y));
  });
}

} // namespace

// One candidate for each function: its definition, where it has one. Those that are declared after
// the call count only as that.
std::vector<Lowering::Candidate> Lowering::merged(std::vector<Candidate> all) {
  std::vector<Candidate> functions;
  for (const bool late : {false, true})
    for (Candidate& c : all) {
      if (c.ref.item.late != late) continue;
      const auto same = std::ranges::find_if(functions, [&](const Candidate& other) {
        const bool alike =
            other.is_template == c.is_template && other.ref.item.scope == c.ref.item.scope &&
            other.f->is_const == c.f->is_const && other.f->params.size() == c.f->params.size();
        return alike && (!other.f->body || !c.f->body) && same_params(other.params, c.params) &&
               (!c.is_template || other.tmpl()->params.size() == c.tmpl()->params.size());
      });
      if (same == functions.end() && !late)
        functions.push_back(std::move(c));
      else if (same != functions.end() && !same->f->body)
        *same = std::move(c);
    }
  return functions;
}

std::optional<FunctionRef>
Lowering::select_function(const std::vector<Item>& overloads,
                          const std::optional<std::vector<TemplateArg>>& explicit_args,
                          const std::vector<Argument>& args, const LValue* object) {
  std::vector<Candidate> fitting;
  const bool has_primary = std::ranges::any_of(
      overloads, [](const Item& item) { return item.tmpl && !item.tmpl->params.empty(); });
  for (const Item& item : overloads) {
    const bool specialises = item.tmpl && item.tmpl->params.empty();
    if (specialises && has_primary) continue;
    if (auto c = candidate(item, explicit_args, args, object)) fitting.push_back(std::move(*c));
  }
  fitting = merged(std::move(fitting));
  if (fitting.empty()) return std::nullopt;
  const Candidate* best = &fitting.front();
  for (const Candidate& c : fitting)
    if (&c != best && preferred_of(c, *best) == Preference::first) best = &c;
  const auto rivals = [&](const Candidate& c) {
    return &c != best && preferred_of(*best, c) != Preference::first &&
           !(does_the_same(*best->f, *c.f));
  };
  const std::string name = to_string(best->f->name);
  const Loc loc = best->ref.item.decl->loc;
  if (fitting.size() > 1 && std::ranges::any_of(fitting, &Candidate::in_doubt))
    unsupported("the overloads of '" + name + "', which are not told apart", loc);
  else if (std::ranges::any_of(fitting, rivals))
    unsupported("'" + name + "', of which several overloads fit", loc);
  return best->is_template ? specialised(overloads, best->ref) : defined(overloads, best->ref);
}

// The definition of a function that was declared with default arguments before.
FunctionRef Lowering::defined(const std::vector<Item>& overloads, const FunctionRef& chosen) {
  const FunctionDecl& f = declared(chosen.item);
  const auto params = [&](const Item& item) {
    std::vector<CT> types;
    for (const DeclPtr& p : declared(item).params)
      types.push_back(decayed(resolve_in(item, {}, std::get<VarDecl>(p->node).type)));
    return types;
  };
  if (f.body) return chosen;
  for (const Item& item : overloads)
    if (!item.tmpl && declared(item).body && item.scope == chosen.item.scope &&
        same_params(params(item), params(chosen.item)))
      return {item, chosen.bindings, chosen.item.decl};
  return chosen;
}

// What a template without parameters is a specialisation of, by the types that it writes, and with
// which arguments: of the templates before it, the most special one.
std::optional<FunctionRef> Lowering::specialises(const Item& special,
                                                 const std::vector<Item>& overloads) {
  const FunctionDecl& f = declared(special);
  std::vector<Argument> args;
  for (const DeclPtr& p : f.params) {
    Argument arg;
    arg.type = resolve_in(special, {}, std::get<VarDecl>(p->node).type);
    if (arg.type->is(CType::Kind::reference)) arg.type = arg.type->to;
    args.push_back(std::move(arg));
  }
  std::optional<FunctionRef> found;
  for (const Item& item : overloads) {
    const FunctionDecl& g = declared(item);
    const bool before = position(item) < position(special);
    if (!item.tmpl || item.tmpl->params.empty() || !before || g.params.size() != f.params.size())
      continue;
    std::optional<Bindings> bindings;
    in_scope(special.scope, {}, position(special),
             [&] { bindings = deduce(*item.tmpl, g, f.name.parts.back().args, args); });
    bool same = bindings.has_value();
    for (std::size_t i = 0; same && i < f.params.size(); ++i)
      same = identical(
          without_qualifiers(resolve_in(special, {}, std::get<VarDecl>(f.params[i]->node).type)),
          without_qualifiers(
              resolve_in(item, *bindings, std::get<VarDecl>(g.params[i]->node).type)));
    if (same && (!found || is_more_special(*item.tmpl, g, *found->item.tmpl, declared(found->item),
                                           f.params.size())))
      found = FunctionRef{item, std::move(*bindings)};
  }
  return found;
}

// The instance of a template, or a specialisation for its arguments.
FunctionRef Lowering::specialised(const std::vector<Item>& overloads, const FunctionRef& chosen) {
  std::optional<FunctionRef> found;
  const TemplateDecl& b = *chosen.item.tmpl;
  for (const Item& item : overloads) {
    if (!item.tmpl || !item.tmpl->params.empty() || item.tmpl->is_instantiation) continue;
    if (found && !declared(item).body) continue;
    const auto of = specialises(item, overloads);
    if (!of || of->item.scope != chosen.item.scope) continue;
    const TemplateDecl& a = *of->item.tmpl; // which may be declared several times
    if (&a != &b && !is_one_template(a, declared(of->item), b, declared(chosen.item))) continue;
    bool same = true;
    for (std::size_t i = 0; i < a.params.size() && same; ++i) {
      const auto x = of->bindings.find(a.params[i].name);
      const auto y = chosen.bindings.find(b.params[i].name);
      same = x != of->bindings.end() && y != chosen.bindings.end() &&
             same_binding(x->second, y->second);
    }
    if (same) found = FunctionRef{item, {}};
  }
  return found.value_or(chosen);
}

} // namespace heddle::cuda
