// Random numbers on the device. The numbers are any; a generator's state is memory that each call reads
// and writes, so that two threads which share one race.
#pragma once
#include <curand.h>

// States of the sizes that CUDA's have.
struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateMRG32k3a {
  unsigned int s1[3], s2[3];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned int STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateSobol32 {
  unsigned int i, x, c, direction_vectors[32];
};
struct curandStateScrambledSobol32 {
  unsigned int i, x, c, direction_vectors[32];
};
struct curandStateSobol64 {
  unsigned long long i, x, c, direction_vectors[64];
};
struct curandStateScrambledSobol64 {
  unsigned long long i, x, c, direction_vectors[64];
};
struct mtgp32_params_fast {
  int mexp, pos, sh1, sh2;
  unsigned int tbl[16], tmp_tbl[16], flt_tmp_tbl[16], mask;
  unsigned char poly_sha1[21];
};
struct mtgp32_kernel_params {
  unsigned int pos_tbl[200], param_tbl[200][16], temper_tbl[200][16], single_temper_tbl[200][16], sh1_tbl[200],
      sh2_tbl[200], mask[1];
};
typedef struct mtgp32_kernel_params mtgp32_kernel_params_t;
struct curandStateMtgp32 {
  unsigned int s[1024];
  int offset, pIdx;
  mtgp32_kernel_params* k;
  int precise_double_flag;
};
typedef struct curandStateXORWOW curandState;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateSobol32 curandStateSobol32_t;
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef struct curandStateSobol64 curandStateSobol64_t;
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;
typedef struct curandStateMtgp32 curandStateMtgp32_t;
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];

namespace __heddle {
// Reads and writes the whole state.
template <class State> __heddle_device void advance(State* state) {
  State next = *state;
  *reinterpret_cast<unsigned*>(&next) = unknown<unsigned>();
  *state = next;
}
// Of MTGP32 up to 256 threads of a block share one state: each has a word of its own in it, and all
// wait for one another before and behind its change.
__heddle_device void advance(curandStateMtgp32* state) {
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned* word = reinterpret_cast<unsigned*>(state) + thread % 256;
  const unsigned next = *word + unknown<unsigned>();
  __syncthreads();
  *word = next;
  __syncthreads();
}
} // namespace __heddle

template <class State>
__heddle_device void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, State* state) {
  *state = State();
}
template <class State, class = decltype(State::direction_vectors)>
__heddle_device void curand_init(const unsigned int* directions, unsigned offset, State* state) {
  State fresh = {};
  for (int i = 0; i < 32; ++i)
    fresh.direction_vectors[i] = directions[i];
  *state = fresh;
}
template <class State, class = decltype(State::direction_vectors)>
__heddle_device void curand_init(const unsigned int* directions, unsigned scramble, unsigned offset, State* state) {
  curand_init(directions, offset, state);
}
template <class State, class = decltype(State::direction_vectors)>
__heddle_device void curand_init(const unsigned long long* directions, unsigned long long offset, State* state) {
  State fresh = {};
  for (int i = 0; i < 64; ++i)
    fresh.direction_vectors[i] = directions[i];
  *state = fresh;
}
template <class State, class = decltype(State::direction_vectors)>
__heddle_device void curand_init(const unsigned long long* directions, unsigned long long scramble, unsigned long long offset, State* state) {
  curand_init(directions, offset, state);
}
template <class State> __heddle_device void skipahead(unsigned long long count, State* state) { __heddle::advance(state); }
template <class State> __heddle_device void skipahead_sequence(unsigned long long count, State* state) { __heddle::advance(state); }
template <class State> __heddle_device void skipahead_subsequence(unsigned long long count, State* state) { __heddle::advance(state); }

#define __HEDDLE_CURAND(result, name)                                                              \
  template <class State> __heddle_device result name(State* state) {                               \
    __heddle::advance(state);                                                                      \
    return __heddle::unknown<result>();                                                            \
  }
#define __HEDDLE_CURAND_OF(result, name, type)                                                     \
  template <class State> __heddle_device result name(State* state, type mean, type deviation) {    \
    __heddle::advance(state);                                                                      \
    return __heddle::unknown<result>();                                                            \
  }
__HEDDLE_CURAND(unsigned int, curand)
__HEDDLE_CURAND(uint4, curand4)
__HEDDLE_CURAND(float, curand_uniform)
__HEDDLE_CURAND(float2, curand_uniform2)
__HEDDLE_CURAND(float4, curand_uniform4)
__HEDDLE_CURAND(double, curand_uniform_double)
__HEDDLE_CURAND(double2, curand_uniform2_double)
__HEDDLE_CURAND(double4, curand_uniform4_double)
__HEDDLE_CURAND(float, curand_normal)
__HEDDLE_CURAND(float2, curand_normal2)
__HEDDLE_CURAND(float4, curand_normal4)
__HEDDLE_CURAND(double, curand_normal_double)
__HEDDLE_CURAND(double2, curand_normal2_double)
__HEDDLE_CURAND(double4, curand_normal4_double)
__HEDDLE_CURAND_OF(float, curand_log_normal, float)
__HEDDLE_CURAND_OF(float2, curand_log_normal2, float)
__HEDDLE_CURAND_OF(float4, curand_log_normal4, float)
__HEDDLE_CURAND_OF(double, curand_log_normal_double, double)
__HEDDLE_CURAND_OF(double2, curand_log_normal2_double, double)
__HEDDLE_CURAND_OF(double4, curand_log_normal4_double, double)
#undef __HEDDLE_CURAND
#undef __HEDDLE_CURAND_OF
template <class State> __heddle_device unsigned curand_poisson(State* state, double lambda) {
  __heddle::advance(state);
  return __heddle::unknown<unsigned>();
}
template <class State> __heddle_device uint4 curand_poisson4(State* state, double lambda) {
  __heddle::advance(state);
  return __heddle::unknown<uint4>();
}
template <class State, class Distribution> __heddle_device unsigned curand_discrete(State* state, Distribution distribution) {
  __heddle::advance(state);
  return __heddle::unknown<unsigned>();
}
