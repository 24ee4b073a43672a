// The state of a run; its parts are in emulate_*.cpp.
#pragma once
#include "ptx/alu/alu.hpp"
#include "ptx/counting.hpp"
#include "ptx/emulate/emulate.hpp"
#include "ptx/emulate/warp.hpp"
#include "support/matrix_layout.hpp"
#include "support/tensor_core.hpp"

#include <functional>
#include <set>

namespace heddle::ptx {

inline constexpr const char* mbarrier_depends =
    "the mbarrier that this instruction names, or its operand, depends on";

// The lanes of a mask by the value that each gives.
template <class F> auto grouped(Mask mask, F value) {
  std::map<decltype(value(0U)), Mask> out;
  for (unsigned l = 0; l < lanes; ++l)
    if (mask >> l & 1) out[value(l)] |= Mask{1} << l;
  return out;
}

class Emulator {
public:
  // `loads_open`: strong loads of shared memory give values that are not known.
  Emulator(const Program& program, const Slice& slice, const Code& code, const Launch& launch,
           bool loads_open);
  Run run(Until until);

private:
  // What ends a split's turn.
  enum class Turn : std::uint8_t { goes_on, ends };
  // Thrown inside, caught in run(): the run cannot go on.
  struct Halt {
    Stop stop;
  };
  [[noreturn]] void halt(const Micro& m, std::string reason, SourceSet sources = 0) const;

  // ---- emulate.cpp: scheduling, branches
  void set_specials(Warp& warp);
  Datum special(Special which, std::uint32_t number) const;
  bool run_ready(Until until);
  void note_racing_writes();
  bool unstick();
  bool waits_in_vain(const Warp& warp, const Split& split) const;
  bool leaves_at(Index pc) const;
  void check_countdowns();
  void turn(Warp& warp, std::size_t split);
  std::string why_not_called(const Micro& m) const;
  Turn step(Warp& warp, std::size_t split, const Micro& m);
  Turn branch(Warp& warp, std::size_t split, const Micro& m);
  Turn branch_list(Warp& warp, std::size_t split, const Micro& m);
  Turn go_apart(Warp& warp, std::size_t split, const Micro& m,
                const std::vector<std::pair<Index, Mask>>& parts);
  Turn leave(Warp& warp, std::size_t split, Mask gone, Index at);
  void arithmetic(Warp& warp, const Micro& m, Mask split);
  void move_parts(Warp& warp, const Micro& m, Mask split);
  void address_conversion(Warp& warp, const Micro& m, Mask split);
  void in_space(Warp& warp, const Micro& m, Mask split);

  // ---- emulate_doubt.cpp: branches whose condition is not known
  struct Region {
    bool harmless = false;    // nobody synchronizes, and the branch is not met again
    std::vector<Slot> writes; // sorted
  };
  const Region& region(const Micro& m);
  void note_writes(const Micro& m, std::vector<Slot>& writes) const;
  void run_both(Warp& warp, std::size_t split, const Micro& m);
  void run_side(Warp& warp, Index begin, Index meets, Mask mask);
  std::vector<Reg> saved(const Warp& warp, const std::vector<Slot>& slots) const;
  void merge(Warp& warp, Slot slot, const Reg& first, const Reg& guard, Mask only_first,
             Mask either);

  // ---- emulate_registers.cpp
  const Reg& read(const Warp& warp, Slot slot) const {
    return slot & constant_bit ? code_.constants[slot & ~constant_bit] : warp.registers[slot];
  }
  // Lanes of `split` whose guard holds; they may not be unknown.
  Mask active(const Warp& warp, const Micro& m, Mask split, const char* what) const;
  // The same for accesses to memory: where the guard is unknown they may happen, and such lanes
  // are doubtful from now on.
  Mask possible(const Warp& warp, const Micro& m, Mask split);
  // Writes the result where the guard holds; where that is unknown, the register is afterwards.
  void write(Warp& warp, const Micro& m, Slot slot, const Reg& value, Mask split);
  void write_active(Warp& warp, Slot slot, const Reg& value, Mask active);
  // The one value that the lanes of `active` have.
  const Reg& known_operand(const Warp& warp, const Micro& m, Slot slot, Mask active,
                           const char* what) const;
  SourceSet sources_of(const Warp& warp, const Micro& m);
  std::uint64_t unique() { return mix(++unique_, 0x5bd1e995); }

