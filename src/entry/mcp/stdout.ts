/** Writes to the real stdout; settles when the bytes have left the process. */
export type ProtocolWriter = (text: string) => Promise<void>

let claimed: ProtocolWriter | undefined

/**
 * Takes stdout for the protocol. From then on whatever else writes to it, console and libraries included, reaches
 * stderr: one stray line would end the client's connection. Call it before anything else is loaded.
 */
export function claimStdout(): ProtocolWriter {
  claimed ??= claim(process.stdout, process.stderr)
  return claimed
}

function claim(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): ProtocolWriter {
  const write = stdout.write.bind(stdout)
  stdout.write = stderr.write.bind(stderr)
  // A client that went away shows in the failed write below; without a listener it would end the process.
  stdout.on('error', () => {})
  // One line at a time: several in one write could leave half of one behind when the process is killed.
  let last: Promise<unknown> = Promise.resolve()
  return text => {
    const written = last.then(
      () =>
        new Promise<void>((resolve, reject) => {
          write(text, error => (error ? reject(error) : resolve()))
        }),
    )
    last = written.catch(() => {})
    return written
  }
}
