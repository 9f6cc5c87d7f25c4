import { isOrphan, requireActive } from './activation.ts'
import { beginTick, closedFault, find, type Named, openSession, see } from './sessions.ts'
import {
  type Answer,
  type Content,
  childrenOf,
  depthOf,
  differing,
  fault,
  latest,
  log,
  ref,
  type Session,
  type State,
  settings,
  type Version,
  versionOf,
  versionsOf,
  type World,
  wire,
} from './world.ts'

export interface Creation extends Named {
  parent_id?: string
  title: string
  state?: State
  reason?: string
  related?: string[]
}

export function create(world: World, step: Creation): Answer {
  const { parent_id } = step
  if (parent_id !== undefined && !world.records.has(parent_id)) {
    return fault('RECORD_NOT_FOUND', { field: 'parent_id', id: parent_id })
  }
  const found = find(world, step)
  if ('fault' in found) return found.fault
  if (parent_id !== undefined) {
    if (!found.session) return fault('PARENT_NOT_ACTIVATED', { parent_id })
    if (found.session.closed !== null) return closedFault(found.session)
    if (!found.session.active.includes(parent_id)) {
      return fault('PARENT_NOT_ACTIVATED', { parent_id, session_id: found.session.id })
    }
  }
  const unknown = step.related?.find(each => !world.records.has(each))
  if (unknown !== undefined) return fault('RECORD_NOT_FOUND', { field: 'related', id: unknown })
  const depth = parent_id === undefined ? 1 : depthOf(world, parent_id) + 1
  if (depth > settings.maxDepth) return fault('DEPTH_EXCEEDED', { depth, max: settings.maxDepth })

  const { session, reopened } = openSession(world, step.who, found.session)
  const id = `R${String(world.records.size + 1).padStart(3, '0')}`
  const content: Content = {
    type: 'note',
    title: step.title,
    summary: 'A summary.',
    body: step.title,
    state: step.state ?? 'OPEN',
    parent_id: parent_id ?? null,
    related: [...new Set(step.related ?? [])],
    metadata: {},
    state_reason: step.reason ?? null,
    resolved_by: null,
  }
  world.records.set(id, [])
  write(world, session, id, 'created', content)
  session.active.push(id)
  log(world, 'record_created', session.id, id)
  const parentSeen = parent_id === undefined ? undefined : session.views.get(parent_id)
  return {
    record: wire(world, id),
    auto_activated: true,
    session_id: session.id,
    session_resolution: found.resolution,
    ...(reopened && { reopened: true }),
    tick: world.tick,
    warnings: {
      conflict: 0,
      acknowledged: 0,
      stale: parent_id !== undefined && parentSeen !== undefined && parentSeen < latest(world, parent_id).version,
      orphan: isOrphan(world, id, 'OPEN'),
    },
  }
}

export interface Update extends Named {
  id: string
  body?: string
  title?: string
  related?: string[]
  metadata?: { [key: string]: string | null }
  force?: boolean
  base_version?: number
}

export function update(world: World, step: Update): Answer {
  const active = requireActive(world, step)
  if ('fault' in active) return active.fault
  const { session, resolution, seen } = active
  const { id, force = false, base_version: base } = step
  const unknown = step.related?.find(each => !world.records.has(each))
  if (unknown !== undefined) return fault('RECORD_NOT_FOUND', { field: 'related', id: unknown })
  if (step.related?.includes(id)) return fault('INVALID_INPUT')

  const current = latest(world, id)
  const echo = { session_id: session.id, session_resolution: resolution }
  const outdatedBase = base !== undefined && current.version !== base
  if (outdatedBase || (!force && current.version !== seen)) {
    session.touched = world.now
    log(world, 'conflict_detected', session.id, id)
    return {
      record: wire(world, id),
      conflict: {
        other_version: wire(world, id),
        base_version: outdatedBase ? base : seen,
        current_version: current.version,
        by_session: current.session,
        at_tick: current.tick,
        your_base: wire(world, id, versionOf(world, id, seen)),
      },
      applied: false,
      ...echo,
      tick: world.tick,
    }
  }
  const next: Content = {
    ...current.content,
    ...(step.title !== undefined && { title: step.title }),
    ...(step.body !== undefined && { body: step.body }),
    ...(step.related && { related: [...new Set(step.related)] }),
    ...(step.metadata && { metadata: merged(current.content.metadata, step.metadata) }),
  }
  const unchanged = differing(current.content, next).length === 0
  if (unchanged) {
    session.touched = world.now
    // The full record is in the answer, so it has been delivered.
    see(session, id, current.version)
  } else {
    write(world, session, id, 'updated', next)
    log(world, 'record_updated', session.id, id)
    if (current.version !== seen) log(world, 'conflict_resolved', session.id, id)
  }
  return { record: wire(world, id), applied: true, ...(unchanged && { unchanged }), ...echo, tick: world.tick }
}

