// Operators and functions on vectors, of NVIDIA's samples.
#pragma once
#include <math.h>

#ifndef __HEDDLE_HELPER_MATH
#define __HEDDLE_HELPER_MATH

// ---- float2 ----
__heddle_both float2 make_float2(float s) { return {s, s}; }
__heddle_both float2 make_float2(float3 a) { return {a.x, a.y}; }
__heddle_both float2 make_float2(float4 a) { return {a.x, a.y}; }
__heddle_both float2 make_float2(int2 a) { return {static_cast<float>(a.x), static_cast<float>(a.y)}; }
__heddle_both float2 make_float2(uint2 a) { return {static_cast<float>(a.x), static_cast<float>(a.y)}; }
__heddle_both float2 operator-(float2 a) { return {-a.x, -a.y}; }
__heddle_both float2 operator+(float2 a, float2 b) { return {a.x + b.x, a.y + b.y}; }
__heddle_both void operator+=(float2& a, float2 b) { a.x += b.x; a.y += b.y; }
__heddle_both float2 operator+(float2 a, float b) { return {a.x + b, a.y + b}; }
__heddle_both float2 operator+(float a, float2 b) { return {a + b.x, a + b.y}; }
__heddle_both void operator+=(float2& a, float b) { a.x += b; a.y += b; }
__heddle_both float2 operator-(float2 a, float2 b) { return {a.x - b.x, a.y - b.y}; }
__heddle_both void operator-=(float2& a, float2 b) { a.x -= b.x; a.y -= b.y; }
__heddle_both float2 operator-(float2 a, float b) { return {a.x - b, a.y - b}; }
__heddle_both float2 operator-(float a, float2 b) { return {a - b.x, a - b.y}; }
__heddle_both void operator-=(float2& a, float b) { a.x -= b; a.y -= b; }
__heddle_both float2 operator*(float2 a, float2 b) { return {a.x * b.x, a.y * b.y}; }
__heddle_both void operator*=(float2& a, float2 b) { a.x *= b.x; a.y *= b.y; }
__heddle_both float2 operator*(float2 a, float b) { return {a.x * b, a.y * b}; }
__heddle_both float2 operator*(float a, float2 b) { return {a * b.x, a * b.y}; }
__heddle_both void operator*=(float2& a, float b) { a.x *= b; a.y *= b; }
__heddle_both float2 operator/(float2 a, float2 b) { return {a.x / b.x, a.y / b.y}; }
__heddle_both void operator/=(float2& a, float2 b) { a.x /= b.x; a.y /= b.y; }
__heddle_both float2 operator/(float2 a, float b) { return {a.x / b, a.y / b}; }
__heddle_both float2 operator/(float a, float2 b) { return {a / b.x, a / b.y}; }
__heddle_both void operator/=(float2& a, float b) { a.x /= b; a.y /= b; }
__heddle_both float2 fminf(float2 a, float2 b) { return {fminf(a.x, b.x), fminf(a.y, b.y)}; }
__heddle_both float2 fmaxf(float2 a, float2 b) { return {fmaxf(a.x, b.x), fmaxf(a.y, b.y)}; }
__heddle_both float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
__heddle_both float2 lerp(float2 a, float2 b, float t) { return a + t * (b - a); }
__heddle_both float length(float2 v) { return sqrtf(dot(v, v)); }
__heddle_both float2 normalize(float2 v) { return v * rsqrtf(dot(v, v)); }
__heddle_both float2 floorf(float2 v) { return {floorf(v.x), floorf(v.y)}; }
__heddle_both float2 fabs(float2 v) { return {fabsf(v.x), fabsf(v.y)}; }
__heddle_both float2 fracf(float2 v) { return {v.x - floorf(v.x), v.y - floorf(v.y)}; }
__heddle_both float2 fmodf(float2 a, float2 b) { return {fmodf(a.x, b.x), fmodf(a.y, b.y)}; }
__heddle_both float2 reflect(float2 i, float2 n) { return i - 2.0f * n * dot(n, i); }
__heddle_both float2 smoothstep(float2 a, float2 b, float2 x) { const float2 y = {fmaxf(0.0f, fminf((x.x - a.x) / (b.x - a.x), 1.0f)), fmaxf(0.0f, fminf((x.y - a.y) / (b.y - a.y), 1.0f))}; return y * y * (3.0f - 2.0f * y); }
__heddle_both float2 clamp(float2 v, float a, float b) { return {fmaxf(a, fminf(v.x, b)), fmaxf(a, fminf(v.y, b))}; }
__heddle_both float2 clamp(float2 v, float2 a, float2 b) { return {fmaxf(a.x, fminf(v.x, b.x)), fmaxf(a.y, fminf(v.y, b.y))}; }

