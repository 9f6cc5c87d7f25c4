import { version } from './entry/cli/version.ts'

const args = process.argv.slice(2)

// Loaded by need: a chat client waits for `mcp`, scripts wait for `call`, and neither needs the help texts.
if (args[0] === '--version' || args[0] === '-V') process.stdout.write(`${version}\n`)
else process.exitCode = await (await commandFor(args[0]))(args)

async function commandFor(name: string | undefined): Promise<(args: string[]) => Promise<number>> {
  if (name === 'mcp') return (await import('./entry/cli/mcp.ts')).mcp
  if (name === 'call') return (await import('./entry/cli/call.ts')).call
  return (await import('./entry/cli/program.ts')).program
}
