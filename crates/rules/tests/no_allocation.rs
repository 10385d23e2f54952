//! Listing and applying actions never allocates once the list has reached its size; neither does hashing a state.
#![allow(unsafe_code, reason = "a global allocator cannot be written without")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use sabika_rules::{Action, Dice, Game, GameKind, Module, ModuleSet, Seed, Setup, playout};

/// The system allocator, counting this thread's requests.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

fn count() {
    // Nothing to count while a thread is shutting down.
    let _ = ALLOCATIONS.try_with(|n| n.set(n.get() + 1));
}

// SAFETY: every call is passed on to the system allocator unchanged; counting does not touch the caller's memory and does not
// allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often `run` allocates.
fn allocations(run: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.with(Cell::get);
    run();
    ALLOCATIONS.with(Cell::get) - before
}

/// Whole games, with the same list of actions from the first to the last.
fn never_allocates(setup: Setup) {
    // No list in any of these games is longer: growing it would be counted.
    let mut actions: Vec<Action> = Vec::with_capacity(1 << 14);
    let mut dice = Dice::from_seed(1);
    for seed in 0..30 {
        let mut game = Game::new(setup, Seed::from(seed)).unwrap();
        let mut again = game.clone();
        let mut steps = 0;
        let random = allocations(|| steps += playout::random(&mut game, &mut dice, &mut actions));
        let quick = allocations(|| steps += playout::quick(&mut again, &mut actions));
        assert!(steps > 200 && game.result().is_some() && again.result().is_some());
        let hash = allocations(|| assert_ne!(game.state_hash(), again.state_hash()));
        assert_eq!((random, quick, hash), (0, 0, 0), "{setup:?}, seed {seed}");
    }
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(vec![1u8; 100]))), 1);
}

#[test]
fn the_base_game_never_allocates() {
    (2..=6).for_each(|players| never_allocates(Setup::alhambra(players)));
}

#[test]
fn all_modules_never_allocate() {
    (2..=6).for_each(|players| never_allocates(Setup::alhambra(players).with_modules(ModuleSet::ALL)));
}

#[test]
fn granada_and_both_together_never_allocate() {
    let modules = ModuleSet::NONE.with(Module::Vizier).with(Module::Bureau);
    for game in [GameKind::Granada, GameKind::Combined] {
        (2..=6).for_each(|players| never_allocates(Setup::new(game, players).with_modules(modules)));
    }
}
