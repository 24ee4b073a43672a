// CUDA's runtime for hosts.
#pragma once
extern "C" {
// What clang makes of `kernel<<<grid, block, bytes, stream>>>`.
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0, void* stream = nullptr);
int cudaConfigureCall(dim3 grid, dim3 block, size_t shared_bytes = 0, cudaStream_t stream = nullptr);

cudaError_t cudaFree(void* at);
cudaError_t cudaMemcpy(void* to, const void* from, size_t size, cudaMemcpyKind kind);
cudaError_t cudaMemset(void* to, int value, size_t size);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaGetLastError();
const char* cudaGetErrorString(cudaError_t error);
}
template <class T> cudaError_t cudaMalloc(T** at, size_t size);
template <class T> cudaError_t cudaMallocManaged(T** at, size_t size, unsigned flags = 1);
