// Contracts in the source, also as GPUVerify's tests write them, and assert().
#include "core/relation.hpp"
#include "cuda/contract/assumptions.hpp"
#include "cuda/contract/origins.hpp"
#include "cuda/contract/quantified.hpp"
#include "cuda/lower/lowering.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>

#include <algorithm>

namespace heddle::cuda {

namespace {

// The pure function of this name stands for what another tool's log of accesses says.
constexpr const char* of_log = "the log of accesses";

std::string file_and_line(const Ctx& ctx, Loc loc) { return ctx.files.describe(loc); }

// The instructions on the ways to this one.
std::vector<const llvm::Instruction*> come_before(const llvm::Instruction& end) {
  std::vector<const llvm::Instruction*> found;
  for (const llvm::Instruction& i : *end.getParent()) {
    if (&i == &end) break;
    found.push_back(&i);
  }
  std::set<const llvm::BasicBlock*> seen;
  std::vector<const llvm::BasicBlock*> open{end.getParent()};
  while (!open.empty()) {
    const llvm::BasicBlock* block = open.back();
    open.pop_back();
    for (const llvm::BasicBlock* from : llvm::predecessors(block)) {
      if (!seen.insert(from).second) continue;
      open.push_back(from);
      for (const llvm::Instruction& i : *from)
        found.push_back(&i);
    }
  }
  return found;
}

// May it read, write the array that the pointer leads into?
bool may_access(const llvm::Instruction& i, const llvm::Value& array, bool writes) {
  if (!(writes ? i.mayWriteToMemory() : i.mayReadFromMemory())) return false;
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&i)) {
    const llvm::Function* f = call->getCalledFunction();
    return !f || (!call->onlyAccessesInaccessibleMemory() && !f->onlyAccessesInaccessibleMemory() &&
                  !f->getName().starts_with("llvm.lifetime") &&
                  !f->getName().starts_with("_ZN8__heddle9requires_") &&
                  !f->getName().starts_with("_ZN8__heddle5check") &&
                  !f->getName().starts_with("_ZN8__heddle6assume") &&
                  !f->getName().starts_with("_ZN8__heddle8not_read") &&
                  !f->getName().starts_with("_ZN8__heddle11not_written") &&
                  !f->getName().starts_with("_ZN8__heddle11byte_offset") &&
                  !f->getName().starts_with("_ZN8__heddle10of_the_log"));
  }
  const llvm::Value* address = llvm::getLoadStorePointerOperand(&i);
  if (!address) return true;
  const llvm::Value *accessed = llvm::getUnderlyingObject(address),
                    *asked = llvm::getUnderlyingObject(&array);
  const auto is_dynamic = [](const llvm::Value* v) { // all begin at the same place
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(v);
    return variable && variable->isDeclaration() && variable->getAddressSpace() == 3;
  };
  return accessed == asked || (is_dynamic(accessed) && is_dynamic(asked)) ||
         !llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(accessed) ||
         !llvm::isa<llvm::AllocaInst, llvm::GlobalVariable, llvm::Argument>(asked);
}

// The call of which something is said that contracts_of may state: distinct(a), range(a, lo, hi).
const llvm::CallBase* form_of(const llvm::Value& condition, const Unit& unit) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&condition);
  const llvm::Function* f = call ? call->getCalledFunction() : nullptr;
  const clang::FunctionDecl* callee = f ? unit.declaration(*f) : nullptr;
  const std::string name = callee ? callee->getQualifiedNameAsString() : "";
  const bool is_form =
      callee && name.starts_with("__heddle::") && contract::array_form(callee->getNameAsString());
  return is_form ? call : nullptr;
}

// Does every thread come here, whatever others do?
bool always_runs(const llvm::Instruction& at) {
  // one contract after another: each is a loop that runs once, `do .. while (0)`
  const llvm::BasicBlock* block = at.getParent();
  while (!block->isEntryBlock()) {
    const llvm::BasicBlock* before = block->getSinglePredecessor();
    if (!before || before->getSingleSuccessor() != block) return false;
    block = before;
  }
  return true;
}

// assert(p && q) as conditions of the launch, where p and q are pointers that the host passes: what
// they are called there; nothing: it asks something else.
std::optional<std::string> not_null(const Pool& pool, Expr e, const std::set<SymbolId>& flags) {
  if (e->op == Op::logical_and) {
    std::string all;
    for (Expr part : e->args) {
      const auto text = not_null(pool, part, flags);
      if (!text) return std::nullopt;
      all += (all.empty() ? "" : " && ") + *text;
    }
    return all;
  }
  if (e->op != Op::logical_not || e->args[0]->op != Op::symbol) return std::nullopt;
  const auto id = static_cast<SymbolId>(e->args[0]->value);
  if (!flags.contains(id)) return std::nullopt;
  const std::string& name = pool.symbol(id).name;
  return name.substr(0, name.find(" == ")) + " != nullptr";
}

} // namespace

