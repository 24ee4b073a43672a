// The lowering of one kernel: LLVM IR, prepared (prepare.hpp), to core. One class, its members by
// subject in a file each.
//
// Values are expressions over variables of core: one for each phi, each read and each value that is
// not known. A variable is set where control enters the phi's block, so an expression over it holds
// for as long as the SSA value that it stands for is alive.
#pragma once
#include "core/clusters.hpp"
#include "cuda/contract/resolve.hpp"
#include "cuda/lower/lower.hpp"
#include "cuda/lower/params.hpp"
#include "cuda/lower/prepare.hpp"
#include "cuda/lower/rounded.hpp"
#include "cuda/lower/signs.hpp"
#include "cuda/lower/webs.hpp"
#include "cuda/parse/precompiled.hpp"
#include "cuda/parse/unit.hpp"

#include <functional>
#include <map>
#include <set>
#include <unordered_map>

namespace heddle::cuda {

struct RegisterUses; // lower/asm/register_uses.hpp

// What a pointer may point into.
struct Target {
  enum class Kind : std::uint8_t { null, array, function, unknown } kind = Kind::null;
  core::ArrayId array = 0;
  const llvm::Function* function = nullptr;
  std::string reason = {}; // unknown: why
  bool is_unset = false;   // unknown: what a way leaves a variable that it does not set
};
using TargetId = std::uint32_t; // 0: null

// A pointer: one of several targets, and a byte offset in it.
struct Pointer {
  std::vector<TargetId> targets; // all that it may be, in order
  Expr base = nullptr;           // i32: which of them, where they are several
  Expr offset = nullptr;         // i64
  // i64, of an array with rows: where its holder has the pointer; whose shared memory it is, if not
  // the block's own
  Expr row = nullptr;
};

// An access to memory as an instruction makes it.
struct Access {
  const llvm::Value* address = nullptr;
  std::uint64_t displacement = 0; // bytes behind the address
  llvm::Type* type = nullptr;
  unsigned align = 1; // that a vector access demands; 1: none
};

// An access that is atomic for the threads of `scope`.
struct AtomicAccess {
  Scope scope = Scope::grid;
  std::string op; // as core::Atomic::op
  Expr operand = nullptr;
  bool result = false; // of interest
  bool acquires = false;
  bool releases = false;
  Expr compare = nullptr; // as core::Atomic::compare
  core::Trend trend = core::Trend::any;
};

// The operand whose address an asm statement gives as its only result; null: none.
const llvm::Value* address_moved_by(const llvm::CallBase& call);
// What makes of an address of shared memory that of the same place in another block.
struct MappedAddress {
  const llvm::Value* address = nullptr;
  const llvm::Value* rank = nullptr; // of the block in the cluster
};
std::optional<MappedAddress> mapped_by(const llvm::CallBase& call);
// Does an asm statement wait for the grid before, whatever else it does?
bool waits_for_grid(const llvm::CallBase& assembly);

class Lowering {
public:
  // `together`: the blocks of a cluster are to be checked as one, whatever they do.
  Lowering(Unit& unit, const KernelCode& code, const KernelAttributes& attributes, bool together);
  Lowered run();

private:
  friend class AsmLowering; // inline assembly (lower/asm)

  // ---- statements and places (lower/emit.cpp) ---------------------------------------------------
  void emit(core::Stmt::Node node, const llvm::Instruction& at);
  void emit_at(core::Stmt::Node node, Loc loc, core::CallId call);
  void unsupported(std::string reason, const llvm::Instruction& at);
  core::Block collect(const std::function<void()>& f);
  core::VarId new_var(const std::string& name, Type type, Loc loc);
  core::VarId new_temp(Type type, Loc loc);
  std::string unique_name(const std::string& name);
  Loc place(const llvm::Instruction& at); // where a person would say that it is
  // What `f` emits is one instruction of the machine, told from others at the same place.
  void as_operation(const std::function<void()>& f);
  // The function that a person called, as reports name what happens in it.
  std::string called(const llvm::Instruction& at) const;
  core::CallId call_of(const llvm::DILocation* at);
  static const llvm::DILocation* in_user_code(const llvm::DILocation* at);
  // A new variable with a value that is not known.
  Expr havoc(Type type, const llvm::Instruction& at, const std::string& reason,
             Scope sharing = Scope::thread, std::optional<core::Exchange> exchange = {},
             core::Havoc::Choice choice = core::Havoc::Choice::none);

