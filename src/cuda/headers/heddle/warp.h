// Shuffles, votes and reductions of a warp. None of them orders accesses to memory.
#pragma once

#define __HEDDLE_SHUFFLES(type)                                                                    \
  __heddle_device type __shfl_sync(unsigned mask, type value, int lane, int width = 32) {          \
    return __heddle::shuffle(mask, value, lane, width);                                            \
  }                                                                                                \
  __heddle_device type __shfl_up_sync(unsigned mask, type value, unsigned delta,                   \
                                      int width = 32) {                                            \
    return __heddle::shuffle_by(mask, value, __heddle::lanes_up, static_cast<int>(delta), width);  \
  }                                                                                                \
  __heddle_device type __shfl_down_sync(unsigned mask, type value, unsigned delta,                 \
                                        int width = 32) {                                          \
    return __heddle::shuffle_by(mask, value, __heddle::lanes_down, static_cast<int>(delta), width); \
  }                                                                                                \
  __heddle_device type __shfl_xor_sync(unsigned mask, type value, int lanes, int width = 32) {     \
    return __heddle::shuffle_by(mask, value, __heddle::lanes_across, lanes, width);                \
  }                                                                                                \
  __heddle_device type __shfl(type value, int lane, int width = 32) {                              \
    return __heddle::unknown<type>();                                                              \
  }                                                                                                \
  __heddle_device type __shfl_up(type value, unsigned delta, int width = 32) {                     \
    return __heddle::unknown<type>();                                                              \
  }                                                                                                \
  __heddle_device type __shfl_down(type value, unsigned delta, int width = 32) {                   \
    return __heddle::unknown<type>();                                                              \
  }                                                                                                \
  __heddle_device type __shfl_xor(type value, int lanes, int width = 32) {                         \
    return __heddle::unknown<type>();                                                              \
  }
__HEDDLE_SHUFFLES(int)
__HEDDLE_SHUFFLES(unsigned int)
__HEDDLE_SHUFFLES(long)
__HEDDLE_SHUFFLES(unsigned long)
__HEDDLE_SHUFFLES(long long)
__HEDDLE_SHUFFLES(unsigned long long)
__HEDDLE_SHUFFLES(float)
__HEDDLE_SHUFFLES(double)

__heddle_device unsigned __ballot_sync(unsigned mask, int predicate) {
  return __heddle::combined_by_warp(mask, static_cast<unsigned>(predicate), __heddle::ballot_of);
}
__heddle_device int __any_sync(unsigned mask, int predicate) {
  return !__heddle::all_of_warp(mask, !predicate);
}
__heddle_device int __all_sync(unsigned mask, int predicate) {
  return __heddle::all_of_warp(mask, predicate);
}
__heddle_device int __uni_sync(unsigned mask, int predicate) {
  return __heddle::shared_by_warp(mask, predicate);
}
__heddle_device unsigned __activemask() { return __heddle::active_lanes(); }

// Before Volta: of all lanes that are here. They are the same for all of the warp.
__heddle_device unsigned __ballot(int predicate) {
  return __heddle::shared_by_warp(0xffffffffu, static_cast<unsigned>(predicate));
}
__heddle_device int __any(int predicate) { return !__heddle::all_of_warp(0xffffffffu, !predicate); }
__heddle_device int __all(int predicate) { return __heddle::all_of_warp(0xffffffffu, predicate); }

#define __HEDDLE_MATCH(type)                                                                       \
  __heddle_device unsigned __match_any_sync(unsigned mask, type value) {                           \
    return __heddle::matching_lanes(mask, value);                                                  \
  }                                                                                                \
  __heddle_device unsigned __match_all_sync(unsigned mask, type value, int* all) {                 \
    *all = __heddle::unknown<int>();                                                               \
    return __heddle::unknown<unsigned>();                                                          \
  }
__HEDDLE_MATCH(int)
__HEDDLE_MATCH(unsigned int)
__HEDDLE_MATCH(long)
__HEDDLE_MATCH(unsigned long)
__HEDDLE_MATCH(long long)
__HEDDLE_MATCH(unsigned long long)
__HEDDLE_MATCH(float)
__HEDDLE_MATCH(double)
#undef __HEDDLE_MATCH

#define __HEDDLE_REDUCE(function, type, how)                                                       \
  __heddle_device type function(unsigned mask, type value) {                                       \
    return __heddle::combined_by_warp(mask, value, __heddle::how);                                 \
  }
__HEDDLE_REDUCE(__reduce_add_sync, int, sum_of)
__HEDDLE_REDUCE(__reduce_add_sync, unsigned int, sum_of)
__HEDDLE_REDUCE(__reduce_min_sync, int, least_of)
__HEDDLE_REDUCE(__reduce_min_sync, unsigned int, least_of)
__HEDDLE_REDUCE(__reduce_max_sync, int, greatest_of)
__HEDDLE_REDUCE(__reduce_max_sync, unsigned int, greatest_of)
__HEDDLE_REDUCE(__reduce_and_sync, unsigned int, and_of)
__HEDDLE_REDUCE(__reduce_or_sync, unsigned int, or_of)
__HEDDLE_REDUCE(__reduce_xor_sync, unsigned int, xor_of)
#undef __HEDDLE_REDUCE
