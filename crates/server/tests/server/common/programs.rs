//! The real programs that the tests use: found, or installed from Debian's packages. If neither is possible, tests fail.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The folder with a program: on the path, or where Debian or Homebrew put PostgreSQL's.
fn folder(program: &str) -> Option<PathBuf> {
    let entries = |folder: &str| std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
    let debian = entries("/usr/lib/postgresql").chain(entries("/opt/homebrew/opt").filter(|p| is_postgresql(p)));
    let debian = debian.map(|folder| folder.join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut all = debian.chain(std::env::split_paths(&path)).chain(["/usr/sbin".into()]);
    all.find(|folder| folder.join(program).exists())
}

fn is_postgresql(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with("postgresql"))
}

/// Where a program is, installed first if it is missing.
pub fn find(program: &str, package: &str) -> PathBuf {
    folder(program).map_or_else(|| install(program, package), |folder| folder.join(program))
}

pub fn is_root() -> bool {
    static ROOT: OnceLock<bool> = OnceLock::new();
    let asked = || Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.trim_ascii() == b"0");
    *ROOT.get_or_init(asked)
}

fn install(program: &str, package: &str) -> PathBuf {
    // One after another, also when several test programs do this at the same time.
    let lock = File::create(std::env::temp_dir().join("sabika-install.lock")).expect("a lock can be made");
    lock.lock().expect("the lock can be taken");
    if folder(program).is_none() {
        let debian = is_root() && Path::new("/usr/bin/apt-get").exists();
        assert!(
            debian,
            "{program} is missing. On Debian, as root: apt-get install {package}; on macOS: brew install {package}"
        );
        for step in [&["-qq", "update"][..], &["-qq", "-y", "--no-install-recommends", "install", package]] {
            let mut apt = Command::new("apt-get");
            apt.args(step).env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null());
            assert!(apt.status().is_ok_and(|s| s.success()), "{program} is missing and cannot be installed: {apt:?}");
        }
    }
    folder(program).unwrap_or_else(|| panic!("{package} has no {program}")).join(program)
}
