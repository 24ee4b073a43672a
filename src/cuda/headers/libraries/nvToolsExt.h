// Marks for profilers.
#pragma once
extern "C" {
int nvtxRangePushA(const char* text);
int nvtxRangePop();
void nvtxMarkA(const char* text);
void nvtxNameCudaStreamA(cudaStream_t stream, const char* name);
void nvtxNameOsThreadA(unsigned thread, const char* name);
}
#define nvtxRangePush nvtxRangePushA
#define nvtxMark nvtxMarkA
#define NVTX_VERSION 2
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE 48
enum { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB, NVTX_MESSAGE_TYPE_ASCII = 1 };
struct nvtxEventAttributes_t {
  unsigned short version, size;
  unsigned category;
  int colorType;
  unsigned color;
  int payloadType, reserved0;
  union { unsigned long long ullValue; double dValue; } payload;
  int messageType;
  union { const char* ascii; } message;
};
extern "C" int nvtxRangePushEx(const nvtxEventAttributes_t* attributes);
