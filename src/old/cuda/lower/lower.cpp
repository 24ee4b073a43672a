// Lowering a translation unit: which kernels, which instances, and what the options say.
#include "core/copies.hpp"
#include "core/visit.hpp"
#include "cuda/host/launch_uses.hpp"
#include "cuda/lower/hosts.hpp"
#include "cuda/lower/internal.hpp"
#include "cuda/syntax/parse.hpp"
#include "cuda/syntax/walk.hpp"

#include <algorithm>
#include <memory>

namespace heddle::cuda {

namespace {

constexpr unsigned max_passes = 40;
constexpr std::size_t max_launch_groups = 8; // that are checked each for itself

std::string last_name(const FunctionDecl& f) { return f.name.parts.back().identifier; }

bool launches(const LaunchItem& launch, const Item& kernel, const std::string& name) {
  const auto* callee = std::get_if<NameExpr>(&launch.launch->callee->node);
  if (!callee || callee->name.parts.empty()) return false;
  const std::string plain = plain_name(callee->name);
  return plain == name || kernel.scope + name == plain ||
         callee->name.parts.back().identifier == name;
}

// Template instances of a kernel that launches and explicit instantiations name.
struct Instance {
  std::vector<TemplateArg> args;
  HostPlace at; // where they are written
  std::vector<LaunchItem> launches;
  bool deduced = false; // the launch's arguments say the rest
};

bool says_all(const TemplateDecl& tmpl, const std::vector<TemplateArg>& args) {
  return args.size() == tmpl.params.size() &&
         std::ranges::none_of(tmpl.params, &TemplateParam::is_pack);
}

// Text of template arguments, to tell instances apart and to name them.
std::string text_of(const std::vector<TemplateArg>& args) {
  std::string s;
  for (const TemplateArg& a : args) {
    std::string one = a.expr ? spell(a.expr) : "";
    if (a.type) {
      if (auto* b = std::get_if<BuiltinType>(&a.type->node)) one = b->spelling;
      if (auto* n = std::get_if<NamedType>(&a.type->node); n && !a.expr) one = plain_name(n->name);
    }
    s += (s.empty() ? "" : ", ") + one;
  }
  return s;
}

std::vector<Instance> instances(const Program& program, const std::vector<LaunchItem>& all_launches,
                                const Item& kernel, const std::string& name) {
  // Of launches that write the same, those of one place are one: names may mean something else at
  // another.
  std::map<std::pair<std::string, std::size_t>, Instance> found;
  std::map<const LaunchExpr*, std::size_t> places;
  std::vector<Instance> all;
  for (const LaunchItem& launch : all_launches) {
    if (!launches(launch, kernel, name)) continue;
    const auto& callee = std::get<NameExpr>(launch.launch->callee->node);
    const auto args = callee.name.parts.back().args.value_or(std::vector<TemplateArg>{});
    if (!says_all(*kernel.tmpl, args)) {
      all.push_back({args, place_of(launch), {launch}, true});
      continue;
    }
    std::string text = text_of(args);
    if (launch.bindings)
      for (const auto& [parameter, b] : *launch.bindings)
        text += "; " + parameter + " = " + instance_text(b);
    const std::size_t place = places.try_emplace(launch.launch, places.size() + 1).first->second;
    Instance& i = found[{text, place}];
    i.args = args;
    i.at = place_of(launch);
    i.launches.push_back(launch);
  }
  if (auto it = program.functions.find(kernel.scope + name); it != program.functions.end())
    for (const Item& item : it->second) { // template __global__ void k<float>(float*);
      const auto& f = std::get<FunctionDecl>(item.decl->node);
      if (f.body || !item.tmpl || !item.tmpl->params.empty() || !f.name.parts.back().args) continue;
      Instance& i = found[{text_of(*f.name.parts.back().args), 0}];
      i.args = *f.name.parts.back().args;
      i.at = {.scope = item.scope};
    }
  for (auto& [text, instance] : found)
    all.push_back(std::move(instance));
  return all;
}

std::string without_spaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

// --kernel 'name<float, 256>': instances that the command line names.
std::vector<Instance> asked_instances(const Item& kernel, const std::string& name, Ctx& ctx) {
  std::vector<Instance> asked;
  for (const std::string& wanted : ctx.options.kernels) {
    const std::string plain = without_spaces(wanted.substr(0, wanted.find('<')));
    if (!wanted.ends_with('>') || (plain != name && plain != kernel.scope + name)) continue;
    // as the callee of a launch, where `<` can only open template arguments
    const ExprPtr e = parse_expression(wanted + "<<<1, 1>>>()", "--kernel", ctx);
    const auto* launch = e ? std::get_if<LaunchExpr>(&e->node) : nullptr;
    const auto* callee = launch ? std::get_if<NameExpr>(&launch->callee->node) : nullptr;
    if (callee && callee->name.parts.back().args)
      asked.push_back({*callee->name.parts.back().args, {.scope = kernel.scope}, {}, false});
  }
  return asked;
}

KernelRequest open_request(const Item& item, const std::string& name) {
  KernelRequest r;
  r.item = item;
  r.name = name;
  for (const TemplateParam& p : item.tmpl->params) {
    if (p.is_type) {
      r.open_types.push_back(p.name);
    } else {
      r.open_values.emplace_back(p.name, p.value_type);
    }
  }
  return r;
}

} // namespace

std::vector<KernelRequest> kernel_requests(const Program& program, Ctx& ctx) {
  std::vector<KernelRequest> requests;
  const std::vector<LaunchItem> all = launches_of_instances(program, ctx);
  for (const Item& item : program.kernels) {
    const auto& f = std::get<FunctionDecl>(item.decl->node);
    const std::string name = last_name(f);
    if (!item.tmpl || item.tmpl->params.empty()) {
      KernelRequest r;
      r.item = item;
      r.name = name;
      if (f.name.parts.back().args) r.name += "<" + text_of(*f.name.parts.back().args) + ">";
      for (const LaunchItem& launch : all)
        if (launches(launch, item, name)) r.launches.push_back(launch);
      requests.push_back(std::move(r));
      continue;
    }
    std::vector<LaunchItem> open; // of the form with open parameters
    std::vector<Instance> found = instances(program, all, item, name);
    for (Instance& asked : asked_instances(item, name, ctx))
      found.push_back(std::move(asked));
    bool covers_more = found.empty();
    const auto first = static_cast<std::ptrdiff_t>(requests.size());
    std::map<std::string, RecordPtr> records; // a class is one, whatever launch names it
    for (const Instance& i : found) {
      KernelRequest r;
      r.records = records;
      r.item = item;
      r.launches = i.launches;
      Learned none;
      Lowering resolver(program, ctx, r, none);
      auto bindings = i.deduced ? resolver.bind_launch(*item.tmpl, f, i.launches[0]) : std::nullopt;
      if (!bindings && (!i.deduced || !i.args.empty()))
        bindings = resolver.bind_instance(*item.tmpl, i.args, i.at);
      if (!bindings) { // arguments that do not fold: the open form covers them
        covers_more = true;
        open.insert(open.end(), i.launches.begin(), i.launches.end());
        continue;
      }
      r.bindings = *bindings;
      records = r.records = resolver.records();
      std::string args;
      for (const TemplateParam& p : item.tmpl->params) {
        args += (args.empty() ? "" : ", ") + to_string(r.bindings.at(p.name));
      }
      r.name = name + "<" + args + ">";
      // k<16> and k<SIZE> may be one instance.
      const auto same =
          std::find_if(requests.begin() + first, requests.end(), [&](const KernelRequest& other) {
            return other.name == r.name && same_bindings(other.bindings, r.bindings);
          });
      if (same == requests.end()) {
        requests.push_back(std::move(r));
      } else {
        same->launches.insert(same->launches.end(), r.launches.begin(), r.launches.end());
      }
    }
    if (!covers_more) continue;
    requests.push_back(open_request(item, name));
    requests.back().launches = std::move(open);
  }
  return requests;
}

core::Kernel lower_kernel(const Program& program, Ctx& ctx, const KernelRequest& request,
                          std::vector<LaunchClass>* launches) {
  Learned learned;
  for (unsigned pass = 0;; ++pass) {
    const std::size_t kept = learned.in_memory.size() + learned.assigned.size();
    bool again = false;
    Lowering lowering(program, ctx, request, learned);
    core::Kernel kernel = lowering.run(again);
    if (launches) *launches = lowering.take_launches();
    if (!again) {
      if (core::complete_copies(kernel) && ctx.options.warp_sync)
        kernel.unknowns.emplace_back("asynchronous copies with --warp-sync", kernel.loc);
      return kernel;
    }
    if (pass == max_passes) {
      kernel.unknowns.emplace_back("what its pointers point to was not settled", kernel.loc);
      return kernel;
    }
    // Variables changed their storage: what pointers may point to is learned afresh.
    if (learned.in_memory.size() + learned.assigned.size() != kept) learned.candidates.clear();
  }
}

namespace {

bool selected(const std::vector<std::string>& wanted, const std::string& name,
              const std::string& scope) {
  const std::string plain = name.substr(0, name.find('<'));
  return wanted.empty() || std::ranges::any_of(wanted, [&](const std::string& w) {
           return without_spaces(w) == without_spaces(name) || w == plain || w == scope + plain;
         });
}

void check_options(const std::vector<LoweredKernel>& kernels,
                   const std::vector<OptionAssumption>& assumptions, Ctx& ctx) {
  if (kernels.empty()) return;
  for (const auto& [name, value] : ctx.options.params) {
    bool known = false;
    for (const LoweredKernel& k : kernels)
      known = known || std::ranges::any_of(k.kernel.params, [&](const core::Parameter& p) {
                return p.name == name && p.symbol;
              });
    if (!known)
      ctx.report(Severity::error, {},
                 "--param " + name + ": no kernel has such a scalar parameter");
    if (!parse_integer(value))
      ctx.report(Severity::error, {}, "--param " + name + "=" + value + ": not an integer");
  }
  for (const auto& [first, second] : ctx.options.aliases)
    for (const std::string& name : {first, second}) {
      bool known = false;
      for (const LoweredKernel& k : kernels)
        known = known || std::ranges::any_of(k.kernel.arrays,
                                             [&](const core::Array& a) { return a.name == name; });
      if (!known) ctx.report(Severity::error, {}, "--alias: no kernel has an array '" + name + "'");
    }
  for (const OptionAssumption& a : assumptions)
    if (a.expr && !a.understood)
      ctx.report(Severity::error, a.expr->begin,
                 "--assume '" + a.text +
                     "': only constants, parameters of a kernel, blockDim and gridDim may be used");
}

} // namespace

namespace {

bool understood(const core::Kernel& kernel) {
  bool all = kernel.unknowns.empty();
  core::for_each_statement(kernel.body, [&](const core::Stmt& s) {
    all = all && !std::holds_alternative<core::Unsupported>(s.node);
  });
  return all;
}

bool is_open(const KernelRequest& r) { return !r.open_types.empty() || !r.open_values.empty(); }

// An instance that only templates of the host name and that is not understood says no more than the
// form with open parameters, and takes longer.
void open_instances(std::vector<KernelRequest>& requests, const Program& program, Ctx& ctx) {
  std::vector<KernelRequest> kept;
  const auto of_host_template = [](const LaunchItem& launch) { return launch.bindings != nullptr; };
  for (KernelRequest& r : requests) {
    const bool asked = std::ranges::any_of(ctx.options.kernels, [](const std::string& wanted) {
      return wanted.find('<') != std::string::npos;
    });
    if (asked || r.bindings.empty() || !std::ranges::any_of(r.launches, of_host_template) ||
        !selected(ctx.options.kernels, r.name, r.item.scope) ||
        understood(lower_kernel(program, ctx, r))) {
      kept.push_back(std::move(r));
      continue;
    }
    const auto same_kernel = [&](const KernelRequest& k) {
      return k.item.decl == r.item.decl && is_open(k);
    };
    auto open = std::ranges::find_if(requests, same_kernel); // comes after the instances
    if (open == requests.end()) {
      open = std::ranges::find_if(kept, same_kernel);
      if (open == kept.end()) {
        kept.push_back(open_request(r.item, last_name(std::get<FunctionDecl>(r.item.decl->node))));
        open = kept.end() - 1;
      }
    }
    for (LaunchItem launch : r.launches) {
      launch.bindings = nullptr;
      const bool is_there = std::ranges::any_of(open->launches, [&](const LaunchItem& other) {
        return other.launch == launch.launch && other.entry == launch.entry;
      });
      if (!is_there) open->launches.push_back(std::move(launch));
    }
  }
  requests = std::move(kept);
}

struct LaunchSet {
  std::vector<LaunchItem> launches;
  bool mixed = false; // they differ in what is known of them
};

// Launches that are told apart: those that may happen, where there are several kinds of them.
std::vector<LaunchSet> launch_groups(std::vector<LaunchClass>& classes) {
  std::vector<LaunchSet> groups;
  for (LaunchClass& c : classes) {
    if (c.impossible) continue;
    if (groups.size() < max_launch_groups) {
      groups.push_back({std::move(c.launches), false});
    } else { // the rest, with what all of it establishes
      std::ranges::move(c.launches, std::back_inserter(groups.back().launches));
      groups.back().mixed = true;
    }
  }
  if (groups.size() < 2) groups.clear();
  return groups;
}

bool assumes_asserts(const core::Kernel& kernel) {
  return std::ranges::any_of(
      kernel.assumptions, [](const core::Assumption& a) { return a.origin.starts_with(asserted); });
}

void report_impossible(const KernelRequest& request, const std::vector<LaunchClass>& classes,
                       Ctx& ctx) {
  const auto never = std::ranges::find(classes, true, &LaunchClass::impossible);
  if (never == classes.end() || classes.size() < 2) return;
  for (const LaunchItem& launch : never->launches)
    ctx.report(Severity::note, launch.loc,
               "this launch of kernel '" + request.name +
                   "' is left out: what the host says of it, or other assumptions, exclude it");
}

// Lowers kernels when somebody asks for it.
struct Later {
  std::shared_ptr<const Program> program;
  std::shared_ptr<std::vector<OptionAssumption>> assumptions;
  Ctx& ctx;

