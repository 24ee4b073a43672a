// Textures and surfaces, which are arrays (intrinsics.h).
#pragma once
#define cudaTextureType1D 1
#define cudaTextureType2D 2
#define cudaTextureType3D 3
#define cudaTextureTypeCubemap 12
#define cudaTextureType1DLayered 241
#define cudaTextureType2DLayered 242
#define cudaTextureTypeCubemapLayered 252
#define cudaSurfaceType1D 1
#define cudaSurfaceType2D 2
#define cudaSurfaceType3D 3
#define cudaSurfaceTypeCubemap 12
#define cudaSurfaceType1DLayered 241
#define cudaSurfaceType2DLayered 242
#define cudaSurfaceTypeCubemapLayered 252

// Textures and surfaces that are variables of a file were taken away in CUDA 12: where a file has other
// things of these names, __HEDDLE_NO_TEXTURE_REFERENCES leaves them out.
#ifndef __HEDDLE_NO_TEXTURE_REFERENCES
template <class T, int kind = cudaTextureType1D, cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : textureReference {
  texture() = default;
  texture(int is_normalized, cudaTextureFilterMode filter = cudaFilterModePoint,
          cudaTextureAddressMode address = cudaAddressModeClamp) {}
  texture(int is_normalized, cudaTextureFilterMode filter, cudaTextureAddressMode address,
          cudaChannelFormatDesc desc) {}
};
template <class T, int kind = cudaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface : surfaceReference {};
#endif

namespace __heddle {
// What a read of a texture of T gives.
template <class T, int mode> struct texel_of {
  typedef T type;
};
#define __HEDDLE_TEXEL(from, to)                                                                   \
  template <> struct texel_of<from, cudaReadModeNormalizedFloat> {                                    \
    typedef to type;                                                                               \
  };
__HEDDLE_TEXEL(signed char, float)
__HEDDLE_TEXEL(char1, float1)
__HEDDLE_TEXEL(char2, float2)
__HEDDLE_TEXEL(char4, float4)
__HEDDLE_TEXEL(unsigned char, float)
__HEDDLE_TEXEL(uchar1, float1)
__HEDDLE_TEXEL(uchar2, float2)
__HEDDLE_TEXEL(uchar4, float4)
__HEDDLE_TEXEL(short, float)
__HEDDLE_TEXEL(short1, float1)
__HEDDLE_TEXEL(short2, float2)
__HEDDLE_TEXEL(short4, float4)
__HEDDLE_TEXEL(unsigned short, float)
__HEDDLE_TEXEL(ushort1, float1)
__HEDDLE_TEXEL(ushort2, float2)
__HEDDLE_TEXEL(ushort4, float4)
__HEDDLE_TEXEL(char, float)
#undef __HEDDLE_TEXEL
// The number of the texel that a function finds at these coordinates.
inline __device__ long long texel(long long function) { return function; }
template <class... Others> __device__ long long texel(long long function, float first, Others... others) {
  return texel(texel_number(function, first), others...);
}
} // namespace __heddle

#ifndef __HEDDLE_NO_TEXTURE_REFERENCES
#define __HEDDLE_TEXTURE_REFERENCE(name, number, ...)                                              \
  template <class T, int kind, cudaTextureReadMode mode>                                           \
  __heddle_device typename __heddle::texel_of<T, mode>::type name(                                    \
      const texture<T, kind, mode>& reference, __VA_ARGS__) {                                      \
    return __heddle::texels<typename __heddle::texel_of<T, mode>::type>(&reference)[number];       \
  }
#else
#define __HEDDLE_TEXTURE_REFERENCE(name, number, ...)
#endif
// tex2D<T>(object, x, y), tex2D(&result, object, x, y), tex2D(reference, x, y)
#define __HEDDLE_TEXTURE(name, number, ...)                                                        \
  template <class T> __heddle_device T name(cudaTextureObject_t object, __VA_ARGS__) {             \
    return __heddle::texels<T>(object)[number];                                                    \
  }                                                                                                \
  template <class T> __heddle_device void name(T* result, cudaTextureObject_t object, __VA_ARGS__) { \
    *result = __heddle::texels<T>(object)[number];                                                 \
  }                                                                                                \
  __HEDDLE_TEXTURE_REFERENCE(name, number, __VA_ARGS__)
