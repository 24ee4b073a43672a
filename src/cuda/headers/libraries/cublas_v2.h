// cuBLAS for hosts.
#pragma once
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <library_types.h>

typedef struct cublasContext* cublasHandle_t;
typedef struct cublasXtContext* cublasXtHandle_t;
enum cublasStatus_t {
  CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7, CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13, CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
};
typedef enum cublasStatus_t cublasStatus;
enum cublasOperation_t { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2, CUBLAS_OP_HERMITAN = 2, CUBLAS_OP_CONJG = 3 };
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE };
enum cublasAtomicsMode_t { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED };
enum cublasGemmAlgo_t { CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_ALGO0 = 0, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99, CUBLAS_GEMM_DFALT_TENSOR_OP = 99 };
enum cublasMath_t { CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3, CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16 };
enum cublasComputeType_t {
  CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC = 65, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
  CUBLAS_COMPUTE_64F = 70, CUBLAS_COMPUTE_32I = 72
};
typedef cudaDataType cublasDataType_t;

extern "C" {
cublasStatus_t cublasCreate(cublasHandle_t* handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void* at, size_t size);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode);
cublasStatus_t cublasSetVector(int n, int size, const void* from, int step, void* to, int to_step);
cublasStatus_t cublasGetVector(int n, int size, const void* from, int step, void* to, int to_step);
cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void* from, int lda, void* to, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void* from, int lda, void* to, int ldb);
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int size, const void* from, int lda, void* to, int ldb, cudaStream_t stream);
const char* cublasGetStatusString(cublasStatus_t status);
const char* cublasGetStatusName(cublasStatus_t status);

