#!/usr/bin/env bash
# Writes the k-th C block of a document that has a main function to FOLDER/k.c and the text block behind it to
# FOLDER/k.txt.  Files that stay the same keep their times.
#   extract.sh DOCUMENT FOLDER
set -euo pipefail
mkdir -p "$2"
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
awk -v folder="$fresh" '
    /^```c$/              { block = ""; language = "c"; next }
    /^```text$/           { block = ""; language = "text"; next }
    /^```$/ && language != "" {
        if (language == "c" && block ~ /int main\(/) printf "%s", block > (folder "/" ++count ".c")
        if (language == "text" && count > 0) printf "%s", block > (folder "/" count ".txt")
        language = ""
        next
    }
    language != ""        { block = block $0 "\n" }' "$1"
for file in "$2"/*; do
    [ -e "$fresh/$(basename "$file")" ] || rm -f "$file"
done
for file in "$fresh"/*; do
    cmp -s "$file" "$2/$(basename "$file")" || cp "$file" "$2/"
done
[ -f "$2/1.c" ] || { echo "$1 has no C example" >&2; exit 1; }