// ---- float3 ----
__heddle_both float3 make_float3(float s) { return {s, s, s}; }
__heddle_both float3 make_float3(float2 a) { return {a.x, a.y, 0.0f}; }
__heddle_both float3 make_float3(float2 a, float s) { return {a.x, a.y, s}; }
__heddle_both float3 make_float3(float4 a) { return {a.x, a.y, a.z}; }
__heddle_both float3 make_float3(int3 a) { return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z)}; }
__heddle_both float3 make_float3(uint3 a) { return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z)}; }
__heddle_both float3 operator-(float3 a) { return {-a.x, -a.y, -a.z}; }
__heddle_both float3 operator+(float3 a, float3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__heddle_both void operator+=(float3& a, float3 b) { a.x += b.x; a.y += b.y; a.z += b.z; }
__heddle_both float3 operator+(float3 a, float b) { return {a.x + b, a.y + b, a.z + b}; }
__heddle_both float3 operator+(float a, float3 b) { return {a + b.x, a + b.y, a + b.z}; }
__heddle_both void operator+=(float3& a, float b) { a.x += b; a.y += b; a.z += b; }
__heddle_both float3 operator-(float3 a, float3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__heddle_both void operator-=(float3& a, float3 b) { a.x -= b.x; a.y -= b.y; a.z -= b.z; }
__heddle_both float3 operator-(float3 a, float b) { return {a.x - b, a.y - b, a.z - b}; }
__heddle_both float3 operator-(float a, float3 b) { return {a - b.x, a - b.y, a - b.z}; }
__heddle_both void operator-=(float3& a, float b) { a.x -= b; a.y -= b; a.z -= b; }
__heddle_both float3 operator*(float3 a, float3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
__heddle_both void operator*=(float3& a, float3 b) { a.x *= b.x; a.y *= b.y; a.z *= b.z; }
__heddle_both float3 operator*(float3 a, float b) { return {a.x * b, a.y * b, a.z * b}; }
__heddle_both float3 operator*(float a, float3 b) { return {a * b.x, a * b.y, a * b.z}; }
__heddle_both void operator*=(float3& a, float b) { a.x *= b; a.y *= b; a.z *= b; }
__heddle_both float3 operator/(float3 a, float3 b) { return {a.x / b.x, a.y / b.y, a.z / b.z}; }
__heddle_both void operator/=(float3& a, float3 b) { a.x /= b.x; a.y /= b.y; a.z /= b.z; }
__heddle_both float3 operator/(float3 a, float b) { return {a.x / b, a.y / b, a.z / b}; }
__heddle_both float3 operator/(float a, float3 b) { return {a / b.x, a / b.y, a / b.z}; }
__heddle_both void operator/=(float3& a, float b) { a.x /= b; a.y /= b; a.z /= b; }
__heddle_both float3 fminf(float3 a, float3 b) { return {fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z)}; }
__heddle_both float3 fmaxf(float3 a, float3 b) { return {fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z)}; }
__heddle_both float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__heddle_both float3 lerp(float3 a, float3 b, float t) { return a + t * (b - a); }
__heddle_both float length(float3 v) { return sqrtf(dot(v, v)); }
__heddle_both float3 normalize(float3 v) { return v * rsqrtf(dot(v, v)); }
__heddle_both float3 floorf(float3 v) { return {floorf(v.x), floorf(v.y), floorf(v.z)}; }
__heddle_both float3 fabs(float3 v) { return {fabsf(v.x), fabsf(v.y), fabsf(v.z)}; }
__heddle_both float3 fracf(float3 v) { return {v.x - floorf(v.x), v.y - floorf(v.y), v.z - floorf(v.z)}; }
__heddle_both float3 fmodf(float3 a, float3 b) { return {fmodf(a.x, b.x), fmodf(a.y, b.y), fmodf(a.z, b.z)}; }
__heddle_both float3 reflect(float3 i, float3 n) { return i - 2.0f * n * dot(n, i); }
__heddle_both float3 smoothstep(float3 a, float3 b, float3 x) { const float3 y = {fmaxf(0.0f, fminf((x.x - a.x) / (b.x - a.x), 1.0f)), fmaxf(0.0f, fminf((x.y - a.y) / (b.y - a.y), 1.0f)), fmaxf(0.0f, fminf((x.z - a.z) / (b.z - a.z), 1.0f))}; return y * y * (3.0f - 2.0f * y); }
__heddle_both float3 clamp(float3 v, float a, float b) { return {fmaxf(a, fminf(v.x, b)), fmaxf(a, fminf(v.y, b)), fmaxf(a, fminf(v.z, b))}; }
__heddle_both float3 clamp(float3 v, float3 a, float3 b) { return {fmaxf(a.x, fminf(v.x, b.x)), fmaxf(a.y, fminf(v.y, b.y)), fmaxf(a.z, fminf(v.z, b.z))}; }

// ---- float4 ----
__heddle_both float4 make_float4(float s) { return {s, s, s, s}; }
__heddle_both float4 make_float4(float3 a) { return {a.x, a.y, a.z, 0.0f}; }
__heddle_both float4 make_float4(float3 a, float s) { return {a.x, a.y, a.z, s}; }
__heddle_both float4 make_float4(int4 a) { return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z), static_cast<float>(a.w)}; }
__heddle_both float4 make_float4(uint4 a) { return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z), static_cast<float>(a.w)}; }
__heddle_both float4 operator-(float4 a) { return {-a.x, -a.y, -a.z, -a.w}; }
__heddle_both float4 operator+(float4 a, float4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }
__heddle_both void operator+=(float4& a, float4 b) { a.x += b.x; a.y += b.y; a.z += b.z; a.w += b.w; }
__heddle_both float4 operator+(float4 a, float b) { return {a.x + b, a.y + b, a.z + b, a.w + b}; }
__heddle_both float4 operator+(float a, float4 b) { return {a + b.x, a + b.y, a + b.z, a + b.w}; }
__heddle_both void operator+=(float4& a, float b) { a.x += b; a.y += b; a.z += b; a.w += b; }
__heddle_both float4 operator-(float4 a, float4 b) { return {a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w}; }
__heddle_both void operator-=(float4& a, float4 b) { a.x -= b.x; a.y -= b.y; a.z -= b.z; a.w -= b.w; }
__heddle_both float4 operator-(float4 a, float b) { return {a.x - b, a.y - b, a.z - b, a.w - b}; }
__heddle_both float4 operator-(float a, float4 b) { return {a - b.x, a - b.y, a - b.z, a - b.w}; }
__heddle_both void operator-=(float4& a, float b) { a.x -= b; a.y -= b; a.z -= b; a.w -= b; }
__heddle_both float4 operator*(float4 a, float4 b) { return {a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w}; }
__heddle_both void operator*=(float4& a, float4 b) { a.x *= b.x; a.y *= b.y; a.z *= b.z; a.w *= b.w; }
__heddle_both float4 operator*(float4 a, float b) { return {a.x * b, a.y * b, a.z * b, a.w * b}; }
__heddle_both float4 operator*(float a, float4 b) { return {a * b.x, a * b.y, a * b.z, a * b.w}; }
__heddle_both void operator*=(float4& a, float b) { a.x *= b; a.y *= b; a.z *= b; a.w *= b; }
__heddle_both float4 operator/(float4 a, float4 b) { return {a.x / b.x, a.y / b.y, a.z / b.z, a.w / b.w}; }
__heddle_both void operator/=(float4& a, float4 b) { a.x /= b.x; a.y /= b.y; a.z /= b.z; a.w /= b.w; }
__heddle_both float4 operator/(float4 a, float b) { return {a.x / b, a.y / b, a.z / b, a.w / b}; }
__heddle_both float4 operator/(float a, float4 b) { return {a / b.x, a / b.y, a / b.z, a / b.w}; }
__heddle_both void operator/=(float4& a, float b) { a.x /= b; a.y /= b; a.z /= b; a.w /= b; }
__heddle_both float4 fminf(float4 a, float4 b) { return {fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z), fminf(a.w, b.w)}; }
__heddle_both float4 fmaxf(float4 a, float4 b) { return {fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z), fmaxf(a.w, b.w)}; }
__heddle_both float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__heddle_both float4 lerp(float4 a, float4 b, float t) { return a + t * (b - a); }
__heddle_both float length(float4 v) { return sqrtf(dot(v, v)); }
__heddle_both float4 normalize(float4 v) { return v * rsqrtf(dot(v, v)); }
__heddle_both float4 floorf(float4 v) { return {floorf(v.x), floorf(v.y), floorf(v.z), floorf(v.w)}; }
__heddle_both float4 fabs(float4 v) { return {fabsf(v.x), fabsf(v.y), fabsf(v.z), fabsf(v.w)}; }
__heddle_both float4 fracf(float4 v) { return {v.x - floorf(v.x), v.y - floorf(v.y), v.z - floorf(v.z), v.w - floorf(v.w)}; }
__heddle_both float4 fmodf(float4 a, float4 b) { return {fmodf(a.x, b.x), fmodf(a.y, b.y), fmodf(a.z, b.z), fmodf(a.w, b.w)}; }
__heddle_both float4 smoothstep(float4 a, float4 b, float4 x) { const float4 y = {fmaxf(0.0f, fminf((x.x - a.x) / (b.x - a.x), 1.0f)), fmaxf(0.0f, fminf((x.y - a.y) / (b.y - a.y), 1.0f)), fmaxf(0.0f, fminf((x.z - a.z) / (b.z - a.z), 1.0f)), fmaxf(0.0f, fminf((x.w - a.w) / (b.w - a.w), 1.0f))}; return y * y * (3.0f - 2.0f * y); }
__heddle_both float4 clamp(float4 v, float a, float b) { return {fmaxf(a, fminf(v.x, b)), fmaxf(a, fminf(v.y, b)), fmaxf(a, fminf(v.z, b)), fmaxf(a, fminf(v.w, b))}; }
__heddle_both float4 clamp(float4 v, float4 a, float4 b) { return {fmaxf(a.x, fminf(v.x, b.x)), fmaxf(a.y, fminf(v.y, b.y)), fmaxf(a.z, fminf(v.z, b.z)), fmaxf(a.w, fminf(v.w, b.w))}; }

