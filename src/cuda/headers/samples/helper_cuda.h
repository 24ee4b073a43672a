// Checking of results, of NVIDIA's samples.
#pragma once
#include <helper_string.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

template <class T> void check(T result, const char* function, const char* file, int line);
#define checkCudaErrors(value) check((value), #value, __FILE__, __LINE__)
void __getLastCudaError(const char* message, const char* file, int line);
void __printLastCudaError(const char* message, const char* file, int line);
#define getLastCudaError(message) __getLastCudaError(message, __FILE__, __LINE__)
#define printLastCudaError(message) __printLastCudaError(message, __FILE__, __LINE__)
#ifndef MAX
#define MAX(a, b) (a > b ? a : b)
#endif
int ftoi(float value);
int _ConvertSMVer2Cores(int major, int minor);
const char* _ConvertSMVer2ArchName(int major, int minor);
int gpuDeviceInit(int device);
int gpuGetMaxGflopsDeviceId();
int findCudaDevice(int argc, const char** argv);
int findIntegratedGPU();
bool checkCudaCapabilities(int major, int minor);
template <class T> const char* _cudaGetErrorEnum(T error);
