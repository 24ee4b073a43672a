// What a compiled kernel and the machine that runs it tell each other. device.h is the kernel's
// side.
#pragma once

namespace heddle::oracle {

enum class Touch : unsigned char { read, write, atomic };
enum class LoopEvent : unsigned char { enter, next, leave };

// The thread that asks.
struct Self {
  unsigned thread[2], block, block_size[2], grid_size;
};
struct Exchanged {
  int value;                // of the lane asked for; else the lane's own
  unsigned ballot, present; // lanes whose value is not 0; lanes that took part
};
struct Voted {
  int holding, present;
};

struct Api {
  const Self* (*self)();
  void (*touch)(void* place, unsigned long size, Touch kind); // before the access
  void (*enter)(void* caller);                                // a function
  void (*leave)();
  void (*loop)(LoopEvent event, unsigned depth); // depth: loops of the function around this one
  void (*object)(void* place, unsigned long size, const char* name); // a shared array exists now
  void (*undefined)(); // what runs has no defined behaviour
  void (*exits)();     // a `return` follows
  Voted (*block_barrier)(void* site, bool holds);
  void (*warp_barrier)(void* site, unsigned mask);
  Exchanged (*warp_exchange)(void* site, unsigned mask, int value, int lane); // lane -1: no value
};

// A kernel's entry: calls it with arguments[0] pointers and arguments[1] numbers.
struct Arguments {
  void* pointers[4];
  int numbers[4];
};
using Entry = void (*)(const Arguments*);

} // namespace heddle::oracle
