// Checking of the driver's results, of NVIDIA's samples.
#pragma once
#include <cuda.h>
#include <helper_string.h>
#include <drvapi_error_string.h>
#ifndef checkCudaErrors
#define checkCudaErrors(error) __checkCudaErrors(error, __FILE__, __LINE__)
#endif
void __checkCudaErrors(CUresult error, const char* file, const int line);
int gpuGetMaxGflopsDeviceIdDRV();
CUdevice findCudaDeviceDRV(int argc, const char** argv);
bool findFatbinPath(const char* file, std::string& path, char** argv, std::ostringstream& bytes, const char* directory = NULL);
