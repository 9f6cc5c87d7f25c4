/**
 * An in-memory reference of the clock, versions, views and sessions, written from the specification (§4, §5, §6) and
 * from nothing in src: what it predicts is what every engine must answer and store.
 */
export type State = 'OPEN' | 'LATER' | 'RESOLVED' | 'DISCARDED'

export interface Content {
  type: string
  title: string
  summary: string
  body: string
  state: State
  parent_id: string | null
  related: string[]
  metadata: { [key: string]: unknown }
  state_reason: string | null
  resolved_by: string | null
}

export interface Version {
  version: number
  tick: number
  ts: string
  session: string
  change: 'created' | 'updated' | 'transition'
  content: Content
}

export interface Change {
  tick: number
  kind: 'created' | 'modified' | 'state_changed' | 'saved'
  record: string | null
  version: number | null
  session: string
}

export interface Session {
  id: string
  conversation: string
  generation: number
  start: number
  sync: number
  save: number | null
  touched: string
  closed: string | null
  /** In activation order. */
  active: string[]
  views: Map<string, number>
  acks: Map<string, Set<string>>
}

export interface World {
  now: string
  tick: number
  lastTs: string
  /** Every version of every record, oldest first; ids are given out in this order. */
  records: Map<string, Version[]>
  changes: Change[]
  sessions: Map<string, Session>
  /** What the feed must have gained: type, session, record. */
  feed: string[]
  /** Idempotency keys: the call as text, and its answer. */
  answers: Map<string, { call: string; answer: Answer }>
}

// biome-ignore lint/suspicious/noExplicitAny: wire answers are compared whole, never picked apart by type
export type Answer = any

export function newWorld(now: string): World {
  return {
    now,
    tick: 0,
    lastTs: now,
    records: new Map(),
    changes: [],
    sessions: new Map(),
    feed: [],
    answers: new Map(),
  }
}

export function cloneWorld(world: World): World {
  return structuredClone(world)
}

/** Made by the test's own clock; the project the migration makes carries the machine's time. */
export const project = 'lab'

export const settings = { maxDepth: 10, staleThreshold: 10, conflictHours: 24 }

export function versionsOf(world: World, id: string): Version[] {
  const versions = world.records.get(id)
  if (!versions) throw new Error(`The model has no ${id}.`)
  return versions
}

export function latest(world: World, id: string): Version {
  const last = versionsOf(world, id).at(-1)
  if (!last) throw new Error(`The model has no version of ${id}.`)
  return last
}

export function versionOf(world: World, id: string, version: number): Version | undefined {
  return versionsOf(world, id)[version - 1]
}

export function childrenOf(world: World, id: string): string[] {
  return [...world.records.keys()].filter(each => latest(world, each).content.parent_id === id)
}

export function depthOf(world: World, id: string): number {
  const { parent_id } = latest(world, id).content
  return parent_id === null ? 1 : depthOf(world, parent_id) + 1
}

/** The record as it goes over the wire; history has no depth. */
export function wire(world: World, id: string, at?: Version): Answer {
  const { content, version, ts } = at ?? latest(world, id)
  const { related, metadata, state_reason, resolved_by, ...plain } = content
  return {
    id,
    ...plain,
    created: versionsOf(world, id)[0]?.ts,
    modified: ts,
    project_id: project,
    version,
    ...(related.length > 0 && { related }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(state_reason !== null && { state_reason }),
    ...(resolved_by !== null && { resolved_by }),
    ...(!at && { depth: depthOf(world, id) }),
  }
}

export function ref(world: World, id: string, at: Version = latest(world, id)): Answer {
  const { type, title, summary, state, parent_id } = at.content
  const children = childrenOf(world, id)
  return {
    id,
    type,
    title,
    summary,
    state,
    parent_id,
    children_count: children.length,
    open_children_count: children.filter(child => latest(world, child).content.state === 'OPEN').length,
    depth: depthOf(world, id),
    version: at.version,
    modified: at.ts,
  }
}

const fields = [
  'type',
  'title',
  'summary',
  'body',
  'state',
  'parent_id',
  'related',
  'metadata',
  'state_reason',
  'resolved_by',
] as const

export function differing(before: Content, after: Content): Array<keyof Content> {
  return fields.filter(field => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}

export function fault(code: string, details?: object): Answer {
  return { error: { code, ...(details && { details }) } }
}

export function log(world: World, type: string, session: string, record?: string): void {
  world.feed.push([type, session, record ?? '-'].join(' '))
}
