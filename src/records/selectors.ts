import type { Tx } from '../db/db.ts'
import { selectFrom } from '../db/table-statements.ts'
import type { SessionRow } from '../db/tables.ts'
import { unifiedDiff } from '../evidence/unified-diff.ts'
import { Fault } from '../kernel/fault.ts'
import { formatInstant, parseInstant } from '../kernel/instants.ts'
import { changedFields } from './field-diff.ts'
import { contentOf, type StoredRecord } from './fields.ts'
import { sessionNotFound } from './locate.ts'
import type { Record } from './schema.ts'
import { seenVersions } from './store/sessions.ts'
import { loadVersion, loadVersionAtTick, loadVersionAtTime, type Version } from './store/versions.ts'

const latestSave = selectFrom('changes', {
  columns: ['tick'],
  where: ['project_id', 'kind'],
  orderBy: ['tick desc'],
  limit: 1,
})

type SelectorKind = 'time' | 'version' | 'tick' | 'first' | 'current' | 'activation' | 'last_save'

type Selector =
  | { kind: 'time'; ts: string }
  | { kind: 'version'; version: number }
  | { kind: 'tick'; tick: number }
  | { kind: 'first' | 'current' | 'activation' | 'last_save' }

export interface Selected {
  kind: SelectorKind
  version: Version
}

const words = ['first', 'current', 'activation', 'last_save'] as const

export function parseSelector(field: string, text: string): Selector {
  const word = words.find(each => each === text)
  if (word) return { kind: word }
  const version = /^v(\d{1,15})$/.exec(text)?.[1]
  if (version !== undefined) return { kind: 'version', version: Number(version) }
  const tick = /^tick:(\d{1,15})$/.exec(text)?.[1]
  if (tick !== undefined) return { kind: 'tick', tick: Number(tick) }
  const ms = parseInstant(text)
  if (ms !== undefined) return { kind: 'time', ts: formatInstant(ms) }
  throw new Fault('INVALID_INPUT', 'That is not a version selector.', {
    details: {
      fields: [{ path: field, rule: 'v<N>, tick:<N>, first, current, activation, last_save or an ISO time' }],
    },
  })
}

/** Finds the version a selector means for a record, as one session sees it. */
export async function selectVersion(
  tx: Tx,
  record: StoredRecord,
  selector: Selector,
  text: string,
  session?: SessionRow,
): Promise<Selected> {
  const found = await find(tx, record, selector, session)
  if (found) return found
  throw new Fault('VERSION_NOT_FOUND', `${record.id} has versions v1 to v${record.version}.`, {
    details: { selector: text, first: 1, last: record.version },
    hint: `Use a selector between v1 and v${record.version}.`,
  })
}

async function find(
  tx: Tx,
  record: StoredRecord,
  selector: Selector,
  session?: SessionRow,
): Promise<Selected | undefined> {
  const as = (kind: SelectorKind, version: Version | undefined) => version && { kind, version }
  switch (selector.kind) {
    case 'time':
      return as('time', await loadVersionAtTime(tx, record.seq, selector.ts))
    case 'version':
      return as('version', await loadVersion(tx, record.seq, selector.version))
    case 'tick':
      return as('tick', await loadVersionAtTick(tx, record.seq, selector.tick))
    case 'first':
      return as('first', await loadVersion(tx, record.seq, 1))
    case 'current':
      return as('current', await loadVersion(tx, record.seq, record.version))
    case 'activation':
      return as('activation', await loadVersion(tx, record.seq, await versionSeenBy(tx, record, session)))
    case 'last_save': {
      const tick = await saveTick(tx, record.project_id, session)
      const version = tick === undefined ? undefined : await loadVersionAtTick(tx, record.seq, tick)
      return version ? as('last_save', version) : as('first', await loadVersion(tx, record.seq, 1))
    }
  }
}

async function versionSeenBy(tx: Tx, record: StoredRecord, session?: SessionRow): Promise<number> {
  if (!session) throw sessionNotFound()
  const seen = (await seenVersions(tx, session.id, [record.seq])).get(record.seq)
  if (seen !== undefined) return seen
  throw new Fault('NOT_ACTIVATED', `This session has not been given ${record.id} yet.`, {
    details: { record_id: record.id, session_id: session.id },
  })
}

/** This session's last save, else its start; without a session the project's latest save. */
async function saveTick(tx: Tx, project: string, session?: SessionRow): Promise<number | undefined> {
  if (session) return session.last_save_tick ?? session.start_tick
  return (await tx.first(latestSave, { project_id: project, kind: 'saved' }))?.tick
}

/** The body of one version against another's, labelled R007@v3. */
export function bodyDiff(from: Record, to: Record): string {
  return unifiedDiff(from.body, to.body, { from: `${from.id}@v${from.version}`, to: `${to.id}@v${to.version}` })
}

/** Only what changed: old and new of each field, the body as a unified diff. */
export function recordDiff(from: Record, to: Record): { [field: string]: string | { old: unknown; new: unknown } } {
  const [before, after] = [contentOf(from), contentOf(to)]
  return Object.fromEntries(
    changedFields(before, after).map(field => [
      field,
      field === 'body' ? bodyDiff(from, to) : { old: before[field], new: after[field] },
    ]),
  )
}

/** One line that says what a version changed. */
export function summarize(version: Version, before: Record | undefined): string {
  const { change, record, fields } = version
  if (change === 'created') return `Created as ${record.state}`
  if (change === 'transition') {
    if (record.superseded_by !== before?.superseded_by)
      return record.superseded_by ? `Superseded by ${record.superseded_by}` : 'No longer superseded'
    const resolver = record.resolved_by ? ` by ${record.resolved_by}` : ''
    return `${before?.state ?? '?'} → ${record.state}${resolver}`
  }
  if (change === 'moved') return record.parent_id === null ? 'Moved to the top' : `Moved under ${record.parent_id}`
  if (change === 'retyped') return 'Changed the type'
  return `Changed ${fields.join(', ')}`
}
