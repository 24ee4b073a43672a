#include "cuda/lower/callers.hpp"

#include "cuda/host/effects.hpp"
#include "cuda/lower/internal.hpp"

#include <algorithm>
#include <set>

namespace heddle::cuda {

namespace {

constexpr std::size_t max_sites = 12; // calls of one function that are followed
constexpr std::size_t max_ways = 8;   // into one function

const std::string& last_name(const QualifiedName& name) { return name.parts.back().identifier; }

std::vector<Expr> parts_of(const HostValue& v) {
  std::vector<Expr> parts{v.e, v.divisor, v.axes[0], v.axes[1], v.axes[2]};
  if (v.bases) parts.insert(parts.end(), v.bases->begin(), v.bases->end());
  return parts;
}

std::vector<Expr> passed_by(const HostEntry& entry) {
  std::vector<Expr> all;
  for (const HostValue& v : entry.params)
    std::ranges::copy(parts_of(v), std::back_inserter(all));
  return all;
}

// Leaves only what is connected with the parameters, or with variables of the file.
void drop_unrelated(HostEntry& entry) {
  std::set<Expr> related;
  const auto relate = [&](Expr e) {
    if (!e) return;
    for (Expr a : atoms(e))
      related.insert(a);
  };
  for (Expr e : passed_by(entry))
    relate(e);
  for (const auto& [name, v] : entry.globals)
    relate(v.e);
  std::vector<bool> kept(entry.facts.size());
  for (bool changed = true; std::exchange(changed, false);)
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (kept[i]) continue;
      const std::vector<Expr> in = atoms(entry.facts[i]);
      if (std::ranges::none_of(in, [&](Expr a) { return related.contains(a); })) continue;
      relate(entry.facts[i]);
      kept[i] = changed = true;
    }
  std::vector<Expr> facts;
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (kept[i]) facts.push_back(entry.facts[i]);
  entry.facts = std::move(facts);
  std::erase_if(entry.powers, [&](Expr e) {
    return std::ranges::none_of(atoms(e), [&](Expr a) { return related.contains(a); });
  });
}

// Does the way say more than that something is passed? A constant, a condition, or one value twice.
bool says_something(const HostEntry& entry) {
  std::set<Expr> numbers, atoms_of_params;
  for (const HostValue& v : entry.params)
    for (Expr e : parts_of(v)) {
      if (!e) continue;
      if (v.kind != HostValue::Kind::pointer && constant_value(e)) return true;
      if (!numbers.insert(e).second) return true;
      for (Expr a : atoms(e))
        atoms_of_params.insert(a);
    }
  return std::ranges::any_of(entry.facts, [&](Expr fact) {
    return std::ranges::any_of(atoms(fact), [&](Expr a) { return atoms_of_params.contains(a); });
  });
}

std::string text_of(const HostEntry& entry) {
  std::vector<Expr> all = passed_by(entry);
  std::string names;
  for (const auto& [name, v] : entry.globals) {
    names += name + ",";
    std::ranges::copy(parts_of(v), std::back_inserter(all));
  }
  std::ranges::copy(entry.facts, std::back_inserter(all));
  all.push_back(nullptr);
  std::ranges::copy(entry.powers, std::back_inserter(all));
  for (std::size_t i = 0; i < entry.params.size(); ++i) {
    const HostValue& v = entry.params[i];
    names += std::to_string(static_cast<int>(v.kind)) + "/" + std::to_string(v.precision) + "/" +
             std::to_string(v.offset) + "/" + std::to_string(v.bases ? v.bases->size() : 0) +
             (v.type ? to_string(v.type) : "") + (entry.own[i] ? "&" : ",");
  }
  return names + host_text(*entry.pool, all);
}

} // namespace

HostCallers::HostCallers(const Program& program, Ctx& ctx)
    : program_(program), ctx_(ctx), pool_(std::make_shared<Pool>()) {}

HostCallers::~HostCallers() = default;

void HostCallers::index() {
  indexed_ = true;
  for (const TemplateUse& use : program_.template_uses) {
    if (!use.call) continue;
    if (program_.mentions.contains(last_name(*use.name)))
      called_[last_name(*use.name)].push_back(&use);
    for (const ExprPtr& arg : use.call->args)
      if (const auto* name = arg ? std::get_if<NameExpr>(&arg->node) : nullptr;
          name && program_.mentions.contains(last_name(name->name)))
        passed_[last_name(name->name)].push_back(&use);
  }
  const auto it = program_.functions.find("main");
  has_main_ =
      it != program_.functions.end() && std::ranges::any_of(it->second, [](const Item& item) {
        return std::get<FunctionDecl>(item.decl->node).body != nullptr;
      });
}