  // ---- emulate_memory.cpp
  struct Addresses {
    std::array<std::uint64_t, lanes> value{};
    Mask known = 0;
    SourceSet sources = 0;
  };
  Addresses addresses(const Warp& warp, const Micro& m, unsigned which) const;
  Mask in_shared(const Micro& m, Space space, const Addresses& at, Mask active) const;
  std::array<std::uint32_t, lanes> shared_addresses(const Micro& m, const Addresses& at,
                                                    Mask active, std::uint64_t bytes);
  std::vector<Slot> data_slots(const Micro& m) const;
  void load(Warp& warp, const Micro& m, Mask active);
  void load_parameter(Warp& warp, const Micro& m, Mask active);
  Datum parameter(Index index, std::uint64_t offset, unsigned size);
  Datum load_data(const Warp& warp, const Micro& m, const Addresses& at, unsigned lane,
                  std::uint64_t offset, unsigned size);
  bool initial_data(std::uint64_t address, unsigned size, Datum& out);
  // Where the array of a parameter lies whose contents are given.
  static std::uint64_t array_window(std::size_t parameter);
  void store(Warp& warp, const Micro& m, Mask active);
  void store_local(Warp& warp, const Micro& m, const Addresses& at, Mask active);
  // `unsettled`: of which of them the order of threads is why.
  void forget(const std::array<std::uint32_t, lanes>& at, Mask active, std::uint64_t bytes,
              Mask unsettled = 0);
  void atomic(Warp& warp, const Micro& m, Mask active);
  static sync::Change change(const Opcode& opcode); // what an atomic operation does to its place
  void update(const Micro& m, std::uint64_t address, const Datum& operand);
  sync::Unsettled touch(const Warp& warp, const Micro& m, Mask in, sync::Access kind,
                        const std::array<std::uint32_t, lanes>& offsets, std::uint32_t size,
                        std::uint32_t elements, std::span<const sync::Value> values = {});
  void matrices(Warp& warp, const Micro& m, Mask active);
  Datum lane(const Reg& reg, unsigned lane) const {
    return {reg.value[lane], (reg.known >> lane & 1) != 0, reg.sources};
  }

  // ---- emulate_warp.cpp: instructions that lanes execute together
  bool together(Warp& warp, std::size_t split, const Micro& m);
  bool counts_alone(const Micro& m) const;
  void warp_operation(Warp& warp, const Micro& m, Mask active);
  void shuffle(Warp& warp, const Micro& m, Mask active);
  void vote(Warp& warp, const Micro& m, Mask active);
  void match(Warp& warp, const Micro& m, Mask active);
  void without_result(Warp& warp, const Micro& m, Mask active, SourceSet why);
  bool hardware_chooses(const Warp& warp, const Micro& m, Slot members, Mask active) const;
  void reduce(Warp& warp, const Micro& m, Mask active);

  // ---- emulate_sync.cpp
  bool yields(Warp& warp, std::size_t split, const Micro& m) const;
  Turn barrier(Warp& warp, std::size_t split, const Micro& m);
  Turn warp_barrier(Warp& warp, std::size_t split, const Micro& m);
  Turn mbarrier(Warp& warp, std::size_t split, const Micro& m);
  Turn mbarrier_wait(Warp& warp, std::size_t split, const Micro& m,
                     const std::array<std::uint32_t, lanes>& at, Mask active);
  void mbarrier_arrive(Warp& warp, const Micro& m, const std::array<std::uint32_t, lanes>& at,
                       Mask active);

