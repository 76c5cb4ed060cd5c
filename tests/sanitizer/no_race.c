/* Regions, barriers, reductions and hand-overs without a race: ThreadSanitizer must know what OpenMP orders. */
#include <stdio.h>

int main(void)
{
    static int a[1000], b[1000];
    long sum = 0;
    for (int round = 0; round < 20; round++) {
#pragma omp parallel for num_threads(4) schedule(static)
        for (int i = 0; i < 1000; i++)
            a[i] = i + round;
#pragma omp parallel for num_threads(4) schedule(dynamic, 16) reduction(+ : sum)
        for (int i = 0; i < 1000; i++) {
            b[i] = a[999 - i];
            sum += b[i];
        }
#pragma omp parallel num_threads(3)
        {
#pragma omp for
            for (int i = 0; i < 1000; i++)
                a[i]++;
#pragma omp single
            b[0] = a[5];
#pragma omp for schedule(dynamic)
            for (int i = 0; i < 1000; i++)
                a[i] += b[0];
        }
        a[3]++;
    }
    printf("%ld %d\n", sum, a[3]);
    return 0;
}
