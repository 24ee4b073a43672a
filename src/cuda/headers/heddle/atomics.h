// atomicAdd and its kin: relaxed operations on one word, for the threads of the device, of the block
// (_block) or of the whole system (_system).
#pragma once

#define __HEDDLE_ATOMIC_SCOPES(function, operation, type)                                          \
  __heddle_device type function(type* address, type value) {                                       \
    return __heddle::operation(address, value, __heddle::device_scope, __heddle::relaxed);         \
  }                                                                                                \
  __heddle_device type function##_block(type* address, type value) {                               \
    return __heddle::operation(address, value, __heddle::block_scope, __heddle::relaxed);          \
  }                                                                                                \
  __heddle_device type function##_system(type* address, type value) {                              \
    return __heddle::operation(address, value, __heddle::system_scope, __heddle::relaxed);         \
  }
#define __HEDDLE_ATOMIC_CAS(type)                                                                  \
  __heddle_device type atomicCAS(type* address, type compare, type value) {                        \
    return __heddle::atomic_cas(address, compare, value, __heddle::device_scope,                   \
                                __heddle::relaxed);                                                \
  }                                                                                                \
  __heddle_device type atomicCAS_block(type* address, type compare, type value) {                  \
    return __heddle::atomic_cas(address, compare, value, __heddle::block_scope,                    \
                                __heddle::relaxed);                                                \
  }                                                                                                \
  __heddle_device type atomicCAS_system(type* address, type compare, type value) {                 \
    return __heddle::atomic_cas(address, compare, value, __heddle::system_scope,                   \
                                __heddle::relaxed);                                                \
  }
#define __HEDDLE_ATOMIC_BITS(type)                                                                 \
  __HEDDLE_ATOMIC_SCOPES(atomicAnd, atomic_and, type)                                              \
  __HEDDLE_ATOMIC_SCOPES(atomicOr, atomic_or, type)                                                \
  __HEDDLE_ATOMIC_SCOPES(atomicXor, atomic_xor, type)
#define __HEDDLE_ATOMIC_ORDER(type)                                                                \
  __HEDDLE_ATOMIC_SCOPES(atomicMin, atomic_min, type)                                              \
  __HEDDLE_ATOMIC_SCOPES(atomicMax, atomic_max, type)

__HEDDLE_ATOMIC_SCOPES(atomicAdd, atomic_add, int)
__HEDDLE_ATOMIC_SCOPES(atomicAdd, atomic_add, unsigned int)
__HEDDLE_ATOMIC_SCOPES(atomicAdd, atomic_add, unsigned long long)
__HEDDLE_ATOMIC_SCOPES(atomicAdd, atomic_add, float)
__HEDDLE_ATOMIC_SCOPES(atomicAdd, atomic_add, double)
__HEDDLE_ATOMIC_SCOPES(atomicSub, atomic_sub, int)
__HEDDLE_ATOMIC_SCOPES(atomicSub, atomic_sub, unsigned int)
__HEDDLE_ATOMIC_SCOPES(atomicExch, atomic_exch, int)
__HEDDLE_ATOMIC_SCOPES(atomicExch, atomic_exch, unsigned int)
__HEDDLE_ATOMIC_SCOPES(atomicExch, atomic_exch, unsigned long long)
__HEDDLE_ATOMIC_SCOPES(atomicExch, atomic_exch, float)
__HEDDLE_ATOMIC_SCOPES(atomicInc, atomic_inc, unsigned int)
__HEDDLE_ATOMIC_SCOPES(atomicDec, atomic_dec, unsigned int)
__HEDDLE_ATOMIC_ORDER(int)
__HEDDLE_ATOMIC_ORDER(unsigned int)
__HEDDLE_ATOMIC_ORDER(long long)
__HEDDLE_ATOMIC_ORDER(unsigned long long)
__HEDDLE_ATOMIC_BITS(int)
__HEDDLE_ATOMIC_BITS(unsigned int)
__HEDDLE_ATOMIC_BITS(unsigned long long)
__HEDDLE_ATOMIC_CAS(int)
__HEDDLE_ATOMIC_CAS(unsigned int)
__HEDDLE_ATOMIC_CAS(unsigned long long)
__HEDDLE_ATOMIC_CAS(unsigned short)

#undef __HEDDLE_ATOMIC_SCOPES
#undef __HEDDLE_ATOMIC_CAS
#undef __HEDDLE_ATOMIC_BITS
#undef __HEDDLE_ATOMIC_ORDER

// Two or four words, each of them atomic by itself.
__heddle_device float2 atomicAdd(float2* address, float2 value) {
  return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)};
}
__heddle_device float4 atomicAdd(float4* address, float4 value) {
  return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y),
          atomicAdd(&address->z, value.z), atomicAdd(&address->w, value.w)};
}