  // ---- control flow (lower/structure.cpp) -------------------------------------------------------
  bool is_reducible();
  void lower_from(const llvm::BasicBlock& block);
  void lower_loop(const llvm::BasicBlock& header);
  void lower_block(const llvm::BasicBlock& block);
  void lower_before(const std::vector<const llvm::BasicBlock*>& joins,
                    const std::function<void()>& first);
  void lower_terminator(const llvm::BasicBlock& block);
  bool leaves(const core::Block& block) const;
  void lower_switch(const llvm::SwitchInst& choice);
  void go(const llvm::BasicBlock& from, const llvm::BasicBlock& to);
  Expr unset(const llvm::Instruction& joined, const llvm::Instruction& at);
  void set_phis(const llvm::BasicBlock& from, const llvm::BasicBlock& to);
  struct Change {
    core::VarId var;
    Expr value;
  };
  void emit_at_once(std::vector<Change> changes, const llvm::Instruction& at);
  std::vector<const llvm::BasicBlock*> joins_of(const llvm::BasicBlock& block) const;
  bool is_left_for(const llvm::BasicBlock& block) const;
  bool is_join(const llvm::BasicBlock& block) const;
  const std::set<std::pair<unsigned, unsigned>>& returns_of(const llvm::DILocation& at) const;
  bool is_return(const llvm::Instruction& jump) const;
  bool returns(const llvm::BasicBlock& from, const llvm::BasicBlock& to) const;
  bool stands_behind(const llvm::Loop& loop, const llvm::BasicBlock& block) const;

  // ---- values (lower/values.cpp) ----------------------------------------------------------------
  Expr scalar(const llvm::Value& v); // in its own type
  Expr scalar_as(const llvm::Value& v, bool is_signed);
  Expr to_i64(const llvm::Value& v); // of an index: signed
  Expr condition(const llvm::Value& v) { return scalar(v); }
  Type type_of(const llvm::Value& v);
  Type type_of(llvm::Type* type, bool is_signed) const;
  Expr constant(const llvm::Constant& c, bool is_signed);
  Expr pure(const std::string& name, Type type, std::vector<Expr> args);
  Expr compute(const llvm::Instruction& i);
  Expr binary(const llvm::BinaryOperator& i);
  void exclude_zero(const llvm::BinaryOperator& division, Expr divisor); // lower/divisors.cpp
  Expr unsigned_in_memory(const llvm::Value& v);
  Expr compare(const llvm::ICmpInst& i);
  Expr compare_floats(const llvm::FCmpInst& i);
  Expr cast(const llvm::CastInst& i);
  Expr truncate(const llvm::TruncInst& i);
  // What is known of integers that `i` makes, or says of, is assumed (lower/rounded.cpp).
  void relate_rounded(const llvm::Instruction& i);
  std::vector<Expr> converted_before(const llvm::FCmpInst& comparison) const;
  bool is_key(const llvm::Value& v) const;
  Expr truth(Expr e);                     // e != 0
  Expr number(Expr condition, Type type); // 1 or 0
  void lower_instruction(const llvm::Instruction& i);
  void define(const llvm::Value& v, Expr e) { scalars_[&v] = e; }
  void define_phi(const llvm::PHINode& phi);
  std::string variable_name(const llvm::Value& v) const;