  // ---- emulate_cluster.cpp: the CTAs of a cluster together
  bool in_cluster() const { return blocks_ > 1; }
  std::uint32_t block_of(std::uint32_t warp) const { return warp / block_warps_; }
  void begin_blocks();
  void end_block(const Warp& warp, Mask gone, Index at);
  void leave_cluster(const Warp& warp, Mask gone, Index at);
  Turn cluster_barrier(Warp& warp, std::size_t split, const Micro& m);
  void map_address(Warp& warp, const Micro& m, Mask split);
  void use_blocks(const Micro& m, Mask active, const std::array<std::uint32_t, lanes>& at);
  sync::AccessEvent use_of(const Micro& m, sync::Lanes who,
                           const std::array<std::uint32_t, lanes>& at) const;
  std::array<std::uint32_t, lanes> life_of(std::uint32_t block) const;
  void note_stores(Mask in, const std::array<std::uint32_t, lanes>& at, std::uint32_t bytes);
  void check_fenced_space(const Micro& m, std::uint32_t at, std::uint32_t bytes) const;
  std::uint32_t named_id(std::uint32_t id) const;
  std::vector<std::uint32_t> destinations(Warp& warp, const Micro& m, Mask one, unsigned source);
  void act(Mask lanes_of) { acted_[warp_] |= lanes_of, unfenced_[warp_] |= lanes_of; }

  // ---- emulate_copy.cpp
  void fill(Warp& warp, const Micro& m, Mask active);
  void store_async(Warp& warp, const Micro& m, Mask active);
  void async_copy(Warp& warp, const Micro& m, Mask active);
  void bulk_copy(Warp& warp, const Micro& m, Mask active);
  std::uint32_t box_bytes(const Warp& warp, const Micro& m, unsigned map, unsigned lane);
  void tensor_copy(Warp& warp, const Micro& m, Mask active);
  // A copy by one lane of `bytes` into shared memory (reporting to an mbarrier) or out of it.
  // `mask`: of a multicast copy, which of the sources says where it goes.
  void bulk_copy_of(Warp& warp, const Micro& m, Mask one, std::uint32_t address,
                    std::uint32_t bytes, unsigned mask);
  void copy_into(const Micro& m, Mask one, std::uint32_t address, std::uint32_t bytes,
                 std::uint32_t barrier);
  static std::array<std::uint32_t, lanes> all_at(std::uint32_t address) {
    std::array<std::uint32_t, lanes> at{};
    at.fill(address);
    return at;
  }
  void copy_group(Warp& warp, const Micro& m, Mask active);

  // ---- emulate_maps.cpp: tensor maps in global memory
  std::string pointed_to_by(const Addresses& at);
  std::array<std::uint32_t, lanes> map_places(const Micro& m, const Addresses& at, Mask on);
  std::optional<sync::AccessEvent> map_read(const Warp& warp, const Micro& m, unsigned which,
                                            Mask one);
  void write_map(const Warp& warp, const Micro& m, const Addresses& at, Mask on,
                 std::uint32_t bytes);
  void change_map(Warp& warp, const Micro& m, Mask on);
  void map_fence(const Warp& warp, const Micro& m, Mask on);

