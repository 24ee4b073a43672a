// Launches in function templates of the host: one for each instance that the file names.
#include "cuda/lower/hosts.hpp"

#include "cuda/lower/callers.hpp"
#include "cuda/lower/internal.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

constexpr std::size_t max_instances = 16; // of one function template
constexpr std::size_t max_places = 3;     // of calls that are told

bool is_open(const TemplateDecl* tmpl) { return tmpl && !tmpl->params.empty(); }

class HostInstances {
public:
  HostInstances(const Program& program, Ctx& ctx)
      : program_(program), ctx_(ctx), callers_(program, ctx) {}

  std::vector<LaunchItem> launches() {
    std::vector<LaunchItem> all;
    for (const LaunchItem& launch : program_.launches) {
      if (!is_open(launch.tmpl)) {
        for (const auto& entry : callers_.ways_into(*launch.host, launch.scope)) {
          all.push_back(launch);
          all.back().entry = entry;
        }
        continue;
      }
      const Known known = of(*launch.host);
      for (const auto& bindings : known.instances) {
        all.push_back(launch);
        all.back().bindings = bindings;
      }
      if (!known.complete) all.push_back(launch);
    }
    return all;
  }

private:
  using Shared = std::shared_ptr<const Bindings>;
  struct Known {
    std::vector<Shared> instances;
    bool complete = true; // there are no others, as far as the file says
  };

  // The function, where the name may mean it.
  const Item* meant(const QualifiedName& name, const std::string& scope, const FunctionDecl& f,
                    bool& only) const {
    const auto* items = program_.find(program_.functions, name, scope);
    if (!items) return nullptr;
    const Item* found = nullptr;
    unsigned bodies = 0;
    for (const Item& item : *items) {
      const auto& candidate = std::get<FunctionDecl>(item.decl->node);
      if (&candidate == &f) found = &item;
      bodies += candidate.body ? 1 : 0;
    }
    only = bodies == 1;
    return found;
  }

  // Does the function's name stand for nothing but its declarations, calls and instances? Elsewhere
  // the arguments that it gets may be deduced from something else.
  bool only_called(const FunctionDecl& f) const {
    const auto it = program_.mentions.find(f.name.parts.back().identifier);
    if (it == program_.mentions.end()) return false;
    std::size_t understood = 0;
    for (const auto& [name, items] : program_.functions)
      for (const Item& item : items)
        understood += last_name(item) == f.name.parts.back().identifier ? 1 : 0;
    for (const TemplateUse& use : program_.template_uses)
      understood += use.name->parts.back().identifier == f.name.parts.back().identifier ? 1 : 0;
    return understood == it->second.size();
  }
  static const std::string& last_name(const Item& item) {
    return std::get<FunctionDecl>(item.decl->node).name.parts.back().identifier;
  }

  const Known& of(const FunctionDecl& f) {
    const auto [it, is_new] = known_.try_emplace(&f);
    if (!is_new) return it->second;
    it->second.complete = false; // while it is being found, as in recursion
    Known known;
    bool used = false, deduced = false;
    for (const TemplateUse& use : program_.template_uses) {
      if (use.name->parts.back().identifier != f.name.parts.back().identifier) continue;
      if (!program_.find(program_.functions, *use.name, use.scope)) { // found in another way
        known.complete = false;
        continue;
      }
      bool only = false;
      const Item* item = meant(*use.name, use.scope, f, only);
      if (!item) continue;
      used = true;
      if (only && use.is_call()) {
        deduced = deduced || !use.name->parts.back().args;
        add(known, *item, use);
      } else {
        known.complete = false;
      }
    }
    if (deduced && !only_called(f)) known.complete = false;
    known.complete = known.complete && used;
    return known_[&f] = std::move(known);
  }

  void add(Known& known, const Item& item, const TemplateUse& use) {
    std::vector<Shared> around{nullptr};
    if (is_open(use.tmpl)) {
      const Known& outer = of(*use.host);
      around = outer.instances;
      known.complete = known.complete && outer.complete;
    }
    for (const Shared& outer : around) {
      KernelRequest request;
      request.item = item;
      Learned none;
      Lowering resolver(program_, ctx_, request, none);
      const HostPlace at{use.scope, use.host, use.place, use.tmpl, outer.get()};
      const auto& args = use.name->parts.back().args;
      const auto& f = std::get<FunctionDecl>(item.decl->node);
      auto bound = args ? resolver.bind_instance(*item.tmpl, *args, at) : std::nullopt;
      if (!bound && use.call)
        bound = resolver.bind_call(*item.tmpl, f, *use.name, use.call->args, at);
      if (!bound || known.instances.size() == max_instances) {
        known.complete = false;
      } else if (std::ranges::none_of(known.instances, [&](const Shared& other) {
                   return same_bindings(*other, *bound);
                 })) {
        known.instances.push_back(std::make_shared<const Bindings>(std::move(*bound)));
      }
    }
  }

  const Program& program_;
  Ctx& ctx_;
  HostCallers callers_;
  std::map<const FunctionDecl*, Known> known_; // nodes keep their place
};

} // namespace

bool same_bindings(const Bindings& a, const Bindings& b) {
  return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
    return x.first == y.first && same_binding(x.second, y.second);
  });
}

std::vector<LaunchItem> launches_of_instances(const Program& program, Ctx& ctx) {
  return HostInstances(program, ctx).launches();
}

std::string describe(const LaunchItem& launch, const Ctx& ctx) {
  std::string text = ctx.files.describe(launch.loc), with;
  if (launch.bindings)
    for (const auto& [name, b] : *launch.bindings)
      with += (with.empty() ? " with " : ", ") + name + " = " + to_string(b);
  text += with;
  if (!launch.site) return text + " (named there, perhaps launched)";
  if (!launch.entry) return text;
  const auto& calls = launch.entry->calls;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    text += i == 0 ? " called at " : " and ";
    if (i == max_places) return text + std::to_string(calls.size() - i) + " more";
    for (std::size_t k = 0; k < calls[i].size(); ++k)
      text += (k ? " from " : "") + ctx.files.describe(calls[i][k]);
  }
  return text;
}

std::string describe(const std::vector<LaunchItem>& launches, const Ctx& ctx) {
  std::string text;
  for (const LaunchItem& launch : launches)
    text += (text.empty() ? std::string(from_launch) + " " : ", ") + describe(launch, ctx);
  return text;
}

} // namespace heddle::cuda
