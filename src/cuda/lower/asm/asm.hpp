// The lowering of one asm statement: its instructions one after another, over operands and
// registers whose values are followed where that is easy. Barriers and accesses become core
// statements; what is not understood makes the kernel unknown.
#pragma once
#include "cuda/lower/asm/text.hpp"
#include "cuda/lower/lowering.hpp"
#include "support/matrix_layout.hpp"

namespace heddle::cuda {

class AsmLowering {
public:
  AsmLowering(Lowering& lowering, const llvm::CallBase& call);
  void run();

private:
  // An instruction with its opcode in parts: "bar", "sync".
  struct Instruction {
    const AsmInstruction& ins;
    std::vector<std::string> parts;
    bool has(std::string_view part) const;
    const std::string& key() const { return parts[0]; }
    const std::vector<AsmArg>& args() const { return ins.args; }
  };
  // What an operand or a register holds; neither of the two: nothing is known.
  struct Value {
    Expr scalar = nullptr;
    std::optional<Pointer> address;
    const llvm::Value* source = nullptr; // of operands that were not assigned: what was given
    Scope sharing = Scope::thread;       // who gets the same, where nothing is known
  };
  struct Slot {
    Value value;
    bool assigned = false;
  };

  // ---- operands and registers (lower/asm/asm.cpp)
  void read_operands();
  void write_outputs();
  bool pass(const std::vector<AsmInstruction>& all, std::size_t at);
  void land(const AsmInstruction& ins);
  void write_output(Slot& slot, llvm::Type* type, unsigned index);
  Value given(const llvm::Value& v);
  Slot& slot(const AsmArg& arg);
  Value value(const AsmArg& arg);
  Expr number(const AsmArg& arg, Type type); // the value in that type
  Expr reinterpreted(Expr e, Type to);       // nullptr: not known
  Expr unknown(Type type, Scope sharing = Scope::thread);
  void set(const AsmArg& to, Value v);
  void set(const AsmArg& to, Expr e) { set(to, Value{e, std::nullopt}); }
  void forget(const AsmArg& to, Scope sharing = Scope::thread);
  Value special_register(const std::string& name);
  Expr lane_mask(const std::string& name);
  Expr stands_for_lanes();
  std::string spell_args(const Instruction& i, std::size_t begin, std::size_t end);
  std::string spelled(const AsmArg& arg);
  std::string spelled(const Value& v);
  Expr guard(const AsmInstruction& ins);
  Expr predicate(const AsmArg& arg);

  // ---- instructions (lower/asm/run.cpp)
  void execute(const AsmInstruction& ins);
  void join(Value& now, const Value& before, Expr cond);
  void effect(const AsmInstruction& ins);
  void meet(const Instruction& i);
  bool stays_in_registers(const AsmInstruction& ins) const;
  void not_understood(const AsmInstruction& ins);

  // ---- values (lower/asm/values.cpp)
  bool compute(const Instruction& i);
  bool move(const Instruction& i, Type type);
  bool select(const Instruction& i, Type type);
  bool binary(const Instruction& i, Type type);
  bool pack(const Instruction& i);
  void elect(const Instruction& i);

  // ---- predicates and votes (lower/asm/predicates.cpp)
  bool compute_predicate(const Instruction& i);
  Expr compared(const Instruction& i, Type type);
  Expr combined(const std::string& how, Expr a, Expr b);
  bool compare(const Instruction& i);
  bool compare_to_number(const Instruction& i);
  bool is_in_space(const Instruction& i);
  bool of_lanes(const Instruction& i);
  bool vote(const Instruction& i);

