# Sourced by scripts that build for wasm32: makes sure that its standard library is available, or says what is missing.
# `wasm_cargo` then runs cargo for that target.
#
# Uses the toolchain's own standard library if it is installed, or lets rustup install it. Where neither is possible, on Debian,
# the standard library is built from the sources in Debian's packages, with the matching compiler.

target=wasm32-unknown-unknown
packages=(rustc-web rust-web-src lld-19)
debian_rustc=/usr/bin/rustc
cargo=${CARGO:-cargo}
out=${CARGO_TARGET_DIR:-target}/wasm
build_std=()

has_std() {
    compgen -G "$("${RUSTC:-rustc}" --print target-libdir --target "$target")/libstd-*.rlib" >/dev/null
}

has_sources() {
    [ -x "$debian_rustc" ] && command -v wasm-ld-19 >/dev/null &&
        [ -f "$("$debian_rustc" --print sysroot)/lib/rustlib/src/rust/library/std/Cargo.toml" ]
}

cannot() {
    cat >&2 <<END
$1
This Rust toolchain has no standard library for $target. Either
  rustup target add $target
or, on Debian, as root
  apt-get install ${packages[*]}
and run this again.
END
    return 1
}

# Finds or installs a standard library.
wasm_std() {
    has_std && return
    if command -v rustup >/dev/null && rustup target add "$target" && has_std; then return; fi
    if ! has_sources; then
        command -v apt-get >/dev/null || { cannot 'There is no apt-get on this system.'; return 1; }
        [ "$(id -u)" -eq 0 ] || { cannot 'Installing packages requires root.'; return 1; }
        echo "Installing ${packages[*]}: the standard library for $target is built from their sources."
        apt-get update -qq
        # Do not replace a different Rust installed from Debian's packages.
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends --no-remove "${packages[@]}" ||
            { cannot 'The packages could not be installed.'; return 1; }
        has_sources || { cannot 'The packages are installed, but the sources are not where they should be.'; return 1; }
    fi
    # Stable compilers build a standard library only if they are told to act as unstable ones.
    export RUSTC_BOOTSTRAP=1 RUSTC=$debian_rustc CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-19
    build_std=(-Zbuild-std=std,panic_abort -Zbuild-std-features=)
}

# A game takes tens of kilobytes, and the usual megabyte of stack is too little for functions that hold several.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C link-arg=-zstack-size=8388608"

wasm_cargo() { "$cargo" "$@" --target "$target" --target-dir "$out" ${build_std[@]+"${build_std[@]}"}; }
