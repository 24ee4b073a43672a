// cuFFT on several devices, and its callbacks.
#pragma once
#include <cufft.h>
#define MAX_CUDA_DESCRIPTOR_GPUS 64
struct cudaXtDesc {
  int version, nGPUs, GPUs[MAX_CUDA_DESCRIPTOR_GPUS];
  void* data[MAX_CUDA_DESCRIPTOR_GPUS];
  size_t size[MAX_CUDA_DESCRIPTOR_GPUS];
  void* cudaXtState;
};
struct cudaLibXtDesc { int version; cudaXtDesc* descriptor; int library, subFormat; void* libDescriptor; };
enum cufftXtSubFormat { CUFFT_XT_FORMAT_INPUT, CUFFT_XT_FORMAT_OUTPUT, CUFFT_XT_FORMAT_INPLACE, CUFFT_XT_FORMAT_INPLACE_SHUFFLED, CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED };
enum cufftXtCopyType { CUFFT_COPY_HOST_TO_DEVICE, CUFFT_COPY_DEVICE_TO_HOST, CUFFT_COPY_DEVICE_TO_DEVICE };
enum cufftXtCallbackType { CUFFT_CB_LD_COMPLEX, CUFFT_CB_LD_COMPLEX_DOUBLE, CUFFT_CB_LD_REAL, CUFFT_CB_LD_REAL_DOUBLE, CUFFT_CB_ST_COMPLEX, CUFFT_CB_ST_COMPLEX_DOUBLE, CUFFT_CB_ST_REAL, CUFFT_CB_ST_REAL_DOUBLE };
typedef cufftComplex (*cufftCallbackLoadC)(void* in, size_t offset, void* info, void* shared);
typedef cufftReal (*cufftCallbackLoadR)(void* in, size_t offset, void* info, void* shared);
typedef void (*cufftCallbackStoreC)(void* out, size_t offset, cufftComplex value, void* info, void* shared);
typedef void (*cufftCallbackStoreR)(void* out, size_t offset, cufftReal value, void* info, void* shared);
extern "C" {
cufftResult cufftXtSetGPUs(cufftHandle plan, int count, int* devices);
cufftResult cufftXtMalloc(cufftHandle plan, cudaLibXtDesc** desc, cufftXtSubFormat format);
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long* n, long long* inembed, long long istride, long long idist, cudaDataType intype, long long* onembed, long long ostride, long long odist, cudaDataType outtype, long long batch, size_t* size, cudaDataType compute);
cufftResult cufftXtExec(cufftHandle plan, void* from, void* to, int direction);
cufftResult cufftXtFree(cudaLibXtDesc* desc);
cufftResult cufftXtMemcpy(cufftHandle plan, void* to, void* from, cufftXtCopyType type);
cufftResult cufftXtExecDescriptorC2C(cufftHandle plan, cudaLibXtDesc* from, cudaLibXtDesc* to, int direction);
cufftResult cufftXtSetCallback(cufftHandle plan, void** callbacks, cufftXtCallbackType type, void** info);
}
