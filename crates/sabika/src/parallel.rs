//! Spreads numbered tasks over threads.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// The number of cores.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Does tasks 0 to `count` on this many threads, by default one per core. Each thread adds what it did to a total of its own.
/// Returns these totals. The first error ends it: no new task is begun.
pub fn totals<T: Send>(
    count: u64,
    threads: Option<usize>,
    zero: impl Fn() -> T + Sync,
    task: impl Fn(u64, &mut T) -> Result<(), String> + Sync,
) -> Result<Vec<T>, String> {
    let next = AtomicU64::new(0);
    let work = || {
        let mut total = zero();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return Ok(total);
            }
            task(number, &mut total).inspect_err(|_| next.store(count, Ordering::Relaxed))?;
        }
    };
    let most = usize::try_from(count).unwrap_or(usize::MAX).max(1);
    let threads = threads.unwrap_or_else(cores).clamp(1, most);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}

/// The answers to tasks 0 to `count`, in order.
pub fn answers<T: Send>(
    count: usize,
    threads: Option<usize>,
    task: impl Fn(usize) -> Result<T, String> + Sync,
) -> Result<Vec<T>, String> {
    let parts = totals(count as u64, threads, Vec::new, |number, answers| {
        answers.push((number, task(number as usize)?));
        Ok(())
    })?;
    let mut answers: Vec<(u64, T)> = parts.into_iter().flatten().collect();
    answers.sort_by_key(|(number, _)| *number);
    Ok(answers.into_iter().map(|(_, answer)| answer).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_is_done_once_and_answers_come_in_order() {
        for threads in [1, 3, 200] {
            let squares = answers(100, Some(threads), |n| Ok(n * n)).unwrap();
            assert_eq!(squares, (0..100).map(|n| n * n).collect::<Vec<_>>());
            let sums = totals(
                100,
                Some(threads),
                || 0,
                |n, sum| {
                    *sum += n;
                    Ok(())
                },
            );
            assert_eq!(sums.unwrap().iter().sum::<u64>(), 4950);
        }
        assert_eq!(answers(0, None, |_| Ok(())).unwrap(), []);
    }

    #[test]
    fn an_error_ends_it() {
        let begun = AtomicU64::new(0);
        let done = answers(1_000_000, Some(2), |n| {
            begun.fetch_add(1, Ordering::Relaxed);
            if n == 5 { Err("five".to_owned()) } else { Ok(()) }
        });
        assert_eq!(done.unwrap_err(), "five");
        assert!(begun.into_inner() < 1_000_000);
    }
}
