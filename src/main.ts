import { version } from './entry/cli/version.ts'

/** Runs one command of the program and answers its exit code. */
export async function main(args: string[]): Promise<number> {
  if (args[0] === '--version' || args[0] === '-V') {
    process.stdout.write(`${version}\n`)
    return 0
  }
  return (await commandFor(args[0]))(args)
}

// Loaded by need: a chat client waits for `mcp`, scripts wait for `call`, and neither needs the help texts.
async function commandFor(name: string | undefined): Promise<(args: string[]) => Promise<number>> {
  if (name === 'mcp') return (await import('./entry/cli/mcp.ts')).mcp
  if (name === 'call') return (await import('./entry/cli/call.ts')).call
  return (await import('./entry/cli/program.ts')).program
}
