import { parseArgs } from 'node:util'
import { builtCatalog } from '../../catalog/built.ts'
import { serveStdio } from '../mcp/stdio.ts'
import { claimStdout } from '../mcp/stdout.ts'
import type { ChatStore } from './chat-store.ts'
import { chosenToolsets } from './chosen-toolsets.ts'
import { reportFailure, usageFault } from './failure.ts'
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

  let store: Promise<ChatStore> | undefined
  try {
    const flags = flagsIn(args.slice(1))
    const catalog = await builtCatalog()
    await serveStdio({
      catalog,
      toolsets: chosenToolsets(catalog, flags.toolsets),
      version,
      log: line => void process.stderr.write(`${line}\n`),
      async open() {
        // A store that failed to open may have been repaired since; of several calls that find it closed, one tries again.
        const last = store
        if (last && !(await last).isOpen && store === last) store = undefined
        // Loaded with the first call: a client that only lists the tools should not wait for it.
        store ??= import('./chat-store.ts').then(({ openChatStore }) => openChatStore(flags, catalog))
        return store
      },
    })
    return 0
  } catch (error) {
    return reportFailure(error)
  } finally {
    await (await store)?.close()
    leaveSoon()
  }
}

function flagsIn(args: string[]) {
  const string = { type: 'string' } as const
  try {
    return parseArgs({ args, options: { toolsets: string, project: string, session: string, db: string } }).values
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw usageFault('The command line was not understood.', 'See: daybook mcp --help', { reason })
  }
}
