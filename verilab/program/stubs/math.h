#ifndef _MATH_H
#define _MATH_H
#define M_PI 3.14159265358979323846
#define M_E 2.7182818284590452354
#define HUGE_VAL (1e400)
#define INFINITY (1e400f)
#define NAN (0.0f / 0.0f)
#define isnan(x) ((x) != (x))
#define isinf(x) __builtin_isinf(x)
#define isfinite(x) __builtin_isfinite(x)
#define signbit(x) __builtin_signbit(x)
extern double acos(double);
extern float acosf(float);
extern double asin(double);
extern float asinf(float);
extern double atan(double);
extern float atanf(float);
extern double ceil(double);
extern float ceilf(float);
extern double cos(double);
extern float cosf(float);
extern double cosh(double);
extern float coshf(float);
extern double exp(double);
extern float expf(float);
extern double exp2(double);
extern float exp2f(float);
extern double fabs(double);
extern float fabsf(float);
extern double floor(double);
extern float floorf(float);
extern double log(double);
extern float logf(float);
extern double log10(double);
extern float log10f(float);
extern double log2(double);
extern float log2f(float);
extern double rint(double);
extern float rintf(float);
extern double round(double);
extern float roundf(float);
extern double sin(double);
extern float sinf(float);
extern double sinh(double);
extern float sinhf(float);
extern double sqrt(double);
extern float sqrtf(float);
extern double cbrt(double);
extern float cbrtf(float);
extern double tan(double);
extern float tanf(float);
extern double tanh(double);
extern float tanhf(float);
extern double trunc(double);
extern float truncf(float);
extern double nearbyint(double);
extern float nearbyintf(float);
extern double atan2(double, double);
extern float atan2f(float, float);
extern double fmod(double, double);
extern float fmodf(float, float);
extern double pow(double, double);
extern float powf(float, float);
extern double fmin(double, double);
extern float fminf(float, float);
extern double fmax(double, double);
extern float fmaxf(float, float);
extern double fdim(double, double);
extern float fdimf(float, float);
extern double hypot(double, double);
extern float hypotf(float, float);
extern double remainder(double, double);
extern float remainderf(float, float);
extern double copysign(double, double);
extern float copysignf(float, float);
extern double ldexp(double, int);
extern double frexp(double, int *);
extern double modf(double, double *);
extern long lround(double);
extern long lrint(double);
#endif
