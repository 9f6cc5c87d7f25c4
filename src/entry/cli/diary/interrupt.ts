/** Ctrl-C ends a verb at once: whatever was acknowledged is on disk, and the threads that read go with the process. */
export function endOnInterrupt(): void {
  process.once('SIGINT', () => {
    process.stderr.write('\nInterrupted. Nothing that was written is lost; run it again to go on.\n')
    process.exit(interruptedExit)
  })
}

export const interruptedExit = 130
