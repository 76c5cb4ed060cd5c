/* The CUDA back end; absent.c stands for it in builds without CUDA. */
#ifndef CUDA_BACKEND_CUDA_H
#define CUDA_BACKEND_CUDA_H

#include "contract/backend.h"

extern const struct graph_backend graph__cuda_backend;

#endif
