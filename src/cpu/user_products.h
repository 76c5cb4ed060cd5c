/* The kernels of semirings that are made of two operators. */
#ifndef CPU_USER_PRODUCTS_H
#define CPU_USER_PRODUCTS_H

#include "contract/kernels.h"

extern const struct graph_kernels graph__cpu_kernels_of_operators;

#endif
