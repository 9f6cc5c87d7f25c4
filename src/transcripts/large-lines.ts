/** Lets one large line at a time into the memory of a process, whatever thread reads it. */
export interface LargeLineGate {
  enter(): void
  leave(): void
}

/** The memory the threads of one process share for their gate. */
export function largeLineMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(4)
}

/** A thread that never leaves, because it was ended, is passed by after this long. */
const patience = 30_000

/**
 * Waiting blocks the thread, so a thread reads one file at a time; a gate serves the threads of a pool, not the
 * asynchronous work of one thread.
 */
export function largeLineGate(memory: SharedArrayBuffer): LargeLineGate {
  const taken = new Int32Array(memory)
  return {
    enter: () => {
      const until = Date.now() + patience
      while (Atomics.compareExchange(taken, 0, 0, 1) !== 0 && Date.now() < until) Atomics.wait(taken, 0, 1, patience)
    },
    leave: () => {
      Atomics.store(taken, 0, 0)
      Atomics.notify(taken, 0, 1)
    },
  }
}