// ---- int2 ----
__heddle_both int2 make_int2(int s) { return {s, s}; }
__heddle_both int2 make_int2(int3 a) { return {a.x, a.y}; }
__heddle_both int2 make_int2(int4 a) { return {a.x, a.y}; }
__heddle_both int2 make_int2(float2 a) { return {static_cast<int>(a.x), static_cast<int>(a.y)}; }
__heddle_both int2 make_int2(uint2 a) { return {static_cast<int>(a.x), static_cast<int>(a.y)}; }
__heddle_both int2 operator-(int2 a) { return {-a.x, -a.y}; }
__heddle_both int2 operator+(int2 a, int2 b) { return {a.x + b.x, a.y + b.y}; }
__heddle_both void operator+=(int2& a, int2 b) { a.x += b.x; a.y += b.y; }
__heddle_both int2 operator+(int2 a, int b) { return {a.x + b, a.y + b}; }
__heddle_both int2 operator+(int a, int2 b) { return {a + b.x, a + b.y}; }
__heddle_both void operator+=(int2& a, int b) { a.x += b; a.y += b; }
__heddle_both int2 operator-(int2 a, int2 b) { return {a.x - b.x, a.y - b.y}; }
__heddle_both void operator-=(int2& a, int2 b) { a.x -= b.x; a.y -= b.y; }
__heddle_both int2 operator-(int2 a, int b) { return {a.x - b, a.y - b}; }
__heddle_both int2 operator-(int a, int2 b) { return {a - b.x, a - b.y}; }
__heddle_both void operator-=(int2& a, int b) { a.x -= b; a.y -= b; }
__heddle_both int2 operator*(int2 a, int2 b) { return {a.x * b.x, a.y * b.y}; }
__heddle_both void operator*=(int2& a, int2 b) { a.x *= b.x; a.y *= b.y; }
__heddle_both int2 operator*(int2 a, int b) { return {a.x * b, a.y * b}; }
__heddle_both int2 operator*(int a, int2 b) { return {a * b.x, a * b.y}; }
__heddle_both void operator*=(int2& a, int b) { a.x *= b; a.y *= b; }
__heddle_both int2 min(int2 a, int2 b) { return {min(a.x, b.x), min(a.y, b.y)}; }
__heddle_both int2 max(int2 a, int2 b) { return {max(a.x, b.x), max(a.y, b.y)}; }
__heddle_both int dot(int2 a, int2 b) { return a.x * b.x + a.y * b.y; }
__heddle_both int2 abs(int2 v) { return {abs(v.x), abs(v.y)}; }
__heddle_both int2 clamp(int2 v, int a, int b) { return {max(a, min(v.x, b)), max(a, min(v.y, b))}; }
__heddle_both int2 clamp(int2 v, int2 a, int2 b) { return {max(a.x, min(v.x, b.x)), max(a.y, min(v.y, b.y))}; }