  // ---- bits and words (lower/asm/bits.cpp); nullptr: another form
  bool bit_operation(const Instruction& i, Type type);
  Expr bits_constant(std::uint64_t bits, Type type);
  Expr bit_function(const std::string& name, Expr x);
  Expr counted(const Instruction& i, Type type);
  Expr reversed(const Instruction& i, Type type);
  Expr first_bit(const Instruction& i, Type type);
  Expr extracted(const Instruction& i, Type type);
  Expr extracted_anywhere(const Instruction& i, Expr x);
  Expr inserted(const Instruction& i, Type type);
  Expr inserted_anywhere(const Instruction& i, Type type);
  Expr bit_count(const AsmArg& arg);
  Expr low_ones(Expr count);
  Expr permuted(const Instruction& i, Type type);
  Expr table(std::uint64_t bits, std::span<const Expr> of, Type type);
  Expr looked_up(const Instruction& i, Type type);
  Expr funnel(const Instruction& i, Type type);
  Expr difference(const Instruction& i, Type type);
  Expr wide_product(const Instruction& i, Type type);
  Expr product_of_24(const Instruction& i, Type type);
  Expr shifted(const Instruction& i, Type type);
  Expr lesser(const Instruction& i, Type type);
  Expr magnitude(const Instruction& i, Type type);
  Expr is_zero(const Instruction& i, Type type);

  // ---- barriers (lower/asm/sync.cpp)
  bool barrier(const Instruction& i);
  bool cluster_barrier(const Instruction& i);
  bool map_address(const Instruction& i);
  bool fill(const Instruction& i);
  void memory_fence(const Instruction& i);
  bool proxy_fence(const Instruction& i);
  bool bulk_group(const Instruction& i);
  bool warp_barrier(const Instruction& i);
  bool mbarrier(const Instruction& i);
  bool phase_operation(const std::string& name, const Pointer& at, const Instruction& i,
                       std::size_t first);
  bool phase_wait(const std::string& name, const Pointer& at, const Instruction& i,
                  std::size_t first);
  static std::size_t spin_length(const std::vector<AsmInstruction>& all, std::size_t first);
  void spin(const AsmInstruction& test);

  // ---- memory (lower/asm/memory.cpp)
  bool memory(const Instruction& i);
  std::optional<Pointer> target(const AsmArg& memory);
  bool load(const Instruction& i);
  bool store(const Instruction& i);
  void store_elements(Pointer to, Type type, const std::vector<AsmArg>& elements);
  bool store_async(const Instruction& i);
  bool atomic(const Instruction& i);
  bool matrix(const Instruction& i);
  bool copy(const Instruction& i);
  bool tell_copies(const Instruction& i);
  bool bulk_copy(const Instruction& i);
  bool bulk_reduction(const Instruction& i);
  bool multicast(const Pointer& to, const Pointer& at, Expr bits,
                 const std::function<void(const Pointer&, const Pointer&)>& copy);

  // ---- copies of tensors (lower/asm/tensor.cpp)
  std::string map_name(const AsmArg& map);
  std::optional<std::int64_t> encoded_bytes(const std::string& name);
  std::optional<std::int64_t> box_bytes(const AsmArg& map);
  void assume_tensors_apart();
  Expr row_in_cluster(const Pointer& p);
  Expr reported_to(Expr row, const Pointer& mbarrier);
  bool tensor_copy(const Instruction& i);
  void read_map(const AsmArg& map);
  bool tensor_map(const Instruction& i);
  bool map_fence(const Instruction& i);
  bool replace_field(const Instruction& i);
  bool copy_map(const Instruction& i);

  // ---- cluster launch control (lower/asm/launch_control.cpp)
  bool launch_control(const Instruction& i);
  bool try_cancel(const Instruction& i);

