#include "cuda/launch/library.hpp"

#include <algorithm>
#include <array>

namespace heddle::cuda {

namespace {

using Name = std::string_view;

constexpr auto ends = std::to_array<Name>(
    {"_Exit", "_exit", "abort", "exit", "longjmp", "quick_exit", "terminate", "__assert_fail"});

constexpr auto inert = std::to_array<Name>(
    {"abs", "acos", "aligned_alloc", "asin", "atan", "atan2", "atof", "atoi", "atol", "atoll",
     "calloc", "cbrt", "ceil", "ceilf", "clock", "cos", "cosf", "difftime", "exp", "exp2", "expf",
     "fabs", "fabsf", "fclose", "feof", "ferror", "fflush", "floor", "floorf", "fmax", "fmaxf",
     "fmin", "fminf", "fmod", "fmodf", "fopen", "fprintf", "fputc", "fputs", "free", "fseek",
     "ftell", "getenv", "isalpha", "isdigit", "isnan", "isinf", "isspace", "labs", "llabs", "log",
     "log10", "log2", "log2f", "logf", "lround", "malloc", "max", "memcmp", "min", "perror", "pow",
     "powf", "printf", "putc", "putchar", "puts", "rand", "realloc", "remove", "rewind", "rint",
     "round", "roundf", "sin", "sinf", "sleep", "sqrt", "sqrtf", "srand", "strcasecmp", "strchr",
     "strcmp", "strdup", "strlen", "strncmp", "strrchr", "strstr", "system", "tan", "tanf", "tanh",
     "tolower", "toupper", "trunc", "truncf", "unlink", "usleep", "vprintf",
     // CUDA
     "cudaConfigureCall", "cudaCtxResetPersistingL2Cache", "cudaDestroyTextureObject",
     "cudaDeviceDisablePeerAccess", "cudaDeviceEnablePeerAccess", "cudaDeviceReset",
     "cudaDeviceSetCacheConfig", "cudaDeviceSetLimit", "cudaDeviceSetSharedMemConfig",
     "cudaDeviceSynchronize", "cudaEventDestroy", "cudaEventQuery", "cudaEventRecord",
     "cudaEventRecordWithFlags", "cudaEventSynchronize", "cudaFree", "cudaFreeArray",
     "cudaFreeAsync", "cudaFreeHost", "cudaFuncSetAttribute", "cudaFuncSetCacheConfig",
     "cudaFuncSetSharedMemConfig", "cudaGetErrorName", "cudaGetErrorString", "cudaGetLastError",
     "cudaGraphDestroy", "cudaGraphExecDestroy", "cudaHostUnregister", "cudaMemAdvise",
     "cudaMemPrefetchAsync", "cudaMemset", "cudaMemset2D", "cudaMemset2DAsync", "cudaMemset3D",
     "cudaMemsetAsync", "cudaPeekAtLastError", "cudaProfilerStart", "cudaProfilerStop",
     "cudaSetDevice", "cudaSetDeviceFlags", "cudaStreamBeginCapture", "cudaStreamDestroy",
     "cudaStreamQuery", "cudaStreamSynchronize", "cudaStreamWaitEvent", "cudaThreadExit",
     "cudaThreadSetCacheConfig", "cudaThreadSynchronize", "cudaUnbindTexture", "cudaMemcpyToSymbol",
     "cudaMemcpyToSymbolAsync", "cudaStreamAttachMemAsync", "cudaGraphLaunch", "cudaHostRegister",
     "__cudaPushCallConfiguration",
     // helpers of CUDA's samples
     "_ConvertSMVer2ArchName", "_ConvertSMVer2Cores", "__checkCudaErrors", "__getLastCudaError",
     "__printLastCudaError", "_cudaGetErrorEnum", "check", "checkCmdLineFlag",
     "checkCudaCapabilities", "compareData", "compareDataAsFloatThreshold", "compareL2fe",
     "findCudaDevice", "findCudaDeviceDRV", "findIntegratedGPU", "ftoi", "getCmdLineArgumentFloat",
     "getCmdLineArgumentInt", "gpuDeviceInit", "gpuGetMaxGflopsDeviceId",
     "gpuGetMaxGflopsDeviceIdDRV", "sdkCompareBin2BinFloat", "sdkCompareBin2BinUint",
     "sdkCompareL2fe", "sdkComparePGM", "sdkComparePPM", "sdkDeleteTimer", "sdkDumpBin",
     "sdkDumpBin2", "sdkFindFilePath", "sdkGetAverageTimerValue", "sdkGetTimerValue", "sdkLoadBMP",
     "sdkResetTimer", "sdkSavePGM", "sdkSavePPM4", "sdkSavePPM4ub", "sdkSavePPMub", "sdkStartTimer",
     "sdkStopTimer", "sdkWriteFile", "stringRemoveDelimiter",
     // CUDA's driver
     "cuCtxDestroy", "cuCtxPushCurrent", "cuCtxSetCurrent", "cuCtxSynchronize",
     "cuDevicePrimaryCtxRelease", "cuEventDestroy", "cuEventRecord", "cuEventSynchronize",
     "cuFuncSetAttribute", "cuInit", "cuLibraryUnload", "cuMemFree", "cuMemFreeHost",
     "cuMemcpyDtoD", "cuMemcpyHtoD", "cuMemcpyHtoDAsync", "cuMemsetD32", "cuMemsetD8",
     "cuModuleUnload", "cuStreamDestroy", "cuStreamSynchronize"});

constexpr auto arguments = std::to_array<Name>(
    {"fgets", "fread", "frexp", "fscanf", "fwrite", "gettimeofday", "clock_gettime", "memcpy",
     "memmove", "memset", "modf", "posix_memalign", "scanf", "snprintf", "sprintf", "sscanf",
     "strcat", "strcpy", "strncat", "strncpy", "strtod", "strtof", "strtol", "strtoll", "strtoul",
     "strtoull", "time", "swap",
     // CUDA
     "cudaBindTexture", "cudaBindTexture2D", "cudaBindTextureToArray", "cudaChooseDevice",
     "cudaCreateChannelDesc", "cudaCreateTextureObject", "cudaCreateSurfaceObject",
     "cudaDestroySurfaceObject", "cudaDeviceCanAccessPeer", "cudaDeviceGetAttribute",
     "cudaDeviceGetLimit", "cudaDeviceGetPCIBusId", "cudaDeviceGetStreamPriorityRange",
     "cudaDriverGetVersion", "cudaEventCreate", "cudaEventCreateWithFlags", "cudaEventElapsedTime",
     "cudaFuncGetAttributes", "cudaGetDevice", "cudaGetDeviceCount", "cudaGetDeviceProperties",
     "cudaGetSymbolAddress", "cudaGetSymbolSize", "cudaHostAlloc", "cudaHostGetDevicePointer",
     "cudaMalloc", "cudaMalloc3D", "cudaMalloc3DArray", "cudaMallocArray", "cudaMallocAsync",
     "cudaMallocHost", "cudaMallocManaged", "cudaMallocPitch", "cudaMemGetInfo", "cudaMemcpy",
     "cudaMemcpy2D", "cudaMemcpy2DToArray", "cudaMemcpy3D", "cudaMemcpyFromSymbol",
     "cudaMemcpyToArray", "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
     "cudaPointerGetAttributes", "cudaRuntimeGetVersion", "cudaStreamCreate",
     "cudaStreamCreateWithFlags", "cudaStreamCreateWithPriority", "cudaStreamEndCapture",
     "cudaStreamIsCapturing", "cudaGraphInstantiate", "cudaGraphCreate",
     "cudaOccupancyMaxPotentialBlockSize", "cudaOccupancyMaxActiveClusters",
     "cudaOccupancyMaxPotentialClusterSize", "cudaOccupancyAvailableDynamicSMemPerBlock",
     "cudaMemcpyPeer", "cudaMemcpyArrayToArray", "cudaIpcGetMemHandle", "cudaIpcOpenMemHandle",
     // helpers of CUDA's samples
     "getCmdLineArgumentString", "getCmdLineArgumentValue", "getFileExtension", "sdkCreateTimer",
     "sdkLoadPGM", "sdkLoadPPM4", "sdkLoadPPM4ub", "sdkReadFile", "sdkReadFileBlocks",
     // CUDA's driver
     "cuCtxCreate", "cuCtxGetCurrent", "cuCtxGetDevice", "cuCtxPopCurrent",
     "cuDeviceComputeCapability", "cuDeviceGet", "cuDeviceGetAttribute", "cuDeviceGetCount",
     "cuDeviceGetName", "cuDevicePrimaryCtxRetain", "cuDeviceTotalMem", "cuDriverGetVersion",
     "cuEventCreate", "cuEventElapsedTime", "cuFuncGetAttribute", "cuGetErrorName",
     "cuGetErrorString", "cuKernelGetFunction", "cuLibraryGetKernel", "cuLibraryLoadData",
     "cuMemAlloc", "cuMemAllocHost", "cuMemAllocManaged", "cuMemAllocPitch", "cuMemGetInfo",
     "cuMemcpyDtoH", "cuModuleGetFunction", "cuModuleGetGlobal", "cuModuleLoad", "cuModuleLoadData",
     "cuModuleLoadDataEx", "cuStreamCreate"});

// They go on writing when they have returned.
constexpr auto keeps = std::to_array<Name>(
    {"cudaMemcpyAsync", "cudaMemcpy2DAsync", "cudaMemcpy3DAsync", "cudaMemcpyPeerAsync",
     "cudaMemcpyFromSymbolAsync", "cuMemcpyDtoHAsync", "setvbuf", "setbuf"});

constexpr auto launchers =
    std::to_array<std::pair<Name, LaunchForm>>({{"cudaLaunchKernel", {0, {}, 3}},
                                                {"cudaLaunchCooperativeKernel", {0, {}, 3}},
                                                {"cudaLaunchKernelEx", {1, 0, {}}},
                                                {"cudaLaunchKernelExC", {1, 0, 2}},
                                                {"cuLaunchKernel", {0, {}, 9, true}},
                                                {"cuLaunchCooperativeKernel", {0, {}, 9, true}},
                                                {"cuLaunchKernelEx", {1, 0, 2}}});
constexpr auto other_launchers = std::to_array<Name>(
    {"cudaGraphAddKernelNode", "cudaGraphAddNode", "cudaGraphExecKernelNodeSetParams",
     "cudaGraphExecNodeSetParams", "cudaGraphKernelNodeSetParams", "cudaGraphNodeSetParams",
     "cudaLaunchCooperativeKernelMultiDevice",
     // of handles
     "cuGraphAddKernelNode", "cuGraphAddNode", "cuGraphExecKernelNodeSetParams",
     "cuGraphExecNodeSetParams", "cuGraphKernelNodeSetParams", "cuGraphNodeSetParams", "cuLaunch",
     "cuLaunchCooperativeKernelMultiDevice", "cuLaunchGrid", "cuLaunchGridAsync"});
constexpr auto handle_givers = std::to_array<Name>({"cuLibraryGetKernel", "cuModuleGetFunction"});
constexpr auto askers = std::to_array<Name>(
    {"cudaFuncSetAttribute", "cudaFuncSetCacheConfig", "cudaFuncSetSharedMemConfig",
     "cudaFuncGetAttributes", "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
     "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", "cudaOccupancyMaxPotentialBlockSize",
     "cudaOccupancyMaxPotentialBlockSizeWithFlags", "cudaOccupancyMaxActiveClusters",
     "cudaOccupancyMaxPotentialClusterSize", "cudaOccupancyAvailableDynamicSMemPerBlock"});

template <std::size_t N> bool in(const std::array<Name, N>& list, Name name) {
  return std::ranges::find(list, name) != list.end();
}

// Of the global namespace, C's, or std.
std::string name_of(const clang::FunctionDecl& f) {
  if (!f.getDeclName().isIdentifier() || llvm::isa<clang::CXXMethodDecl>(f)) return {};
  const clang::DeclContext* scope = f.getDeclContext()->getRedeclContext();
  if (!scope->isTranslationUnit() && !scope->isStdNamespace()) return {};
  llvm::StringRef name = f.getName();
  if (name.starts_with("cu")) // macros of the driver's own header lead to versions
    for (const char* version : {"_ptsz", "_ptds", "_v3", "_v2"})
      name.consume_back(version);
  return name.str();
}

} // namespace

LibraryEffect library_effect(const clang::FunctionDecl& f) {
  const std::string name = name_of(f);
  if (in(ends, name)) return LibraryEffect::ends;
  if (in(inert, name)) return LibraryEffect::nothing;
  if (in(arguments, name)) return LibraryEffect::arguments;
  if (in(keeps, name)) return LibraryEffect::keeps;
  if (name.empty() && f.getBuiltinID() != 0) return LibraryEffect::arguments;
  return LibraryEffect::unknown;
}

std::optional<LaunchForm> launch_form(const clang::FunctionDecl& f) {
  const std::string name = name_of(f);
  const auto known = std::ranges::find(launchers, name, &std::pair<Name, LaunchForm>::first);
  return known == launchers.end() ? std::nullopt : std::optional(known->second);
}

bool launches_otherwise(const clang::FunctionDecl& f) { return in(other_launchers, name_of(f)); }
bool gives_handle(const clang::FunctionDecl& f) { return in(handle_givers, name_of(f)); }
bool only_asks(const clang::FunctionDecl& f) { return in(askers, name_of(f)); }
bool is_check(const clang::FunctionDecl& f) {
  return f.getQualifiedNameAsString() == "__heddle::checked";
}

} // namespace heddle::cuda
