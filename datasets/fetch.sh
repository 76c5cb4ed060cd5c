#!/usr/bin/env bash
# Downloads graphs of catalog.tsv from the places where they are published, and checks what arrives.
#
#   datasets/fetch.sh [--into FOLDER] [--catalog FILE] NAME...    download the named graphs ("all": every one)
#   datasets/fetch.sh [--catalog FILE] --check NAME FILE          check a copy that is already here
#   datasets/fetch.sh [--catalog FILE] --list                     the names
#
# The default folder is datasets/cache.  The check is on the edges, not on the bytes of the file, because copies
# differ in comments, line ends and separators: the SHA-256 of the distinct lines "u v", sorted as bytes.
# Exit status: 0, 1 for bad usage, 2 when a download or a check fails.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
catalog=$here/catalog.tsv
into=$here/cache
unpacked=
trap '[ -z "$unpacked" ] || rm -f "$unpacked"' EXIT

usage() {
    sed -n '2,/^set /{/^#/{s/^# \{0,1\}//p}}' "${BASH_SOURCE[0]}" >&2
    exit 1
}

fail() {
    echo "fetch.sh: $*" >&2
    exit 2
}

# One column of the row of a graph.
field() { # NAME COLUMN
    awk -F '\t' -v name="$1" -v wanted="$2" '
        NR == 1 { for (k = 1; k <= NF; k++) if ($k == wanted) column = k }
        NR > 1 && $1 == name { print $column; exit }' "$catalog"
}

names() { awk -F '\t' 'NR > 1 { print $1 }' "$catalog"; }

edges_checksum() { # FILE, plain or gzip
    unpacked=$(mktemp)
    if gzip -t "$1" 2>/dev/null; then gzip -dc "$1" >"$unpacked"; else cat "$1" >"$unpacked"; fi
    tr -d '\r' <"$unpacked" | tr '\t' ' ' | { grep '^[0-9]' || true; } | LC_ALL=C sort -u | sha256sum | cut -d ' ' -f 1
    rm -f "$unpacked"
}

check() { # NAME FILE
    local expected found
    expected=$(field "$1" edges_sha256)
    [ -n "$expected" ] || fail "there is no graph $1 in $catalog; --list prints the names"
    [ -r "$2" ] || fail "$2 cannot be read"
    found=$(edges_checksum "$2")
    [ "$found" = "$expected" ] || fail "$2 does not hold the edges of $1: expected checksum $expected, found $found"
}

download() { # ADDRESS FILE
    case $1 in
    file://*) cp "${1#file://}" "$2" ;;
    *)
        if command -v curl >/dev/null; then
            curl --fail --location --silent --show-error --output "$2" "$1"
        elif command -v wget >/dev/null; then
            wget --quiet --output-document "$2" "$1"
        else
            fail "neither curl nor wget is here"
        fi
        ;;
    esac
}

fetch() { # NAME
    local address file suffix
    address=$(field "$1" address)
    [ -n "$address" ] || fail "there is no graph $1 in $catalog; --list prints the names"
    case $address in *.gz) suffix=.txt.gz ;; *) suffix=.txt ;; esac
    file=$into/$1$suffix
    if [ -e "$file" ] && (check "$1" "$file") 2>/dev/null; then
        echo "$file is here"
        return
    fi
    mkdir -p "$into"
    download "$address" "$file.part" || { rm -f "$file.part"; fail "$address could not be downloaded"; }
    (check "$1" "$file.part") || { rm -f "$file.part"; exit 2; }
    mv "$file.part" "$file"
    echo "$file: $(field "$1" edges) edges, $(field "$1" triangles) triangles"
}

action=fetch
while [ $# -gt 0 ]; do
    case $1 in
    --into) [ $# -ge 2 ] || usage; into=$2; shift 2 ;;
    --catalog) [ $# -ge 2 ] || usage; catalog=$2; shift 2 ;;
    --check) action=check; shift ;;
    --list) action=list; shift ;;
    -*) usage ;;
    *) break ;;
    esac
done
[ -r "$catalog" ] || fail "$catalog cannot be read"

case $action in
list) [ $# -eq 0 ] || usage; names ;;
check) [ $# -eq 2 ] || usage; check "$1" "$2"; echo "$2 holds the edges of $1" ;;
fetch)
    [ $# -gt 0 ] || usage
    if [ "$*" = all ]; then mapfile -t wanted < <(names); else wanted=("$@"); fi
    for name in "${wanted[@]}"; do fetch "$name"; done
    ;;
esac
