//! Limits the number of simultaneous connections: in total, and per address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// Counts open connections.
pub struct Doors {
    most: usize,
    most_from_one: usize,
    inside: Mutex<Inside>,
    left: Notify,
}

#[derive(Default)]
struct Inside {
    all: usize,
    from: HashMap<String, usize>,
}

/// A counted connection, for as long as it is held.
pub struct Entry {
    doors: Arc<Doors>,
    from: Option<String>,
}

impl Doors {
    /// Limits in total and per address.
    pub fn new(most: usize, most_from_one: usize) -> Arc<Doors> {
        Arc::new(Doors { most, most_from_one, inside: Mutex::default(), left: Notify::new() })
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a connection if the limits allow; without an address only the total is counted.
    pub fn enter(self: &Arc<Doors>, from: Option<String>) -> Option<Entry> {
        let mut inside = self.inside();
        let here = from.as_ref().and_then(|from| inside.from.get(from)).copied().unwrap_or(0);
        if inside.all >= self.most || here >= self.most_from_one {
            return None;
        }
        inside.all += 1;
        if let Some(from) = &from {
            inside.from.insert(from.clone(), here + 1);
        }
        Some(Entry { doors: self.clone(), from })
    }

    /// The number of open connections.
    pub fn count(&self) -> usize {
        self.inside().all
    }

    /// Waits until all are closed.
    pub async fn emptied(&self) {
        loop {
            let left = self.left.notified();
            if self.count() == 0 {
                return;
            }
            left.await;
        }
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        let mut inside = self.doors.inside();
        inside.all -= 1;
        if let Some(from) = &self.from
            && let Some(here) = inside.from.get_mut(from)
        {
            *here -= 1;
            if *here == 0 {
                inside.from.remove(from);
            }
        }
        drop(inside);
        self.doors.left.notify_waiters();
    }
}

/// The key an address is counted under: for IPv6, the prefix, since one subscriber has all addresses below it.
pub fn counted(ip: IpAddr) -> String {
    match ip {
        IpAddr::V6(ip) if ip.to_ipv4_mapped().is_none() => {
            let [a, b, c, d, ..] = ip.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
        ip => ip.to_canonical().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_number_of_connections_is_limited() {
        let doors = Doors::new(3, 2);
        let enter = |from: &str| doors.enter(Some(from.to_owned()));
        let (one, two) = (enter("a"), enter("a"));
        assert!(one.is_some() && two.is_some() && enter("a").is_none(), "two from one address");
        let other = enter("b");
        assert!(other.is_some() && enter("c").is_none(), "three in all");
        drop(one);
        let again = enter("a");
        assert!(again.is_some(), "who leaves makes room");
        let (_, ()) = tokio::join!(doors.emptied(), async { drop((two, other, again)) });
        assert!(doors.inside().from.is_empty());
    }

    #[test]
    fn addresses() {
        let counted = |ip: &str| counted(ip.parse().expect("an address"));
        assert_eq!(counted("::ffff:192.0.2.1"), "192.0.2.1");
        assert_eq!(counted("2001:db8:1:2:3::4"), counted("2001:db8:1:2::"));
    }
}
