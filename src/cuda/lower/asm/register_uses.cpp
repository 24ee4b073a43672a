#include "cuda/lower/asm/register_uses.hpp"

#include "cuda/lower/asm/text.hpp"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InlineAsm.h>

#include <optional>
#include <set>

namespace heddle::cuda {

namespace {

// A value that is the product's result; an element of a variable that holds one (offset in bytes).
using Holder = std::pair<const llvm::Value*, std::int64_t>;
constexpr std::int64_t itself = -1;

// What is known of a product, or a load from tensor memory, where it was issued on the way.
struct Product {
  bool load = false;
  bool under_way = true;
  std::int64_t groups = 0; // committed since, its own included; at most, of all ways
  std::set<Holder> holders;
  std::set<Holder> fragments; // values and elements that are those of its operand A
  void end() {
    under_way = false;
    holders.clear();
    fragments.clear();
  }
  bool operator==(const Product&) const = default;
};

struct State {
  bool reached = false;
  bool fenced = false; // on some way
  std::map<const llvm::Instruction*, Product> products;
  bool operator==(const State&) const = default;
};

// Of two ways: what holds on both of them.
void join(Product& here, const Product& there) {
  here.under_way = here.under_way && there.under_way;
  here.groups = std::max(here.groups, there.groups);
  std::erase_if(here.holders, [&](const Holder& h) { return !there.holders.contains(h); });
  std::erase_if(here.fragments, [&](const Holder& h) { return !there.fragments.contains(h); });
  if (!here.under_way) here.end();
}

// .. on one of them.
void join_some(Product& here, const Product& there) {
  if (!there.under_way) return;
  here.groups = here.under_way ? std::min(here.groups, there.groups) : there.groups;
  here.under_way = true;
  here.holders.insert(there.holders.begin(), there.holders.end());
}

State join(const State& a, const State& b, bool some_way) {
  if (!a.reached) return b;
  if (!b.reached) return a;
  State both = a;
  both.fenced = a.fenced || b.fenced;
  for (const auto& [product, there] : b.products)
    if (const auto [it, is_new] = both.products.try_emplace(product, there); !is_new)
      some_way ? join_some(it->second, there) : join(it->second, there);
  return both;
}

// What an asm statement does with products, in order.
struct Step {
  enum class Kind : std::uint8_t { fence, product, commit, wait, load, wait_loads } kind;
  std::optional<std::int64_t> groups;             // of a wait; nothing: not a constant
  std::vector<const llvm::Value*> fragments = {}; // of a product, its operand A in registers
};

class Finder {
public:
  // What is certain, or what may be on some way.
  Finder(const llvm::Function& kernel, bool some_way) : kernel_(kernel), some_way_(some_way) {}

  RegisterUses run() {
    for (const llvm::BasicBlock& block : kernel_)
      for (const llvm::Instruction& i : block)
        read_steps(i);
    if (products_ == 0) return {};
    const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&kernel_);
    bool changed = true;
    for (unsigned round = 0; changed; ++round) {
      if (round > max_rounds) return {};
      changed = false;
      for (const llvm::BasicBlock* block : order)
        changed = go_through(*block) || changed;
    }
    tells_ = true;
    for (const llvm::BasicBlock* block : order) {
      State state = entering(*block, nullptr);
      for (const llvm::Instruction& i : *block)
        pass(i, state);
    }
    return std::move(found_);
  }

private:
  static constexpr unsigned max_rounds = 64;
  static constexpr std::int64_t most_groups = 16; // more than any wait leaves under way

  void read_steps(const llvm::Instruction& i) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
    if (!call || !call->isInlineAsm()) return;
    const std::string text(llvm::cast<llvm::InlineAsm>(call->getCalledOperand())->getAsmString());
    if (text.find_first_not_of(" \t\n;") == std::string::npos) {
      empty_.insert(&i);
      return;
    }
    if (text.find("wgmma.") == std::string::npos && text.find("tcgen05.") == std::string::npos)
      return;
    const auto parsed = parse_asm(text);
    std::vector<Step>& steps = steps_[&i];
    if (!parsed) {
      steps.push_back({Step::Kind::wait, 0});
      return steps.push_back({Step::Kind::wait_loads, {}});
    }
    for (const AsmInstruction& ins : *parsed) {
      if (ins.opcode.starts_with("wgmma.fence")) steps.push_back({Step::Kind::fence, {}});
      if (ins.opcode.starts_with("wgmma.commit_group")) steps.push_back({Step::Kind::commit, {}});
      if (ins.opcode.starts_with("wgmma.wait_group"))
        steps.push_back({Step::Kind::wait, groups_left(ins, *call)});
      if (ins.opcode.starts_with("tcgen05.wait::ld")) steps.push_back({Step::Kind::wait_loads, {}});
      if (ins.opcode.starts_with("tcgen05.ld.")) {
        steps.push_back({Step::Kind::load, {}});
        found_.loads.insert(&i);
        ++products_;
      }
      if (ins.opcode.starts_with("wgmma.mma_async")) {
        steps.push_back({Step::Kind::product, {}, fragments_of(ins, *call)});
        ++products_;
      }
    }
  }

