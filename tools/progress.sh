# To be sourced: commands whose output goes to a log, with their progress: on a terminal in one line that follows them, else
# a line every 20 s.
#
#   watched LOG COMMAND...     the status is that of the command
#   usage FILE                 prints the comment at the head of a script

# What a log says last: the last step of ninja or ctest with its number, or else the last line.
progress_of() { # LOG
    local line
    line=$(grep -aE '^(\[[0-9]+/[0-9]+\]| *[0-9]+/[0-9]+ Test +#)' "$1" | tail -n 1 || true)
    [ -n "$line" ] || line=$(tail -n 1 "$1")
    # "[7/90] Building C object CMakeFiles/x.dir/instances/cpu_min_plus_fp64.c.o" is "[7/90] compiles cpu_min_plus_fp64.c"
    sed -E 's,Building [A-Z]+ object .*/([^/]*)\.o$,compiles \1,; s,Linking C [a-z ]+ ,links ,; s,\] Making,] makes,' \
        <<<"$line" | cut -c 1-110
}

watched() { # LOG COMMAND...
    local log=$1 ticker result=0 pause=20
    shift
    : >"$log"
    [ ! -t 1 ] || pause=1
    # The sleep has none of our files: who waits for the end of our output does not wait for it.
    while sleep $pause </dev/null >/dev/null 2>&1; do
        if [ $pause -eq 1 ]; then
            printf '\r\033[K    %s' "$(progress_of "$log" | cut -c "1-$((${COLUMNS:-80} - 5))")"
        else
            echo "    $(progress_of "$log")"
        fi
    done &
    ticker=$!
    "$@" >"$log" 2>&1 || result=$?
    kill "$ticker" 2>/dev/null || true
    wait "$ticker" 2>/dev/null || true
    [ $pause -ne 1 ] || printf '\r\033[K'
    return $result
}

usage() { # FILE
    sed -n '2,/^[^#]/{/^#/{s/^# \{0,1\}//p}}' "$1"
}