const std::vector<HostCallers::Entry>& HostCallers::ways_into(const FunctionDecl& f,
                                                              const std::string& scope) {
  const auto [it, is_new] = known_.try_emplace(&f, std::vector<Entry>{nullptr}); // recursion: open
  if (is_new) it->second = find(f, scope);
  return it->second;
}

// Every place that names the function, as calls; nothing where one is something else.
std::optional<std::vector<HostCallers::Site>> HostCallers::sites_of(const FunctionDecl& f,
                                                                    const std::string& scope) {
  const std::string& name = last_name(f.name);
  const auto mentioned = program_.mentions.find(name);
  if (mentioned == program_.mentions.end()) return std::nullopt;
  unsigned understood = 0;
  const auto is_f = [&](const QualifiedName& written, const std::string& where) {
    const auto* items = program_.find(program_.functions, written, where);
    return items && !written.parts.back().args &&
           std::ranges::any_of(*items, [&](const Item& item) {
             return &std::get<FunctionDecl>(item.decl->node) == &f;
           });
  };
  HostCall to{nullptr, 0, &f, std::vector<ExprPtr>(f.params.size()), {}};
  for (const auto& [key, items] : program_.functions) {
    if (!key.ends_with(name) || (key.size() > name.size() && key != scope + name)) continue;
    for (const Item& item : items) {
      const auto& other = std::get<FunctionDecl>(item.decl->node);
      if (other.params.size() != f.params.size() || (other.body && &other != &f))
        return std::nullopt; // overloaded
      ++understood;
      for (std::size_t i = 0; i < f.params.size(); ++i)
        if (const auto& p = std::get<VarDecl>(other.params[i]->node); p.args.size() == 1)
          to.defaults[i] = p.args[0];
    }
  }
  std::vector<Site> sites;
  const auto add = [&](const TemplateUse& use, std::size_t first) {
    if (!use.host || use.tmpl || use.is_within) return;
    sites.push_back({&use, to});
    sites.back().call.call = use.call;
    sites.back().call.first = first;
    sites.back().call.loc = use.loc;
    ++understood;
  };
  for (const TemplateUse* use : called_[name])
    if (is_f(*use->name, use->scope)) add(*use, 0);
  for (const TemplateUse* use : passed_[name]) {
    const auto passes = forwarding(program_, use->scope, *use->call);
    const ExprPtr arg = passes ? use->call->args[passes->function] : nullptr;
    if (arg && is_f(std::get<NameExpr>(arg->node).name, use->scope)) add(*use, passes->first);
  }
  if (understood != mentioned->second.size()) return std::nullopt;
  return sites;
}

std::shared_ptr<HostEntry> HostCallers::evaluate(const Site& site, const Entry& outer,
                                                 bool same_scope) {
  if (!resolver_) {
    request_ = std::make_unique<KernelRequest>();
    request_->item = program_.kernels.front();
    learned_ = std::make_unique<Learned>();
    resolver_ = std::make_unique<Lowering>(program_, ctx_, *request_, *learned_);
  }
  const LaunchItem host{nullptr, site.use->host, site.use->scope, site.call.loc,
                        nullptr, nullptr,        outer,           nullptr};
  auto entry = resolver_->entry_by_call(*pool_, host, site.call);
  if (!entry) return nullptr;
  entry->pool = pool_;
  if (!same_scope) entry->globals.clear(); // names may mean others there
  std::vector<std::vector<Loc>> around = outer ? outer->calls : std::vector<std::vector<Loc>>{{}};
  for (std::vector<Loc>& calls : around)
    calls.insert(calls.begin(), site.call.loc);
  entry->calls = std::move(around);
  drop_unrelated(*entry);
  return entry;
}

std::vector<HostCallers::Entry> HostCallers::find(const FunctionDecl& f, const std::string& scope) {
  const std::vector<Entry> open{nullptr};
  if (!indexed_) index();
  const bool is_closed = f.attributes.static_ || has_main_;
  if (!is_closed || f.variadic || f.name.parts.size() != 1 || !ctx_.options.use_launches ||
      program_.kernels.empty())
    return open;
  const auto sites = sites_of(f, scope);
  if (!sites || sites->empty() || sites->size() > max_sites) return open;
  std::vector<Entry> ways;
  std::map<std::string, std::shared_ptr<HostEntry>> by_text;
  for (const Site& site : *sites)
    for (const Entry& outer : ways_into(*site.use->host, site.use->scope)) {
      auto entry = evaluate(site, outer, site.use->scope == scope);
      if (!entry || !says_something(*entry)) return open;
      const auto [it, is_new] = by_text.try_emplace(text_of(*entry), entry);
      if (is_new) {
        ways.push_back(entry);
      } else {
        std::ranges::copy(entry->calls, std::back_inserter(it->second->calls));
      }
      if (ways.size() > max_ways) return open;
    }
  return ways;
}

} // namespace heddle::cuda
