import { builtCatalog } from '../../catalog/built.ts'
import type { Flags } from '../../config.ts'
import { version } from '../../kernel/version.ts'
import { serveStdio } from '../mcp/stdio.ts'
import { claimStdout } from '../mcp/stdout.ts'
import type { ChatStore } from './chat-store.ts'
import { command } from './command-line.ts'
import { chosenToolsets } from './input.ts'
import { exitSoon, stopSignal } from './stopping.ts'

/** `daybook mcp`: serves the chat client on stdin and stdout until it goes away or a signal comes. */
export const mcp = command({
  summary: 'serve one chat client over stdin and stdout',
  own: {
    'toolsets <names>': 'only these toolsets, separated by commas',
    'project <id>': 'the project meant when a call names none',
    'session <id>': 'the session meant when a call names none',
    'db <url>': 'PostgreSQL URL or SQLite file',
  },
  run: serveChat,
})

async function serveChat(flags: Flags & { toolsets?: string }): Promise<number> {
  claimStdout()
  void stopSignal().then(() => {
    // To the server this looks like a client that hung up: it finishes what it is doing, then ends.
    process.stdin.destroy()
    exitSoon()
  })

  let store: Promise<ChatStore> | undefined
  try {
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
  } finally {
    await (await store)?.close()
    exitSoon()
  }
}