  // ---- pointers (lower/pointers.cpp) ------------------------------------------------------------
  Pointer pointer(const llvm::Value& v);
  Pointer pointer_of_phi(const llvm::PHINode& phi);
  void find_addresses();
  bool is_address(const llvm::Value& v) const; // a pointer, or an integer made of one
  // (lower/memory/low_bits.cpp)
  Expr low_bits(const Pointer& p, std::uint64_t granule);
  Expr low_bits_of(const llvm::BinaryOperator& i); // null: they are not those of an offset
  const llvm::Value* changed_in_low_bits(const llvm::Value& v) const;
  bool begins_in_shared(const llvm::Value& v) const;
  void find_changed_low_bits();
  Pointer with_low_bits_changed(Pointer p, const llvm::Value& v);
  std::vector<const llvm::Value*> sources(const llvm::Value& v) const;
  void find_targets(const llvm::Value& v, std::set<const llvm::Value*>& seen,
                    std::set<TargetId>& targets);
  std::vector<TargetId> targets_of(const llvm::Value& v);
  TargetId add_target(Target target);
  TargetId target_of_array(core::ArrayId array);
  TargetId unknown_target(const llvm::Value& v, const std::string& reason);
  Pointer to_target(TargetId id, Expr offset);
  void note_extents(const llvm::GEPOperator& gep);
  Expr element_offset(const llvm::GEPOperator& gep);
  Expr base_of(const Pointer& p);
  Expr null_flag(core::ArrayId array);
  Expr null_value(core::ArrayId array);
  bool is_no_function(const llvm::Value& callee);
  std::string is_function(TargetId parameter, const std::string& function) const;
  bool may_be_function(TargetId id) const;
  Expr same_function(const Pointer& a, const Pointer& b);
  Expr is_null_in_memory(const llvm::Value& a, const llvm::Value& b); // null: not known
  Expr same_address(const Pointer& a, const Pointer& b);
  Expr address_value(const Pointer& p, Type type);
  std::optional<core::ArrayId> array_of(const llvm::Value& root); // variables, parameters
  core::ArrayId array_of_global(const llvm::GlobalVariable& variable);
  core::ArrayId array_of_local(const llvm::AllocaInst& variable);

  // ---- pointers that memory holds (lower/rows.cpp) ----------------------------------------------
  std::optional<core::ArrayId> rows_behind(const llvm::LoadInst& load);
  void stay_in_table(const llvm::LoadInst& load);
  void state_index(Expr index, std::int64_t length, const std::string& text,
                   const llvm::Instruction& at);
  core::ArrayId rows_of(core::ArrayId holder, std::int64_t place, clang::QualType pointee);
  bool is_filled_by_host(core::ArrayId holder) const;
  bool is_one_pointer(core::ArrayId holder) const;
  bool has_rows(const Pointer& p) const;
  Expr row_of(const Pointer& p);
  Expr offset_in(core::ArrayId array, const Pointer& p, const llvm::Instruction& at);
  void check_holders();
  bool may_write_pointer(core::ArrayId array, Expr offset, std::int64_t bytes) const;