  // ---- emulate_tensor.cpp: tcgen05
  Turn tensor_operation(Warp& warp, std::size_t split, const Micro& m);
  void check_pair(const Micro& m);
  // The CTAs that an operation touches: one, or both of its pair.
  std::vector<std::uint32_t> touched_blocks(const Micro& m) const;
  Mask meet_pair(const Micro& m, Mask one);
  void check_pairs() const;
  void pair_product(Warp& warp, const Micro& m, Mask one, std::uint32_t descriptor, bool in_tensor);
  void use_pair(const Micro& m, Mask one, std::uint32_t block);
  void tensor_alone(Warp& warp, const Micro& m, Mask one);
  Mask tensor_together(Warp& warp, const Micro& m); // lanes that wait now
  Mask tensor_alloc(Warp& warp, const Micro& m, Mask one);
  Mask tensor_dealloc(Warp& warp, const Micro& m, Mask one);
  void tensor_move(Warp& warp, const Micro& m, Mask one);
  void tensor_product(Warp& warp, const Micro& m, Mask one);
  void read_factors(const Warp& warp, const Micro& m, Mask one, const ProductShape& shape,
                    bool scaled, bool in_tensor);
  void tensor_commit(Warp& warp, const Micro& m, Mask one);
  void tensor_cp(Warp& warp, const Micro& m, Mask one);
  // A place of tensor memory, and how an instruction accesses columns from there on.
  struct TensorAt {
    std::uint32_t lane = 0, column = 0;
  };
  struct TensorTouch {
    enum class How : std::uint8_t { operation, move, at_once } how = How::operation;
    bool writes = false;
    std::uint32_t part = 0;                 // of How::operation: AccessEvent::tensor
    std::uint32_t block = 0;                // whose tensor memory
    std::uint32_t first = 0, columns = 0;   // behind the place
    std::vector<std::uint32_t> halves = {}; // which 16 lanes
  };
  TensorAt tensor_address(const Warp& warp, const Micro& m, unsigned which, Mask one) const;
  TensorAt tensor_place(const Micro& m, std::uint64_t address) const;
  std::vector<std::uint32_t> halves_of_rows(const Micro& m, TensorAt at, std::uint32_t rows) const;
  void touch_tensor(const Warp& warp, const Micro& m, Mask one, TensorAt at,
                    const TensorTouch& what);
  void read_tensor_operand(const Warp& warp, const Micro& m, Mask one, Slot descriptor,
                           std::uint32_t extent, bool transposed, std::uint32_t along_k,
                           std::uint32_t part, std::uint32_t block);

  // ---- emulate_lanes.cpp
  // Lanes of the warp come to what orders them with others.
  void come(const Warp& warp, const Micro& m, Mask on, bool waits, std::uint64_t object = 0,
            std::uint64_t phase = 0);
  void check_lanes() const;
  bool reads_allocated(const Warp& warp, Mask in, const std::array<std::uint32_t, lanes>& at,
                       std::uint32_t bytes) const;

  // ---- emulate_matrix.cpp
  // Tells `read` each row of the tile of shared memory that the matrix descriptor `bits` points to.
  void read_tile(const Warp& warp, const Micro& m, Mask one, std::uint64_t bits,
                 const MatrixTile& tile, std::uint32_t block,
                 const std::function<void(sync::AccessEvent)>& read);
  void read_operand(Warp& warp, const Micro& m, Slot descriptor, std::uint32_t extent,
                    bool transposed);
  void with_warpgroup(const Warp& warp, const Micro& m, Mask on);
  void check_warpgroups() const;
  void matrix_product(Warp& warp, const Micro& m, Mask active);
  Turn matrix_group(Warp& warp, std::size_t split, const Micro& m);
  Turn block(Warp& warp, std::size_t split, Mask blocked);
  void wake(std::span<const sync::Lanes> woken);
  void contribute(const Warp& warp, const Micro& m, Mask active, std::uint32_t id);
  void deliver(std::uint32_t id);
  void check_polling(const Micro& m);

  sync::Lanes who(const Warp& warp, Mask mask) const { return {warp.number, mask}; }
  // Accesses that may not really happen have places of their own: those behind the program's end.
  sync::Place place(const Micro& m, Mask active = 0) const {
    const bool doubt = active & doubtful_;
    return {m.instruction + (doubt ? static_cast<Index>(program_.code.size()) : 0)};
  }

