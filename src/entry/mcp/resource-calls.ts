import {
  type CompleteRequestParams,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server'
import { readFeed } from '../../activity/feed.ts'
import { tailActivity } from '../../activity/tail.ts'
import type { App, AppContext } from '../../app.ts'
import type { Call, Identity } from '../../kernel/call.ts'
import type { Operation } from '../../kernel/operation.ts'
import { type Ask, addressOf, addressParts, type Resource } from '../../kernel/resource.ts'
import { isOwner } from '../../projects/roles.ts'
import { resources as allResources, projectsOf } from '../../resources.ts'
import { askAs } from './ask.ts'

/** The part of resources that needs the store; loaded with the first request for one. */
export interface ResourceCalls {
  list(kinds: readonly string[], cursor: string | undefined, call: Call): Promise<ListPage>
  read(kinds: readonly string[], uri: string, call: Call): Promise<{ uri: string; mimeType: string; text: string }>
  /** Values for a part of an address or an argument of a prompt that begin with what was typed. */
  complete(asked: CompleteRequestParams, call: Call): Promise<string[]>
}

interface ListPage {
  resources: { uri: string; name: string; title: string; mimeType: string }[]
  nextCursor?: string
}

export function resourceCalls(
  app: App,
  operation: (name: string) => Promise<Operation<AppContext>>,
  all: readonly Resource[] = allResources,
): ResourceCalls {
  const asker = (call: Call) => askAs(app, operation, call)
  const offered = (kinds: readonly string[]) => all.filter(({ name }) => kinds.includes(name))
  return {
    async list(kinds, cursor, call) {
      const listable = offered(kinds).flatMap(kind => (kind.list ? [{ ...kind, list: kind.list }] : []))
      const [wanted = listable[0]?.name, from] = cursor === undefined ? [] : splitAtSpace(cursor)
      const at = listable.findIndex(({ name }) => name === wanted)
      const kind = listable[at]
      if (cursor !== undefined && !kind) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Use the nextCursor of the page before.')
      }
      if (!kind) return { resources: [] }
      const { listed, next } = await kind.list(asker(call), from || undefined)
      const following = listable[at + 1]
      const nextCursor = next !== undefined ? `${kind.name} ${next}` : following && `${following.name} `
      return {
        resources: listed.map(({ parts, title }) => {
          const uri = addressOf(kind.uriTemplate, parts)
          return { uri, name: uri, title, mimeType: kind.mimeType }
        }),
        ...(nextCursor && { nextCursor }),
      }
    },
    async read(kinds, uri, call) {
      for (const { uriTemplate, mimeType, read } of offered(kinds)) {
        const parts = addressParts(uriTemplate, uri)
        const text = parts && (await read(parts, asker(call)))
        if (text !== undefined) return { uri, mimeType, text }
      }
      throw new ResourceNotFoundError(
        uri,
        'No such resource for you: use an address from resources/list or a template.',
      )
    },
    async complete({ ref, argument: { name, value } }, call) {
      const kind = ref.type === 'ref/resource' ? all.find(({ uriTemplate }) => uriTemplate === ref.uri) : undefined
      const typed = value.toLowerCase()
      const found: string[] = []
      let pages = 0
      for await (const values of candidates(kind, name, asker(call))) {
        found.push(...values.filter(each => each.toLowerCase().startsWith(typed)))
        if (found.length > mostValues || ++pages === mostPages) break
      }
      return found
    },
  }

  async function* candidates(kind: Resource | undefined, name: string, ask: Ask): AsyncGenerator<string[]> {
    if (name === 'project' || name === 'projectId') return yield (await projectsOf(ask)).map(({ id }) => id)
    // A prompt's day is one that can be reported, like that of a report.
    const listing = kind ?? (name === 'date' ? all.find(each => each.name === 'report') : undefined)
    let from: string | undefined
    do {
      const page = await listing?.list?.(ask, from)
      yield (page?.listed ?? []).flatMap(({ parts }) => parts[name] ?? [])
      from = page?.next
    } while (from !== undefined)
  }
}

/** More than a person reads while typing, and as far as it is looked for. */
const mostValues = 100
const mostPages = 20

function splitAtSpace(text: string): [string, string] {
  const at = text.indexOf(' ')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** Tells which resources changed that this caller may see, from this and every other process. Returns what ends it. */
export function watchResources(app: App, who: Identity, changed: (uri: string) => void): () => void {
  const tail = tailActivity(app.db, { log: app.log })
  const reader = tail.join()
  void follow().catch(error => app.log(`mcp: changes of resources are no longer followed: ${String(error)}`))
  return () => tail.close()

  async function follow(): Promise<void> {
    for (let cursor = await tail.end(); !reader.left; ) {
      const end = await reader.beyond(cursor, longestWaitMs)
      if (end === undefined) continue
      const page = await app.db.read(tx => readFeed(tx, { who, after: cursor, end }))
      cursor = page.cursor
      const uris = page.entries.flatMap(({ record_id, type, project_id, details }) => [
        ...(record_id === undefined ? [] : [`daybook://records/${record_id}`]),
        ...(type === 'context_built' ? [] : [`daybook://context/${encodeURIComponent(project_id)}`]),
        ...(isOwner(who) ? reportOf(details) : []),
      ])
      for (const uri of new Set(uris)) changed(uri)
    }
  }
}

const longestWaitMs = 60_000

function reportOf(details: unknown): string[] {
  const date = typeof details === 'object' && details !== null && 'date' in details ? details.date : undefined
  return typeof date === 'string' ? [`daybook://reports/${encodeURIComponent(date)}`] : []
}