  // ---- the heap (lower/heap.cpp) ----------------------------------------------------------------
  void find_allocations();
  void allocate(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void release(const llvm::CallBase& call, const clang::FunctionDecl& callee);

  // ---- memory (lower/memory.cpp) ----------------------------------------------------------------
  // Runs `f` for each array that p may point into, under the condition that it does.
  void for_each_array(const Pointer& p, const llvm::Instruction& at, const std::string& access,
                      const std::function<void(core::ArrayId, Expr offset)>& f);
  void lower_load(const llvm::LoadInst& i);
  void lower_store(const llvm::StoreInst& i);
  void read_to(core::VarId var, const Access& access, const llvm::Instruction& at);
  Expr read(const Access& access, const llvm::Instruction& at);
  void write(const Access& access, Expr value, const llvm::Instruction& at);
  std::optional<Expr> read_builtin(const llvm::LoadInst& i); // threadIdx, blockDim, ..
  std::optional<Expr> read_table(const llvm::LoadInst& i);   // lower/known_reads.cpp
  void lower_copy(const llvm::MemTransferInst& i);
  void copy_in_loop(const llvm::MemTransferInst& i, Expr pieces, unsigned size);
  void lower_set(const llvm::MemSetInst& i);
  Type held_type(const Pointer& p, Type type) const;
  Expr memory_bits(const llvm::Value& v); // as memory holds it

  // ---- whole vectors (lower/vectors.cpp) --------------------------------------------------------
  std::vector<const llvm::Instruction*> vector_parts(const llvm::Instruction& first) const;
  Expr whole_vector(const std::vector<const llvm::Instruction*>& stores);
  bool lower_vector(const llvm::Instruction& i);

  // ---- calls (lower/calls.cpp and the files of each family) -------------------------------------
  void lower_call(const llvm::CallBase& call);
  void call_unknown(const llvm::CallBase& call);
  bool lower_intrinsic(const llvm::IntrinsicInst& call);
  bool lower_pure_intrinsic(const llvm::IntrinsicInst& call);
  Expr reversed(Expr x);
  void lower_outside(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void lower_result(const llvm::CallBase& call, Scope sharing, const std::string& reason,
                    const std::optional<core::Exchange>& exchange = {});
  void lower_asm(const llvm::CallBase& call);
  using Handler = void (Lowering::*)(const llvm::CallBase&, const clang::FunctionDecl&);
  static Handler find_handler(const std::string& name);
  void barrier_warp(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void sync_warp(Expr mask, std::string text, const llvm::Instruction& at);
  void barrier_grid(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void barrier_tile(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void fence(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void lower_fence(const llvm::FenceInst& i);
  core::Trend trend_of(const llvm::CallBase& call, const clang::FunctionDecl& callee,
                       const std::string& op) const;
  void atomic(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void shuffle(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void matching(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  std::optional<core::Exchange> shuffled(const llvm::CallBase& call,
                                         const clang::FunctionDecl& callee);
  std::optional<core::Exchange> combined(const llvm::CallBase& call,
                                         const clang::FunctionDecl& callee);
  Expr broadcast(Expr value, Expr unknown);
  void shared_value(const llvm::CallBase& call, const clang::FunctionDecl& callee);

  // ---- grids that begin early (lower/sync/grids.cpp) --------------------------------------------
  void find_grid_waits();
  bool begins_early() const;
  void note_global(const llvm::Instruction& at); // global memory is accessed
  void note_global(const core::Stmt::Node& node, const llvm::Instruction& at);
  void check_early_accesses();

  // ---- clusters (lower/clusters.cpp) ------------------------------------------------------------
  void barrier_cluster(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void join_cluster(const std::string& text, const llvm::Instruction& at, unsigned half = 0);
  void note_fence(const std::string& opcode);
  bool orders_before_arrival(const llvm::Instruction& at) const;
  Expr cluster_register(const std::string& name, std::size_t axis);
  void cluster_number(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void cluster_map(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  std::optional<core::ClusterShape> given_shape();
  void assume_shape(const core::ClusterShape& shape, const std::string& origin, Loc loc);
  std::optional<core::ClusterShape> cluster_shape();
  Expr place_in_cluster(std::size_t axis, const core::ClusterShape& shape);
  void find_distributed();
  void distribute(const llvm::Value& address);
  void check_distributed();
  void note_write(const Pointer& to, core::ArrayId array, const llvm::Instruction& at);
  bool is_own_row(Expr row, std::set<Expr>& seen);
  void check_fenced_space();
  bool reaches_other_blocks(const llvm::CallBase& call);
  Expr own_row();
  Expr row_of_rank(Expr rank);
  Pointer mapped(Pointer p, const llvm::Value& rank);
  Pointer in_row(Pointer p, Expr row);
  void assume_rank(Expr rank, const llvm::Instruction& at);
  void use_block(Expr row, const llvm::Instruction& at);
  Expr byte_of(Expr row);
  core::Stmt lifetime_mark(std::int64_t what, Loc loc);
  void mark_start();
  void end_thread(const llvm::Instruction& at);
  void choose_keeper();

  // ---- surfaces (lower/surfaces.cpp) ------------------------------------------------------------
  std::optional<core::ArrayId> surface_array(const llvm::Value& object);
  void surface(const llvm::CallBase& call, const clang::FunctionDecl& callee);

  // ---- read-only memory (lower/memory/read_only.cpp) --------------------------------------------
  void read_only(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void note_read_only(const Pointer& p, const llvm::Instruction& at);
  void check_read_only();

  // ---- textures (lower/textures.cpp) ------------------------------------------------------------
  void find_textures();
  void find_signs_of_memory();
  core::ArrayId texture_array(const llvm::Value* object, const std::string& name,
                              const clang::FunctionDecl& callee);
  Expr texel_offset(const llvm::Value& texels);
  void texels(const llvm::CallBase& call, const clang::FunctionDecl& callee);

  // ---- LLVM's own atomics and registers (lower/atomics.cpp) -------------------------------------
  std::optional<Scope> scope_of(llvm::SyncScope::ID id) const;
  // The value that was there, or nullptr.
  Expr access_atomically(const Pointer& p, Type type, const AtomicAccess& access,
                         const llvm::Instruction& at);
  Expr emit_atomic(const llvm::Instruction& at, const llvm::Value& address, const std::string& op,
                   llvm::Type* type, Expr operand, std::optional<Scope> scope,
                   llvm::AtomicOrdering order, Expr compare = nullptr);
  bool lower_atomic(const llvm::Instruction& i);
  std::optional<Expr> read_register(const llvm::IntrinsicInst& call);

  // ---- contracts (lower/contracts.cpp) ----------------------------------------------------------
  void require(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void assume(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void check(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void of_another_thread(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void of_the_log(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  Expr word_of_log(Type type);
  void not_read(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void of_elements(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void not_understood(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void require_text(const llvm::CallBase& call, const std::string& text);
  void assume_condition(const llvm::CallBase& call, const std::string& origin);
  std::optional<std::string> asked_of_launches(const llvm::CallBase& call, Expr e);
  bool at_start(const llvm::Instruction& at) const;
  bool is_of_launch(Expr e) const;
  bool mentions_function(Expr e, const std::string& name) const;
  // Of what arrays hold at the launch (lower/contents.cpp).
  std::optional<std::vector<core::Contract>> contracts_of(const llvm::CallBase& form);
  std::optional<core::ArrayId> content_named(const llvm::Value& pointer);
  contract::Meaning variable_named(const std::string& path);
  std::string argument_text(const llvm::Instruction& at);
  std::string literal(const llvm::Value& v) const;

  // ---- accesses that are no loads and stores, and asynchronous copies (lower/async.cpp)
  Pointer behind(Pointer p, Expr bytes);
  Expr read_bytes(const Pointer& from, Type type, unsigned size, const llvm::Instruction& at);
  void write_bytes(const Pointer& to, Expr value, unsigned size, const llvm::Instruction& at);
  void issue_copy(const Pointer& to, const Pointer& from, std::int64_t length, Expr reads,
                  const llvm::Instruction& at);
  void copy_piece(const Pointer& to, const Pointer& from, Expr done, unsigned size, Expr reads,
                  const llvm::Instruction& at);
  void in_pieces(Expr bytes, unsigned piece, const llvm::Instruction& at,
                 const std::function<void(Expr)>& make);
  void copy_in_pieces(const Pointer& to, const Pointer& from, Expr bytes, unsigned piece,
                      const llvm::Instruction& at);
  void bulk_copy(const Pointer& to, const Pointer& from, Expr bytes, const Pointer& barrier,
                 const std::string& text, const llvm::Instruction& at, unsigned piece = 16);
  void fill(const Pointer& to, Expr bytes, const llvm::Instruction& at);
  void read_region(const Pointer& from, unsigned bytes, const llvm::Instruction& at,
                   TensorPart part = no_tensor_part);
  core::CopyPlace copy_place_of(const llvm::Instruction& at); // of what it emits
  bool is_of_async_proxy(const core::Stmt& s) const;
  void note_async_proxy(const llvm::Instruction& at);
  void note_map(const llvm::Instruction& at);
  void note_matrix_product(const llvm::Instruction& at);
  void note_lane_rows(const llvm::Instruction& at, unsigned bytes);
  void bulk_store(const Pointer& to, const Pointer& from, Expr bytes, const llvm::Instruction& at);
  void await_reads() { reads_awaited_ = true; }
  void check_stores_left();
  void copy_async(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void copy_async_by_group(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void copy_commit(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void copy_wait(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void copy_counted(const llvm::CallBase& call, const clang::FunctionDecl& callee);

  // ---- tensor memory (lower/sync/tensor_slots.cpp) ----------------------------------------------
  // Shared memory that holds the address of tensor memory which was allocated: where it is.
  using SlotPlace = std::pair<core::ArrayId, std::int64_t>;
  struct TensorSlot {
    core::ArrayId array = 0; // the tensor memory
    Loc loc;                 // where it is met first
    unsigned allocations = 0;
  };
  void note_read(const core::Stmt::Node& node);
  std::optional<SlotPlace> slot_read_to(Expr e) const;
  TensorSlot& tensor_slot(const SlotPlace& place, Loc loc);
  bool is_slot(const SlotPlace& place) const { return tensor_slots_.contains(place); }
  std::optional<SlotPlace> word_at(core::ArrayId array, Expr offset);
  void read_allocated(core::Block& block);
  bool read_allocated(core::Stmt& s, const SlotPlace& place);
  void check_tensor_slots();
  void check_relaxed();

  // ---- mbarriers (lower/mbarrier.cpp) -----------------------------------------------------------
  void mbarrier(const Pointer& at, const core::Mbarrier& op, const llvm::Instruction& i);
  // So many bytes of a copy have come.
  void complete(const Pointer& barrier, Expr bytes, const std::string& text,
                const llvm::Instruction& i, bool releases = false);
  void assume_cluster_scope(const core::Mbarrier& op);
  Expr mbarrier_arrive(const Pointer& at, const core::Mbarrier& op, const llvm::CallBase& call);
  // For a parity, or for the phase of a token.
  void mbarrier_wait(const Pointer& at, core::Mbarrier op, const llvm::Value* token,
                     const llvm::CallBase& call);
  Expr mbarrier_test(const Pointer& at, const core::Mbarrier& op, const llvm::Value* token,
                     const llvm::CallBase& call);
  bool is_apart(const Pointer& a, const Pointer& b) const;
  bool is_own_token(const llvm::Value& token, const Pointer& at, const llvm::Instruction& wait);
  void mbarrier_change(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void mbarrier_arrival(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void mbarrier_phase(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void mbarrier_of_own_block(const llvm::CallBase& call, const clang::FunctionDecl& callee);

  // ---- registers of matrix products (lower/asm/register_uses.cpp) -------------------------------
  void find_registers();
  void check_registers(const llvm::Instruction& i);
  void note_issued(const llvm::Instruction& product);

  // ---- lanes of a warp, and what they do together (lower/lanes.cpp, lower/tiles.cpp) ------------
  Expr linear_thread();
  Expr lane();
  Expr elected_lane(Expr mask, const llvm::Instruction& at);
  void choose_lanes();
  void elect(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void active_lanes(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void barrier_chosen(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void repeat(Expr times, const char* counter, const llvm::Instruction& at,
              const std::function<void(Expr)>& body);
  void access_tile(const Pointer& tile, std::int64_t rows, std::int64_t bytes, Expr stride,
                   bool stores, const llvm::Instruction& at);
  void tile(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void address_of_space(const llvm::CallBase& call, const clang::FunctionDecl& callee);
  void is_in_space(const llvm::CallBase& call, const clang::FunctionDecl& callee);

  // ---- the kernel itself (lower/kernel.cpp) -----------------------------------------------------
  void lower_parameters();
  void add_pointer_parameter(const std::string& name, clang::QualType pointee, Loc loc,
                             std::pair<unsigned, std::uint64_t> where);
  void add_parameter(const std::string& name, clang::QualType type, unsigned argument,
                     std::uint64_t offset, Loc loc);
  Expr as_type(Expr e, Type type);
  Expr parameter_part(unsigned argument, std::uint64_t offset, llvm::Type* type);
  TargetId parameter_target(unsigned argument, std::uint64_t offset);
  core::Array describe_array(const std::string& name, clang::QualType element, Loc loc) const;

  Unit& unit_;
  const KernelCode& code_;
  const KernelAttributes& attributes_;
  const llvm::Function& function_;
  const llvm::DataLayout& layout_;
  core::Kernel kernel_;
  Pool& pool_;
  RoundedValues rounded_;
  Signs signs_;
  PhiWebs webs_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  bool together_; // the blocks of a cluster are to be checked as one: core::join_blocks
  std::unordered_map<const llvm::BasicBlock*, unsigned> order_; // reverse postorder

  std::vector<core::Assumption> asserted_;
  core::Block* out_ = nullptr;
  std::size_t statements_ = 0;
  std::uint32_t operation_ = 0, operations_ = 0; // Loc::operation of what is emitted; the last one
  core::LabelId next_label_ = 1;
  unsigned next_temp_ = 1;
  unsigned depth_ = 0;         // of blocks within each other
  bool fences_ = false;        // of accesses among threads: fence.acq_rel, membar, ..
  bool reads_awaited_ = false; // a wait for the reads of bulk groups alone
  std::map<std::string, unsigned> names_;
  std::map<const llvm::DILocation*, core::CallId> calls_;
  std::unordered_map<const llvm::BasicBlock*, core::LabelId> labels_; // joins, loops (by header)
  std::set<core::LabelId> loop_ends_;                                 // of blocks behind a loop
  // Of functions, the kernel among them: line and column of each `return`.
  mutable std::map<const llvm::DISubprogram*, std::set<std::pair<unsigned, unsigned>>> returns_;
  std::unordered_map<const llvm::Value*, Expr> scalars_;
  std::unordered_map<const llvm::Value*, Pointer> pointers_;
  std::unordered_map<const llvm::PHINode*, core::VarId> phi_vars_;
  std::unordered_map<const llvm::PHINode*, core::VarId> phi_bases_;
  std::map<std::pair<const llvm::Value*, unsigned>, Expr> results_; // of calls that give structs
  std::unordered_map<const llvm::Value*, std::vector<TargetId>> target_sets_;
  // Of integers that are addresses, which loops advance: the byte offset.
  std::unordered_map<const llvm::PHINode*, core::VarId> address_phis_;
  std::set<const llvm::Value*> addresses_; // integers that are addresses
  // Integers that are an address but for its low bits, which are known: that address.
  std::map<const llvm::Value*, const llvm::Value*> changed_low_bits_;
  std::unordered_map<const llvm::Instruction*, std::vector<Pointer>> arrivals_; // at mbarriers
  std::set<core::VarId> tests_; // of an mbarrier's phase
  std::map<SlotPlace, TensorSlot> tensor_slots_;
  struct RemoteWrite {
    core::ArrayId array;
    Expr row;
    core::CopyPlace where;
  };
  std::vector<RemoteWrite> remote_writes_;            // note_write
  std::map<core::VarId, std::vector<Expr>> rows_set_; // what phi_rows_ are set to
  std::optional<Loc> own_fence_;                   // a proxy fence of the block's own shared memory
  std::map<std::uint32_t, SlotPlace> allocations_; // by Loc::operation: tcgen05.alloc
  // Variables that words of shared memory are read to; std::nullopt: of several places.
  std::map<core::VarId, std::optional<SlotPlace>> word_reads_;
  std::map<core::VarId, std::uint32_t> elected_; // by elect.sync: the first lane
  std::vector<Target> targets_{Target{}};
  std::unordered_map<const llvm::Value*, TargetId> unknown_targets_;
  std::unordered_map<core::ArrayId, TargetId> array_targets_;
  std::unordered_map<const llvm::Value*, core::ArrayId> arrays_;
  std::optional<core::ArrayId> dynamic_shared_;
  std::unordered_map<core::ArrayId, SymbolId> null_flags_; // of pointer parameters
  std::unordered_map<core::ArrayId, Expr> heap_full_;      // of allocations: no memory is left
  std::map<std::string, core::ArrayId> surfaces_;
  std::map<std::pair<const llvm::Value*, std::string>, core::ArrayId>
      textures_;                           // and type of texel
  std::set<const llvm::Value*> any_texel_; // pointers to texels of textures without a name
  std::unordered_map<core::ArrayId, clang::QualType> element_types_; // where the source says it
  std::unordered_map<core::ArrayId, const llvm::GlobalVariable*> globals_;
  std::map<std::pair<core::ArrayId, std::int64_t>, core::ArrayId> rows_; // by holder, place
  std::map<core::ArrayId, Loc> holders_;     // of pointers that are used, and where
  std::set<const llvm::LoadInst*> followed_; // whose targets are being found
  std::unordered_map<const llvm::PHINode*, core::VarId> phi_rows_;
  std::vector<const llvm::Instruction*> grid_waits_;
  std::map<core::ArrayId, Loc> read_only_; // by __ldg, and where first
  std::optional<Loc> early_access_;        // the first that no wait for the grid before precedes
  std::optional<core::ArrayId> lifetime_;  // core::is_lifetime
  std::shared_ptr<const RegisterUses> register_uses_;
  std::map<const llvm::Instruction*, core::VarId> issued_;          // products: whether they were
  std::map<Expr, std::vector<const llvm::Instruction*>> divisions_; // by a size that may be 0
  std::set<std::tuple<const llvm::Instruction*, std::uint32_t, std::uint32_t>>
      told_uses_;                // of a product on a line
  bool halves_clusters_ = false; // arrivals at a cluster's barrier apart from waits
  bool acts_ = false;            // something that other threads notice came so far
  bool open_inits_ = false;      // .. mbarriers, without fence.mbarrier_init behind them
  // Where the last fence stood that covers clusters, if nothing came behind it.
  std::pair<const core::Block*, std::size_t> fence_{nullptr, 0};
  std::set<const llvm::Instruction*> vector_parts_; // of accesses that were lowered
  std::map<std::pair<unsigned, std::uint64_t>, core::ArrayId> pointer_parameters_;
  std::map<std::pair<unsigned, std::uint64_t>, SymbolId> scalar_parameters_;
};

} // namespace heddle::cuda
