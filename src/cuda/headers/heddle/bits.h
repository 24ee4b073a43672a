// Functions of integers.
#pragma once

__heddle_both int __popc(unsigned x) { return __builtin_popcount(x); }
__heddle_both int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__heddle_both int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
__heddle_both int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
__heddle_both int __ffs(int x) { return __builtin_ffs(x); }
__heddle_both int __ffsll(long long x) { return __builtin_ffsll(x); }
__heddle_both unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
__heddle_both unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
extern "C" __device__ __heddle_pure unsigned __fns(unsigned mask, unsigned base, int offset);

// The low 24 bits of each, of __mul24 with their sign; of the product the low 32. By products: that an
// index has no more than 24 bits is assumed, as that others do not overflow.
__heddle_both int __mul24(int a, int b) {
  return static_cast<int>(static_cast<unsigned>((a * 256) >> 8) * static_cast<unsigned>((b * 256) >> 8));
}
__heddle_both unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
__heddle_both int mul24(int a, int b) { return __mul24(a, b); }
__heddle_both unsigned umul24(unsigned a, unsigned b) { return __umul24(a, b); }
__heddle_both int __mulhi(int a, int b) {
  return static_cast<int>((static_cast<long long>(a) * b) >> 32);
}
__heddle_both unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<unsigned long long>(a) * b) >> 32);
}
__heddle_both int mulhi(int a, int b) { return __mulhi(a, b); }
__heddle_both unsigned mulhi(unsigned a, unsigned b) { return __umulhi(a, b); }
__heddle_both unsigned umulhi(unsigned a, unsigned b) { return __umulhi(a, b); }
extern "C" __device__ __heddle_pure long long __mul64hi(long long a, long long b);
extern "C" __device__ __heddle_pure unsigned long long __umul64hi(unsigned long long a, unsigned long long b);

// The sum halved, without overflow, rounded down; rounded up.
__heddle_both int __hadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b) >> 1); }
__heddle_both int __rhadd(int a, int b) {
  return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1);
}
__heddle_both unsigned __uhadd(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<unsigned long long>(a) + b) >> 1);
}
__heddle_both unsigned __urhadd(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<unsigned long long>(a) + b + 1) >> 1);
}
__heddle_both unsigned __sad(int a, int b, unsigned c) {
  return (a < b ? static_cast<unsigned>(b) - static_cast<unsigned>(a)
                : static_cast<unsigned>(a) - static_cast<unsigned>(b)) + c;
}
__heddle_both unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a < b ? b - a : a - b) + c; }

// The word in the middle of hi:lo, shifted by shift mod 32; the last two by at most 32.
__heddle_both unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift) {
  return static_cast<unsigned>((((static_cast<unsigned long long>(hi) << 32) | lo) << (shift & 31)) >> 32);
}
__heddle_both unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift) {
  return static_cast<unsigned>(((static_cast<unsigned long long>(hi) << 32) | lo) >> (shift & 31));
}
__heddle_both unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned shift) {
  return shift >= 32 ? lo : __funnelshift_l(lo, hi, shift);
}
__heddle_both unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned shift) {
  return shift >= 32 ? hi : __funnelshift_r(lo, hi, shift);
}

// Each of the four low nibbles of `selector` names a byte of y:x; its high bit copies that byte's sign.
__heddle_both unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long bytes = (static_cast<unsigned long long>(y) << 32) | x;
  return (static_cast<unsigned>(bytes >> (8 * (selector & 7))) & 0xff) |
         (static_cast<unsigned>(bytes >> (8 * ((selector >> 4) & 7))) & 0xff) << 8 |
         (static_cast<unsigned>(bytes >> (8 * ((selector >> 8) & 7))) & 0xff) << 16 |
         (static_cast<unsigned>(bytes >> (8 * ((selector >> 12) & 7))) & 0xff) << 24;
}

