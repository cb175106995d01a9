//! Work on many tasks with several threads.

use std::sync::Mutex;
use std::thread::{self, Builder};

use crate::outcome::memory;

/// Run each task once, on a thread for each worker; this thread is the first of them. If a thread
/// cannot be started, the others run its tasks. None is started without memory to spare: a thread
/// that has a stack but no memory for its local data ends the process.
pub(super) fn for_each<T: Send, S: Send>(
    tasks: impl Iterator<Item = T> + Send,
    workers: &mut [S],
    run: impl Fn(T, &mut S) + Sync,
) {
    let tasks = Mutex::new(tasks);
    let next = || tasks.lock().expect("taking a task cannot panic").next();
    let work = |worker: &mut S| {
        while let Some(task) = next() {
            run(task, worker);
        }
    };
    let Some((first, others)) = workers.split_first_mut() else { return };
    if others.is_empty() {
        return work(first);
    }
    thread::scope(|scope| {
        for worker in others {
            if memory::look(0).is_err() {
                break;
            }
            let _helper = Builder::new().spawn_scoped(scope, || work(worker));
        }
        work(first);
    });
}
