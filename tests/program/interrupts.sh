#!/usr/bin/env bash
# What the program shows on a terminal while it works, and how signals end it.
#   interrupts.sh PROGRAM SOURCE_FOLDER PROGRAM_WITHOUT_TMPFILE
# The last has named temporaries, as on a file system without O_TMPFILE.  No claim depends on time: a signal waits for the
# text of the work, and where the work has ended before the signal, a larger graph follows.
. "$(dirname "$0")/claims.sh" "$@"

if ! python3 -c 'import pty; pty.openpty()' 2>/dev/null; then
    echo "skipped: this system has no pseudo-terminals (/dev/ptmx, /dev/pts)"
    exit 77
fi

named=$3
terminal=$(dirname "$0")/terminal.py
tiny=$datasets/tiny
folder=$work/folder
mkdir "$folder"

terminal() { python3 "$terminal" "$@" >"$work/out" 2>"$work/err"; }
fact() { sed -n "s/^$1 *//p" "$work/out"; }
left() { find "$folder" -mindepth 1 -printf '%f\n' | sort | paste -sd ' '; }
clear_folder() { find "$folder" -mindepth 1 -delete; }

# Everything that may take long says what it does, and wipes that.
shows() { # TEXT ARGUMENTS...
    local text=$1
    shift
    terminal "$text" -- "$program" "$@"
    claim "'$text' on a terminal: $*" is "$(fact seen) $(fact wiped) $(fact status)" "True True 0"
    claim "nothing stays on the terminal: $*" is "$(fact last)" ""
    semigraph "$@"
    claim "no text into a file: $*" is "$(cat "$work/err")" ""
}
graph=$tiny/triangle.txt
shows "reading the graph +[0-9]+ %" info "$graph"
shows "examining the graph" info "$graph"
shows "searching +[0-9]+ %" bfs "$graph" --source 0
shows "verifying" bfs "$graph" --source 0 --verify
shows "searching +100 %" bfs "$graph" --sources 0,1
shows "counting triangles +[0-9]+ %" triangles "$graph"
shows "counting triangles +[0-9]+ %" clustering "$graph"
shows "finding components +[0-9]+ %" components "$graph"
shows "finding the closure +[0-9]+ %" closure "$graph"
shows "finding distances +[0-9]+ %" sssp "$graph" --source 0
shows "finding distances +[0-9]+ %" sssp "$tiny/road.gr" --source 0 --weights
shows "finding distances +[0-9]+ %" apsp "$graph"
shows "finding distances +[0-9]+ %" apsp "$tiny/road.gr" --weights
shows "finding distances +[0-9]+ %" apsp "$graph" --out "$work/distances.npy"
shows "finding a path +[0-9]+ %" path "$graph" 0 3
shows "multiplying +[0-9]+ %" square "$graph"
shows "counting degrees" degrees "$graph"
shows "drawing the matrix" spy "$graph" --plot "$work/spy.svg"
shows "ranking vertices +[0-9]+ %" report "$graph" --html "$work/page.html"
shows "finding cores" report "$graph" --html "$work/page.html"
shows "finding distances +[0-9]+ %" report "$graph" --html "$work/page.html"
shows "writing the graph" convert "$graph" "$work/copy.txt"
GRAPH_LOG=1 terminal "counting triangles" -- "$program" triangles "$graph"
claim "no text between the lines of the log" is "$(fact seen) $(fact status)" "False 0"
terminal "writing the graph" -- "$program" convert "$graph" -
claim "no text next to a graph on the standard output" is "$(fact seen) $(fact status)" "False 0"

complete() { awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) for (j = 0; j < i; j++) print i, j }' >"$work/graph"; }
ring() { awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) print i, (i + 1) % n, 1 + i % 7 }' >"$work/graph"; }

