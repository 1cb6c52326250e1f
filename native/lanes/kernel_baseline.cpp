#define PANDOKU_ISA baseline
#define PANDOKU_VECTOR_BYTES 16
#include "lanes/kernel.inl"
