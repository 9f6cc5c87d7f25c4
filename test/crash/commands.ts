import { createInterface } from 'node:readline'

/** Says that the process is ready, then obeys one command per line until there are no more. */
export async function takeCommands<C>(obey: (command: C) => Promise<void>): Promise<void> {
  await write('ready')
  for await (const line of createInterface(process.stdin)) await obey(JSON.parse(line))
}

/**
 * Says a line. The promise waits until the system has taken it, so that a kill afterwards does not lose it:
 * Node keeps lines to itself while a slow reader leaves the pipe full.
 */
export function say(line: object): Promise<void> {
  return write(JSON.stringify(line))
}

function write(line: string): Promise<void> {
  return new Promise((taken, failed) => process.stdout.write(`${line}\n`, error => (error ? failed(error) : taken())))
}
