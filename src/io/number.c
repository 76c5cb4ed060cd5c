/* See number.h.  Decimals with at most 19 digits that are exact in double, times or over an exact power of
 * ten, take one rounding; the C library rounds the others. */
#include "io/number.h"

#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

static const double power_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static locale_t c_locale;
static pthread_once_t c_locale_once = PTHREAD_ONCE_INIT;

static void make_c_locale(void) { c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

static locale_t enter_c_locale(void)
{
    pthread_once(&c_locale_once, make_c_locale);
    return c_locale != (locale_t)0 ? uselocale(c_locale) : (locale_t)0;
}

static void leave_c_locale(locale_t before)
{
    if (before != (locale_t)0)
        uselocale(before);
}

/* strtod for a number that has been checked. */
static double round_correctly(char *begin, char *end)
{
    char behind = *end;
    locale_t before = enter_c_locale();
    *end = '\0';
    double x = strtod(begin, NULL);
    *end = behind;
    leave_c_locale(before);
    return x;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool begins_with(const char *p, const char *word) { return strncasecmp(p, word, strlen(word)) == 0; }

static const char *scan_word(const char *p, struct graph_number *number)
{
    double x = begins_with(p, "nan") ? NAN : INFINITY;
    if (begins_with(p, "infinity"))
        p += 8;
    else if (begins_with(p, "inf") || begins_with(p, "nan"))
        p += 3;
    else
        return NULL;
    number->real = number->is_negative ? -x : x;
    return p;
}

/* Digits without and with a point: at most 19 significant ones are collected. */
struct digits {
    uint64_t value;
    int significant, power, count; /* the number is value * 10^power; digits in all */
    bool is_cut;
};

static char *scan_digits(char *p, struct digits *d, bool is_fraction)
{
    for (; is_digit(*p); p++) {
        d->count += d->count < 1000;
        if (d->significant < 19) {
            d->value = d->value * 10 + (uint64_t)(*p - '0');
            d->significant += d->value != 0;
            d->power -= is_fraction && d->power > -100000;
        } else {
            d->is_cut = true;
            d->power += !is_fraction && d->power < 100000;
        }
    }
    return p;
}

static char *scan_power(char *p, int *power)
{
    char *q = p + 1;
    bool is_negative = *q == '-';
    if (*q == '-' || *q == '+')
        q++;
    if (!is_digit(*q))
        return NULL;
    int x = 0;
    for (; is_digit(*q); q++)
        x = x < 100000 ? x * 10 + (*q - '0') : x;
    *power += is_negative ? -x : x;
    return q;
}

const char *graph__scan_number(char *p, struct graph_number *number)
{
    char *begin = p;
    *number = (struct graph_number){.fits = true};
    if (*p == '-' || *p == '+')
        number->is_negative = *p++ == '-';
    if (!is_digit(*p) && *p != '.')
        return scan_word(p, number);
    bool fits = true;
    char *end = (char *)graph__scan_unsigned(p, &number->magnitude, &fits);
    if (end > p && *end != '.' && *end != 'e' && *end != 'E') {
        number->is_integer = true;
        number->fits = fits;
        number->real = fits ? (double)number->magnitude : round_correctly(p, end);
        number->real = number->is_negative ? -number->real : number->real;
        return end;
    }
    struct digits d = {0};
    p = scan_digits(p, &d, false);
    if (*p == '.')
        p = scan_digits(p + 1, &d, true);
    if (d.count == 0)
        return NULL;
    if (*p == 'e' || *p == 'E')
        p = scan_power(p, &d.power);
    if (p == NULL)
        return NULL;
    if (!d.is_cut && d.value <= (uint64_t)1 << 53 && d.power >= -22 && d.power <= 22) {
        double x = (double)d.value;
        x = d.power < 0 ? x / power_of_ten[-d.power] : x * power_of_ten[d.power];
        number->real = number->is_negative ? -x : x;
    } else {
        number->real = round_correctly(begin, p);
    }
    return p;
}

/* A decimal such as 3.0 or 1e3 as an integer, if it is one. */
static bool make_integer(const struct graph_number *number, struct graph_number *integer)
{
    *integer = *number;
    if (number->is_integer)
        return number->fits;
    double x = fabs(number->real);
    if (!(x < 18446744073709551616.0) || x != floor(x))
        return false;
    integer->magnitude = (uint64_t)x;
    return true;
}

bool graph__store_number(void *value, graph_type type, const struct graph_number *number,
                         const char **expected)
{
    static const char *const wanted[] = {
        [GRAPH_BOOL] = "a number",
        [GRAPH_INT8] = "an integer from -128 to 127",
        [GRAPH_INT16] = "an integer from -32768 to 32767",
        [GRAPH_INT32] = "an integer from -2147483648 to 2147483647",
        [GRAPH_INT64] = "an integer from -9223372036854775808 to 9223372036854775807",
        [GRAPH_UINT8] = "an integer from 0 to 255",
        [GRAPH_UINT16] = "an integer from 0 to 65535",
        [GRAPH_UINT32] = "an integer from 0 to 4294967295",
        [GRAPH_UINT64] = "an integer from 0 to 18446744073709551615",
    };
    struct graph_number n;
    if (type == GRAPH_FP64 || type == GRAPH_FP32 || type == GRAPH_BOOL) {
        float f = (float)number->real;
        bool b = number->real != 0;
        if (type == GRAPH_FP64)
            memcpy(value, &number->real, sizeof(double));
        else if (type == GRAPH_FP32)
            memcpy(value, &f, sizeof f);
        else
            memcpy(value, &b, sizeof b);
        return true;
    }
    *expected = wanted[type];
    if (!make_integer(number, &n))
        return false;
    size_t bytes = graph_type_size(type);
    int bits = 8 * (int)bytes;
    bool is_signed = type <= GRAPH_INT64;
    uint64_t most = is_signed    ? ((uint64_t)1 << (bits - 1)) - 1
                    : bits == 64 ? UINT64_MAX
                                 : ((uint64_t)1 << bits) - 1;
    if (n.is_negative)
        most = is_signed ? most + 1 : 0;
    if (n.magnitude > most)
        return false;
    uint64_t x = n.is_negative ? 0 - n.magnitude : n.magnitude;
    switch (bytes) {
    case 1:
        memcpy(value, &(uint8_t){(uint8_t)x}, 1);
        break;
    case 2:
        memcpy(value, &(uint16_t){(uint16_t)x}, 2);
        break;
    case 4:
        memcpy(value, &(uint32_t){(uint32_t)x}, 4);
        break;
    default:
        memcpy(value, &x, 8);
    }
    return true;
}

char *graph__print_unsigned(char *to, uint64_t x)
{
    char digits[20];
    int n = 0;
    do
        digits[n++] = (char)('0' + x % 10);
    while ((x /= 10) != 0);
    while (n > 0)
        *to++ = digits[--n];
    return to;
}

static char *print_signed(char *to, int64_t x)
{
    if (x < 0)
        *to++ = '-';
    return graph__print_unsigned(to, x < 0 ? 0 - (uint64_t)x : (uint64_t)x);
}

/* The shortest of the usual precisions that reads back as the same value. */
static char *print_real(char *to, double x, bool is_single)
{
    if (isnan(x) || isinf(x)) {
        const char *word = isnan(x) ? "nan" : x < 0 ? "-inf" : "inf";
        memcpy(to, word, strlen(word));
        return to + strlen(word);
    }
    locale_t before = enter_c_locale();
    int n = 0;
    for (int digits = is_single ? 6 : 15; digits <= (is_single ? 9 : 17); digits++) {
        char text[40];
        n = snprintf(text, sizeof text, "%.*g", digits, x);
        memcpy(to, text, (size_t)n);
        if (is_single ? strtof(text, NULL) == (float)x : strtod(text, NULL) == x)
            break;
    }
    leave_c_locale(before);
    return to + n;
}

char *graph__print_value(char *to, graph_type type, const void *value)
{
    union {
        int8_t i8;
        int16_t i16;
        int32_t i32;
        int64_t i64;
        uint8_t u8;
        uint16_t u16;
        uint32_t u32;
        uint64_t u64;
        float f;
        double d;
    } x = {0};
    memcpy(&x, value, graph_type_size(type));
    switch (type) {
    case GRAPH_INT8:
        return print_signed(to, x.i8);
    case GRAPH_INT16:
        return print_signed(to, x.i16);
    case GRAPH_INT32:
        return print_signed(to, x.i32);
    case GRAPH_INT64:
        return print_signed(to, x.i64);
    case GRAPH_UINT16:
        return graph__print_unsigned(to, x.u16);
    case GRAPH_UINT32:
        return graph__print_unsigned(to, x.u32);
    case GRAPH_UINT64:
        return graph__print_unsigned(to, x.u64);
    case GRAPH_FP32:
        return print_real(to, (double)x.f, true);
    case GRAPH_FP64:
        return print_real(to, x.d, false);
    default:
        return graph__print_unsigned(to, x.u8); /* uint8 and bool */
    }
}