# Repeats with more work until the signal comes before its end.
interrupted() { # SIGNAL STATUS LAST GRAPH ARGUMENTS OF TERMINAL -- COMMAND
    local signal=$1 status=$2 last=$3 graph=$4
    shift 4
    for size in 1000 2000 4000 8000; do
        $graph $size
        clear_folder
        terminal --signal "$signal" "$@"
        [ "$(fact status)" = 0 ] || [ -e "$folder/x" ] || break
    done
    claim "SIG$signal, status and text: $*" is "$(fact status) $(fact wiped)" "$status True"
    claim "SIG$signal, sentence: $*" is "$(fact last)" "$last"
    claim "SIG$signal, nothing stays: $*, $(left)" is "$(left)" ""
}
at_once="semigraph: interrupted"
interrupted INT 130 "semigraph triangles: interrupted" complete "counting triangles" -- "$program" triangles "$work/graph"
interrupted TERM 143 "semigraph square: interrupted" complete "multiplying" -- "$program" square "$work/graph" --undirected
interrupted HUP 129 "$at_once" complete "writing the graph" -- "$program" convert "$work/graph" "$folder/x" --to metis \
    --undirected

# Files that are being written have a name meanwhile.
with_part() { # SIGNAL STATUS LAST GRAPH TEXT ARGUMENTS...
    local signal=$1 status=$2 last=$3 graph=$4 text=$5
    shift 5
    interrupted "$signal" "$status" "$last" "$graph" --folder "$folder" "$text" -- "$named" "$@"
    claim "a temporary was there: $*, $(fact files)" grep -qx 'files \.semigraph-.*\.part' "$work/out"
}
with_part INT 130 "semigraph triangles: interrupted" complete "counting triangles" triangles "$work/graph" \
    --per-vertex "$folder/x"
with_part TERM 143 "$at_once" complete "writing the graph" convert "$work/graph" "$folder/x"
with_part INT 130 "semigraph apsp: interrupted" ring "finding distances +[0-9]+ %" apsp "$work/graph" --weights \
    --out "$folder/x"
with_part TERM 143 "semigraph apsp: interrupted" ring "finding distances +[0-9]+ %" apsp "$work/graph" --weights \
    --out "$folder/x"
with_part INT 130 "semigraph report: interrupted" ring "finding distances +[0-9]+ %" report "$work/graph" \
    --samples 8000 --html "$folder/x"
"$named" apsp "$tiny/road.gr" --out "$folder/x" >"$work/out" 2>"$work/err"
claim "a named temporary gets the name of the file" is "$(left)" x
"$named" convert "$datasets/karate.mtx.gz" /dev/full >"$work/out" 2>"$work/err"
claim "no temporary next to a device" is "$(left)" x
(
    ulimit -f 1
    exec "$named" convert "$datasets/ca-CondMat.txt.gz" "$folder/y"
) >"$work/out" 2>"$work/err"
claim "a named temporary that cannot be written is removed" is "$(left)" x
clear_folder

# A load is cancelled by its first signal.  Where the loader waits for input the second ends it, and five seconds do.
cancelled() { terminal --input edges --signal INT "reading the graph +[0-9]+ s" -- "$program" info -; }
cancelled
for attempt in 1 2 3 4 5; do # the five seconds may be over on a machine that is busy
    [ "$(fact last)" = "semigraph info: interrupted" ] && break
    cancelled
done
claim "a load is cancelled" is "$(fact status) $(fact wiped) $(fact last)" "130 True semigraph info: interrupted"
for attempt in 1 2 3 4 5; do
    terminal --input silence --signal INT --signal TERM "reading the graph" -- "$program" info -
    [ "$(fact status)" = 143 ] && break
done
claim "a second signal ends a load that waits" is "$(fact status) $(fact last)" "143 $at_once"
terminal --input silence --signal TERM "reading the graph" -- "$program" info -
claim "one signal ends a load that waits" is "$(fact status) $(fact last)" "143 $at_once"

# What is ignored stays so.
terminal --input silence --ignore INT --signal INT --signal INT --go-on "reading the graph" -- "$program" info -
claim "an ignored signal" is "$(fact status)$(fact last)" 0

finish
