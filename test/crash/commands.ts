import { createInterface } from 'node:readline'

/** Tells that the process is ready, then obeys one command per line until there are no more. */
export async function takeCommands<C>(obey: (command: C) => Promise<void>): Promise<void> {
  process.stdout.write('ready\n')
  for await (const line of createInterface(process.stdin)) await obey(JSON.parse(line))
}
