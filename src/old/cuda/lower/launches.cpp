// Several launches of one kernel: which of them say the same, and what all of them say.
#include "cuda/lower/hosts.hpp"
#include "cuda/lower/internal.hpp"
#include "cuda/lower/launch.hpp"
#include "cuda/syntax/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

std::string text_of(const std::array<std::optional<std::int64_t>, 3>& dims) {
  std::string s;
  for (const auto& d : dims)
    s += d ? std::to_string(*d) + "," : "?,";
  return s;
}

std::string text_of(const std::set<std::pair<core::ArrayId, core::ArrayId>>& aliases) {
  std::string s;
  for (const auto& [a, b] : aliases)
    s += std::to_string(a) + "=" + std::to_string(b) + ",";
  return s;
}

} // namespace

// All that lowering takes from one launch: launches with the same text are one to the kernel.
std::string Lowering::launch_signature(const LaunchItem& launch, const FunctionDecl& f,
                                       const std::vector<LaunchFact>& facts) {
  std::string s;
  for (const bool block : {false, true}) {
    const auto dims = launch_dims(launch, launch.launch->config[block ? 1 : 0]);
    s += dims ? text_of(*dims) + ";" : "any;";
  }
  for (const PassedValue& passed : passed_values(host_launch(launch))) {
    const HostValue& v = passed.value;
    const bool constant = v.is_integer() && v.e->op == Op::constant && v.e->type.is_int();
    s += constant ? std::to_string(v.e->value) + "," : "?,";
  }
  s += ";" + text_of(launch_aliases(launch, f)) + ";";
  for (std::size_t i = 0; i < f.params.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (const auto bytes = passed_distance(launch, k, i)) s += std::to_string(*bytes) + ",";
  return s + ";" + launch_text(*pool_, facts);
}

// Launches that never happen do not count beside others.
void Lowering::classify_launches(const FunctionDecl& f) {
  std::map<std::string, std::size_t> known;
  for (const LaunchItem& launch : launches_) {
    const HostLaunch& host = host_launch(launch);
    LaunchFacts found = launch_facts(kernel_, host, passed_values(host), ctx_.options);
    const std::string text = found.impossible ? "never" : launch_signature(launch, f, found.facts);
    const auto [it, is_new] = known.try_emplace(text, launch_classes_.size());
    if (is_new) launch_classes_.push_back({{}, std::move(found.facts), found.impossible});
    launch_classes_[it->second].launches.push_back(launch);
  }
  if (std::ranges::all_of(launch_classes_, &LaunchClass::impossible)) return;
  for (const LaunchClass& c : launch_classes_)
    if (c.impossible)
      std::erase_if(launches_, [&](const LaunchItem& launch) {
        return std::ranges::any_of(c.launches, [&](const LaunchItem& other) {
          return other.launch == launch.launch && other.bindings == launch.bindings &&
                 other.entry == launch.entry;
        });
      });
}

// What every launch establishes, host values apart.
void Lowering::assume_launch_facts() {
  std::vector<LaunchFact> shared;
  bool first = true;
  for (const LaunchClass& c : launch_classes_) {
    if (c.impossible) continue;
    if (std::exchange(first, false)) shared = c.facts;
    std::erase_if(shared, [&](const LaunchFact& fact) {
      return std::ranges::find(c.facts, fact.cond, &LaunchFact::cond) == c.facts.end();
    });
  }
  const std::string origin = describe(launches_, ctx_);
  std::set<SymbolId> named;
  for (const LaunchFact& fact : shared) {
    std::string text = fact.symbol
                           ? to_string(*pool_, fact.symbol) + " == " + to_string(*pool_, fact.value)
                           : to_string(*pool_, fact.cond);
    for (Expr a : atoms(fact.cond)) {
      const auto id = static_cast<SymbolId>(a->value);
      if (!is_host_value(*pool_, a) || !named.insert(id).second) continue;
      // some number, the same in the whole grid: as if it were passed
      const Symbol& value = pool_->symbol(id);
      kernel_.params.push_back({value.name, id, std::nullopt, "value of the host", value.loc});
      text += ", " + value.name + " being a value of the host at " + ctx_.files.describe(value.loc);
    }
    assume(fact.cond, text, origin, launches_.front().loc);
  }
}

// An open parameter of the kernel's template that a launch gives, but not as what the facts say of
// it: perhaps no launch gives it the value that a finding needs.
void Lowering::doubt_instance() {
  const auto tied = [&](const LaunchClass& c, const std::string& name) {
    const auto parameter = std::ranges::find(kernel_.params, name, &core::Parameter::name);
    if (parameter == kernel_.params.end() || !parameter->symbol) return true;
    const Expr symbol = pool_->symbol_ref(*parameter->symbol);
    if (ctx_.options.params.contains(name) ||
        std::ranges::find(c.facts, symbol, &LaunchFact::symbol) != c.facts.end())
      return true;
    const std::vector<PassedValue> passed = passed_values(host_launch(c.launches.front()));
    const auto it = std::ranges::find(passed, name, &PassedValue::name);
    return it != passed.end() && it->value.is_integer() &&
           (it->value.e->op == Op::symbol || it->value.e->op == Op::constant);
  };
  for (const auto& [name, type] : request_.open_values)
    for (const LaunchClass& c : launch_classes_)
      if (!c.impossible && !tied(c, name))
        kernel_.doubt = "no launch is known to give '" + name + "' this value";
}

std::optional<core::ArrayId> Lowering::array_named(const std::string& name) const {
  for (core::ArrayId i = 0; i < kernel_.arrays.size(); ++i)
    if (kernel_.arrays[i].name == name) return i;
  return std::nullopt;
}

// The pointers that the parameter is or has, by what comes after its name: "", ".in".
std::vector<std::string> Lowering::arrays_of(const std::string& parameter) const {
  std::vector<std::string> found;
  for (const core::Array& a : kernel_.arrays)
    if (a.name == parameter || a.name.starts_with(parameter + ".") ||
        a.name.starts_with(parameter + "["))
      found.push_back(a.name.substr(parameter.size()));
  return found;
}

// Parameters, and members of them, that get the same pointer.
std::set<std::pair<core::ArrayId, core::ArrayId>> Lowering::launch_aliases(const LaunchItem& launch,
                                                                           const FunctionDecl& f) {
  std::set<std::pair<core::ArrayId, core::ArrayId>> pairs;
  const auto add = [&](const std::string& first, const std::string& second) {
    const auto a = array_named(first), b = array_named(second);
    if (a && b && *a != *b) pairs.emplace(std::min(*a, *b), std::max(*a, *b));
  };
  const auto& args = launch.launch->args;
  const auto name = [&](std::size_t i) -> const std::string& {
    return std::get<VarDecl>(f.params[i]->node).name;
  };
  for (std::size_t i = 0; i < std::min(args.size(), f.params.size()); ++i)
    for (std::size_t k = i + 1; k < std::min(args.size(), f.params.size()); ++k)
      if (spell(args[i]) == spell(args[k]))
        for (const std::string& part : arrays_of(name(i)))
          add(name(i) + part, name(k) + part);
  const std::vector<PassedValue> passed = passed_values(host_launch(launch));
  for (std::size_t i = 0; i < passed.size(); ++i)
    for (std::size_t k = i + 1; k < passed.size(); ++k)
      if (may_be_same(passed[i].value, passed[k].value)) add(passed[i].name, passed[k].name);
  return pairs;
}

void Lowering::find_aliases(const FunctionDecl& f) {
  using Pair = std::pair<core::ArrayId, core::ArrayId>;
  std::set<Pair> pairs;
  std::map<Pair, std::vector<LaunchItem>> said;
  for (const auto& [first, second] : ctx_.options.aliases) {
    const auto a = array_named(first), b = array_named(second);
    if (a && b && *a != *b) pairs.emplace(std::min(*a, *b), std::max(*a, *b));
  }
  const std::set<Pair> by_option = pairs;
  // An alias takes nothing for granted: launches that are not believed count, too.
  for (const LaunchItem& launch : request_.launches)
    for (const Pair& pair : launch_aliases(launch, f)) {
      pairs.insert(pair);
      said[pair].push_back(launch);
    }
  for (const Pair& pair : pairs)
    kernel_.assumptions.push_back(
        {pool_->boolean(true),
         kernel_.arrays[pair.first].name + " and " + kernel_.arrays[pair.second].name +
             " may be one array",
         by_option.contains(pair) ? "--alias" : describe(said[pair], ctx_),
         {}});
  kernel_.aliases.assign(pairs.begin(), pairs.end());
}

} // namespace heddle::cuda
