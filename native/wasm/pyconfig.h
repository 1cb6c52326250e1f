// The pyconfig.h of CPython describes the machine that Python was built on. This one describes
// Pyodide, as far as the headers of the stable interface ask: 32-bit pointers, and no threads.
#ifndef Py_PYCONFIG_H
#define Py_PYCONFIG_H

#define ALIGNOF_LONG 4
#define ALIGNOF_SIZE_T 4
#define DOUBLE_IS_LITTLE_ENDIAN_IEEE754 1
#define HAVE_SSIZE_T 1
#define HAVE_STDINT_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_UNISTD_H 1
#define SIZEOF_DOUBLE 8
#define SIZEOF_FLOAT 4
#define SIZEOF_FPOS_T 16
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_OFF_T 8
#define SIZEOF_PID_T 4
#define SIZEOF_PTHREAD_T 4
#define SIZEOF_SHORT 2
#define SIZEOF_SIZE_T 4
#define SIZEOF_TIME_T 8
#define SIZEOF_UINTPTR_T 4
#define SIZEOF_VOID_P 4
#define SIZEOF_WCHAR_T 4
#define SIZEOF__BOOL 1

#endif
