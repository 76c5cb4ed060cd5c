/* See similar.h. */
#include "similar.h"

#include <stddef.h>
#include <string.h>

enum { MOST_LETTERS = 2 }; /* that may differ */

/* The least number of letters to insert, remove or replace that makes one word the other; words are short. */
static int distance(const char *x, const char *y)
{
    enum { LONGEST = 20 };
    int row[LONGEST + 1], width = (int)strlen(y);
    if (width > LONGEST || strlen(x) > LONGEST)
        return LONGEST;
    for (int j = 0; j <= width; j++)
        row[j] = j;
    for (int i = 1; x[i - 1] != '\0'; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= width; j++) {
            int replaced = diagonal + (x[i - 1] != y[j - 1]);
            int moved = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = replaced < moved ? replaced : moved;
        }
    }
    return row[width];
}

void similar_offer(struct similar *similar, const char *name)
{
    int difference = distance(similar->word, name);
    if (difference <= MOST_LETTERS && (similar->best == NULL || difference < similar->difference)) {
        similar->best = name;
        similar->difference = difference;
    }
}