// ---- int3 ----
__heddle_both int3 make_int3(int s) { return {s, s, s}; }
__heddle_both int3 make_int3(int2 a) { return {a.x, a.y, 0}; }
__heddle_both int3 make_int3(int2 a, int s) { return {a.x, a.y, s}; }
__heddle_both int3 make_int3(int4 a) { return {a.x, a.y, a.z}; }
__heddle_both int3 make_int3(float3 a) { return {static_cast<int>(a.x), static_cast<int>(a.y), static_cast<int>(a.z)}; }
__heddle_both int3 make_int3(uint3 a) { return {static_cast<int>(a.x), static_cast<int>(a.y), static_cast<int>(a.z)}; }
__heddle_both int3 operator-(int3 a) { return {-a.x, -a.y, -a.z}; }
__heddle_both int3 operator+(int3 a, int3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__heddle_both void operator+=(int3& a, int3 b) { a.x += b.x; a.y += b.y; a.z += b.z; }
__heddle_both int3 operator+(int3 a, int b) { return {a.x + b, a.y + b, a.z + b}; }
__heddle_both int3 operator+(int a, int3 b) { return {a + b.x, a + b.y, a + b.z}; }
__heddle_both void operator+=(int3& a, int b) { a.x += b; a.y += b; a.z += b; }
__heddle_both int3 operator-(int3 a, int3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__heddle_both void operator-=(int3& a, int3 b) { a.x -= b.x; a.y -= b.y; a.z -= b.z; }
__heddle_both int3 operator-(int3 a, int b) { return {a.x - b, a.y - b, a.z - b}; }
__heddle_both int3 operator-(int a, int3 b) { return {a - b.x, a - b.y, a - b.z}; }
__heddle_both void operator-=(int3& a, int b) { a.x -= b; a.y -= b; a.z -= b; }
__heddle_both int3 operator*(int3 a, int3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
__heddle_both void operator*=(int3& a, int3 b) { a.x *= b.x; a.y *= b.y; a.z *= b.z; }
__heddle_both int3 operator*(int3 a, int b) { return {a.x * b, a.y * b, a.z * b}; }
__heddle_both int3 operator*(int a, int3 b) { return {a * b.x, a * b.y, a * b.z}; }
__heddle_both void operator*=(int3& a, int b) { a.x *= b; a.y *= b; a.z *= b; }
__heddle_both int3 min(int3 a, int3 b) { return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)}; }
__heddle_both int3 max(int3 a, int3 b) { return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)}; }
__heddle_both int dot(int3 a, int3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__heddle_both int3 abs(int3 v) { return {abs(v.x), abs(v.y), abs(v.z)}; }
__heddle_both int3 clamp(int3 v, int a, int b) { return {max(a, min(v.x, b)), max(a, min(v.y, b)), max(a, min(v.z, b))}; }
__heddle_both int3 clamp(int3 v, int3 a, int3 b) { return {max(a.x, min(v.x, b.x)), max(a.y, min(v.y, b.y)), max(a.z, min(v.z, b.z))}; }

// ---- int4 ----
__heddle_both int4 make_int4(int s) { return {s, s, s, s}; }
__heddle_both int4 make_int4(int3 a) { return {a.x, a.y, a.z, 0}; }
__heddle_both int4 make_int4(int3 a, int s) { return {a.x, a.y, a.z, s}; }
__heddle_both int4 make_int4(float4 a) { return {static_cast<int>(a.x), static_cast<int>(a.y), static_cast<int>(a.z), static_cast<int>(a.w)}; }
__heddle_both int4 make_int4(uint4 a) { return {static_cast<int>(a.x), static_cast<int>(a.y), static_cast<int>(a.z), static_cast<int>(a.w)}; }
__heddle_both int4 operator-(int4 a) { return {-a.x, -a.y, -a.z, -a.w}; }
__heddle_both int4 operator+(int4 a, int4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }
__heddle_both void operator+=(int4& a, int4 b) { a.x += b.x; a.y += b.y; a.z += b.z; a.w += b.w; }
__heddle_both int4 operator+(int4 a, int b) { return {a.x + b, a.y + b, a.z + b, a.w + b}; }
__heddle_both int4 operator+(int a, int4 b) { return {a + b.x, a + b.y, a + b.z, a + b.w}; }
__heddle_both void operator+=(int4& a, int b) { a.x += b; a.y += b; a.z += b; a.w += b; }
__heddle_both int4 operator-(int4 a, int4 b) { return {a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w}; }
__heddle_both void operator-=(int4& a, int4 b) { a.x -= b.x; a.y -= b.y; a.z -= b.z; a.w -= b.w; }
__heddle_both int4 operator-(int4 a, int b) { return {a.x - b, a.y - b, a.z - b, a.w - b}; }
__heddle_both int4 operator-(int a, int4 b) { return {a - b.x, a - b.y, a - b.z, a - b.w}; }
__heddle_both void operator-=(int4& a, int b) { a.x -= b; a.y -= b; a.z -= b; a.w -= b; }
__heddle_both int4 operator*(int4 a, int4 b) { return {a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w}; }
__heddle_both void operator*=(int4& a, int4 b) { a.x *= b.x; a.y *= b.y; a.z *= b.z; a.w *= b.w; }
__heddle_both int4 operator*(int4 a, int b) { return {a.x * b, a.y * b, a.z * b, a.w * b}; }
__heddle_both int4 operator*(int a, int4 b) { return {a * b.x, a * b.y, a * b.z, a * b.w}; }
__heddle_both void operator*=(int4& a, int b) { a.x *= b; a.y *= b; a.z *= b; a.w *= b; }
__heddle_both int4 min(int4 a, int4 b) { return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z), min(a.w, b.w)}; }
__heddle_both int4 max(int4 a, int4 b) { return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z), max(a.w, b.w)}; }
__heddle_both int dot(int4 a, int4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__heddle_both int4 abs(int4 v) { return {abs(v.x), abs(v.y), abs(v.z), abs(v.w)}; }
__heddle_both int4 clamp(int4 v, int a, int b) { return {max(a, min(v.x, b)), max(a, min(v.y, b)), max(a, min(v.z, b)), max(a, min(v.w, b))}; }
__heddle_both int4 clamp(int4 v, int4 a, int4 b) { return {max(a.x, min(v.x, b.x)), max(a.y, min(v.y, b.y)), max(a.z, min(v.z, b.z)), max(a.w, min(v.w, b.w))}; }

// ---- uint2 ----
__heddle_both uint2 make_uint2(uint s) { return {s, s}; }
__heddle_both uint2 make_uint2(uint3 a) { return {a.x, a.y}; }
__heddle_both uint2 make_uint2(uint4 a) { return {a.x, a.y}; }
__heddle_both uint2 make_uint2(int2 a) { return {static_cast<uint>(a.x), static_cast<uint>(a.y)}; }
__heddle_both uint2 operator+(uint2 a, uint2 b) { return {a.x + b.x, a.y + b.y}; }
__heddle_both void operator+=(uint2& a, uint2 b) { a.x += b.x; a.y += b.y; }
__heddle_both uint2 operator+(uint2 a, uint b) { return {a.x + b, a.y + b}; }
__heddle_both uint2 operator+(uint a, uint2 b) { return {a + b.x, a + b.y}; }
__heddle_both void operator+=(uint2& a, uint b) { a.x += b; a.y += b; }
__heddle_both uint2 operator-(uint2 a, uint2 b) { return {a.x - b.x, a.y - b.y}; }
__heddle_both void operator-=(uint2& a, uint2 b) { a.x -= b.x; a.y -= b.y; }
__heddle_both uint2 operator-(uint2 a, uint b) { return {a.x - b, a.y - b}; }
__heddle_both uint2 operator-(uint a, uint2 b) { return {a - b.x, a - b.y}; }
__heddle_both void operator-=(uint2& a, uint b) { a.x -= b; a.y -= b; }
__heddle_both uint2 operator*(uint2 a, uint2 b) { return {a.x * b.x, a.y * b.y}; }
__heddle_both void operator*=(uint2& a, uint2 b) { a.x *= b.x; a.y *= b.y; }
__heddle_both uint2 operator*(uint2 a, uint b) { return {a.x * b, a.y * b}; }
__heddle_both uint2 operator*(uint a, uint2 b) { return {a * b.x, a * b.y}; }
__heddle_both void operator*=(uint2& a, uint b) { a.x *= b; a.y *= b; }
__heddle_both uint2 min(uint2 a, uint2 b) { return {min(a.x, b.x), min(a.y, b.y)}; }
__heddle_both uint2 max(uint2 a, uint2 b) { return {max(a.x, b.x), max(a.y, b.y)}; }
__heddle_both uint dot(uint2 a, uint2 b) { return a.x * b.x + a.y * b.y; }
__heddle_both uint2 clamp(uint2 v, uint a, uint b) { return {max(a, min(v.x, b)), max(a, min(v.y, b))}; }
__heddle_both uint2 clamp(uint2 v, uint2 a, uint2 b) { return {max(a.x, min(v.x, b.x)), max(a.y, min(v.y, b.y))}; }

// ---- uint3 ----
__heddle_both uint3 make_uint3(uint s) { return {s, s, s}; }
__heddle_both uint3 make_uint3(uint2 a) { return {a.x, a.y, 0u}; }
__heddle_both uint3 make_uint3(uint2 a, uint s) { return {a.x, a.y, s}; }
__heddle_both uint3 make_uint3(uint4 a) { return {a.x, a.y, a.z}; }
__heddle_both uint3 make_uint3(int3 a) { return {static_cast<uint>(a.x), static_cast<uint>(a.y), static_cast<uint>(a.z)}; }
__heddle_both uint3 operator+(uint3 a, uint3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__heddle_both void operator+=(uint3& a, uint3 b) { a.x += b.x; a.y += b.y; a.z += b.z; }
__heddle_both uint3 operator+(uint3 a, uint b) { return {a.x + b, a.y + b, a.z + b}; }
__heddle_both uint3 operator+(uint a, uint3 b) { return {a + b.x, a + b.y, a + b.z}; }
__heddle_both void operator+=(uint3& a, uint b) { a.x += b; a.y += b; a.z += b; }
__heddle_both uint3 operator-(uint3 a, uint3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__heddle_both void operator-=(uint3& a, uint3 b) { a.x -= b.x; a.y -= b.y; a.z -= b.z; }
__heddle_both uint3 operator-(uint3 a, uint b) { return {a.x - b, a.y - b, a.z - b}; }
__heddle_both uint3 operator-(uint a, uint3 b) { return {a - b.x, a - b.y, a - b.z}; }
__heddle_both void operator-=(uint3& a, uint b) { a.x -= b; a.y -= b; a.z -= b; }
__heddle_both uint3 operator*(uint3 a, uint3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
__heddle_both void operator*=(uint3& a, uint3 b) { a.x *= b.x; a.y *= b.y; a.z *= b.z; }
__heddle_both uint3 operator*(uint3 a, uint b) { return {a.x * b, a.y * b, a.z * b}; }
__heddle_both uint3 operator*(uint a, uint3 b) { return {a * b.x, a * b.y, a * b.z}; }
__heddle_both void operator*=(uint3& a, uint b) { a.x *= b; a.y *= b; a.z *= b; }
__heddle_both uint3 min(uint3 a, uint3 b) { return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)}; }
__heddle_both uint3 max(uint3 a, uint3 b) { return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)}; }
__heddle_both uint dot(uint3 a, uint3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__heddle_both uint3 clamp(uint3 v, uint a, uint b) { return {max(a, min(v.x, b)), max(a, min(v.y, b)), max(a, min(v.z, b))}; }
__heddle_both uint3 clamp(uint3 v, uint3 a, uint3 b) { return {max(a.x, min(v.x, b.x)), max(a.y, min(v.y, b.y)), max(a.z, min(v.z, b.z))}; }

// ---- uint4 ----
__heddle_both uint4 make_uint4(uint s) { return {s, s, s, s}; }
__heddle_both uint4 make_uint4(uint3 a) { return {a.x, a.y, a.z, 0u}; }
__heddle_both uint4 make_uint4(uint3 a, uint s) { return {a.x, a.y, a.z, s}; }
__heddle_both uint4 make_uint4(int4 a) { return {static_cast<uint>(a.x), static_cast<uint>(a.y), static_cast<uint>(a.z), static_cast<uint>(a.w)}; }
__heddle_both uint4 operator+(uint4 a, uint4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }
__heddle_both void operator+=(uint4& a, uint4 b) { a.x += b.x; a.y += b.y; a.z += b.z; a.w += b.w; }
__heddle_both uint4 operator+(uint4 a, uint b) { return {a.x + b, a.y + b, a.z + b, a.w + b}; }
__heddle_both uint4 operator+(uint a, uint4 b) { return {a + b.x, a + b.y, a + b.z, a + b.w}; }
__heddle_both void operator+=(uint4& a, uint b) { a.x += b; a.y += b; a.z += b; a.w += b; }
__heddle_both uint4 operator-(uint4 a, uint4 b) { return {a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w}; }
__heddle_both void operator-=(uint4& a, uint4 b) { a.x -= b.x; a.y -= b.y; a.z -= b.z; a.w -= b.w; }
__heddle_both uint4 operator-(uint4 a, uint b) { return {a.x - b, a.y - b, a.z - b, a.w - b}; }
__heddle_both uint4 operator-(uint a, uint4 b) { return {a - b.x, a - b.y, a - b.z, a - b.w}; }
__heddle_both void operator-=(uint4& a, uint b) { a.x -= b; a.y -= b; a.z -= b; a.w -= b; }
__heddle_both uint4 operator*(uint4 a, uint4 b) { return {a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w}; }
__heddle_both void operator*=(uint4& a, uint4 b) { a.x *= b.x; a.y *= b.y; a.z *= b.z; a.w *= b.w; }
__heddle_both uint4 operator*(uint4 a, uint b) { return {a.x * b, a.y * b, a.z * b, a.w * b}; }
__heddle_both uint4 operator*(uint a, uint4 b) { return {a * b.x, a * b.y, a * b.z, a * b.w}; }
__heddle_both void operator*=(uint4& a, uint b) { a.x *= b; a.y *= b; a.z *= b; a.w *= b; }
__heddle_both uint4 min(uint4 a, uint4 b) { return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z), min(a.w, b.w)}; }
__heddle_both uint4 max(uint4 a, uint4 b) { return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z), max(a.w, b.w)}; }
__heddle_both uint dot(uint4 a, uint4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__heddle_both uint4 clamp(uint4 v, uint a, uint b) { return {max(a, min(v.x, b)), max(a, min(v.y, b)), max(a, min(v.z, b)), max(a, min(v.w, b))}; }
__heddle_both uint4 clamp(uint4 v, uint4 a, uint4 b) { return {max(a.x, min(v.x, b.x)), max(a.y, min(v.y, b.y)), max(a.z, min(v.z, b.z)), max(a.w, min(v.w, b.w))}; }

// ---- scalars ----
// A template, so that std::lerp may stand beside it.
template <class = void> __heddle_both float lerp(float a, float b, float t) { return a + t * (b - a); }
__heddle_both float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
__heddle_both int clamp(int f, int a, int b) { return max(a, min(f, b)); }
__heddle_both uint clamp(uint f, uint a, uint b) { return max(a, min(f, b)); }
__heddle_both float fracf(float v) { return v - floorf(v); }
__heddle_both float smoothstep(float a, float b, float x) {
  const float y = clamp((x - a) / (b - a), 0.0f, 1.0f);
  return y * y * (3.0f - 2.0f * y);
}
__heddle_both float3 cross(float3 a, float3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
#endif