  using Lower = std::function<core::Kernel()>;
  Lower operator()(KernelRequest request) const {
    return [*this, request = std::move(request)] { return lower_kernel(*program, ctx, request); };
  }
  Lower checking_asserts(KernelRequest request) const {
    request.assume_asserts = false;
    return (*this)(std::move(request));
  }
  Lower without_calls(KernelRequest request) const {
    std::vector<LaunchItem> open;
    for (LaunchItem launch : request.launches) {
      launch.entry = nullptr;
      const bool is_there = std::ranges::any_of(open, [&](const LaunchItem& other) {
        return other.launch == launch.launch && other.bindings == launch.bindings;
      });
      if (!is_there) open.push_back(std::move(launch));
    }
    request.launches = std::move(open);
    request.assume_asserts = false; // a call may break one
    return (*this)(std::move(request));
  }
  Lower without_launches(KernelRequest request) const {
    request.assume_launches = false;
    return (*this)(std::move(request));
  }
};

LoweredKernel lower_request(const KernelRequest& request, const Later& later) {
  std::vector<LaunchClass> classes;
  LoweredKernel lowered;
  lowered.kernel = lower_kernel(*later.program, later.ctx, request, &classes);
  report_impossible(request, classes, later.ctx);
  const bool asserts = assumes_asserts(lowered.kernel);
  if (asserts) lowered.checking_asserts = later.checking_asserts(request);
  for (LaunchSet& set : launch_groups(classes)) {
    KernelRequest own = request;
    own.launches = std::move(set.launches);
    own.assume_asserts = !set.mixed; // one of them may break what the others keep
    LaunchGroup group;
    for (const LaunchItem& launch : own.launches)
      group.places.push_back(describe(launch, later.ctx));
    group.loc = own.launches.front().loc;
    group.lower = later(own);
    if (asserts) group.checking_asserts = later.checking_asserts(own);
    lowered.launches.push_back(std::move(group));
  }
  if (!request.launches.empty()) lowered.without_launches = later.without_launches(request);
  if (std::ranges::any_of(request.launches, [](const LaunchItem& l) { return l.entry != nullptr; }))
    lowered.without_calls = later.without_calls(request);
  return lowered;
}

} // namespace

std::vector<LoweredKernel> lower(const TranslationUnit& unit, Ctx& ctx) {
  const auto program = std::make_shared<const Program>(index_program(unit));
  const auto assumptions = std::make_shared<std::vector<OptionAssumption>>();
  for (const std::string& text : ctx.options.assumptions)
    assumptions->push_back({parse_expression(text, "--assume", ctx), text, false});
  std::vector<LoweredKernel> kernels;
  std::vector<KernelRequest> requests = kernel_requests(*program, ctx);
  if (ctx.options.use_launches) open_instances(requests, *program, ctx);
  for (KernelRequest& request : requests) {
    if (!selected(ctx.options.kernels, request.name, request.item.scope)) continue;
    request.assumptions = assumptions.get();
    if (!ctx.options.use_launches) request.launches.clear();
    kernels.push_back(lower_request(request, {program, assumptions, ctx}));
  }
  for (const IslandDecl* island : program->kernel_islands) {
    const std::string name = island->names.empty() ? "<unnamed>" : island->names.front();
    if (!selected(ctx.options.kernels, name, "")) continue;
    core::Kernel kernel = core::make_kernel(name, island->error);
    kernel.unknowns.emplace_back(
        "declaration of '" + name + "' was not understood: " + island->reason, island->error);
    kernels.push_back({std::move(kernel), {}, {}, {}, {}});
  }
  check_options(kernels, *assumptions, ctx);
  return kernels;
}

} // namespace heddle::cuda