// Does every thread come here, by what the kernel itself says?
bool Lowering::at_start(const llvm::Instruction& at) const {
  const llvm::DILocation* loc = in_user_code(at.getDebugLoc().get());
  return loc && !loc->getInlinedAt() && always_runs(at);
}

bool Lowering::is_of_launch(Expr e) const {
  return std::ranges::all_of(atoms(e), [&](Expr x) {
    if (x->op != Op::symbol) return pool_.function(x).flavour == Flavour::pure;
    const Role role = pool_.symbol(x).role;
    return role == Role::parameter || role == Role::block_dim || role == Role::grid_dim;
  });
}

bool Lowering::mentions_function(Expr e, const std::string& name) const {
  return std::ranges::any_of(atoms(e), [&](Expr x) {
    return x->op == Op::apply &&
           (pool_.function(x).name == name ||
            std::ranges::any_of(x->args, [&](Expr a) { return mentions_function(a, name); }));
  });
}

// What stands between the parentheses of a call in the source.
std::string Lowering::argument_text(const llvm::Instruction& at) {
  const Loc loc = place(at);
  if (!loc) return "";
  const std::string& text = unit_.ctx.files.text(loc.file);
  const std::string_view line = unit_.ctx.files.line(loc.file, loc.line);
  std::size_t from =
      text.find('(', static_cast<std::size_t>(line.data() - text.data()) + loc.column - 1);
  if (from == std::string::npos) return "";
  std::string inner;
  int depth = 0;
  for (std::size_t i = from; i < text.size(); ++i) {
    const char c = text[i];
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (depth == 0) break;
    const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (i == from || (blank && (inner.empty() || inner.back() == ' '))) continue;
    inner += blank ? ' ' : c;
  }
  while (inner.ends_with(' '))
    inner.pop_back();
  return inner;
}

std::string Lowering::literal(const llvm::Value& v) const {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(v.stripPointerCasts());
  if (!variable || !variable->hasInitializer()) return "";
  const auto* text = llvm::dyn_cast<llvm::ConstantDataSequential>(variable->getInitializer());
  return text && text->isCString() ? text->getAsCString().str() : "";
}

// What holds here in every execution; where the kernel starts, a precondition of its launch.
void Lowering::assume_condition(const llvm::CallBase& call, const std::string& origin) {
  const llvm::Value& condition = *call.getArgOperand(0);
  if (const llvm::CallBase* form = form_of(condition, unit_)) {
    if (!at_start(call))
      return unsupported("a condition on an array's content, other than where the kernel starts",
                         call);
    const auto contracts = contracts_of(*form);
    if (!contracts)
      return unsupported("a condition on an array's content, other than on integers that a launch "
                         "finds in parameters and variables of the file, with numbers that are the "
                         "same for all threads",
                         call);
    kernel_.contracts.insert(kernel_.contracts.end(), contracts->begin(), contracts->end());
    kernel_.assumptions.push_back({pool_.boolean(true), argument_text(call), origin, place(call)});
    return;
  }
  const Expr e = scalar(condition);
  if (is_true(e)) return;
  // dropping an assumption is sound, but what it would have ruled out is not confirmed
  if (mentions_function(e, of_log) || mentions_function(e, core::other_thread)) {
    if (kernel_.doubt.empty())
      kernel_.doubt = origin + "(" + argument_text(call) + ") relates two threads and is left out";
    return;
  }
  if (at_start(call) && is_of_launch(e))
    kernel_.assumptions.push_back({e, argument_text(call), origin, place(call)});
  else
    emit(core::Assume{e}, call);
}

// __requires("..") in the language of contracts
void Lowering::require_text(const llvm::CallBase& call, const std::string& text) {
  const auto formula = contract::parse_contract(text);
  if (const auto* mistake = std::get_if<contract::SyntaxMistake>(&formula))
    return unsupported("__requires(\"" + text + "\"): " + mistake->message, call);
  if (!at_start(call))
    return unsupported("__requires(\"..\") other than where the kernel starts", call);
  const auto variable = [this](const std::string& path) { return variable_named(path); };
  if (const auto why = contract::assume(kernel_, std::get<contract::Formula>(formula), variable,
                                        contract::Reading::cpp, {text, "__requires", place(call)}))
    unsupported("__requires(\"" + text + "\"): " + why->reason, call);
}