__HEDDLE_TEXTURE(tex1Dfetch, x, int x)
__HEDDLE_TEXTURE(tex1D, (__heddle::texel(1, x)), float x)
__HEDDLE_TEXTURE(tex2D, (__heddle::texel(2, x, y)), float x, float y)
__HEDDLE_TEXTURE(tex3D, (__heddle::texel(3, x, y, z)), float x, float y, float z)
__HEDDLE_TEXTURE(tex1DLod, (__heddle::texel(4, x, level)), float x, float level)
__HEDDLE_TEXTURE(tex2DLod, (__heddle::texel(5, x, y, level)), float x, float y, float level)
__HEDDLE_TEXTURE(tex3DLod, (__heddle::texel(6, x, y, z, level)), float x, float y, float z, float level)
__HEDDLE_TEXTURE(tex1DGrad, (__heddle::texel(7, x, dx, dy)), float x, float dx, float dy)
__HEDDLE_TEXTURE(tex2DGrad, (__heddle::texel(8, x, y, dx.x, dx.y, dy.x, dy.y)), float x, float y, float2 dx, float2 dy)
__HEDDLE_TEXTURE(tex3DGrad, (__heddle::texel(9, x, y, z, dx.x, dx.y, dx.z, dy.x, dy.y, dy.z)), float x, float y, float z, float4 dx, float4 dy)
__HEDDLE_TEXTURE(tex1DLayered, (__heddle::texel(10, x, layer)), float x, int layer)
__HEDDLE_TEXTURE(tex2DLayered, (__heddle::texel(11, x, y, layer)), float x, float y, int layer)
__HEDDLE_TEXTURE(tex1DLayeredLod, (__heddle::texel(12, x, layer, level)), float x, int layer, float level)
__HEDDLE_TEXTURE(tex2DLayeredLod, (__heddle::texel(13, x, y, layer, level)), float x, float y, int layer, float level)
__HEDDLE_TEXTURE(tex1DLayeredGrad, (__heddle::texel(14, x, layer, dx, dy)), float x, int layer, float dx, float dy)
__HEDDLE_TEXTURE(tex2DLayeredGrad, (__heddle::texel(15, x, y, layer, dx.x, dx.y, dy.x, dy.y)), float x, float y, int layer, float2 dx, float2 dy)
__HEDDLE_TEXTURE(texCubemap, (__heddle::texel(16, x, y, z)), float x, float y, float z)
__HEDDLE_TEXTURE(texCubemapLod, (__heddle::texel(17, x, y, z, level)), float x, float y, float z, float level)
__HEDDLE_TEXTURE(texCubemapLayered, (__heddle::texel(18, x, y, z, layer)), float x, float y, float z, int layer)
__HEDDLE_TEXTURE(texCubemapLayeredLod, (__heddle::texel(19, x, y, z, layer, level)), float x, float y, float z, int layer, float level)
__HEDDLE_TEXTURE(tex2Dgather, (__heddle::texel(20, x, y, component)), float x, float y, int component = 0)
#undef __HEDDLE_TEXTURE
#undef __HEDDLE_TEXTURE_REFERENCE
// With word of whether the texels are there (sparse textures).
template <class T> __heddle_device T tex2D(cudaTextureObject_t object, float x, float y, bool* resident) {
  *resident = __heddle::unknown<bool>();
  return tex2D<T>(object, x, y);
}
template <class T>
__heddle_device T tex2DLod(cudaTextureObject_t object, float x, float y, float level, bool* resident) {
  *resident = __heddle::unknown<bool>();
  return tex2DLod<T>(object, x, y, level);
}

#ifndef __HEDDLE_NO_TEXTURE_REFERENCES
#define __HEDDLE_SURFACE_REFERENCE(name, x, y, z, ...)                                             \
  template <class T, int kind>                                                                     \
  __heddle_device T name##read(const surface<void, kind>& reference, __VA_ARGS__,                  \
                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {              \
    return __heddle::surface_read<T>(&reference, x, y, z, mode);                                   \
  }                                                                                                \
  template <class T, int kind>                                                                     \
  __heddle_device void name##read(T* result, const surface<void, kind>& reference, __VA_ARGS__,    \
                                  cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {           \
    *result = __heddle::surface_read<T>(&reference, x, y, z, mode);                                \
  }                                                                                                \
  template <class T, int kind>                                                                     \
  __heddle_device void name##write(T value, const surface<void, kind>& reference, __VA_ARGS__,     \
                                   cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {          \
    __heddle::surface_write<T>(&reference, value, x, y, z, mode);                                  \
  }
