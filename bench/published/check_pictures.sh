#!/usr/bin/env bash
# Draws the recorded rows of docs/published again, without measuring: the pictures there must be these.
#   check_pictures.sh BENCH_PUBLISHED SOURCE_FOLDER
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" --backend cpu --threads 2 --known "$2/docs/published/cpu.json" --only-known --svg "$work" >/dev/null
"$1" --backend cuda --threads 8 --known "$2/docs/published/h200.json" --only-known --svg "$work" >/dev/null
for picture in "$work"/*.svg "$2"/docs/published/*.svg; do
    cmp "$work/${picture##*/}" "$2/docs/published/${picture##*/}"
done