void Lowering::require(const llvm::CallBase& call, const clang::FunctionDecl& callee) {
  if (call.getArgOperand(0)->getType()->isPointerTy())
    return require_text(call, literal(*call.getArgOperand(0)));
  const llvm::DILocation* at = in_user_code(call.getDebugLoc().get());
  if (!at || !at->getInlinedAt()) return assume_condition(call, "__requires");
  check(call, callee); // a device function's precondition is checked where it is called
}

void Lowering::assume(const llvm::CallBase& call, const clang::FunctionDecl&) {
  const llvm::DILocation* at = call.getDebugLoc().get();
  const auto* function = at ? at->getScope()->getSubprogram() : nullptr;
  const bool axiom = function && function->getName().starts_with(axiom_prefix);
  if (axiom && !form_of(*call.getArgOperand(0), unit_))
    kernel_.assumptions.push_back(
        {pool_.boolean(true), argument_text(call), "__axiom", place(call)});
  assume_condition(call, "__assume");
}

// What an assert() of `e` asks of whoever launches the kernel: of its parameters and sizes, or,
// also in what it calls, that there is memory behind a pointer.
std::optional<std::string> Lowering::asked_of_launches(const llvm::CallBase& call, Expr e) {
  if (at_start(call) && is_of_launch(e)) return argument_text(call);
  if (!always_runs(call)) return std::nullopt;
  std::set<SymbolId> flags;
  for (const auto& [array, flag] : null_flags_)
    flags.insert(flag);
  return not_null(pool_, e, flags);
}

void Lowering::check(const llvm::CallBase& call, const clang::FunctionDecl&) {
  const Expr e = scalar(*call.getArgOperand(0));
  const Loc loc = place(call);
  const std::string_view line = loc ? unit_.ctx.files.line(loc.file, loc.line) : std::string_view{};
  const std::string_view rest =
      loc && loc.column <= line.size() ? line.substr(loc.column - 1) : std::string_view{};
  const std::string word(rest.substr(0, rest.find('(')));
  const std::string inner = argument_text(call);
  const std::string text = (word.empty() ? "assert" : word) + "(" + inner + ")";
  if (is_true(e)) return;
  if (mentions_function(e, of_log))
    return unsupported("the obligation " + text + ", which relates two threads", call);
  if (word == "assert" && !is_false(e))
    if (const auto asked = asked_of_launches(call, e))
      asserted_.push_back(
          {e, *asked, std::string(asserted) + " " + file_and_line(unit_.ctx, loc), loc});
  emit(core::Assert{e, text}, call);
}

void Lowering::of_another_thread(const llvm::CallBase& call, const clang::FunctionDecl&) {
  if (call.getType()->isPointerTy()) return;
  define(call, pure(core::other_thread, type_of(call),
                    {scalar_as(*call.getArgOperand(0), type_of(call).is_signed)}));
}

void Lowering::of_the_log(const llvm::CallBase& call, const clang::FunctionDecl&) {
  if (!call.getType()->isPointerTy()) define(call, word_of_log(type_of(call)));
}

// What two such words say has nothing to do with each other: equal only to itself.
Expr Lowering::word_of_log(Type type) {
  const auto number = static_cast<std::int64_t>(scalars_.size());
  return pure(of_log, type, {pool_.constant(number, Type::i64())});
}

// not_read, not_written: no way here comes by an access to the array. byte_offset: as lowering has
// it.
void Lowering::not_read(const llvm::CallBase& call, const clang::FunctionDecl& callee) {
  const llvm::Value& pointed = *call.getArgOperand(0);
  if (callee.getName() == "byte_offset") {
    const Pointer p = pointer(pointed);
    const bool known =
        p.targets.size() == 1 && !p.row && targets_[p.targets[0]].kind == Target::Kind::array;
    return define(call, known ? as_type(p.offset, type_of(call)) : word_of_log(type_of(call)));
  }
  const bool none = llvm::none_of(come_before(call), [&](const llvm::Instruction* i) {
    return may_access(*i, pointed, callee.getName() == "not_written");
  });
  define(call, none ? pool_.boolean(true) : word_of_log(Type::boolean()));
}

// Only requires_ and assume, which look at the call itself, know what to do with it.
void Lowering::of_elements(const llvm::CallBase& call, const clang::FunctionDecl&) {
  if (llvm::all_of(call.users(),
                   [](const llvm::User* user) { return llvm::isa<llvm::CallBase>(user); }))
    return define(call, pool_.boolean(true));
  unsupported("a condition on an array's content within another condition", call);
  lower_result(call, Scope::grid, "a condition on an array's content");
}

void Lowering::not_understood(const llvm::CallBase& call, const clang::FunctionDecl&) {
  unsupported(literal(*call.getArgOperand(0)), call);
}

} // namespace heddle::cuda
