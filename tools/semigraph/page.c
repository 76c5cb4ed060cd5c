/* See page.h. */
#include "page.h"

#include <stdarg.h>
#include <stdlib.h>

#include "svg.h"

static const char *const head =
    "<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n"
    "<style>\n"
    ":root{--page:#f6f8fa;--card:#fff;--line:#d1d9e0;--text:#1f2328;--faint:#59636e;--bar:#0969da}\n"
    "@media (prefers-color-scheme:dark){:root{--page:#010409;--card:#0d1117;--line:#3d444d;--text:#e6edf3;"
    "--faint:#9198a1;--bar:#4493f8}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;max-width:60rem;padding:1rem;background:var(--page);color:var(--text);"
    "font:16px/1.5 system-ui,-apple-system,\"Segoe UI\",\"Liberation Sans\",Arial,sans-serif}\n"
    "h1{font-size:1.6rem;margin:.5rem 0 0;overflow-wrap:anywhere}h2{font-size:1.2rem;margin:0 0 .5rem}\n"
    "p{margin:.5rem 0}.faint{color:var(--faint)}\n"
    "section{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:1rem;margin:1rem "
    "0}\n"
    "dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:.6rem 1rem;margin:.5rem "
    "0}\n"
    "dt{color:var(--faint);font-size:.85rem}dd{margin:0;font-variant-numeric:tabular-nums;overflow-wrap:"
    "anywhere}\n"
    "figure{margin:.75rem 0 0}figure svg{display:block;width:100%;max-width:640px;height:auto;margin:auto}\n"
    ".wide{overflow-x:auto}table{border-collapse:collapse;margin:.5rem "
    "0;font-size:.9rem;font-variant-numeric:tabular-nums}\n"
    "th,td{text-align:left;padding:.2rem .6rem .2rem 0;border-bottom:1px solid "
    "var(--line);vertical-align:top;white-space:nowrap}\n"
    ".id{min-width:3rem;max-width:14rem;white-space:normal;overflow-wrap:anywhere}"
    "th{white-space:normal;color:var(--faint);font-weight:600;font-size:.8rem}\n"
    "nav a{margin-right:.8rem}a{color:var(--bar)}\n"
    "meter{width:8rem}\n"
    "</style>\n";

void page_begin(FILE *to, const char *title, const char *subtitle)
{
    fprintf(to, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n%s<title>", head);
    svg_escape(to, title);
    fputs("</title>\n</head>\n<body>\n<h1>", to);
    svg_escape(to, title);
    fputs("</h1>\n<p class=\"faint\">", to);
    svg_escape(to, subtitle);
    fputs("</p>\n", to);
}

void page_end(FILE *to) { fputs("</body>\n</html>\n", to); }

void page_section(FILE *to, const char *id, const char *heading)
{
    fprintf(to, "<section id=\"%s\">\n<h2>%s</h2>\n", id, heading);
}

void page_section_end(FILE *to) { fputs("</section>\n", to); }

static void put(FILE *to, const char *format, va_list list)
{
    char text[1024];
    vsnprintf(text, sizeof text, format, list);
    svg_escape(to, text);
}

void page_paragraph(FILE *to, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputs("<p>", to);
    put(to, format, list);
    fputs("</p>\n", to);
    va_end(list);
}

void page_facts_begin(FILE *to) { fputs("<dl>\n", to); }

void page_fact(FILE *to, const char *name, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fprintf(to, "<div><dt>%s</dt><dd>", name);
    put(to, format, list);
    fputs("</dd></div>\n", to);
    va_end(list);
}

void page_fact_count(FILE *to, const char *name, graph_index count)
{
    char text[32];
    page_fact(to, name, "%s", svg_number(text, (double)count));
}

void page_facts_end(FILE *to) { fputs("</dl>\n", to); }

void page_table_begin(FILE *to, const char *const *heads, int columns)
{
    fputs("<div class=\"wide\"><table>\n<tr>", to);
    for (int k = 0; k < columns; k++)
        fprintf(to, "<th>%s</th>", heads[k]);
}

void page_row_begin(FILE *to) { fputs("</tr>\n<tr>", to); }

void page_cell(FILE *to, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputs("<td>", to);
    put(to, format, list);
    fputs("</td>", to);
    va_end(list);
}

void page_cell_id(FILE *to, const struct graph *graph, graph_index row)
{
    fputs("<td class=\"id\">", to);
    graph_escape_id(to, graph, row);
    fputs("</td>", to);
}

void page_table_end(FILE *to) { fputs("</tr>\n</table></div>\n", to); }

void page_figure_begin(FILE *to) { fputs("<figure>\n", to); }

void page_figure_end(FILE *to) { fputs("</figure>\n", to); }
