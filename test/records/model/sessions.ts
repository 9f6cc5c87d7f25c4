import { type Answer, fault, log, type Session, settings, type World } from './world.ts'

/** How a step names its session: by the chat's own key, or by the handle it was given. */
export interface Named {
  who: string
  explicit?: boolean
}

export interface Found {
  session: Session | undefined
  resolution: 'explicit' | 'conversation'
}

/** A handle that was never given out is a fault; a conversation that has not begun is merely absent. */
export function find(world: World, { who, explicit }: Named): Found | { fault: Answer } {
  const session = [...world.sessions.values()].find(each => each.conversation === who)
  if (!explicit) return { session, resolution: 'conversation' }
  if (!session) return { fault: fault('SESSION_NOT_FOUND', { session_id: handleOf(who) }) }
  return { session, resolution: 'explicit' }
}

export function handleOf(who: string): string {
  return `ses_${who}`
}

export function closedFault(session: Session): Answer {
  return fault('SESSION_NOT_FOUND', { session_id: session.id, status: 'closed' })
}

/** Only activate and root create come here: they make a session, or reopen a closed one under its own id. */
export function openSession(world: World, who: string, found: Session | undefined) {
  if (found && found.closed === null) return { session: found, reopened: false }
  const session: Session = {
    id: handleOf(who),
    conversation: who,
    generation: (found?.generation ?? 0) + 1,
    start: world.tick,
    sync: world.tick,
    save: null,
    touched: world.now,
    closed: null,
    active: [],
    views: new Map(),
    acks: new Map(),
  }
  world.sessions.set(session.id, session)
  log(world, 'session_started', session.id)
  return { session, reopened: found !== undefined }
}

export function gapOf(world: World, session: Session): number {
  return world.tick - session.sync
}

export function statusOf(world: World, session: Session): 'active' | 'stale' | 'closed' {
  if (session.closed !== null) return 'closed'
  return gapOf(world, session) > settings.staleThreshold ? 'stale' : 'active'
}

export function see(session: Session, record: string, version: number): void {
  session.views.set(record, Math.max(version, session.views.get(record) ?? 0))
}

/** Records the session changed since its last save in this generation, or since its start. */
function unsaved(world: World, session: Session): string[] {
  const since = session.save ?? session.start
  const own = world.changes.filter(change => change.session === session.id && change.tick > since)
  return [...new Set(own.flatMap(change => change.record ?? []))].sort()
}

export function save(world: World, named: Named): Answer {
  const found = find(world, named)
  if ('fault' in found) return found.fault
  const { session, resolution } = found
  if (!session) return fault('SESSION_NOT_FOUND')
  if (session.closed !== null) return closedFault(session)
  const saved_records = unsaved(world, session)
  const ts = beginTick(world, session)
  world.changes.push({ tick: world.tick, kind: 'saved', record: null, version: null, session: session.id })
  session.save = world.tick
  log(world, 'session_saved', session.id)
  return {
    success: true,
    saved_records,
    last_save: ts,
    session_id: session.id,
    session_resolution: resolution,
    tick: world.tick,
  }
}

export function close(world: World, named: Named): Answer {
  const found = find(world, named)
  if ('fault' in found) return found.fault
  const { session, resolution } = found
  if (!session) return fault('SESSION_NOT_FOUND')
  const echo = { session_id: session.id, session_resolution: resolution, tick: world.tick }
  if (session.closed !== null) return { success: true, deactivated_records: [], unsynced_changes: 0, ...echo }
  const answer = {
    success: true,
    deactivated_records: session.active,
    ...(unsaved(world, session).length > 0 && { unsaved_warning: unsaved(world, session) }),
    unsynced_changes: foreignRows(world, session).length,
    ...echo,
  }
  Object.assign(session, { active: [], views: new Map(), acks: new Map(), closed: world.now, touched: world.now })
  log(world, 'session_closed', session.id)
  return answer
}

/** What others did to records after the session's sync point. */
export function foreignRows(world: World, session: Session) {
  return world.changes.filter(
    change => change.tick > session.sync && change.session !== session.id && change.record !== null,
  )
}

/** Every committed write takes one tick; sessions in step stay in step, sessions behind stay behind. */
export function beginTick(world: World, session: Session): string {
  if (session.sync === world.tick) session.sync++
  world.tick++
  world.lastTs = world.now > world.lastTs ? world.now : world.lastTs
  session.touched = world.now
  return world.lastTs
}
