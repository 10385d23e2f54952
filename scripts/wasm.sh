#!/usr/bin/env bash
# Builds sabika-rules for wasm32-unknown-unknown: the rules must stay fit for a browser.
#
# Uses the toolchain's own standard library for that target if it is installed. Where it cannot be had, on Debian, the
# standard library is built from the sources in Debian's packages, with the compiler they belong to.
set -euo pipefail
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
packages=(rustc-web rust-web-src lld-19)
debian_rustc=/usr/bin/rustc
cargo=${CARGO:-cargo}
out=${CARGO_TARGET_DIR:-target}/wasm

# A library of its own type, so that it is linked, too. Nobody runs it: nothing is optimised.
build=(rustc --package sabika-rules --lib --all-features --crate-type cdylib --target "$target" --target-dir "$out"
    --config profile.dev.opt-level=0 --config 'profile.dev.package."*".opt-level=0')

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
The rules are checked for $target, and this Rust toolchain has no standard library for it. Either
  rustup target add $target
or, on Debian, as root
  apt-get install ${packages[*]}
and run this again.
END
    exit 1
}

if has_std; then
    "$cargo" "${build[@]}"
else
    if ! has_sources; then
        command -v apt-get >/dev/null || cannot 'There is no apt-get on this system.'
        [ "$(id -u)" -eq 0 ] || cannot 'Installing packages takes root.'
        echo "Installing ${packages[*]}: their sources make the standard library for $target."
        apt-get update -qq
        # Whoever has another Rust from Debian keeps it: these packages would replace it.
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends --no-remove "${packages[@]}" ||
            cannot 'The packages could not be installed.'
        has_sources || cannot 'The packages are installed, but the sources are not where they should be.'
    fi
    # Only unstable compilers build a standard library, unless they are told to act as one.
    RUSTC_BOOTSTRAP=1 RUSTC=$debian_rustc CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-19 \
        "$cargo" "${build[@]}" -Zbuild-std=std,panic_abort -Zbuild-std-features=
fi
echo "sabika-rules builds for $target: $(ls "$out/$target/debug/sabika_rules.wasm")"
