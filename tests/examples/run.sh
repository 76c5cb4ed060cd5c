#!/usr/bin/env bash
# Runs an example and compares what it prints with what the document says.
#   run.sh PROGRAM EXPECTED_FILE
set -u
printed=$(mktemp)
trap 'rm -f "$printed"' EXIT
"$1" >"$printed" && diff "$2" "$printed" && echo "1 passed, 0 failed"
