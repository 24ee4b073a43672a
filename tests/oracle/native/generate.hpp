// Draws kernels as text, one family of constructs after the other.
#pragma once
#include "kernel.hpp"
#include "oracle/kernels/random.hpp"

namespace heddle::oracle {

// What a kernel may use beside ints, arrays, loops, conditions and block barriers.
enum class Family : std::uint8_t {
  reinterpretation, // element types, carved shared memory, vectors, casts
  pointers,         // that walk, swap, are chosen, point into records
  aliases,          // two parameters that are one array
  jumps,            // goto, switch, loops with several exits
  warps,            // __syncwarp, tiles, shuffles, votes
  records,          // structs, unions, member arrays, methods
  tickets,          // results of atomics
  functions,        // templates, lambdas, references, inlined functions
  mixed,            // of several of these
  rows,             // pointers that a table of them holds
  lanes             // ranks among lanes, ranges that one draws for all, shuffled numbers
};
constexpr std::array<const char*, 11> family_names{
    "reinterpretation", "pointers",  "aliases", "jumps", "warps", "records",
    "tickets",          "functions", "mixed",   "rows",  "lanes"};

TextKernel generate(std::uint64_t seed, Family family, const std::string& name);

// A place to access: text with $ for an index.
struct PlacePattern {
  std::string text;
  bool writable = true, atomic = false; // atomic: an int or unsigned
};

// Draws statements of a kernel. What a family adds: declarations, places, and statements of its
// own.
class TextGenerator {
public:
  TextGenerator(std::uint64_t seed, const std::string& name) : random_(seed) {
    kernel_.name = name;
  }
  TextKernel run(Family family);

private:
  using Strings = std::vector<std::string>;
  using Maker = void (TextGenerator::*)(bool uniform);

  // families_memory.cpp
  void add_reinterpretation();
  void vector_statement(bool uniform);
  void add_pointers();
  void pointer_statement(bool uniform);
  void walk_statement(bool uniform);
  void add_aliases();
  void add_rows();
  void row_statement(bool uniform);
  void add_records();
  void record_statement(bool uniform);
  // families.cpp
  void add_warps();
  void warp_statement(bool uniform);
  // families_lanes.cpp
  void add_lanes();
  void lane_statement(bool uniform);
  std::string lanes_before();
  std::string lane_guard(const std::string& kept);
  // families.cpp
  void add_tickets();
  void ticket_statement(bool uniform);
  void add_functions();
  void add_packs();
  void function_statement(bool uniform);
  void pack_statement();
  // families_jumps.cpp
  void add_jumps();
  void forward_goto(bool uniform);
  void backward_goto(bool uniform);
  void leave_nest(bool uniform);
  void flag_loop(bool uniform);
  void endless_loop(bool uniform);
  void switch_statement(bool uniform);

  // generate.cpp
  void draw_launches(Family family);
  void add(Family family);
  void put(const std::string& line);
  void declare(const std::string& line) { declarations_.push_back(line); }
  std::string fresh(const std::string& stem) { return stem + std::to_string(names_++); }
  std::string any(std::initializer_list<std::string> choices) { return random_.pick(choices); }
  std::string uniform();
  std::string own_index();
  std::string common_index();
  std::string index();
  std::string condition(bool uniform);
  std::string value();
  std::string place(bool written);
  std::string atomic_place();
  std::string counter(); // a new int variable, 0
  std::string at(const std::string& pattern, const std::string& index) const;
  void statement(bool uniform);
  void block(bool uniform);
  void access();
  void compute();
  void barrier();
  void branch(bool uniform);
  void counted_loop(bool uniform);
  void conditional_loop(bool uniform);
  void jump(bool uniform);
  void open_loop(const std::string& head);
  void close_loop(const std::string& tail);
  std::string own(const std::string& stem) const { return kernel_.name + "_" + stem; }

  Random random_;
  TextKernel kernel_;
  Strings declarations_, body_, functions_;
  std::vector<PlacePattern> places_;
  std::vector<Maker> makers_;
  std::vector<std::string> uniforms_, barriers_;
  unsigned indent_ = 1, loops_ = 0, depth_ = 0, names_ = 0, breakable_ = 0;
  bool two_dimensional_ = false;
};

} // namespace heddle::oracle
