import type { Server } from '@modelcontextprotocol/server'
import type { Call } from '../../kernel/call.ts'
import type { ResourceEntry } from '../../kernel/resource.ts'
import type { McpCalls } from './calls.ts'
import { invalidParams, onePage } from './results.ts'

/** How a server can tell its client that a resource changed: on a connection that stays, or on a stream of its own. */
export type Pushes = Connection | 'on a stream' | 'not at all'

interface Connection {
  /** The current revision asks for notifications with a request that no server sees; `start` is called then. */
  onNotificationsRequested(start: () => void): void
}

interface ResourceServing {
  kinds: readonly ResourceEntry[]
  caller: Call
  pushes: Pushes
  /** Resources are read from the store, which is opened with the first request that needs it. */
  open(): Promise<McpCalls>
  hasPrompts: boolean
}

/** What a caller may see differs, and changes with every write. */
const fresh = { ttlMs: 0, cacheScope: 'private' } as const
const mostValues = 100

/** Answers what clients ask about resources, and completes arguments of templates and prompts. */
export function serveResources(server: Server, { kinds, caller, pushes, open, hasPrompts }: ResourceServing): void {
  const names = kinds.map(({ name }) => name)
  const calls = () => open().then(each => each.resources())
  if (kinds.length > 0 || hasPrompts) {
    server.setRequestHandler('completion/complete', async ({ params }) => {
      const values = await (await calls()).complete(params, caller)
      return {
        completion: { values: values.slice(0, mostValues), total: values.length, hasMore: values.length > mostValues },
      }
    })
  }
  if (kinds.length === 0) return
  server.setRequestHandler('resources/list', async ({ params }) => ({
    ...(await (await calls()).list(names, params?.cursor, caller)),
    ...fresh,
  }))
  server.setRequestHandler('resources/templates/list', ({ params }) => {
    onePage(params?.cursor)
    return { resourceTemplates: kinds.map(({ toolset: _, ...announced }) => announced) }
  })
  server.setRequestHandler('resources/read', async ({ params }) => ({
    contents: [await (await calls()).read(names, params.uri, caller)],
    ...fresh,
  }))
  if (typeof pushes === 'object') serveSubscriptions(server, { names, caller, open, connection: pushes })
}

/** Subscriptions of a connection that stays: the store is watched from the first one until the client goes. */
function serveSubscriptions(
  server: Server,
  {
    names,
    caller,
    open,
    connection,
  }: { names: string[]; caller: Call; open(): Promise<McpCalls>; connection: Connection },
): void {
  const wanted = new Set<string>()
  let watching: Promise<() => void> | undefined
  // The SDK passes on what was asked for.
  connection.onNotificationsRequested(() => {
    watching ??= open().then(calls => calls.watch(caller, notify))
    watching.catch(() => {})
  })
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    const calls = await open()
    // Fails for what is not there or not for this caller.
    await (await calls.resources()).read(names, uri, caller)
    wanted.add(uri)
    watching ??= calls.watch(caller, changed => {
      if (wanted.has(changed)) notify(changed)
    })
    await watching
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
    if (!wanted.delete(uri)) throw invalidParams('That resource is not subscribed to.', { uri })
    return {}
  })
  server.onclose = () => void watching?.then(stop => stop()).catch(() => {})

  function notify(uri: string) {
    // A client that hung up does not need to know.
    server.sendResourceUpdated({ uri }).catch(() => {})
  }
}