  // ---- matrix products of warpgroups (lower/asm/matrix.cpp)
  // A value on its way to a descriptor: an address, in bytes or in units of 16 bytes, and constants
  // above and beside it.
  struct Descriptor {
    std::optional<Pointer> start;
    bool in_units = false;
    std::uint64_t bits = 0;
    Expr more = nullptr; // i64, added to it
  };
  bool is_followed(const llvm::Value& v);
  std::optional<Descriptor> descriptor(const llvm::Value& v, unsigned depth);
  Descriptor number_descriptor(const llvm::Value& v);
  std::optional<Descriptor> descriptor_part(const llvm::Operator& op, unsigned depth);
  std::optional<Descriptor> descriptor_sum(const llvm::Operator& op, unsigned depth);
  static bool is_multiple(Expr e, std::int64_t n); // surely
  using TileOf = std::function<std::optional<MatrixTile>(std::uint64_t descriptor)>;
  // `row`: of the block whose shared memory it is; nullptr: the thread's own.
  bool read_operand(const AsmArg& arg, const TileOf& tile_of, TensorPart part = no_tensor_part,
                    Expr row = nullptr);
  bool matrix_product(const Instruction& i);
  bool warpgroup(const Instruction& i);

  // ---- the tensor core of the fifth generation: tcgen05 (lower/asm/tensor_core.cpp)
  bool tensor_core(const Instruction& i);
  bool tensor_product(const Instruction& i);
  bool tensor_commit(const Instruction& i);
  bool tensor_cp(const Instruction& i);
  bool tensor_shift(const Instruction& i);
  bool tensor_fence(const Instruction& i);

  // ---- its forms for two blocks: .cta_group::2 (lower/asm/tensor_pairs.cpp)
  static bool is_of_pair(const Instruction& i) { return i.has("cta_group::2"); }
  bool has_pairs();
  bool in_pairs();
  void check_group(const Instruction& i);
  std::vector<Expr> rows_of(const Instruction& i);
  void over_when_committed(core::Block& accesses, TensorPart part);
  bool pair_product(const Instruction& i);
  bool pair_dealloc(const Instruction& i);
  bool pair_relinquish(const Instruction& i);
  core::ArrayId given_back();

  // ---- tensor memory (lower/asm/tensor_memory.cpp)
  struct TensorAddress {
    core::ArrayId array = 0;
    Expr column = nullptr, lane = nullptr; // i64, relative to what was allocated
    Expr row = nullptr; // of the block whose memory it is; nullptr: the thread's own
  };
  std::optional<Lowering::SlotPlace> word_of(Expr term) const;
  std::optional<std::size_t> allocated_among(const std::vector<Expr>& terms) const;
  std::optional<TensorAddress> tensor_address(const AsmArg& arg);
  Expr row_start(const TensorAddress& at);
  // Columns `first` .. + `columns` of what is at the address, in these halves.
  struct TensorRegion {
    std::uint32_t first = 0, columns = 1;
    std::vector<Expr> halves; // i64
  };
  void touch_tensor(const TensorAddress& at, const TensorRegion& region, bool writes,
                    TensorPart part = no_tensor_part);
  std::vector<Expr> halves_of_rows(const TensorAddress& at, std::uint32_t rows);
  std::vector<Expr> halves_of_warp(const TensorAddress& at, bool all_lanes);
  void keep_inside(const TensorAddress& at, std::uint32_t columns, bool lane_zero);
  void keep_in_quarter(const TensorAddress& at, bool all_lanes);
  bool tensor_alloc(const Instruction& i);
  bool tensor_dealloc(const Instruction& i);
  bool tensor_move(const Instruction& i);
  bool tensor_wait(const Instruction& i);

  Lowering& l_;
  Pool& pool_;
  const llvm::CallBase& call_;
  std::string text_;
  bool clobbers_memory_ = false;
  std::size_t outputs_ = 0; // the first of the operands
  std::vector<Slot> operands_;
  std::map<std::string, Slot> registers_;
  std::vector<std::pair<std::string, Expr>> passed_; // jumps under way: labels, and when
};

// "bar", "sync" of "bar.sync".
std::vector<std::string> asm_parts(const std::string& opcode);
// The type that an instruction's suffix names ("u32", "f16", "pred").
std::optional<Type> asm_type(const std::string& suffix);

} // namespace heddle::cuda
