# Claims about the program, for the scripts beside this one: . claims.sh PROGRAM SOURCE_FOLDER
set -u
program=$1
datasets=$2/datasets
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

claim() { # NAME CONDITION...
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name"
        sed 's/^/    out: /' "$work/out" | head -5
        sed 's/^/    err: /' "$work/err" | head -5
    fi
}

# Runs the program; the files out and err have what it printed, $status how it ended.
semigraph() {
    "$program" "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
}

is() { [ "$1" = "$2" ]; }
has() { grep -qF -- "$2" "$work/$1"; }

# Reads the JSON object that was printed into the file object: its keys on the first line, then KEY=VALUE as Python
# writes them.
parse() {
    python3 -c 'import json, sys
o = json.load(open(sys.argv[1]))
print(*o)
for key in o: print(key, o[key], sep="=")' "$work/out" >"$work/object" 2>&1
}
keys() { head -1 "$work/object"; }
value() { sed -n "s/^$1=//p" "$work/object"; }

gives() { # "KEYS" KEY=VALUE... -- ARGUMENTS: exit status 0, these keys in this order, these values, nothing on err
    local expected=$1 wanted=()
    shift
    while [ "$1" != -- ]; do
        wanted+=("$1")
        shift
    done
    shift
    semigraph "$@" --json
    parse
    claim "status of: $*" is $status 0
    claim "nothing on the error stream: $*" is "$(cat "$work/err")" ""
    claim "keys of: $*" is "$(keys)" "$expected"
    for pair in "${wanted[@]}"; do
        claim "$pair: $*, got $(value "${pair%%=*}")" is "$(value "${pair%%=*}")" "${pair#*=}"
    done
}

refuses() { # STATUS PIECE ARGUMENTS...: this exit status, one line on err with the piece, nothing on out
    local expected=$1 piece=$2
    shift 2
    semigraph "$@"
    claim "status of: $*, got $status" is $status "$expected"
    claim "one line on the error stream: $*" is "$(wc -l <"$work/err")" 1
    claim "'$piece' in the line of: $*" has err "$piece"
    claim "begins with the program's name: $*" is "$(cut -c 1-9 "$work/err")" semigraph
    claim "nothing printed: $*" is "$(cat "$work/out")" ""
}

finish() { # the line of counts, and the script's exit status
    echo "$passed passed, $failed failed"
    [ $failed -eq 0 ]
}