  // The values that a product reads as fragments of A: {d..}, {a..}, b, ..; they are computed by an
  // instruction each, to a register.
  static std::vector<const llvm::Value*> fragments_of(const AsmInstruction& product,
                                                      const llvm::CallBase& call) {
    std::vector<const llvm::Value*> found;
    if (product.args.size() < 2 || product.args[1].kind != AsmArg::Kind::group) return found;
    std::vector<const llvm::Value*> given; // by operand
    unsigned next = 0;
    for (const auto& c : llvm::cast<llvm::InlineAsm>(call.getCalledOperand())->ParseConstraints()) {
      if (c.Type == llvm::InlineAsm::isClobber) continue;
      const bool result = c.Type == llvm::InlineAsm::isOutput && !c.isIndirect;
      given.push_back(!result && next < call.arg_size() ? call.getArgOperand(next++) : nullptr);
    }
    for (const AsmArg& item : product.args[1].items) {
      const auto number = static_cast<std::size_t>(item.number);
      if (item.kind != AsmArg::Kind::operand || number >= given.size()) continue;
      if (given[number] && llvm::isa<llvm::Instruction>(given[number]))
        found.push_back(given[number]);
    }
    return found;
  }

  static std::optional<std::int64_t> groups_left(const AsmInstruction& wait,
                                                 const llvm::CallBase& call) {
    if (wait.args.size() != 1) return std::nullopt;
    const AsmArg& arg = wait.args[0];
    if (arg.kind == AsmArg::Kind::number) return arg.number;
    if (arg.kind != AsmArg::Kind::operand || arg.number < 0 ||
        arg.number >= static_cast<std::int64_t>(call.arg_size()))
      return std::nullopt;
    const auto* c =
        llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(static_cast<unsigned>(arg.number)));
    return c ? std::optional(c->getSExtValue()) : std::nullopt;
  }

  // One way into a block at a time where that decides which way leads out of it: a loop of a
  // constant number of iterations makes the first one.
  bool go_through(const llvm::BasicBlock& block) {
    std::vector<const llvm::BasicBlock*> ways{nullptr};
    if (llvm::any_of(llvm::predecessors(&block), [&](const llvm::BasicBlock* before) {
          return way_out(block, before) != nullptr;
        }))
      ways.assign(llvm::pred_begin(&block), llvm::pred_end(&block));
    std::map<const llvm::BasicBlock*, State> out;
    for (const llvm::BasicBlock* before : ways) {
      State state = entering(block, before);
      for (const llvm::Instruction& i : block)
        pass(i, state);
      const llvm::BasicBlock* only = before ? way_out(block, before) : nullptr;
      for (const llvm::BasicBlock* next : llvm::successors(&block))
        if (!only || only == next) out[next] = join(out[next], state, some_way_);
    }
    bool changed = false;
    for (auto& [next, state] : out) {
      State& known = leaving_[{&block, next}];
      changed = changed || !(known == state);
      known = std::move(state);
    }
    return changed;
  }

  // The only way out for who comes from `before`; nullptr: there may be others.
  static const llvm::BasicBlock* way_out(const llvm::BasicBlock& block,
                                         const llvm::BasicBlock* before) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    const auto* test = branch && branch->isConditional()
                           ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition())
                           : nullptr;
    if (!test) return nullptr;
    const auto number = [&](const llvm::Value* v) {
      const auto* phi = llvm::dyn_cast<llvm::PHINode>(v);
      if (phi && phi->getParent() == &block) v = phi->getIncomingValueForBlock(before);
      return llvm::dyn_cast<llvm::ConstantInt>(v);
    };
    const auto *a = number(test->getOperand(0)), *b = number(test->getOperand(1));
    if (!a || !b) return nullptr;
    const bool holds = llvm::ICmpInst::compare(a->getValue(), b->getValue(), test->getPredicate());
    return branch->getSuccessor(holds ? 0 : 1);
  }

  // From `from` alone; nullptr: from anywhere.
  State entering(const llvm::BasicBlock& block, const llvm::BasicBlock* from) {
    State state;
    state.reached = !from && &block == &kernel_.getEntryBlock();
    for (const llvm::BasicBlock* before : llvm::predecessors(&block)) {
      const auto it = leaving_.find({before, &block});
      if ((from && before != from) || it == leaving_.end() || !it->second.reached) continue;
      State there = it->second;
      for (auto& [product, p] : there.products)
        for (const llvm::PHINode& phi : block.phis()) {
          p.fragments.erase({&phi, itself}); // another value from here on
          hold(p, {&phi, itself},
               p.holders.contains({phi.getIncomingValueForBlock(before), itself}));
        }
      state = join(state, there, some_way_);
    }
    return state;
  }

  static void hold(Product& p, const Holder& holder, bool holds) {
    if (holds && p.under_way)
      p.holders.insert(holder);
    else
      p.holders.erase(holder);
  }

  void pass(const llvm::Instruction& i, State& state) {
    if (llvm::isa<llvm::PHINode>(i) || i.isDebugOrPseudoInst()) return;
    if (const auto steps = steps_.find(&i); steps != steps_.end()) {
      for (const Step& step : steps->second)
        take(step, i, state);
      return;
    }
    for (auto& [product, p] : state.products)
      if (p.under_way) {
        pass_fragments(i, *product, p);
        pass(i, *product, p);
      }
  }

  // What surely becomes an instruction that reads its operands, and no other name for them.
  bool reads_register(const llvm::Instruction& i) const {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i))
      return !element_of(*store->getPointerOperand()).first;
    return !empty_.contains(&i) && !llvm::isa<llvm::CastInst>(i) &&
           !llvm::isa<llvm::ExtractValueInst, llvm::InsertValueInst, llvm::FreezeInst>(i);
  }

  void take(const Step& step, const llvm::Instruction& i, State& state) {
    switch (step.kind) {
    case Step::Kind::fence:
      state.fenced = true;
      return;
    case Step::Kind::product: {
      if (tells_ && !state.fenced) found_.unfenced.push_back(&i);
      Product issued;
      issued.holders.insert({&i, itself});
      for (const llvm::Value* v : step.fragments) {
        issued.fragments.insert({v, itself});
        if (const auto from = still_in(*v, i)) issued.fragments.insert(*from);
      }
      state.products[&i] = std::move(issued);
      return;
    }
    case Step::Kind::load: {
      Product& load = state.products[&i] = {};
      load.load = true;
      load.holders.insert({&i, itself});
      return;
    }
    case Step::Kind::wait_loads:
      for (auto& [load, p] : state.products)
        if (p.load) p.end();
      return;
    case Step::Kind::commit:
      for (auto& [product, p] : state.products)
        p.groups = std::min(p.groups + 1, most_groups);
      return;
    case Step::Kind::wait:
      for (auto& [product, p] : state.products)
        if (!p.load && (!step.groups || p.groups > *step.groups)) p.end();
      return;
    }
  }

  // An instruction, and a product that is under way.
  void pass(const llvm::Instruction& i, const llvm::Instruction& product, Product& p) {
    const auto holds = [&](const llvm::Value* v) { return p.holders.contains({v, itself}); };
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) {
      if (keep(*store, p, holds(store->getValueOperand()))) return;
    } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&i)) {
      const auto at = element_of(*load->getPointerOperand());
      if (at.first && at.second != itself) return hold(p, {&i, itself}, p.holders.contains(at));
      if (at.first && (some_way_ ? holds_any(*at.first, p) : holds_all(*at.first, p)))
        tell(i, product, found_.early);
      return;
    } else if (llvm::isa<llvm::ExtractValueInst, llvm::InsertValueInst, llvm::BitCastInst,
                         llvm::FreezeInst>(i) ||
               empty_.contains(&i)) {
      return hold(p, {&i, itself}, llvm::any_of(i.operands(), holds));
    }
    if (llvm::any_of(i.operands(), holds)) tell(i, product, found_.early);
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&i))
      for (const llvm::Use& operand : call->args())
        if (operand->getType()->isPointerTy()) forget(*operand, p);
  }

  // The element of a variable that `v` was just loaded from, and is still in at `at`.
  std::optional<Holder> still_in(const llvm::Value& v, const llvm::Instruction& at) const {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&v);
    if (!load || load->getParent() != at.getParent()) return std::nullopt;
    const Holder from = element_of(*load->getPointerOperand());
    const llvm::Instruction* next = load->getNextNode();
    while (next && next != &at && !next->mayWriteToMemory())
      next = next->getNextNode();
    if (next != &at || !from.first || from.second == itself) return std::nullopt;
    return from;
  }

  // .. and what it has as operand A.
  void pass_fragments(const llvm::Instruction& i, const llvm::Instruction& product, Product& p) {
    if (p.fragments.empty()) return;
    p.fragments.erase({&i, itself});
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&i)) {
      if (p.fragments.contains(element_of(*load->getPointerOperand())))
        p.fragments.insert({&i, itself});
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) {
      const Holder to = element_of(*store->getPointerOperand());
      if (to.second != itself) p.fragments.erase(to);
      std::erase_if(p.fragments, [&](const Holder& h) {
        return to.second == itself && to.first && h.first == to.first;
      });
    } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&i)) {
      for (const llvm::Use& operand : call->args())
        if (operand->getType()->isPointerTy())
          std::erase_if(p.fragments, [variable = element_of(*operand).first](const Holder& h) {
            return variable && h.first == variable;
          });
    }
    if (reads_register(i) && llvm::any_of(i.operands(), [&](const llvm::Value* v) {
          return p.fragments.contains({v, itself});
        }))
      tell(i, product, found_.fragments);
  }

  // What a call may write to.
  void forget(const llvm::Value& pointer, Product& p) const {
    const llvm::Value* variable = element_of(pointer).first;
    std::erase_if(p.holders, [&](const Holder& h) { return variable && h.first == variable; });
  }

  // Of a store to a variable of the thread: what its elements hold.
  bool keep(const llvm::StoreInst& store, Product& p, bool holds) const {
    const auto at = element_of(*store.getPointerOperand());
    if (!at.first) return false;
    if (at.second != itself)
      hold(p, at, holds);
    else
      forget(*store.getPointerOperand(), p);
    return true;
  }

  // The variable that a pointer leads into, and where; `itself`: anywhere.
  Holder element_of(const llvm::Value& pointer) const {
    const llvm::DataLayout& layout = kernel_.getParent()->getDataLayout();
    llvm::APInt by(64, 0);
    const llvm::Value* base = pointer.stripAndAccumulateConstantOffsets(layout, by, true);
    bool constant = true;
    while (const auto* part = llvm::dyn_cast<llvm::GEPOperator>(base)) {
      base = part->getPointerOperand()->stripPointerCasts();
      constant = false;
    }
    if (!llvm::isa<llvm::AllocaInst>(base)) return {nullptr, itself};
    return {base, constant && by.getSExtValue() >= 0 ? by.getSExtValue() : itself};
  }

  static bool holds_any(const llvm::Value& variable, const Product& p) {
    return llvm::any_of(p.holders, [&](const Holder& h) { return h.first == &variable; });
  }
  // Is each element of a variable one of the product's results?
  static bool holds_all(const llvm::Value& variable, const Product& p) {
    const auto* type =
        llvm::dyn_cast<llvm::ArrayType>(llvm::cast<llvm::AllocaInst>(variable).getAllocatedType());
    const auto held =
        llvm::count_if(p.holders, [&](const Holder& h) { return h.first == &variable; });
    return type && held > 0 && static_cast<std::uint64_t>(held) == type->getNumElements();
  }

  void tell(const llvm::Instruction& i, const llvm::Instruction& product,
            RegisterUses::Early& into) {
    if (tells_) into[&i].push_back(&product);
  }

  const llvm::Function& kernel_;
  const bool some_way_;
  std::map<const llvm::Instruction*, std::vector<Step>> steps_;
  std::set<const llvm::Instruction*> empty_; // asm statements without instructions
  // On the way from one block to the next.
  std::map<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>, State> leaving_;
  std::size_t products_ = 0;
  bool tells_ = false;
  RegisterUses found_;
};

} // namespace

// Loads alone may be open: loops around products keep some under way that no way of theirs reads.
RegisterUses find_register_uses(const llvm::Function& kernel) {
  RegisterUses found = Finder(kernel, false).run();
  if (found.loads.empty()) return found;
  for (auto& [use, operations] : Finder(kernel, true).run().early) {
    std::erase_if(operations, [&](const auto* by) { return !found.loads.contains(by); });
    if (!operations.empty() && !found.early.contains(use)) found.open.emplace(use, operations);
  }
  return found;
}

} // namespace heddle::cuda
