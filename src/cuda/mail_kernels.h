/* The kernels of mail.cu, for graph__cuda_launch. */
#ifndef CUDA_MAIL_KERNELS_H
#define CUDA_MAIL_KERNELS_H

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_send_mail;
extern const void *const graph__cuda_shift_starts;

#ifdef __cplusplus
}
#endif
#endif
