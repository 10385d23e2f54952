//! The real programs that the tests talk to: found, or installed from Debian's packages. Where neither can be, tests fail.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folder with a program: on the path, or where Debian puts PostgreSQL's.
fn folder(program: &str) -> Option<PathBuf> {
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten().map(|e| e.path().join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut all = debian.chain(std::env::split_paths(&path)).chain(["/usr/sbin".into()]);
    all.find(|folder| folder.join(program).exists())
}

/// Where a program is, installed first if it is missing.
pub fn find(program: &str, package: &str) -> PathBuf {
    folder(program).map_or_else(|| install(program, package), |folder| folder.join(program))
}

pub fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|m| std::os::unix::fs::MetadataExt::uid(&m) == 0)
}

fn install(program: &str, package: &str) -> PathBuf {
    // One after another, also when several test programs find out at the same time.
    let lock = File::create(std::env::temp_dir().join("sabika-install.lock")).expect("a lock can be made");
    lock.lock().expect("the lock can be taken");
    if folder(program).is_none() {
        let debian = is_root() && Path::new("/usr/bin/apt-get").exists();
        assert!(debian, "{program} is missing. On Debian, as root: apt-get install {package}");
        for step in [&["-qq", "update"][..], &["-qq", "-y", "--no-install-recommends", "install", package]] {
            let mut apt = Command::new("apt-get");
            apt.args(step).env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null());
            assert!(apt.status().is_ok_and(|s| s.success()), "{program} is missing and cannot be installed: {apt:?}");
        }
    }
    folder(program).unwrap_or_else(|| panic!("{package} has no {program}")).join(program)
}
