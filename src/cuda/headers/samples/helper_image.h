// Images and comparisons, of NVIDIA's samples.
#pragma once
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <math.h>
#include <string>
#include <vector>
#ifndef MIN
#define MIN(a, b) ((a < b) ? a : b)
#endif
#ifndef MAX
#define MAX(a, b) ((a > b) ? a : b)
#endif
template <class T> bool sdkLoadPGM(const char* file, T** data, unsigned* width, unsigned* height);
template <class T> bool sdkSavePGM(const char* file, T* data, unsigned width, unsigned height);
template <class T> bool sdkLoadPPM4(const char* file, T** data, unsigned* width, unsigned* height);
template <class T> bool sdkSavePPM4(const char* file, T* data, unsigned width, unsigned height);
bool sdkLoadPPM4ub(const char* file, unsigned char** data, unsigned* width, unsigned* height);
bool sdkSavePPM4ub(const char* file, unsigned char* data, unsigned width, unsigned height);
bool sdkSavePPMub(const char* file, unsigned char* data, unsigned width, unsigned height);
template <class T> bool sdkReadFile(const char* file, T** data, unsigned* length, bool verbose);
template <class T> bool sdkReadFileBlocks(const char* file, T** data, unsigned* length, unsigned block, unsigned size, bool verbose);
template <class T, class S> bool sdkWriteFile(const char* file, const T* data, unsigned length, const S epsilon, bool verbose, bool append = false);
template <class T, class S> bool compareData(const T* reference, const T* data, const unsigned length, const S epsilon, const float threshold);
template <class T, class S> bool compareDataAsFloatThreshold(const T* reference, const T* data, const unsigned length, const S epsilon, const float threshold);
bool compareL2fe(const float* reference, const float* data, const unsigned length, const float epsilon);
bool sdkCompareL2fe(const float* reference, const float* data, const unsigned length, const float epsilon);
bool sdkCompareBin2BinUint(const char* file, const char* reference, unsigned elements, const float epsilon, const float threshold, char* path);
bool sdkCompareBin2BinFloat(const char* file, const char* reference, unsigned elements, const float epsilon, const float threshold, char* path);
bool sdkCompareBin2BinUint(const char* file, const char* reference, unsigned elements, const float epsilon, const float threshold, const char* path);
bool sdkComparePPM(const char* file, const char* reference, const float epsilon, const float threshold, bool verbose);
bool sdkComparePGM(const char* file, const char* reference, const float epsilon, const float threshold, bool verbose);
unsigned char* sdkLoadBMP(const char* file);
void sdkDumpBin(void* data, unsigned bytes, const char* file);
void sdkDumpBin2(void* data, unsigned bytes, const char* file);
