#!/usr/bin/env bash
# Files that the program writes: through links, in place, when the disk is full, when it is interrupted, side by side.
#   outputs.sh PROGRAM SOURCE_FOLDER
. "$(dirname "$0")/claims.sh" "$@"

graph=$datasets/ca-CondMat.txt.gz
small=$work/small.txt
printf '0 1\n1 2\n2 0\n' >"$small"
folder=$work/folder
mkdir "$folder"

left() { find "$folder" -mindepth 1 | sort | sed "s|$folder/||" | paste -sd ' '; }
clear_folder() { find "$folder" -mindepth 1 -delete; }
mode() { stat -c %a "$1"; }
fails() { # PIECE OF THE SENTENCE
    claim "$1: status $status" is $status 2
    claim "$1: said" has err "$1"
}

# Symbolic links stay, and what they lead to is written; also one that leads to nothing yet.
echo old >"$folder/target"
ln -s target "$folder/link"
ln -s "$folder/absent" "$folder/dangling"
semigraph convert "$small" "$folder/link"
claim "a link stays" test -L "$folder/link"
claim "its target is written" is "$(grep -c . "$folder/target")" 4
semigraph convert "$small" "$folder/dangling"
claim "a link to nothing stays" test -L "$folder/dangling"
claim "what it names is made" test -f "$folder/absent"
ln -s loop "$folder/loop"
semigraph convert "$small" "$folder/loop"
fails "loop"
clear_folder

# An array for NumPy goes through a link, too, and a planted link of an old temporary name is not followed.
echo precious >"$work/precious"
ln -s "$work/precious" "$folder/a.npy.unfinished"
semigraph apsp "$small" --out "$folder/a.npy"
claim "distances are written" is $status 0
claim "a planted link is not followed" is "$(cat "$work/precious")" precious
clear_folder
: >"$folder/real.npy"
ln -s real.npy "$folder/link.npy"
semigraph apsp "$small" --out "$folder/link.npy"
claim "a link to an array stays" test -L "$folder/link.npy"
claim "the array is behind it" is "$(stat -c %s "$folder/real.npy")" $((128 + 9 * 4))
clear_folder

# The mode of what is replaced stays; a file that may not be written is not replaced.
echo old >"$folder/secret.txt"
chmod 600 "$folder/secret.txt"
semigraph convert "$small" "$folder/secret.txt"
claim "mode of a file" is "$(mode "$folder/secret.txt")" 600
semigraph triangles "$small" --per-vertex "$folder/secret.txt"
claim "mode of a table" is "$(mode "$folder/secret.txt")" 600
clear_folder

# Descriptors and devices are written in place.
"$program" convert "$small" /dev/stdout >"$work/shell" 2>"$work/err"
claim "/dev/stdout is the open file" is "$(grep -c '^[0-9]' "$work/shell")" 3
echo first >"$work/appended"
"$program" convert "$small" /dev/stdout >>"$work/appended" 2>"$work/err"
claim "what stood before stays" is "$(head -n 1 "$work/appended")" first
semigraph convert "$small" /dev/full
fails "No space left on device"
semigraph triangles "$small" --per-vertex /dev/full
fails "No space left on device"
semigraph convert "$small" "$folder"
fails "Is a directory"
semigraph apsp "$small" --out /dev/null
fails "no regular file"
claim "/dev/null is still a device" test -c /dev/null

# A folder of the memory's file system is a folder like any other.
if [ -w /dev/shm ]; then
    memory=$(mktemp -d /dev/shm/semigraph.XXXXXX)
    head -c 400 /dev/zero >"$memory/old.txt"
    semigraph convert "$small" "$memory/old.txt"
    claim "an old file is replaced" is "$(grep -c '^[0-9]' "$memory/old.txt"):$(tr -d '\0' <"$memory/old.txt" | wc -c)" \
        "3:$(stat -c %s "$memory/old.txt")"
    semigraph apsp "$small" --out "$memory/new.npy"
    claim "a new file is made" test -f "$memory/new.npy"
    rm -r "$memory"
fi

# Control characters of names do not reach the terminal.
semigraph info "$work/$(printf 'a\033[31mb')"
claim "escapes are replaced" has err 'a?[31mb'
printf '\033[31mbad\n' >"$work/ids"
semigraph bfs "$small" --sources "$work/ids"
claim "escapes of contents are replaced" has err '?[31mbad'

# "-" is the standard output, and the result then goes to the error stream.
semigraph triangles "$small" --per-vertex -
claim "table on the standard output" is "$(tr '\t' ' ' <"$work/out" | paste -sd ';')" "0 1;1 1;2 1"
claim "result on the error stream" has err "triangles    1"
semigraph info "$small" --plot -
claim "picture on the standard output" has out "</svg>"
semigraph bfs "$small" --source 0 --per-vertex - --plot -
claim "two files for one stream" is $status 1
semigraph apsp "$small" --out -
claim "no mapped standard output" is $status 1
claim "no file has the name -" test ! -e -

# A file that may not get that long: a sentence, the old file, nothing else.
for command in "convert $graph $folder/x.txt" "triangles $graph --per-vertex $folder/x.txt" \
    "apsp $datasets/karate.mtx.gz --out $folder/x.txt"; do
    echo old >"$folder/x.txt"
    (
        ulimit -f 1
        # shellcheck disable=SC2086
        "$program" $command
    ) >"$work/out" 2>"$work/err" </dev/null
    status=$?
    fails "File too large"
    claim "the old file stays: $command" is "$(cat "$folder/x.txt")" old
    claim "nothing is left: $command" is "$(left)" x.txt
    clear_folder
done

# A name as long as a name may be.
name=$folder/$(printf 'a%.0s' $(seq 255))
semigraph convert "$small" "$name"
claim "a name of 255 bytes" test -f "$name"
clear_folder

# Ended in the middle, by a signal that cannot be handled: nothing is left.  The graph comes through a pipe that stays open.
mkfifo "$work/pipe"
for signal in INT TERM HUP KILL; do
    env --default-signal=INT "$program" triangles "$work/pipe" --per-vertex "$folder/x.txt" >/dev/null 2>&1 &
    child=$!
    exec 3>"$work/pipe"
    cat "$small" >&3
    kill -$signal $child
    exec 3>&-
    wait $child 2>/dev/null
    claim "nothing is left by SIG$signal: $(left)" is "$(left)" ""
    clear_folder
done

# Two runs that write one file: either result is whole.
for round in 1 2 3; do
    "$program" apsp "$datasets/karate.mtx.gz" --out "$folder/both.npy" >/dev/null 2>"$work/err" &
    one=$!
    "$program" apsp "$datasets/karate.mtx.gz" --out "$folder/both.npy" >/dev/null 2>"$work/err2" &
    two=$!
    wait $one
    first=$?
    wait $two
    claim "both end well, round $round" is "$first $?" "0 0"
    claim "one whole file, round $round" is "$(stat -c %s "$folder/both.npy")" $((128 + 34 * 34 * 4))
    claim "and nothing else" is "$(left)" both.npy
done

finish
