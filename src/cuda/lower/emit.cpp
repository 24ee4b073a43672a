// Statements of core, and their places in the source.
#include "cuda/lower/lowering.hpp"
#include "cuda/parse/flags.hpp"

namespace heddle::cuda {

namespace {

constexpr std::size_t max_statements = 200'000;

bool is_jump(const core::Stmt& s) {
  return std::holds_alternative<core::Break>(s.node) ||
         std::holds_alternative<core::Continue>(s.node) ||
         std::holds_alternative<core::Exit>(s.node);
}

bool initialises(const core::Stmt::Node& node) {
  const auto* op = std::get_if<core::Mbarrier>(&node);
  return op && op->kind == core::Mbarrier::Kind::init;
}

// May other threads notice it? Initialised mbarriers apart; what holds statements came behind them.
bool acts(const core::Stmt::Node& node) {
  return !std::holds_alternative<core::Assign>(node) &&
         !std::holds_alternative<core::Havoc>(node) &&
         !std::holds_alternative<core::Assume>(node) && !std::holds_alternative<core::If>(node) &&
         !std::holds_alternative<core::Loop>(node) &&
         !std::holds_alternative<core::Labeled>(node) &&
         !std::holds_alternative<core::Break>(node) &&
         !std::holds_alternative<core::Continue>(node) &&
         !std::holds_alternative<core::Exit>(node) && !initialises(node);
}

} // namespace

void Lowering::emit_at(core::Stmt::Node node, Loc loc, core::CallId call) {
  if (!out_->empty() && is_jump(out_->back())) return; // cannot be reached
  if (++statements_ == max_statements)
    kernel_.unknowns.emplace_back("the kernel is too large after inlining", loc);
  if (statements_ >= max_statements) return;
  acts_ = acts_ || acts(node);
  open_inits_ = open_inits_ || initialises(node);
  note_read(node);
  out_->push_back({std::move(node), loc, call});
}

void Lowering::emit(core::Stmt::Node node, const llvm::Instruction& at) {
  note_global(node, at);
  emit_at(std::move(node), place(at), call_of(at.getDebugLoc().get()));
}

void Lowering::unsupported(std::string reason, const llvm::Instruction& at) {
  emit(core::Unsupported{std::move(reason)}, at);
}

core::Block Lowering::collect(const std::function<void()>& f) {
  core::Block block;
  core::Block* outer = std::exchange(out_, &block);
  f();
  out_ = outer;
  return block;
}

std::string Lowering::unique_name(const std::string& name) {
  const unsigned n = ++names_[name];
  return n == 1 ? name : name + "#" + std::to_string(n);
}

core::VarId Lowering::new_var(const std::string& name, Type type, Loc loc) {
  const SymbolId id = pool_.new_symbol({unique_name(name), type, Role::variable, 0, {}, {}, loc});
  kernel_.vars.push_back(id);
  return id;
}

core::VarId Lowering::new_temp(Type type, Loc loc) {
  return new_var("t" + std::to_string(next_temp_++), type, loc);
}

namespace {

bool is_in_headers(const llvm::DILocation& at) {
  const llvm::StringRef name = at.getFilename();
  llvm::SmallString<128> path(name);
  if (!name.starts_with("/")) (path = at.getDirectory()) += "/", path += name;
  return llvm::any_of(llvm::ArrayRef<llvm::StringRef>{header_root, "/usr/include/", "/usr/lib",
                                                      "/usr/local/include/", "/usr/local/lib",
                                                      "/usr/local/cuda"},
                      [&](llvm::StringRef root) { return path.starts_with(root); });
}

} // namespace

// What CUDA's and the system's headers do is told as what calls them does it.
const llvm::DILocation* Lowering::in_user_code(const llvm::DILocation* at) {
  while (at && at->getInlinedAt() && is_in_headers(*at))
    at = at->getInlinedAt();
  return at;
}

// An access stands where its lvalue does: at `tile` in `tile[ty][tx] = ..`, which is where the
// computation of its address has its place.
Loc Lowering::place(const llvm::Instruction& at) {
  const llvm::DILocation* loc = in_user_code(at.getDebugLoc().get());
  const llvm::Value* address = llvm::getLoadStorePointerOperand(&at);
  if (const auto* i = llvm::dyn_cast_or_null<llvm::GetElementPtrInst>(address))
    if (const llvm::DILocation* other = in_user_code(i->getDebugLoc().get()))
      if (loc && other->getInlinedAt() == loc->getInlinedAt() && other->getLine() != 0) loc = other;
  Loc found = unit_.loc(loc);
  found.operation = operation_;
  return found;
}

void Lowering::as_operation(const std::function<void()>& f) {
  const std::uint32_t outer = std::exchange(operation_, ++operations_);
  f();
  operation_ = outer;
}

// The chain of calls that inlining has recorded, as calls of core.
core::CallId Lowering::call_of(const llvm::DILocation* at) {
  at = in_user_code(at);
  const llvm::DILocation* site = at ? at->getInlinedAt() : nullptr;
  if (!site) return 0;
  if (const auto it = calls_.find(site); it != calls_.end()) return it->second;
  const core::CallId parent = call_of(site);
  const auto* function = at->getScope()->getSubprogram();
  kernel_.calls.push_back({function ? function->getName().str() : "", unit_.loc(site), parent});
  return calls_[site] = static_cast<core::CallId>(kernel_.calls.size() - 1);
}

Expr Lowering::havoc(Type type, const llvm::Instruction& at, const std::string& reason,
                     Scope sharing, std::optional<core::Exchange> exchange,
                     core::Havoc::Choice choice) {
  const core::VarId var = new_temp(type, place(at));
  emit(core::Havoc{var, sharing, reason, choice, std::move(exchange)}, at);
  return pool_.symbol_ref(var);
}

} // namespace heddle::cuda
