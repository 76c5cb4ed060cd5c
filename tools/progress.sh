# To be sourced: commands whose output goes to a log, with a line of progress every 20 s.
#
#   watched LOG COMMAND...     the status is that of the command
#   usage FILE                 prints the comment at the head of a script

# The last line of a log that counts steps, as those of ninja and ctest do, or else its last line.
progress_of() { # LOG
    local line
    line=$(grep -aE '^(\[[0-9]+/[0-9]+\]| *[0-9]+/[0-9]+ Test +#)' "$1" | tail -n 1 || true)
    [ -n "$line" ] || line=$(tail -n 1 "$1")
    cut -c 1-110 <<<"$line"
}

watched() { # LOG COMMAND...
    local log=$1 ticker result=0
    shift
    : >"$log"
    # The sleep has none of our files: who waits for the end of our output does not wait for it.
    while sleep 20 </dev/null >/dev/null 2>&1; do
        echo "    $(progress_of "$log")"
    done &
    ticker=$!
    "$@" >"$log" 2>&1 || result=$?
    kill "$ticker" 2>/dev/null || true
    wait "$ticker" 2>/dev/null || true
    return $result
}

usage() { # FILE
    sed -n '2,/^[^#]/{/^#/{s/^# \{0,1\}//p}}' "$1"
}
