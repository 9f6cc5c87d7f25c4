import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import type { App } from '../../app.ts'
import { claimStdout } from '../mcp/stdout.ts'
import { leaveSoon, stopSignal } from './stopping.ts'
import { version } from './version.ts'

/** `daybook mcp`: serves the chat client on stdin and stdout until it goes away or a signal comes. */
export async function mcp(args: string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) return (await import('./program.ts')).program(['mcp', '--help'])
  claimStdout()
  void stopSignal().then(() => {
    // To the server this looks like a client that hung up: it finishes what it is doing, then ends.
    process.stdin.destroy()
    leaveSoon()
  })

  const { tellFailure } = await import('./failure.ts')
  let app: App | undefined
  try {
    const [{ loadSettings }, { openStore }, { serveStdio }, { chosenToolsets }] = await Promise.all([
      import('../../config.ts'),
      import('./open.ts'),
      import('../mcp/stdio.ts'),
      import('./chosen-toolsets.ts'),
    ])
    const flags = await flagsIn(args.slice(1))
    const toolsets = chosenToolsets(flags.toolsets)
    const settings = loadSettings(flags, process.env)
    app = await openStore(settings)
    // A chat keeps its server for days: from here on collect early, rather than hold a multiple of what is in use.
    setFlagsFromString('--heap-growing-percent=30')
    await serveStdio(app, { toolsets, project: settings.project, session: settings.session, version })
    return 0
  } catch (error) {
    return tellFailure(error)
  } finally {
    await app?.close()
    leaveSoon()
  }
}

async function flagsIn(args: string[]) {
  const string = { type: 'string' } as const
  try {
    return parseArgs({ args, options: { toolsets: string, project: string, session: string, db: string } }).values
  } catch (error) {
    const { usageFault } = await import('./failure.ts')
    const reason = error instanceof Error ? error.message : String(error)
    throw usageFault('The command line was not understood.', 'See: daybook mcp --help', { reason })
  }
}
