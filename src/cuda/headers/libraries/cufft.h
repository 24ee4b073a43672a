// cuFFT for hosts.
#pragma once
#include <cuComplex.h>
#include <library_types.h>
typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
enum cufftResult_t { CUFFT_SUCCESS, CUFFT_INVALID_PLAN, CUFFT_ALLOC_FAILED, CUFFT_INVALID_TYPE, CUFFT_INVALID_VALUE, CUFFT_INTERNAL_ERROR, CUFFT_EXEC_FAILED, CUFFT_SETUP_FAILED, CUFFT_INVALID_SIZE, CUFFT_UNALIGNED_DATA, CUFFT_INCOMPLETE_PARAMETER_LIST, CUFFT_INVALID_DEVICE, CUFFT_PARSE_ERROR, CUFFT_NO_WORKSPACE, CUFFT_NOT_IMPLEMENTED, CUFFT_LICENSE_ERROR, CUFFT_NOT_SUPPORTED };
typedef enum cufftResult_t cufftResult;
enum cufftType_t { CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_C2C = 0x29, CUFFT_D2Z = 0x6a, CUFFT_Z2D = 0x6c, CUFFT_Z2Z = 0x69 };
typedef enum cufftType_t cufftType;
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1
extern "C" {
cufftResult cufftPlan1d(cufftHandle* plan, int n, cufftType type, int batch);
cufftResult cufftPlan2d(cufftHandle* plan, int nx, int ny, cufftType type);
cufftResult cufftPlan3d(cufftHandle* plan, int nx, int ny, int nz, cufftType type);
cufftResult cufftPlanMany(cufftHandle* plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride, int odist, cufftType type, int batch);
cufftResult cufftMakePlan1d(cufftHandle plan, int n, cufftType type, int batch, size_t* size);
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t* size);
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t* size);
cufftResult cufftCreate(cufftHandle* plan);
cufftResult cufftDestroy(cufftHandle plan);
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream);
cufftResult cufftSetAutoAllocation(cufftHandle plan, int on);
cufftResult cufftSetWorkArea(cufftHandle plan, void* at);
cufftResult cufftGetSize(cufftHandle plan, size_t* size);
cufftResult cufftExecC2C(cufftHandle plan, cufftComplex* from, cufftComplex* to, int direction);
cufftResult cufftExecR2C(cufftHandle plan, cufftReal* from, cufftComplex* to);
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex* from, cufftReal* to);
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex* from, cufftDoubleComplex* to, int direction);
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal* from, cufftDoubleComplex* to);
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex* from, cufftDoubleReal* to);
}
