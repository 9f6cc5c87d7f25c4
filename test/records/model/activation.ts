import { closedFault, find, gapOf, type Named, openSession, see, statusOf } from './sessions.ts'
import {
  type Answer,
  childrenOf,
  differing,
  fault,
  latest,
  log,
  ref,
  type Session,
  settings,
  versionOf,
  type World,
  wire,
} from './world.ts'

export interface Activation extends Named {
  id: string
  override?: boolean
  if_changed?: boolean
}

export function activate(world: World, step: Activation): Answer {
  const { id } = step
  if (!world.records.has(id)) return fault('RECORD_NOT_FOUND', { field: 'id', id })
  const found = find(world, step)
  if ('fault' in found) return found.fault
  const created = found.session === undefined
  const { session, reopened } = openSession(world, step.who, found.session)

  const { parent_id } = latest(world, id).content
  const children = childrenOf(world, id)
  const isOpen = (child: string) => latest(world, child).content.state === 'OPEN'
  const open = children.filter(isOpen)
  const other = children.filter(child => !isOpen(child))
  const delivered = [id, ...(parent_id === null ? [] : [parent_id]), ...open]
  const outdated = delivered.flatMap(record => outdatedView(world, session, record))

  const others = othersOn(world, session, id)
  const [first] = others.live
  log(world, 'activation', session.id, id)
  if (first) log(world, step.override ? 'conflict_resolved' : 'conflict_detected', session.id, id)
  const deliver = (record: string) =>
    step.if_changed && session.views.get(record) === latest(world, record).version
      ? { id: record, version: latest(world, record).version, unchanged: true }
      : wire(world, record)
  const answer = {
    session_id: session.id,
    context: {
      target: deliver(id),
      parent: parent_id === null ? null : deliver(parent_id),
      children: {
        open: open.map(deliver),
        other: other.map(child => ref(world, child)),
        open_total: open.length,
        other_total: other.length,
      },
      grandchildren: children
        .flatMap(child => childrenOf(world, child))
        .sort()
        .map(each => ref(world, each)),
      grandchildren_total: children.flatMap(child => childrenOf(world, child)).length,
      warnings: {
        conflict: others.live.length - (first ? 1 : 0) + others.acknowledged.length,
        acknowledged: others.acknowledged.length,
        stale: others.idle.length > 0 || statusOf(world, session) === 'stale' || outdated.length > 0,
        orphan: isOrphan(world, id),
      },
    },
    already_loaded: session.active.includes(id),
    ...(first && { conflict: { session_id: first.id, last_activity: first.touched } }),
    session_resolution: found.resolution,
    ...(reopened && { reopened: true }),
    tick: world.tick,
    changes_since_last_load: outdated,
  }

  if (step.override) {
    const known = session.acks.get(id) ?? new Set()
    for (const live of others.live) known.add(live.id)
    if (known.size > 0) session.acks.set(id, known)
  }
  if (!session.active.includes(id)) session.active.push(id)
  for (const record of delivered) see(session, record, latest(world, record).version)
  session.touched = world.now
  if (created && gapOf(world, session) !== 0) throw new Error('A new session must start in step.')
  return answer
}

/** Open sessions other than this one that have the record active, sorted by what they are to this one. */
function othersOn(world: World, session: Session, id: string) {
  const others = [...world.sessions.values()]
    .filter(other => other !== session && other.closed === null && other.active.includes(id))
    .sort((a, b) => (a.touched < b.touched ? 1 : -1))
  const known = session.acks.get(id) ?? new Set()
  const oldest = Date.parse(world.now) - settings.conflictHours * 3_600_000
  const recent = (other: Session) => Date.parse(other.touched) >= oldest
  return {
    live: others.filter(other => !known.has(other.id) && recent(other)),
    idle: others.filter(other => !known.has(other.id) && !recent(other)),
    acknowledged: others.filter(other => known.has(other.id)),
  }
}

function outdatedView(world: World, session: Session, id: string): Answer[] {
  const now = latest(world, id)
  const had = versionOf(world, id, session.views.get(id) ?? now.version)
  if (!had || had.version === now.version) return []
  return [
    {
      record_id: id,
      from_version: had.version,
      to_version: now.version,
      fields: differing(had.content, now.content).sort(),
      by_session: now.session,
      at_tick: now.tick,
      ...(had.content.body !== now.content.body && { body_diff: true }),
    },
  ]
}

/** Still worked on, though something above it is discarded or its parent is resolved. */
export function isOrphan(world: World, id: string, state: string = latest(world, id).content.state): boolean {
  const { parent_id } = latest(world, id).content
  if (parent_id === null || (state !== 'OPEN' && state !== 'LATER')) return false
  const above = (record: string): string[] => {
    const parent = latest(world, record).content.parent_id
    return parent === null ? [record] : [record, ...above(parent)]
  }
  const states = above(parent_id).map(record => latest(world, record).content.state)
  return states.includes('DISCARDED') || states[0] === 'RESOLVED'
}

/** The session an operation needs open, and the record it needs active there. */
export function requireActive(world: World, step: Named & { id: string }) {
  if (!world.records.has(step.id)) return { fault: fault('RECORD_NOT_FOUND', { field: 'id', id: step.id }) }
  const found = find(world, step)
  if ('fault' in found) return found
  const { session, resolution } = found
  if (!session) return { fault: fault('NOT_ACTIVATED', { record_id: step.id }) }
  if (session.closed !== null) return { fault: closedFault(session) }
  if (!session.active.includes(step.id)) {
    return { fault: fault('NOT_ACTIVATED', { record_id: step.id, session_id: session.id }) }
  }
  const seen = session.views.get(step.id)
  if (seen === undefined) throw new Error('The model broke I12.')
  return { session, resolution, seen }
}
