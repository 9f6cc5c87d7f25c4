import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { Fault } from '../../kernel/fault.ts'
import { roleIn } from '../../projects/store.ts'
import { eventRoutes } from '../../room/event-routes.ts'
import type { EventSource } from '../../room/events.ts'
import { notFound, roomFault } from '../../room/faults.ts'
import { type Access, type Caller, callerWith } from './caller.ts'
import { eventHeaders, eventStream, eventText, heartbeat, heartbeatMs, opening, resumeAfter } from './event-stream.ts'
import { failed } from './failure.ts'
import { routeOf, routeTable } from './route-table.ts'
import { wrongMethod } from './routed.ts'

const lookMs = 150

export interface RoomEventsOptions {
  app: App
  access: Access
  project?: string | undefined
  heartbeatMs?: number
}

/** Journals of the room as server-sent events; undefined for an address that is none of them. */
export function roomEventsFace({
  app,
  access,
  project: pinned,
  heartbeatMs: silence = heartbeatMs,
}: RoomEventsOptions) {
  const find = routeTable(eventRoutes.map(route => routeOf(`GET ${route.path}`, route)))
  const closing = new AbortController()

  /** Whether whoever reads on still has a token and is a member; asked at every look, because both can be taken away. */
  async function mayReadOn({ secret }: Caller, project: string): Promise<boolean> {
    if (secret === undefined) return true
    const now = await callerWith(secret, app.db, access)
    return now !== undefined && (await app.db.read(tx => roleIn(tx, now, project))) !== undefined
  }

  function stream(source: EventSource, caller: Caller, project: string, start: number): ReadableStream<Uint8Array> {
    const left = new AbortController()
    const gone = AbortSignal.any([left.signal, closing.signal])
    let cursor = start
    let isOpen = false

    async function next(): Promise<string | undefined> {
      if (!isOpen) {
        isOpen = true
        return opening
      }
      for (let silentSince = Date.now(); !gone.aborted; ) {
        if (!(await mayReadOn(caller, project))) return undefined
        // Asked first: what is written between the two questions is read with the next look.
        const over = await source.over()
        const events = await source.after(cursor)
        cursor = events.at(-1)?.seq ?? cursor
        if (events.length > 0) return events.map(({ seq, type, data }) => eventText(seq, type, data)).join('')
        if (over) return undefined
        if (Date.now() - silentSince >= silence) return heartbeat
        await sleep(lookMs, undefined, { signal: gone }).catch(() => {})
      }
      return undefined
    }

    return eventStream({ next, leave: () => left.abort() }, error => app.log(`room events: ${String(error)}`))
  }

  return {
    async handle(request: Request, caller: Caller): Promise<Response | undefined> {
      const route = find(request.method, new URL(request.url).pathname)
      if (!route) return undefined
      if ('allow' in route) return wrongMethod(route.allow)
      const project = route.project ?? request.headers.get('x-daybook-project') ?? pinned
      try {
        const after = resumeAfter(request) ?? 0
        if (Number.isNaN(after))
          throw roomFault('invalid_request', { fields: [{ path: 'after', rule: 'type integer' }] })
        const found = await app.rooms.find({ principal: caller.principal, scope: caller.scope, project, by: 'http' })
        const room = await app.rooms.of(found.project)
        const source = route.target.open(room, route.values.id ?? '')
        if (!(await source.known())) throw notFound(route.target.kind)
        // Nothing more will come: this answer tells the browser not to connect again.
        const isDone = (await source.over()) && (await source.after(after)).length === 0
        if (isDone) return new Response(null, { status: 204 })
        if (request.method === 'HEAD') return new Response(null, { headers: eventHeaders })
        return new Response(stream(source, caller, found.project.id, after), { headers: eventHeaders })
      } catch (error) {
        if (error instanceof Fault) return failed(error, { toolset: 'room' })
        throw error
      }
    },
    owns: (path: string) => find('GET', path) !== undefined,
    close: () => closing.abort(),
  }
}