#else
#define __HEDDLE_SURFACE_REFERENCE(name, x, y, z, ...)
#endif
// surf2Dread<T>(object, x, y), surf2Dread(&result, object, x, y), surf2Dwrite(value, object, x, y)
#define __HEDDLE_SURFACE(name, x, y, z, ...)                                                       \
  template <class T>                                                                               \
  __heddle_device T name##read(cudaSurfaceObject_t object, __VA_ARGS__,                            \
                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {              \
    return __heddle::surface_read<T>(object, x, y, z, mode);                                       \
  }                                                                                                \
  template <class T>                                                                               \
  __heddle_device void name##read(T* result, cudaSurfaceObject_t object, __VA_ARGS__,              \
                                  cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {           \
    *result = __heddle::surface_read<T>(object, x, y, z, mode);                                    \
  }                                                                                                \
  template <class T>                                                                               \
  __heddle_device void name##write(T value, cudaSurfaceObject_t object, __VA_ARGS__,               \
                                   cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {          \
    __heddle::surface_write<T>(object, value, x, y, z, mode);                                      \
  }                                                                                                \
  __HEDDLE_SURFACE_REFERENCE(name, x, y, z, __VA_ARGS__)
__HEDDLE_SURFACE(surf1D, x, 0, 0, int x)
__HEDDLE_SURFACE(surf2D, x, y, 0, int x, int y)
__HEDDLE_SURFACE(surf3D, x, y, z, int x, int y, int z)
__HEDDLE_SURFACE(surf1DLayered, x, 0, layer, int x, int layer)
__HEDDLE_SURFACE(surf2DLayered, x, y, layer, int x, int y, int layer)
__HEDDLE_SURFACE(surfCubemap, x, y, face, int x, int y, int face)
__HEDDLE_SURFACE(surfCubemapLayered, x, y, face, int x, int y, int face)
#undef __HEDDLE_SURFACE
#undef __HEDDLE_SURFACE_REFERENCE

#ifndef __HEDDLE_NO_TEXTURE_REFERENCES
// Hosts bind references to memory.
cudaError_t cudaBindTexture(size_t* offset, const textureReference* reference, const void* at, const cudaChannelFormatDesc* desc, size_t size = 0xffffffffu);
cudaError_t cudaBindTexture2D(size_t* offset, const textureReference* reference, const void* at, const cudaChannelFormatDesc* desc, size_t width, size_t height, size_t pitch);
cudaError_t cudaBindTextureToArray(const textureReference* reference, cudaArray_const_t array, const cudaChannelFormatDesc* desc);
cudaError_t cudaUnbindTexture(const textureReference* reference);
template <class T, int kind, cudaTextureReadMode mode>
cudaError_t cudaBindTexture(size_t* offset, const texture<T, kind, mode>& reference, const void* at, const cudaChannelFormatDesc& desc, size_t size = 0xffffffffu);
template <class T, int kind, cudaTextureReadMode mode>
cudaError_t cudaBindTexture(size_t* offset, const texture<T, kind, mode>& reference, const void* at, size_t size = 0xffffffffu);
template <class T, int kind, cudaTextureReadMode mode>
cudaError_t cudaBindTexture2D(size_t* offset, const texture<T, kind, mode>& reference, const void* at, const cudaChannelFormatDesc& desc, size_t width, size_t height, size_t pitch);
template <class T, int kind, cudaTextureReadMode mode>
cudaError_t cudaBindTexture2D(size_t* offset, const texture<T, kind, mode>& reference, const void* at, size_t width, size_t height, size_t pitch);
template <class T, int kind, cudaTextureReadMode mode>
cudaError_t cudaBindTextureToArray(const texture<T, kind, mode>& reference, cudaArray_const_t array, const cudaChannelFormatDesc& desc);
template <class T, int kind, cudaTextureReadMode mode>
cudaError_t cudaBindTextureToArray(const texture<T, kind, mode>& reference, cudaArray_const_t array);
template <class T, int kind, cudaTextureReadMode mode>
cudaError_t cudaUnbindTexture(const texture<T, kind, mode>& reference);
template <class T, int kind> cudaError_t cudaBindSurfaceToArray(const surface<T, kind>& reference, cudaArray_const_t array);
template <class T, int kind>
cudaError_t cudaBindSurfaceToArray(const surface<T, kind>& reference, cudaArray_const_t array, const cudaChannelFormatDesc& desc);
#endif
