# Sourced by other scripts, with the repository's root as the current folder: what several of them need.

# The build folder, as an absolute path.
target_dir() {
    mkdir -p "${CARGO_TARGET_DIR:-target}"
    (cd "${CARGO_TARGET_DIR:-target}" && pwd)
}

# Installs Debian packages. Fails where that is impossible: without apt-get, or without root.
debian_install() {
    command -v apt-get >/dev/null && [ "$(id -u)" -eq 0 ] || return 1
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}

# A port on this machine that nothing uses at the moment.
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# venv NAME PACKAGE…: prints the path of a virtual environment in the build folder that has these packages. Packages are downloaded
# only if the list has changed since the last time.
venv() {
    local path packages
    path=$(target_dir)/$1-venv
    shift
    packages=$(printf '%s\n' "$@")
    if [ "$(cat "$path/packages" 2>/dev/null)" != "$packages" ]; then
        python3 -c 'import ensurepip, venv' 2>/dev/null || debian_install python3-venv >&2 || {
            echo 'python3 with venv is missing (on Debian: apt-get install python3-venv).' >&2
            return 1
        }
        rm -rf "$path"
        python3 -m venv "$path" && "$path/bin/pip" install --quiet "$@" >&2 || {
            rm -rf "$path"
            echo "These Python packages could not be installed, which needs access to PyPI: $*" >&2
            return 1
        }
        echo "$packages" >"$path/packages"
    fi
    echo "$path"
}

# The environment of the Python package's tests, which the training programs use as well.
python_venv() {
    venv python 'maturin>=1.9,<2' 'numpy>=1.26' 'pettingzoo>=1.25' 'gymnasium>=1.0' 'pytest>=8' 'matplotlib>=3.8'
}
