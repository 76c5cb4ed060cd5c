#!/usr/bin/env bash
# The reference of a finished build: every exported symbol has its pages, links lead somewhere, and the manual pages are
# without warnings (mandoc, groff; where they are installed).  Then faults are planted and must be found.
#   run.sh SOURCE_FOLDER BUILD_FOLDER
set -euo pipefail
source=$1
build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "$1"
    exit 1
}
make_pages() { python3 "$source/tools/make_pages.py" "$@"; }

make_pages "$source/include" --check "$build/libsemigraph.so" "$build/pages"
man=$build/pages/man
[ -s "$man/man1/semigraph.1" ] || fail "the program has no manual page"
if command -v mandoc >/dev/null; then
    mandoc -Tlint "$man"/man1/* "$man"/man3/* >"$work/lint" || { cat "$work/lint"; exit 1; }
    [ ! -s "$work/lint" ] || { cat "$work/lint"; exit 1; }
    echo "mandoc finds nothing"
fi
if command -v groff >/dev/null; then
    groff -man -ww -z -K utf8 "$man"/man1/* "$man"/man3/* 2>"$work/warnings" || { cat "$work/warnings"; exit 1; }
    [ ! -s "$work/warnings" ] || { cat "$work/warnings"; exit 1; }
    echo "groff warns of nothing"
fi

# Each command and option of the program is in its page.
"$build/semigraph" --help | sed -n '/^commands:/,/^$/p' | awk 'NF > 1 { print $1 }' >"$work/commands"
[ "$(wc -l <"$work/commands")" -gt 10 ] || fail "the program lists $(wc -l <"$work/commands") commands"
while read -r command; do
    "$build/semigraph" "$command" --help | grep -oE '^  --[a-z-]+' | tr -d ' ' | sort >"$work/options"
    sed -n "/^\.SS $command\$/,/^\.S[SH] /p" "$man/man1/semigraph.1" | sed -n 's/\\-/-/g; s/^\\fB\(--[a-z-]*\).*/\1/p' |
        sort >"$work/documented"
    diff "$work/options" "$work/documented" || fail "< options of $command, > those in semigraph.1"
done <"$work/commands"

# Planted faults: a function without a comment, an exported one without a declaration, a page that is missing.
mkdir "$work/tree"
cp -r "$source/include" "$source/CITATION.cff" "$work/tree"
planted() { # what must be said
    make_pages "$work/tree/include" --check "$build/libsemigraph.so" "$build/pages" >"$work/said" &&
        fail "a planted fault is not found: $1"
    grep -q "$1" "$work/said" || fail "expected \"$1\", found $(cat "$work/said")"
}
sed -i 's|^GRAPH_API void graph_free|\nGRAPH_API void graph_planted(void);\n&|' "$work/tree/include/semigraph/types.h"
planted "graph_planted has no comment"
planted "graph_planted has no manual page"
cp "$source/include/semigraph/types.h" "$work/tree/include/semigraph/types.h"
sed -i '/graph_free(void/d' "$work/tree/include/semigraph/types.h"
planted "graph_free is exported and in no public header"
echo "planted faults are found"
