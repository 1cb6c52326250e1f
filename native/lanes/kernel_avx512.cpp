#define PANDOKU_ISA avx512
#define PANDOKU_VECTOR_BYTES 64
#include "lanes/kernel.inl"
