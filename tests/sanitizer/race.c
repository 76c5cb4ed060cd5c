/* A race on purpose: a build with ThreadSanitizer in which this passes would see nothing at all. */
#include <stdio.h>

int main(void)
{
    int sum = 0;
#pragma omp parallel for num_threads(4) schedule(static)
    for (int i = 0; i < 1000; i++)
        sum += i;
    printf("%d\n", sum);
    return 0;
}
