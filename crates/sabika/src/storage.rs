//! Where a site stores its data.

use std::path::PathBuf;

use crate::Error;

#[derive(clap::Args)]
pub struct Storage {
    /// Folder for the embedded database [default: `sabika` in the user's data folder]
    #[arg(long, env = "SABIKA_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,

    /// Another database: `postgres://user:password@host/name`
    /// (add `?sslmode=verify-full&sslrootcert=FILE` to encrypt and verify the server), or `sqlite:FILE` [default: `sabika.db` in the data folder]
    #[arg(long, env = "SABIKA_DATABASE", value_name = "URL")]
    database: Option<String>,
}

impl Storage {
    /// `sqlite:<file>` or `postgres://…`.
    pub fn url(&self) -> Result<String, Error> {
        match &self.database {
            Some(url) => Ok(url.clone()),
            None => Ok(format!("sqlite:{}", self.folder()?.join("sabika.db").display())),
        }
    }

    fn folder(&self) -> Result<PathBuf, Error> {
        if let Some(folder) = &self.data {
            return Ok(folder.clone());
        }
        let of = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        let home = || Some(of("HOME")?.join(".local/share"));
        let found = of("XDG_DATA_HOME").or_else(home).or_else(|| of("LOCALAPPDATA"));
        found
            .map(|folder| folder.join("sabika"))
            .ok_or_else(|| "no home folder found: name a data folder with --data".into())
    }
}
