/* What the fields of the library as a whole need from library.c. */
#ifndef GRAPHBLAS_FIELDS_H
#define GRAPHBLAS_FIELDS_H

/* The mode that GrB_init was given, a GrB_Mode. */
int grb__mode(void);
#endif
