import { z } from 'zod'
import { reference } from '../../kernel/text.ts'
import { activityTypes } from '../activity-types.ts'
import { projectOperation } from '../context.ts'
import { type ContentFieldName, contentFieldNames } from '../fields.ts'
import { findByOptionalRecord, findByRecord } from '../find.ts'
import { requireRecord, requireRef, resolveScope } from '../locate.ts'
import {
  ActivityEntry,
  Instant,
  ProjectRef,
  Record,
  RecordId,
  RecordRef,
  SessionArguments,
  SessionId,
} from '../schema.ts'
import { bodyDiff, parseSelector, recordDiff, type Selected, selectVersion, summarize } from '../selectors.ts'
import { resolveSession } from '../session.ts'
import { beginningOfTime, loadActivity } from '../store/activity.ts'
import { loadHistory, loadVersion } from '../store/versions.ts'
import { wireActivity, wireRef } from '../wire.ts'

export const getRecordHistory = projectOperation({
  name: 'get_record_history',
  summary: 'Every version of a record, newest first, with body diffs.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({
    id: RecordId,
    since: Instant.optional(),
    limit: z.int().min(1).max(500).default(50),
    before_version: z.int().min(1).optional().describe('For paging'),
  }),
  output: z.object({
    history: z.array(
      z.object({
        timestamp: z.string(),
        session_id: z.string(),
        change_type: z.enum(['created', 'updated', 'transition', 'moved', 'retyped']),
        summary: z.string(),
        diff: z.string().optional(),
        version: z.int(),
        tick: z.int(),
        fields: z.array(z.string()),
        reason: z.string().optional(),
        forced: z.literal(true).optional(),
      }),
    ),
    total: z.int(),
  }),
  find: findByRecord('id'),
  async run({ id, since, limit, before_version }, { db, call }) {
    return db.read(async tx => {
      const { seq } = await requireRecord(tx, call, 'id', id)
      const before = before_version ?? Number.MAX_SAFE_INTEGER
      const { versions, total } = await loadHistory(tx, { seq, since: since ?? beginningOfTime, before, limit })
      const oldest = versions.at(-1)
      const earlier = oldest && oldest.version > 1 ? await loadVersion(tx, seq, oldest.version - 1) : undefined
      const history = versions.map((version, index) => {
        const previous = (versions[index + 1] ?? earlier)?.record
        const diff = previous && previous.body !== version.record.body ? bodyDiff(previous, version.record) : undefined
        return {
          timestamp: version.ts,
          session_id: version.session_id,
          change_type: version.change as 'updated',
          summary: summarize(version, previous),
          ...(diff && { diff }),
          version: version.version,
          tick: version.tick,
          fields: version.fields,
          ...(version.reason !== null && { reason: version.reason }),
          ...(version.forced === 1 && { forced: true as const }),
        }
      })
      return { history, total }
    })
  },
})

const Change = z.object({ old: z.unknown(), new: z.unknown() })
const Diff = z.string()
/** A change of every field of the content; the body's is a unified diff. */
const changes = Object.fromEntries(
  contentFieldNames.map(field => [field, (field === 'body' ? Diff : Change).optional()]),
) as {
  [field in ContentFieldName]: z.ZodOptional<field extends 'body' ? typeof Diff : typeof Change>
}
const Resolved = z.object({ kind: z.string(), version: z.int(), tick: z.int(), timestamp: z.string() })

export const getRecordDiff = projectOperation({
  name: 'get_record_diff',
  summary: 'Compare two versions of a record.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({
    id: RecordId,
    from: reference().describe('v<N>, tick:<N>, ISO time, first, current, activation (as you loaded it) or last_save'),
    to: reference().default('current').describe('As from'),
    ...SessionArguments,
  }),
  output: z.object({
    from_version: Record,
    to_version: Record,
    diff: z.object(changes),
    from_resolved: Resolved,
    to_resolved: Resolved,
  }),
  find: findByRecord('id'),
  async run({ id, from, to, ...args }, ctx) {
    return ctx.db.read(async tx => {
      const record = await requireRecord(tx, ctx.call, 'id', id)
      const [first, second] = [parseSelector('from', from), parseSelector('to', to)]
      const { session } = await resolveSession(tx, ctx, args, record.project_id)
      const selected = [
        await selectVersion(tx, record, first, from, session),
        await selectVersion(tx, record, second, to, session),
      ] as const
      const [old, current] = [selected[0].version.record, selected[1].version.record]
      return {
        from_version: old,
        to_version: current,
        diff: recordDiff(old, current),
        from_resolved: resolvedVersion(selected[0]),
        to_resolved: resolvedVersion(selected[1]),
      }
    })
  },
})

function resolvedVersion({ kind, version }: Selected) {
  return { kind, version: version.version, tick: version.tick, timestamp: version.ts }
}

export const getRecordRef = projectOperation({
  name: 'get_record_ref',
  summary: 'One record as a reference, without activating it.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({ id: RecordId }),
  output: RecordRef,
  find: findByRecord('id'),
  async run({ id }, { db }) {
    return wireRef(await requireRef(db, 'id', id))
  },
})

export const getRecentActivity = projectOperation({
  name: 'get_recent_activity',
  summary: 'The event feed of a project, newest first.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({
    limit: z.int().min(1).max(500).default(50),
    since: Instant.optional(),
    types: z.array(z.enum(activityTypes)).optional(),
    record_id: RecordId.optional(),
    project_id: ProjectRef.optional(),
    by_session: reference().optional().describe('Only entries of that session'),
    before: z.int().min(1).optional().describe('Entry id, for paging'),
    session_id: SessionId.optional(),
  }),
  output: z.object({ activity: z.array(ActivityEntry), project_id: z.string() }),
  find: findByOptionalRecord('record_id'),
  async run({ limit, since, types, record_id, project_id, by_session, before, session_id }, { db, call }) {
    return db.read(async tx => {
      const named = { field: 'record_id', id: record_id }
      const { project, record } = await resolveScope(tx, call, { project_id, session_id }, named)
      const rows = await loadActivity(tx, {
        project: project.id,
        types,
        since,
        before,
        limit,
        seq: record?.seq,
        session: by_session,
      })
      return { activity: rows.map(wireActivity), project_id: project.id }
    })
  },
})