function merged(target: Content['metadata'], patch: { [key: string]: string | null }): Content['metadata'] {
  const result = { ...target }
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key]
    else result[key] = value
  }
  return result
}

export interface Transition extends Named {
  id: string
  to_state: State
  reason?: string
  resolved_by?: string
  force?: boolean
}

const needs: { [from in State]: { [to in State]?: 'reason' | 'resolved_by' | 'nothing' } } = {
  OPEN: { LATER: 'reason', RESOLVED: 'resolved_by', DISCARDED: 'reason' },
  LATER: { OPEN: 'nothing', DISCARDED: 'reason' },
  RESOLVED: { OPEN: 'nothing' },
  DISCARDED: { OPEN: 'nothing' },
}

export function transition(world: World, step: Transition): Answer {
  const { id, to_state, reason, resolved_by } = step
  if (resolved_by !== undefined && to_state !== 'RESOLVED') return fault('INVALID_INPUT')
  const active = requireActive(world, step)
  if ('fault' in active) return active.fault
  const { session, resolution, seen } = active
  const current = latest(world, id)
  const unseen = versionsOf(world, id).filter(each => each.version > seen && each.session !== session.id)
  const versions = { base_version: seen, current_version: current.version }
  const last = { by_session: current.session, at_tick: current.tick }
  if (!step.force && unseen.some(each => each.change === 'transition')) {
    return fault('CONFLICT', { current: wire(world, id), ...versions, ...last })
  }
  const from = current.content.state
  const need = needs[from][to_state]
  const pair = { from, to: to_state, allowed: Object.keys(needs[from]) }
  if (need === undefined) return fault('INVALID_TRANSITION', pair)
  if (need !== 'nothing' && !step[need]?.trim()) return fault('INVALID_TRANSITION', { ...pair, missing: [need] })
  if (resolved_by !== undefined) {
    if (!world.records.has(resolved_by)) return fault('RECORD_NOT_FOUND', { field: 'resolved_by', id: resolved_by })
    if (leadsBack(world, resolved_by, id)) return fault('INVALID_INPUT')
  }
  const discarded = resolved_by !== undefined && latest(world, resolved_by).content.state === 'DISCARDED'
  write(world, session, id, 'transition', {
    ...current.content,
    state: to_state,
    state_reason: reason?.trim() ? reason : null,
    resolved_by: resolved_by ?? null,
  })
  log(world, 'state_transition', session.id, id)
  const open = childrenOf(world, id).filter(child => latest(world, child).content.state === 'OPEN')
  return {
    record: wire(world, id),
    ...(to_state !== 'OPEN' &&
      open.length > 0 && {
        cascade_warning: { open_children: open.map(child => ref(world, child)), total: open.length },
      }),
    ...(unseen.length > 0 && { conflict: { ...versions, ...last } }),
    session_id: session.id,
    session_resolution: resolution,
    tick: world.tick,
    noticed: discarded,
  }
}

/** Whether the chain of resolvers from one record comes to another; the record itself as its own answer is fine. */
function leadsBack(world: World, resolver: string, id: string): boolean {
  if (resolver === id) return false
  const seen = new Set<string>()
  for (let at: string | null = resolver; at !== null && !seen.has(at); ) {
    seen.add(at)
    at = latest(world, at).content.resolved_by
    if (at === id) return true
  }
  return false
}

function write(world: World, session: Session, id: string, change: Version['change'], content: Content): void {
  const ts = beginTick(world, session)
  const versions = versionsOf(world, id)
  const version = versions.length + 1
  versions.push({ version, tick: world.tick, ts, session: session.id, change, content })
  const kind = change === 'created' ? 'created' : change === 'updated' ? 'modified' : 'state_changed'
  world.changes.push({ tick: world.tick, kind, record: id, version, session: session.id })
  see(session, id, version)
}
