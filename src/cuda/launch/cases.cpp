#include "cuda/launch/cases.hpp"

#include "cuda/launch/relations.hpp"

#include <algorithm>
#include <iterator>
#include <map>

namespace heddle::cuda {

std::string Cases::describe(const clang::Expr& launch, Function f) const {
  std::string text = unit_.ctx.files.describe(unit_.loc(launch.getBeginLoc())), with;
  const auto add = [&](const clang::TemplateParameterList* params,
                       const clang::TemplateArgumentList& args) {
    clang::PrintingPolicy policy(unit_.ast->getLangOpts());
    for (unsigned i = 0; params && i < params->size() && i < args.size(); ++i) {
      std::string value;
      llvm::raw_string_ostream out(value);
      args[i].print(policy, out, false);
      with +=
          (with.empty() ? " with " : ", ") + params->getParam(i)->getNameAsString() + " = " + value;
    }
  };
  for (const clang::DeclContext* c = f; c; c = c->getParent()) {
    if (const auto* g = llvm::dyn_cast<clang::FunctionDecl>(c); g && g->getPrimaryTemplate())
      add(g->getPrimaryTemplate()->getTemplateParameters(), *g->getTemplateSpecializationArgs());
    if (const auto* r = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(c))
      add(r->getSpecializedTemplate()->getTemplateParameters(), r->getTemplateArgs());
  }
  return text + with;
}

void Cases::pass(const std::string& name, clang::QualType type, const HostValue& v,
                 std::vector<PassedValue>& to) const {
  if (v.is_integer() || v.is_pointer()) {
    PassedValue p{
        name, v.is_integer() ? v.e : nullptr, v.is_pointer() ? v.e : nullptr, v.offset, v.bases,
        {}};
    const auto* variable = v.target && v.target->root.decl
                               ? llvm::dyn_cast<clang::VarDecl>(v.target->root.decl)
                               : nullptr;
    if (v.is_pointer()) p.behind = v.behind;
    if (variable && variable->hasGlobalStorage()) p.variable = variable->getNameAsString();
    return to.push_back(std::move(p));
  }
  if (v.is_null) {
    PassedValue p{name};
    p.is_null = true;
    return to.push_back(std::move(p));
  }
  if (v.kind != HostValue::Kind::record) return;
  const auto* array = unit_.ast->getAsArrayType(type);
  for (const auto& [step, member] : v.members)
    if (step.field)
      pass(step.field->getName().empty() ? name : name + "." + step.field->getNameAsString(),
           step.field->getType(), member, to);
    else if (array)
      pass(name + "[" + std::to_string(step.index) + "]", array->getElementType(), member, to);
}

// Host values that are constants wherever this launch happens: n in `if (n == 16) k<<<1, n>>>()`.
void Cases::put_in_constants(LaunchCase& c) const {
  std::map<Expr, Expr> known;
  for (Expr e : c.facts) {
    if (is_host_value(pool_, e)) known[e] = pool_.boolean(true);
    if (e->op == Op::logical_not && is_host_value(pool_, e->args[0]))
      known[e->args[0]] = pool_.boolean(false);
    if (e->op == Op::eq && is_host_value(pool_, e->args[0]) && e->args[1]->op == Op::constant)
      known[e->args[0]] = e->args[1];
  }
  const auto put_in = [&](Expr& e) {
    if (e)
      e = pool_.substitute(e, [&](Expr x) {
        const auto it = known.find(x);
        return it == known.end() ? nullptr : it->second;
      });
  };
  if (known.empty()) return;
  for (auto* dims : {&c.grid, &c.block})
    if (*dims) std::ranges::for_each(**dims, put_in);
  for (PassedValue& v : c.passed) {
    put_in(v.integer);
    put_in(v.behind.count);
  }
  std::ranges::for_each(c.facts, put_in);
}

LaunchCase Cases::make(const HostEvent& event, Function kernel) const {
  LaunchCase c;
  c.place = describe(*event.launch, event.function);
  for (std::size_t i = 0; i < event.turns.size(); ++i)
    c.place += (i == 0 ? " in turn " : ".") + std::to_string(event.turns[i]);
  c.loc = unit_.loc(event.launch->getBeginLoc());
  c.grid = dims_of(event.grid);
  c.block = dims_of(event.block);
  c.grid_of_caller = ways_.is_of_callers(event, false);
  c.block_of_caller = ways_.is_of_callers(event, true);
  c.facts = event.facts;
  c.attributes = event.attributes;
  for (unsigned i = 0; i < kernel->getNumParams() && i < event.args.size(); ++i) {
    pass(name_of_parameter(*kernel, i), kernel->getParamDecl(i)->getType(), event.args[i],
         c.passed);
  }
  for (PassedValue& v : c.passed)
    for (const auto& [a, b] : event.apart)
      if (v.base == a || v.base == b) v.apart.push_back(v.base == a ? b : a);
  std::string way;
  for (const clang::Expr* call : event.calls)
    way += (way.empty() ? "" : " from ") + unit_.ctx.files.describe(unit_.loc(call->getBeginLoc()));
  if (!event.called_at.empty()) way += (way.empty() ? "" : " from ") + event.called_at;
  if (!way.empty()) c.calls.push_back(way);
  put_in_constants(c);
  return c;
}

namespace {

// Sizes and arguments; null: not known.
std::vector<Expr> given_by(const LaunchCase& c) {
  std::vector<Expr> all;
  for (const auto& d : {c.grid, c.block})
    for (std::size_t a = 0; a < 3; ++a)
      all.push_back(d ? (*d)[a] : nullptr);
  for (const PassedValue& p : c.passed) {
    all.push_back(p.integer);
    all.push_back(p.base);
    all.insert(all.end(), p.bases.begin(), p.bases.end());
    all.insert(all.end(), p.apart.begin(), p.apart.end());
    all.insert(all.end(), {p.behind.base, p.behind.count});
  }
  return all;
}

// What the facts say of these.
std::vector<Expr> facts_of(const std::vector<Expr>& given, const std::vector<Expr>& facts) {
  std::set<Expr> related;
  for (Expr e : given)
    if (e)
      for (Expr a : atoms(e))
        related.insert(a);
  std::vector<Expr> found;
  std::ranges::copy_if(facts, std::back_inserter(found), [&](Expr fact) {
    return std::ranges::any_of(atoms(fact), [&](Expr a) { return related.contains(a); });
  });
  return found;
}

} // namespace

std::string Cases::text_of(const LaunchCase& c) const {
  std::string names = c.attributes.early ? "early," : "";
  for (const std::int64_t extent : c.attributes.cluster.value_or(std::array<std::int64_t, 3>{}))
    names += std::to_string(extent) + ",";
  for (const PassedValue& p : c.passed)
    names += p.name + "+" + std::to_string(p.offset) + p.variable + (p.is_null ? " null," : ",");
  std::vector<Expr> all = given_by(c);
  std::ranges::copy(facts_of(all, c.facts), std::back_inserter(all));
  return names + host_text(pool_, all);
}

namespace {

// Nobody comes that way: `version == 2` of a call with 1.
bool is_never(const LaunchCase& c) { return std::ranges::any_of(c.facts, is_false); }

} // namespace

void Cases::join(LaunchCase& kept, LaunchCase other) {
  if (is_never(other)) return;
  if (is_never(kept)) {
    kept = std::move(other);
    return;
  }
  // of what they give the text says the same of both, perhaps by other names
  const std::vector<Expr> told = facts_of(given_by(kept), kept.facts);
  std::erase_if(kept.facts, [&](Expr fact) {
    return std::ranges::find(told, fact) == told.end() &&
           std::ranges::find(other.facts, fact) == other.facts.end();
  });
  for (const std::string& call : other.calls)
    if (std::ranges::find(kept.calls, call) == kept.calls.end()) kept.calls.push_back(call);
}

// The cases that the events are; where these are too many, one of which nothing is known.
std::vector<LaunchCase> Cases::distinct(const std::vector<const HostEvent*>& events,
                                        const clang::FunctionDecl& f, const clang::Expr& launch,
                                        Function kernel) const {
  std::vector<LaunchCase> cases;
  std::vector<std::string> texts;
  for (const HostEvent* e : events) {
    LaunchCase c = make(*e, kernel);
    std::string text = text_of(c);
    const auto known = std::ranges::find(texts, text);
    if (known != texts.end()) {
      join(cases[static_cast<std::size_t>(known - texts.begin())], std::move(c));
      continue;
    }
    if (texts.size() == max_ways) {
      cases = with_one_twice(events, f, launch);
      cases.push_back(unknown(f, launch));
      return cases;
    }
    texts.push_back(std::move(text));
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<LaunchCase> Cases::examples(const std::vector<const HostEvent*>& events,
                                        Function kernel) const {
  std::vector<LaunchCase> cases;
  std::map<std::string, std::size_t> texts;
  for (const HostEvent* e : events) {
    LaunchCase c = make(*e, kernel);
    const auto [known, is_new] = texts.emplace(text_of(c), cases.size());
    if (!is_new)
      join(cases[known->second], std::move(c));
    else if (cases.size() == max_ways)
      break;
    else
      cases.push_back(std::move(c));
  }
  return cases;
}

// Anybody may call what leads here with anything, and these calls with one array twice. Where
// they are many, nothing else is known of the further ones.
std::vector<LaunchCase> Cases::with_one_twice(const std::vector<const HostEvent*>& events,
                                              const clang::FunctionDecl& f,
                                              const clang::Expr& launch) const {
  std::vector<LaunchCase> cases;
  std::set<std::string> texts;
  std::set<Pairs> all;
  for (const HostEvent* e : events) {
    LaunchCase c = make(*e, e->kernel);
    if (is_never(c)) continue;
    const Pairs pairs = in_one(c);
    const bool of_file = std::ranges::any_of(c.passed, [](const PassedValue& p) {
      return !p.variable.empty();
    }); // the kernel may name it
    if ((pairs.empty() && !of_file) || !texts.insert(text_of(c)).second) continue;
    if (texts.size() > max_ways) {
      if (!all.insert(pairs).second) continue;
      LaunchCase any = unknown(f, launch);
      for (PassedValue& p : c.passed) {
        p.integer = nullptr;
        if (p.base) any.passed.push_back(std::move(p));
      }
      c = std::move(any);
    }
    cases.push_back(std::move(c));
  }
  return cases;
}

Cases::Pairs Cases::in_one(const LaunchCase& c) {
  Pairs found;
  for (std::size_t i = 0; i < c.passed.size(); ++i)
    for (std::size_t k = i + 1; k < c.passed.size(); ++k)
      if (c.passed[i].may_be_in_one_with(c.passed[k]))
        found.emplace_back(i, k, c.passed[k].offset - c.passed[i].offset);
  return found;
}

LaunchCase Cases::unknown(const clang::FunctionDecl& f, const clang::Expr& launch) const {
  LaunchCase c;
  c.place = describe(launch, &f);
  c.loc = unit_.loc(launch.getBeginLoc());
  const auto* call = llvm::dyn_cast<clang::CallExpr>(&launch);
  if (const auto* kernel = llvm::dyn_cast_or_null<clang::CUDAKernelCallExpr>(call))
    call = kernel->getConfig();
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  const auto form = callee ? launch_form(*callee) : std::nullopt;
  if (form && (form->config || form->six_numbers)) return c;
  const unsigned first = form ? form->kernel + 1 : 0;
  if (call && first + 1 < call->getNumArgs()) {
    c.grid = written_dims(*call->getArg(first));
    c.block = written_dims(*call->getArg(first + 1));
  }
  return c;
}
// The constants of dim3(n, 2) or n, which is dim3(n, 1, 1).
std::optional<std::array<Expr, 3>> Cases::written_dims(const clang::Expr& e) const {
  const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(without_casts(&e));
  if (!made || e.isTypeDependent() || e.containsErrors()) return std::nullopt;
  if (made->getConstructor()->isCopyOrMoveConstructor() && made->getNumArgs() == 1)
    return written_dims(*made->getArg(0));
  if (!file_.is_library(*made->getConstructor()) || made->getNumArgs() != 3) return std::nullopt;
  std::array<Expr, 3> axes{};
  clang::Expr::EvalResult result;
  for (unsigned a = 0; a < 3; ++a)
    if (const clang::Expr* arg = made->getArg(a); !arg->isValueDependent() &&
                                                  arg->EvaluateAsInt(result, *unit_.ast) &&
                                                  result.Val.getInt().isRepresentableByInt64())
      axes[a] = pool_.constant(result.Val.getInt().getExtValue(), Type::u32());
  return axes[0] || axes[1] || axes[2] ? std::optional(axes) : std::nullopt;
}

} // namespace heddle::cuda
