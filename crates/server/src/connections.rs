//! Limits the number of simultaneous connections: in total, and per address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// Counts open connections.
pub struct ConnectionLimit {
    total: usize,
    per_address: usize,
    open: Mutex<Open>,
    closed: Notify,
}

#[derive(Default)]
struct Open {
    all: usize,
    from: HashMap<String, usize>,
}

/// A counted connection, for as long as it is held.
pub struct ConnectionPermit {
    connection_limit: Arc<ConnectionLimit>,
    from: Option<String>,
}

impl ConnectionLimit {
    /// Limits in total and per address.
    pub fn new(total: usize, per_address: usize) -> Arc<ConnectionLimit> {
        Arc::new(ConnectionLimit { total, per_address, open: Mutex::default(), closed: Notify::new() })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a connection if the limits allow; without an address only the total is counted.
    pub fn admit(self: &Arc<ConnectionLimit>, from: Option<String>) -> Option<ConnectionPermit> {
        let mut open = self.open();
        let here = from.as_ref().and_then(|from| open.from.get(from)).copied().unwrap_or(0);
        if open.all >= self.total || here >= self.per_address {
            return None;
        }
        open.all += 1;
        if let Some(from) = &from {
            open.from.insert(from.clone(), here + 1);
        }
        Some(ConnectionPermit { connection_limit: self.clone(), from })
    }

    /// The number of open connections.
    pub fn count(&self) -> usize {
        self.open().all
    }

    /// Waits until all are closed.
    pub async fn all_closed(&self) {
        loop {
            let closed = self.closed.notified();
            if self.count() == 0 {
                return;
            }
            closed.await;
        }
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut open = self.connection_limit.open();
        open.all -= 1;
        if let Some(from) = &self.from
            && let Some(here) = open.from.get_mut(from)
        {
            *here -= 1;
            if *here == 0 {
                open.from.remove(from);
            }
        }
        drop(open);
        self.connection_limit.closed.notify_waiters();
    }
}

/// The key an address is counted under: for IPv6, the prefix, since one subscriber has all addresses below it.
pub fn address_key(ip: IpAddr) -> String {
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
        let connection_limit = ConnectionLimit::new(3, 2);
        let admit = |from: &str| connection_limit.admit(Some(from.to_owned()));
        let (one, two) = (admit("a"), admit("a"));
        assert!(one.is_some() && two.is_some() && admit("a").is_none(), "two from one address");
        let other = admit("b");
        assert!(other.is_some() && admit("c").is_none(), "three in all");
        drop(one);
        let again = admit("a");
        assert!(again.is_some(), "who leaves makes room");
        let (_, ()) = tokio::join!(connection_limit.all_closed(), async { drop((two, other, again)) });
        assert!(connection_limit.open().from.is_empty());
    }

    #[test]
    fn addresses() {
        let address_key = |ip: &str| address_key(ip.parse().expect("an address"));
        assert_eq!(address_key("::ffff:192.0.2.1"), "192.0.2.1");
        assert_eq!(address_key("2001:db8:1:2:3::4"), address_key("2001:db8:1:2::"));
    }
}
