//! The WebAssembly interface: messages go through the engine's memory.

// Functions are exported by name, and the clock is imported.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::time::Duration;

use sabika_bots::Clock;

use crate::Engine;

#[link(wasm_import_module = "worker")]
unsafe extern "C" {
    /// Milliseconds since the worker started.
    safe fn now() -> f64;
}

struct Host {
    engine: Engine,
    input: Vec<u8>,
    output: Vec<u8>,
}

thread_local! {
    static HOST: RefCell<Host> = RefCell::new(Host {
        engine: Engine::new(Clock::new(|| Duration::from_secs_f64(now() / 1000.0))),
        input: Vec::new(),
        output: Vec::new(),
    });
}

/// Allocates a buffer for a message and returns its address.
#[unsafe(no_mangle)]
extern "C" fn input(length: usize) -> *const u8 {
    HOST.with_borrow_mut(|host| {
        host.input = vec![0; length];
        host.input.as_ptr()
    })
}

/// Handles the message in the buffer; returns the length of the answer.
#[unsafe(no_mangle)]
extern "C" fn call() -> usize {
    HOST.with_borrow_mut(|host| {
        let input = std::mem::take(&mut host.input);
        host.output = host.engine.call(&input);
        host.output.len()
    })
}

/// The address of the answer.
#[unsafe(no_mangle)]
extern "C" fn output() -> *const u8 {
    HOST.with_borrow(|host| host.output.as_ptr())
}

/// Installs the network in the buffer, which follows its name of this many bytes; 1 if it can be used.
#[unsafe(no_mangle)]
extern "C" fn network(name: usize) -> u32 {
    HOST.with_borrow_mut(|host| {
        let input = std::mem::take(&mut host.input);
        let Some((name, bytes)) = input.split_at_checked(name) else { return 0 };
        std::str::from_utf8(name).is_ok_and(|name| host.engine.network(name, bytes)).into()
    })
}
