import { closedFault, find, foreignRows, gapOf, type Named, see, statusOf } from './sessions.ts'
import {
  type Answer,
  type Change,
  type Content,
  differing,
  fault,
  latest,
  ref,
  type Session,
  type Version,
  versionOf,
  type World,
  wire,
} from './world.ts'

export interface Sync extends Named {
  detail?: 'net' | 'all'
  limit?: number
}

export function sync(world: World, step: Sync): Answer {
  const { detail = 'net', limit = 100 } = step
  const found = find(world, step)
  if ('fault' in found) return found.fault
  const { session, resolution } = found
  if (!session) return fault('SESSION_NOT_FOUND')
  if (session.closed !== null) return closedFault(session)

  const foreign = foreignRows(world, session)
  const end = windowEnd(world, session, foreign, detail, limit)
  const rows = foreign.filter(row => row.tick <= end)
  const records = [...new Set(rows.flatMap(row => row.record ?? []))]
  const reported = records.map(id =>
    tell(
      world,
      session,
      id,
      rows.filter(row => row.record === id),
      detail,
    ),
  )
  const gap = gapOf(world, session)
  const status = statusOf(world, session)
  const answer = {
    project_tick: world.tick,
    session_tick_before: session.sync,
    tick_gap: gap,
    changes: reported.flatMap(each => each.entries).sort((a, b) => a.at_tick - b.at_tick),
    session_status: status,
    warned: foreign.length > 0 || status === 'stale',
    staleness: gap <= 10 ? 'none' : gap <= 50 ? 'mild' : gap <= 200 ? 'moderate' : 'severe',
    synced_to_tick: end,
    more: end < world.tick,
    session_id: session.id,
    session_resolution: resolution,
    tick: world.tick,
  }
  for (const { id, sees } of reported) if (sees !== undefined) see(session, id, sees)
  session.sync = end
  session.touched = world.now
  return answer
}

/** The largest tick up to which the rows hold no more distinct things than the limit, found by trying them all. */
function windowEnd(world: World, session: Session, foreign: Change[], detail: 'net' | 'all', limit: number): number {
  for (let end = world.tick; end > session.sync; end--) {
    const within = foreign.filter(row => row.tick <= end)
    const things = new Set(within.map(row => (detail === 'all' ? `${row.tick}` : `${row.record} ${row.kind}`)))
    if (things.size <= limit) return end
  }
  return session.sync
}

function tell(world: World, session: Session, id: string, rows: Change[], detail: 'net' | 'all') {
  const view = session.views.get(id)
  const groups = detail === 'all' ? rows.map(row => [row]) : [rows]
  const entries: Answer[] = []
  // What the session has in full after each stretch of changes it received.
  let has = view
  for (const group of groups) {
    const result = versionAt(world, id, group.at(-1)?.version)
    const before = versionOf(world, id, (group[0]?.version ?? 1) - 1)
    const baseline = before?.version ?? 0
    const kinds = before === undefined ? (['created'] as const) : kindsTold(group, before, result, detail)
    const had = has === undefined ? undefined : versionOf(world, id, has)
    const knowsBaseline = has !== undefined && has >= baseline
    const between = had !== undefined && had.version > baseline && had.version < result.version
    const missesSome = between && differing(had.content, result.content).length > 0
    const needsWhole = (has !== undefined && !knowsBaseline) || missesSome
    let complete = knowsBaseline && !needsWhole
    let sentWhole = false
    for (const kind of kinds) {
      const own = group.filter(row => row.kind === kind)
      const last = own.at(-1)
      if (!last) throw new Error('The model reported a kind without a row.')
      const relevance = relevanceOf(world, session, id)
      const values = valuesOf(world, id, kind, before, result, relevance)
      const whole = needsWhole && !sentWhole
      if (whole || (kind === 'created' && relevance === 'under_active')) complete = true
      else if (values.new_value?.body_changed) complete = false
      if (whole) sentWhole = true
      entries.push({
        record_id: id,
        change_type: kind,
        ...values,
        by_session: last.session,
        at_tick: last.tick,
        ticks: own.map(row => row.tick),
        sessions: [...new Set(own.map(row => row.session))],
        relevance,
        seen: view !== undefined && view >= result.version,
        ...(whole && { record: wire(world, id, result) }),
      })
    }
    if (complete) has = Math.max(has ?? 0, result.version)
  }
  return { id, entries, sees: has }
}

function versionAt(world: World, id: string, version: number | null | undefined): Version {
  const found = typeof version === 'number' ? versionOf(world, id, version) : undefined
  if (!found) throw new Error('The model has a change without its version.')
  return found
}

const contentFields = ['title', 'summary', 'body', 'related', 'metadata', 'type', 'parent_id']

function kindsTold(rows: Change[], before: Version, result: Version, detail: 'net' | 'all') {
  const kinds = (['modified', 'state_changed'] as const).filter(kind => rows.some(row => row.kind === kind))
  if (detail === 'all') return kinds
  const fields = differing(before.content, result.content)
  const content = fields.some(field => contentFields.includes(field))
  const state = fields.some(field => !contentFields.includes(field))
  return kinds.filter(kind => (kind === 'modified' ? content : state))
}

function relevanceOf(world: World, session: Session, id: string): string {
  if (session.active.includes(id)) return 'active'
  if (session.views.has(id)) return 'viewed'
  const { parent_id } = latest(world, id).content
  return parent_id !== null && session.active.includes(parent_id) ? 'under_active' : 'other'
}

function valuesOf(
  world: World,
  id: string,
  kind: string,
  before: Version | undefined,
  result: Version,
  relevance: string,
): Answer {
  if (kind === 'created' || !before) {
    return { new_value: relevance === 'under_active' ? wire(world, id, result) : ref(world, id, result) }
  }
  if (kind === 'state_changed') return { old_value: stateOf(before.content), new_value: stateOf(result.content) }
  const fields = differing(before.content, result.content).filter(field => contentFields.includes(field))
  const inFull = relevance === 'active' || relevance === 'viewed'
  const shown = fields.filter(field => inFull || field !== 'body')
  const pick = (content: Content) => Object.fromEntries(shown.map(field => [field, content[field]]))
  const hidden = fields.includes('body') && !inFull
  return {
    old_value: pick(before.content),
    new_value: { ...pick(result.content), ...(hidden && { body_changed: true }) },
    ...(shown.includes('body') && { body_diff: true }),
  }
}

function stateOf({ state, state_reason, resolved_by }: Content) {
  return {
    state,
    ...(state_reason !== null && { reason: state_reason }),
    ...(resolved_by !== null && { resolved_by }),
  }
}