// CUDA's minima and maxima, of all pairs of types.
#define __HEDDLE_MIN_MAX(type, a_type, b_type)                                                     \
  __heddle_both constexpr type min(a_type a, b_type b) {                                           \
    return static_cast<type>(a) < static_cast<type>(b) ? static_cast<type>(a)                      \
                                                       : static_cast<type>(b);                     \
  }                                                                                                \
  __heddle_both constexpr type max(a_type a, b_type b) {                                           \
    return static_cast<type>(a) < static_cast<type>(b) ? static_cast<type>(b)                      \
                                                       : static_cast<type>(a);                     \
  }
#define __HEDDLE_MIN_MAX_OF(type, unsigned_type)                                                   \
  __HEDDLE_MIN_MAX(type, type, type)                                                               \
  __HEDDLE_MIN_MAX(unsigned_type, unsigned_type, unsigned_type)                                    \
  __HEDDLE_MIN_MAX(unsigned_type, type, unsigned_type)                                             \
  __HEDDLE_MIN_MAX(unsigned_type, unsigned_type, type)
__HEDDLE_MIN_MAX_OF(int, unsigned int)
__HEDDLE_MIN_MAX_OF(long, unsigned long)
__HEDDLE_MIN_MAX_OF(long long, unsigned long long)
#undef __HEDDLE_MIN_MAX_OF
#undef __HEDDLE_MIN_MAX
__heddle_both unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
__heddle_both unsigned umax(unsigned a, unsigned b) { return a < b ? b : a; }
__heddle_both long long llmin(long long a, long long b) { return a < b ? a : b; }
__heddle_both long long llmax(long long a, long long b) { return a < b ? b : a; }
__heddle_both unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
__heddle_both unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a < b ? b : a; }

// Minima and maxima of two and three, and with zero.
#define __HEDDLE_VI(name, type, operation, relation)                                               \
  __heddle_both type __vi##operation##3_##name(type a, type b, type c) {                           \
    type r = a relation b ? a : b;                                                                 \
    return r relation c ? r : c;                                                                   \
  }                                                                                                \
  __heddle_both type __vi##operation##_##name##_relu(type a, type b) {                             \
    type r = a relation b ? a : b;                                                                 \
    return r < 0 ? 0 : r;                                                                          \
  }
__HEDDLE_VI(s32, int, min, <)
__HEDDLE_VI(s32, int, max, >)
__HEDDLE_VI(u32, unsigned, min, <)
__HEDDLE_VI(u32, unsigned, max, >)
#undef __HEDDLE_VI

// c + the products of the bytes of a and b; of two halves and two bytes, the low ones or the high ones.
extern "C++" {
__device__ __heddle_pure int __dp4a(int a, int b, int c);
__device__ __heddle_pure unsigned __dp4a(unsigned a, unsigned b, unsigned c);
__device__ __heddle_pure int __dp2a_lo(int a, int b, int c);
__device__ __heddle_pure unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c);
__device__ __heddle_pure int __dp2a_hi(int a, int b, int c);
__device__ __heddle_pure unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c);
}

// Those of vectors are written out: structs come through memory, so that no declaration is of their values alone.
#define __HEDDLE_DP(word, bytes, halves)                                                    \
  __heddle_both word __dp4a(bytes a, bytes b, word c) {                                     \
    const unsigned sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;                     \
    return static_cast<word>(sum + static_cast<unsigned>(c));                               \
  }                                                                                         \
  __heddle_both word __dp2a_lo(halves a, bytes b, word c) {                                 \
    const unsigned sum = a.x * b.x + a.y * b.y;                                             \
    return static_cast<word>(sum + static_cast<unsigned>(c));                               \
  }                                                                                         \
  __heddle_both word __dp2a_hi(halves a, bytes b, word c) {                                 \
    const unsigned sum = a.x * b.z + a.y * b.w;                                             \
    return static_cast<word>(sum + static_cast<unsigned>(c));                               \
  }
extern "C++" {
__HEDDLE_DP(int, char4, short2)
__HEDDLE_DP(unsigned, uchar4, ushort2)
}
#undef __HEDDLE_DP
