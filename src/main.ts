import { version } from './kernel/version.ts'

/** Runs one command of the program and answers its exit code. */
export async function main(args: string[]): Promise<number> {
  // Node would take the folder it runs in for the home of the person.
  if (process.env.HOME === '') delete process.env.HOME
  const [name, ...words] = args
  if (name === '--version' || name === '-V') {
    process.stdout.write(`${version}\n`)
    return 0
  }
  const asksHelp = words.some(word => word === '--help' || word === '-h')
  // A chat client waits for this one, and its stdout is the protocol.
  if (name === 'mcp' && !asksHelp) return (await (await import('./entry/cli/mcp.ts')).mcp()).run(words, name)
  // A chat client waits for a hook, and takes an exit code of 2 as an order to stop.
  if (name === 'hook' && !asksHelp) return (await import('./entry/cli/hook/hook.ts')).runHook(words)
  return (await import('./entry/cli/program.ts')).program(args)
}
