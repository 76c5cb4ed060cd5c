# To be sourced: installs Debian packages that are missing, and only those.
#
#   install_missing "WHAT:PACKAGE" ...    WHAT is a command, or a file when it begins with /, that shows that the
#                                         package is there; a pattern for files is fine

is_present() { # WHAT
    case $1 in
    /*) compgen -G "$1" >/dev/null ;;
    *) command -v "$1" >/dev/null ;;
    esac
}

install_missing() {
    local pair missing=() as_root=()
    for pair in "$@"; do
        is_present "${pair%%:*}" || missing+=("${pair#*:}")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    if ! command -v apt-get >/dev/null; then
        echo "missing, and there is no apt-get to install it: ${missing[*]}" >&2
        return 1
    fi
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "missing: ${missing[*]}; run this as root, or install them" >&2
            return 1
        fi
        as_root=(sudo)
    fi
    echo "installing ${missing[*]}"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq </dev/null
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        "${missing[@]}" </dev/null >/dev/null
}

# What the library needs, with the compiler and the tools that build it.
build_packages=(
    cmake:cmake
    ninja:ninja-build
    gcc:gcc
    /usr/include/stdlib.h:libc6-dev
    /usr/include/zlib.h:zlib1g-dev
)