cublasStatus_t cublasSaxpy(cublasHandle_t handle, int n, const float* alpha, const float* x, int incx, float* y, int incy);
cublasStatus_t cublasSscal(cublasHandle_t handle, int n, const float* alpha, float* x, int incx);
cublasStatus_t cublasScopy(cublasHandle_t handle, int n, const float* x, int incx, float* y, int incy);
cublasStatus_t cublasSswap(cublasHandle_t handle, int n, float* x, int incx, float* y, int incy);
cublasStatus_t cublasSdot(cublasHandle_t handle, int n, const float* x, int incx, const float* y, int incy, float* result);
cublasStatus_t cublasSnrm2(cublasHandle_t handle, int n, const float* x, int incx, float* result);
cublasStatus_t cublasSasum(cublasHandle_t handle, int n, const float* x, int incx, float* result);
cublasStatus_t cublasIsamax(cublasHandle_t handle, int n, const float* x, int incx, int* result);
cublasStatus_t cublasIsamin(cublasHandle_t handle, int n, const float* x, int incx, int* result);
cublasStatus_t cublasSgemv(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const float* alpha, const float* a, int lda, const float* x, int incx, const float* beta, float* y, int incy);
cublasStatus_t cublasSger(cublasHandle_t handle, int m, int n, const float* alpha, const float* x, int incx, const float* y, int incy, float* a, int lda);
cublasStatus_t cublasSgemm(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const float* alpha, const float* a, int lda, const float* b, int ldb, const float* beta, float* c, int ldc);
cublasStatus_t cublasSgemmBatched(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const float* alpha, const float* const a[], int lda, const float* const b[], int ldb, const float* beta, float* const c[], int ldc, int count);
cublasStatus_t cublasSgemmStridedBatched(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const float* alpha, const float* a, int lda, long long sa, const float* b, int ldb, long long sb, const float* beta, float* c, int ldc, long long sc, int count);
cublasStatus_t cublasSgeam(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, const float* alpha, const float* a, int lda, const float* beta, const float* b, int ldb, float* c, int ldc);
cublasStatus_t cublasStrsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const float* alpha, const float* a, int lda, float* b, int ldb);
cublasStatus_t cublasSsyrk(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t trans, int n, int k, const float* alpha, const float* a, int lda, const float* beta, float* c, int ldc);
cublasStatus_t cublasSgetrfBatched(cublasHandle_t handle, int n, float* const a[], int lda, int* pivots, int* info, int count);
cublasStatus_t cublasSgetriBatched(cublasHandle_t handle, int n, const float* const a[], int lda, const int* pivots, float* const c[], int ldc, int* info, int count);
cublasStatus_t cublasDaxpy(cublasHandle_t handle, int n, const double* alpha, const double* x, int incx, double* y, int incy);
cublasStatus_t cublasDscal(cublasHandle_t handle, int n, const double* alpha, double* x, int incx);
cublasStatus_t cublasDcopy(cublasHandle_t handle, int n, const double* x, int incx, double* y, int incy);
cublasStatus_t cublasDswap(cublasHandle_t handle, int n, double* x, int incx, double* y, int incy);
cublasStatus_t cublasDdot(cublasHandle_t handle, int n, const double* x, int incx, const double* y, int incy, double* result);
cublasStatus_t cublasDnrm2(cublasHandle_t handle, int n, const double* x, int incx, double* result);
cublasStatus_t cublasDasum(cublasHandle_t handle, int n, const double* x, int incx, double* result);
cublasStatus_t cublasIdamax(cublasHandle_t handle, int n, const double* x, int incx, int* result);
cublasStatus_t cublasIdamin(cublasHandle_t handle, int n, const double* x, int incx, int* result);
cublasStatus_t cublasDgemv(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const double* alpha, const double* a, int lda, const double* x, int incx, const double* beta, double* y, int incy);
cublasStatus_t cublasDger(cublasHandle_t handle, int m, int n, const double* alpha, const double* x, int incx, const double* y, int incy, double* a, int lda);
cublasStatus_t cublasDgemm(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const double* alpha, const double* a, int lda, const double* b, int ldb, const double* beta, double* c, int ldc);
cublasStatus_t cublasDgemmBatched(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const double* alpha, const double* const a[], int lda, const double* const b[], int ldb, const double* beta, double* const c[], int ldc, int count);
cublasStatus_t cublasDgemmStridedBatched(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const double* alpha, const double* a, int lda, long long sa, const double* b, int ldb, long long sb, const double* beta, double* c, int ldc, long long sc, int count);
cublasStatus_t cublasDgeam(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, const double* alpha, const double* a, int lda, const double* beta, const double* b, int ldb, double* c, int ldc);
cublasStatus_t cublasDtrsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const double* alpha, const double* a, int lda, double* b, int ldb);
cublasStatus_t cublasDsyrk(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t trans, int n, int k, const double* alpha, const double* a, int lda, const double* beta, double* c, int ldc);
cublasStatus_t cublasDgetrfBatched(cublasHandle_t handle, int n, double* const a[], int lda, int* pivots, int* info, int count);
cublasStatus_t cublasDgetriBatched(cublasHandle_t handle, int n, const double* const a[], int lda, const int* pivots, double* const c[], int ldc, int* info, int count);
cublasStatus_t cublasCaxpy(cublasHandle_t handle, int n, const cuComplex* alpha, const cuComplex* x, int incx, cuComplex* y, int incy);
cublasStatus_t cublasCscal(cublasHandle_t handle, int n, const cuComplex* alpha, cuComplex* x, int incx);
cublasStatus_t cublasCcopy(cublasHandle_t handle, int n, const cuComplex* x, int incx, cuComplex* y, int incy);
cublasStatus_t cublasCswap(cublasHandle_t handle, int n, cuComplex* x, int incx, cuComplex* y, int incy);
cublasStatus_t cublasCdotu(cublasHandle_t handle, int n, const cuComplex* x, int incx, const cuComplex* y, int incy, cuComplex* result);
cublasStatus_t cublasCdotc(cublasHandle_t handle, int n, const cuComplex* x, int incx, const cuComplex* y, int incy, cuComplex* result);
cublasStatus_t cublasScnrm2(cublasHandle_t handle, int n, const cuComplex* x, int incx, float* result);
cublasStatus_t cublasScasum(cublasHandle_t handle, int n, const cuComplex* x, int incx, float* result);
cublasStatus_t cublasIcamax(cublasHandle_t handle, int n, const cuComplex* x, int incx, int* result);
cublasStatus_t cublasIcamin(cublasHandle_t handle, int n, const cuComplex* x, int incx, int* result);
cublasStatus_t cublasCgemv(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const cuComplex* alpha, const cuComplex* a, int lda, const cuComplex* x, int incx, const cuComplex* beta, cuComplex* y, int incy);
cublasStatus_t cublasCgeru(cublasHandle_t handle, int m, int n, const cuComplex* alpha, const cuComplex* x, int incx, const cuComplex* y, int incy, cuComplex* a, int lda);
cublasStatus_t cublasCgemm(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const cuComplex* alpha, const cuComplex* a, int lda, const cuComplex* b, int ldb, const cuComplex* beta, cuComplex* c, int ldc);
cublasStatus_t cublasCgemmBatched(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const cuComplex* alpha, const cuComplex* const a[], int lda, const cuComplex* const b[], int ldb, const cuComplex* beta, cuComplex* const c[], int ldc, int count);
cublasStatus_t cublasCgemmStridedBatched(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const cuComplex* alpha, const cuComplex* a, int lda, long long sa, const cuComplex* b, int ldb, long long sb, const cuComplex* beta, cuComplex* c, int ldc, long long sc, int count);
cublasStatus_t cublasCgeam(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, const cuComplex* alpha, const cuComplex* a, int lda, const cuComplex* beta, const cuComplex* b, int ldb, cuComplex* c, int ldc);
cublasStatus_t cublasCtrsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const cuComplex* alpha, const cuComplex* a, int lda, cuComplex* b, int ldb);
cublasStatus_t cublasCsyrk(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t trans, int n, int k, const cuComplex* alpha, const cuComplex* a, int lda, const cuComplex* beta, cuComplex* c, int ldc);
cublasStatus_t cublasCgetrfBatched(cublasHandle_t handle, int n, cuComplex* const a[], int lda, int* pivots, int* info, int count);
cublasStatus_t cublasCgetriBatched(cublasHandle_t handle, int n, const cuComplex* const a[], int lda, const int* pivots, cuComplex* const c[], int ldc, int* info, int count);
cublasStatus_t cublasZaxpy(cublasHandle_t handle, int n, const cuDoubleComplex* alpha, const cuDoubleComplex* x, int incx, cuDoubleComplex* y, int incy);
cublasStatus_t cublasZscal(cublasHandle_t handle, int n, const cuDoubleComplex* alpha, cuDoubleComplex* x, int incx);
cublasStatus_t cublasZcopy(cublasHandle_t handle, int n, const cuDoubleComplex* x, int incx, cuDoubleComplex* y, int incy);
cublasStatus_t cublasZswap(cublasHandle_t handle, int n, cuDoubleComplex* x, int incx, cuDoubleComplex* y, int incy);
cublasStatus_t cublasZdotu(cublasHandle_t handle, int n, const cuDoubleComplex* x, int incx, const cuDoubleComplex* y, int incy, cuDoubleComplex* result);
cublasStatus_t cublasZdotc(cublasHandle_t handle, int n, const cuDoubleComplex* x, int incx, const cuDoubleComplex* y, int incy, cuDoubleComplex* result);
cublasStatus_t cublasDznrm2(cublasHandle_t handle, int n, const cuDoubleComplex* x, int incx, double* result);
cublasStatus_t cublasDzasum(cublasHandle_t handle, int n, const cuDoubleComplex* x, int incx, double* result);
cublasStatus_t cublasIzamax(cublasHandle_t handle, int n, const cuDoubleComplex* x, int incx, int* result);
cublasStatus_t cublasIzamin(cublasHandle_t handle, int n, const cuDoubleComplex* x, int incx, int* result);
cublasStatus_t cublasZgemv(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const cuDoubleComplex* alpha, const cuDoubleComplex* a, int lda, const cuDoubleComplex* x, int incx, const cuDoubleComplex* beta, cuDoubleComplex* y, int incy);
cublasStatus_t cublasZgeru(cublasHandle_t handle, int m, int n, const cuDoubleComplex* alpha, const cuDoubleComplex* x, int incx, const cuDoubleComplex* y, int incy, cuDoubleComplex* a, int lda);
cublasStatus_t cublasZgemm(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const cuDoubleComplex* alpha, const cuDoubleComplex* a, int lda, const cuDoubleComplex* b, int ldb, const cuDoubleComplex* beta, cuDoubleComplex* c, int ldc);
cublasStatus_t cublasZgemmBatched(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const cuDoubleComplex* alpha, const cuDoubleComplex* const a[], int lda, const cuDoubleComplex* const b[], int ldb, const cuDoubleComplex* beta, cuDoubleComplex* const c[], int ldc, int count);
cublasStatus_t cublasZgemmStridedBatched(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const cuDoubleComplex* alpha, const cuDoubleComplex* a, int lda, long long sa, const cuDoubleComplex* b, int ldb, long long sb, const cuDoubleComplex* beta, cuDoubleComplex* c, int ldc, long long sc, int count);
cublasStatus_t cublasZgeam(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, const cuDoubleComplex* alpha, const cuDoubleComplex* a, int lda, const cuDoubleComplex* beta, const cuDoubleComplex* b, int ldb, cuDoubleComplex* c, int ldc);
cublasStatus_t cublasZtrsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const cuDoubleComplex* alpha, const cuDoubleComplex* a, int lda, cuDoubleComplex* b, int ldb);
cublasStatus_t cublasZsyrk(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t trans, int n, int k, const cuDoubleComplex* alpha, const cuDoubleComplex* a, int lda, const cuDoubleComplex* beta, cuDoubleComplex* c, int ldc);
cublasStatus_t cublasZgetrfBatched(cublasHandle_t handle, int n, cuDoubleComplex* const a[], int lda, int* pivots, int* info, int count);
cublasStatus_t cublasZgetriBatched(cublasHandle_t handle, int n, const cuDoubleComplex* const a[], int lda, const int* pivots, cuDoubleComplex* const c[], int ldc, int* info, int count);
cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const __half* alpha, const __half* a, int lda, const __half* b, int ldb, const __half* beta, __half* c, int ldc);
cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const __half* alpha, const __half* a, int lda, long long sa, const __half* b, int ldb, long long sb, const __half* beta, __half* c, int ldc, long long sc, int count);
}
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void* alpha, const void* a, cudaDataType at, int lda, const void* b, cudaDataType bt, int ldb, const void* beta, void* c, cudaDataType ct, int ldc, cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void* alpha, const void* a, cudaDataType at, int lda, const void* b, cudaDataType bt, int ldb, const void* beta, void* c, cudaDataType ct, int ldc, cudaDataType compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void* alpha, const void* a, cudaDataType at, int lda, long long sa, const void* b, cudaDataType bt, int ldb, long long sb, const void* beta, void* c, cudaDataType ct, int ldc, long long sc, int count, cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void* alpha, const void* a, cudaDataType at, int lda, long long sa, const void* b, cudaDataType bt, int ldb, long long sb, const void* beta, void* c, cudaDataType ct, int ldc, long long sc, int count, cudaDataType compute, cublasGemmAlgo_t algorithm);

// The older interface, without handles.
extern "C" {
cublasStatus cublasInit();
cublasStatus cublasShutdown();
cublasStatus cublasGetError();
cublasStatus cublasAlloc(int n, int size, void** at);
cublasStatus cublasFree(void* at);
}
