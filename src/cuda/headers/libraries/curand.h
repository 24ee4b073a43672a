// cuRAND for hosts.
#pragma once
typedef struct curandGenerator_st* curandGenerator_t;
typedef struct curandDistributionShifts_st* curandDistributionShifts_t;
typedef struct curandDiscreteDistribution_st* curandDiscreteDistribution_t;
enum curandStatus_t {
  CURAND_STATUS_SUCCESS = 0, CURAND_STATUS_VERSION_MISMATCH = 100, CURAND_STATUS_NOT_INITIALIZED,
  CURAND_STATUS_ALLOCATION_FAILED, CURAND_STATUS_TYPE_ERROR, CURAND_STATUS_OUT_OF_RANGE,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE, CURAND_STATUS_DOUBLE_PRECISION_REQUIRED, CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE, CURAND_STATUS_INITIALIZATION_FAILED, CURAND_STATUS_ARCH_MISMATCH,
  CURAND_STATUS_INTERNAL_ERROR = 999
};
enum curandRngType_t {
  CURAND_RNG_TEST, CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141, CURAND_RNG_PSEUDO_MT19937, CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200, CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32,
  CURAND_RNG_QUASI_SOBOL64, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64
};
typedef enum curandRngType_t curandRngType;
typedef enum curandStatus_t curandStatus;
enum curandDirectionVectorSet_t {
  CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6,
  CURAND_DIRECTION_VECTORS_64_JOEKUO6, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6
};
enum curandOrdering_t { CURAND_ORDERING_PSEUDO_BEST = 100, CURAND_ORDERING_PSEUDO_DEFAULT, CURAND_ORDERING_PSEUDO_SEEDED, CURAND_ORDERING_PSEUDO_LEGACY, CURAND_ORDERING_PSEUDO_DYNAMIC, CURAND_ORDERING_QUASI_DEFAULT = 201 };
extern "C" {
curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type);
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type);
curandStatus_t curandDestroyGenerator(curandGenerator_t generator);
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed);
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned dimensions);
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset);
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t ordering);
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream);
curandStatus_t curandGenerateSeeds(curandGenerator_t generator);
curandStatus_t curandGenerate(curandGenerator_t generator, unsigned* to, size_t count);
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long* to, size_t count);
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* to, size_t count);
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* to, size_t count);
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* to, size_t count, float mean, float deviation);
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* to, size_t count, double mean, double deviation);
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* to, size_t count, float mean, float deviation);
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned* to, size_t count, double lambda);
curandStatus_t curandGetDirectionVectors32(unsigned (**vectors)[32], curandDirectionVectorSet_t set);
curandStatus_t curandGetDirectionVectors64(unsigned long long (**vectors)[64], curandDirectionVectorSet_t set);
curandStatus_t curandGetScrambleConstants32(unsigned** constants);
curandStatus_t curandGetScrambleConstants64(unsigned long long** constants);
curandStatus_t curandCreatePoissonDistribution(double lambda, curandDiscreteDistribution_t* distribution);
curandStatus_t curandDestroyDistribution(curandDiscreteDistribution_t distribution);
curandStatus_t curandGetVersion(int* version);
}