  const Program& program_;
  const Slice& slice_;
  const Code& code_;
  const Launch& launch_;
  std::uint32_t blocks_, block_warps_; // CTAs that are run, and the warps of each
  std::uint32_t threads_;              // of a CTA
  std::uint32_t block_ = 0, warp_ = 0; // whose turn it is
  Sources sources_;
  Run run_;
  std::vector<Warp> warps_;
  Contents shared_;
  std::uint64_t unique_ = 0, local_extent_ = 0;
  SourceSet uninitialised_, schedule_, convergence_;
  bool loads_open_;
  std::uint64_t strong_loads_ = 0;       // since the warp's turn began
  std::set<std::uint64_t> active_masks_; // tokens of what activemask gave

  // Lanes of the running warp that may not really be where they are, because a branch was taken on
  // a condition that is not known; and what all such conditions depended on.
  Mask doubtful_ = 0;
  SourceSet doubts_ = 0;
  // How deep in each other branches are of which both sides run, and the registers kept for them.
  std::size_t open_branches_ = 0, registers_kept_ = 0;
  std::map<Index, Region> regions_; // by the branch

  // bar.red: what the participants of the running generation of each barrier contributed.
  struct Reduction {
    bool known = true;
    SourceSet sources = 0;
    bool all = true, any = false;
    std::uint32_t count = 0;
    std::vector<std::pair<sync::Lanes, const Micro*>> waiting;
  };
  std::map<std::uint32_t, Reduction> reductions_;
  std::size_t findings_seen_ = 0;
  // Threads that counted down, by where and at which instruction.
  std::map<std::pair<std::uint32_t, Index>, std::uint32_t> counted_down_;
  std::map<Index, bool> polls_;          // waits on mbarriers that are known to be polled
  bool fenced_ = false;                  // some instruction of the program is a fence
  bool own_fences_ = false;              // .. a proxy fence of the CTA's own shared memory alone
  bool touches_together_ = false;        // .. of what the lanes of a warp do to memory together
  std::set<std::uint32_t> stored_there_; // note_stores: pieces of shared memory
  Counting counting_;
  // Parts of global memory where tensor maps may be: their numbers, by where they begin.
  std::map<std::uint64_t, std::uint32_t> map_parts_;
  std::array<std::uint32_t, lanes> map_at_{}; // of the event that map_read gave

  // Tensor memory: columns, by where they begin. None are given out twice.
  struct Allocation {
    std::uint32_t block = 0, first = 0, columns = 0;
    bool live = true;
  };
  std::vector<Allocation> allocations_;
  std::vector<std::uint32_t> columns_given_; // by CTA
  std::vector<bool> relinquished_;           // likewise: no more allocations
  std::optional<bool> pairs_;                // .cta_group of what was executed

  // Of a cluster, by warp: lanes that have arrived at its barrier and not waited yet, and for which
  // phase; that did more than initialise mbarriers; that did so since their last fence.
  // What a warp has made together with its warpgroup: a digest of the instructions, and the last.
  struct Together {
    std::uint64_t digest = 0;
    const Micro* last = nullptr;
  };
  std::vector<Together> together_; // by warp
  // How often each lane of a warp has come to an instruction, of one barrier and one phase of it.
  struct Comers {
    const Micro* at = nullptr;
    bool waits = false;
    std::array<std::uint32_t, lanes> times{};
  };
  using Coming = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t, std::uint64_t>;
  std::map<Coming, Comers> comers_; // by warp, instruction, barrier and phase
  // By warp, where tcgen05.alloc has stored addresses since its last barrier.
  std::map<std::uint32_t, std::vector<std::uint32_t>> allocated_;
  std::set<std::uint32_t> moving_, multiplying_; // warps whose lanes did so together
  std::vector<Mask> arrived_, acted_, unfenced_;
  std::vector<std::array<std::uint64_t, lanes>> arrival_;
  std::uint64_t live_ = 0; // threads
};

} // namespace heddle::ptx
