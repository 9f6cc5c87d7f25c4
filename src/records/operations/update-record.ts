import { z } from 'zod'
import type { Tx } from '../../db/db.ts'
import type { ProjectRow, SessionRow } from '../../db/tables.ts'
import { Fault, faultTable } from '../../kernel/fault.ts'
import { projectOperation } from '../context.ts'
import { applyMergePatch, changedFields } from '../field-diff.ts'
import { contentOf, pickTexts, type StoredRecord, snapshotOf, toColumns } from '../fields.ts'
import { findByRecord } from '../find.ts'
import { requireRecordsInProject } from '../locate.ts'
import { MetadataPatch, metadataFault } from '../metadata.ts'
import { requireActive } from '../require-active.ts'
import { Record, RecordId, SessionArguments, SessionEcho } from '../schema.ts'
import { sessionWrite } from '../session-write.ts'
import { updateConflicts } from '../staleness.ts'
import { logActivity } from '../store/activity.ts'
import { markSeen, saveSession } from '../store/sessions.ts'
import { loadVersion } from '../store/versions.ts'
import { type TextField, textFields } from '../text-fields.ts'
import { wireRecord } from '../wire.ts'
import { writeVersion } from '../write.ts'
import { Affects, Keyed, Related, Replayed, TextInputs } from '../write-schema.ts'

const updatableFields = [...textFields, 'related', 'affects', 'metadata'] as const

const UpdatedRecord = z.object({
  record: Record,
  conflict: z
    .object({
      message: z.string(),
      other_version: Record,
      base_version: z.int(),
      current_version: z.int(),
      by_session: z.string(),
      at_tick: z.int(),
      your_base: Record.optional(),
    })
    .optional(),
  applied: z.boolean(),
  unchanged: z.literal(true).optional(),
  ...SessionEcho,
  notices: z.array(z.string()),
  ...Replayed,
})

export const updateRecord = projectOperation({
  name: 'update_record',
  summary:
    'Change an active record. On a conflict nothing is written: show both versions to the user, then repeat with force and base_version.',
  effect: 'change',
  access: 'writer',
  input: z
    .strictObject({
      id: RecordId,
      ...z.object(TextInputs).partial().shape,
      related: Related.optional().describe('Replaces; [] clears'),
      affects: Affects.optional(),
      metadata: MetadataPatch.optional(),
      force: z.boolean().default(false),
      base_version: z.int().min(1).optional().describe('The one you read'),
      ...SessionArguments,
      ...Keyed,
    })
    .check(ctx => {
      if (updatableFields.some(field => ctx.value[field] !== undefined)) return
      ctx.issues.push({
        code: 'custom',
        input: ctx.value,
        path: [],
        params: { rule: `at least one of ${updatableFields.join(', ')}` },
      })
    }),
  output: UpdatedRecord,
  // A conflict is an ordinary answer; only the exit code says that nothing was written.
  toStatus: ({ applied }) => ({ exit: applied ? 0 : faultTable.CONFLICT.exit }),
  questions: {
    ask: ({ conflict, record: { id } }) =>
      conflict && {
        key: 'version',
        message: `${id} was changed by another session after this chat loaded it. Which version holds? Compare: daybook records diff ${id} v${conflict.base_version} v${conflict.current_version}`,
        about: { current_version: conflict.current_version },
      },
    forms: {
      version: {
        schema: z.object({ version: z.enum(['this chat', 'the other session']).describe('Whose version holds') }),
        answered: ({ version }, { current_version }) =>
          version === 'this chat' ? { force: true, base_version: current_version } : undefined,
      },
    },
  },
  find: findByRecord('id'),
  async run(args, ctx) {
    const request = { operation: 'update_record', args, output: UpdatedRecord }
    return sessionWrite(ctx, request, async (tx, { project, resolved, now }) => {
      const { record, session, seen } = await requireActive(tx, ctx, args.id, resolved)
      const echo = { session_id: session.id, session_resolution: resolved.via }
      const related = args.related && (await requireRecordsInProject(tx, ctx.call, 'related', args.related, project.id))
      if (related?.includes(record.seq)) throw selfRelated(record.id)
      const next = applyPatch(record, {
        texts: pickTexts(args),
        related,
        affects: args.affects,
        metadata: args.metadata,
      })

      if (updateConflicts({ current: record.version, seen, base: args.base_version, force: args.force })) {
        const base = args.base_version === record.version ? seen : (args.base_version ?? seen)
        const result = { ...(await reportConflict(tx, { project, session, record, base, seen, now })), ...echo }
        return { result, session, isReplayable: false, seqs: [] }
      }
      const fields = changedFields(contentOf(snapshotOf(record)), contentOf(snapshotOf(next)))
      if (fields.length === 0) {
        await saveSession(tx, { ...session, last_activity: now })
        // The answer has the whole record, so the session has seen it now, even when it forced the update.
        await markSeen(tx, session.id, record.seq, record.version, project.tick)
        const stored = { record: wireRecord(record), applied: true, unchanged: true as const }
        const result = { ...stored, ...echo, tick: project.tick, notices: [] }
        return { result, session, isReplayable: true, seqs: [record.seq] }
      }
      const overwritten = record.version === seen ? undefined : record.version
      const written = await writeVersion(tx, {
        project,
        session,
        author: session.id,
        now,
        record: next,
        change: 'updated',
        fields,
        forced: args.force,
        overwritten,
        activity: {
          type: 'record_updated',
          summary: `Changed ${fields.join(', ')} of ${record.id}`,
          details: { fields },
        },
      })
      if (overwritten !== undefined) {
        await logActivity(tx, {
          project: project.id,
          tick: written.tick,
          ts: written.record.modified,
          session: session.id,
          seq: record.seq,
          type: 'conflict_resolved',
          summary: `Wrote over a version of ${record.id} this session had not seen`,
          details: { base_version: seen, overwritten_version: overwritten },
        })
      }
      const result = { record: wireRecord(written.record), applied: true, ...echo, tick: written.tick, notices: [] }
      return { result, session, isReplayable: true, seqs: [record.seq] }
    })
  },
})

interface Patch {
  texts: { [field in TextField]?: string }
  related: number[] | undefined
  affects: string[] | undefined
  metadata: { [key: string]: unknown } | undefined
}

function applyPatch(record: StoredRecord, { texts, related, affects, metadata }: Patch): StoredRecord {
  const merged = metadata && applyMergePatch(JSON.parse(record.metadata), metadata)
  const fault = merged && metadataFault(merged)
  if (fault) {
    const path = ['metadata', ...fault.path].join('.')
    throw new Fault('INVALID_INPUT', 'The metadata after merging is not acceptable.', {
      details: { fields: [{ ...fault, path }] },
    })
  }
  const changes = toColumns({ ...texts, ...(affects && { affects }), ...(merged && { metadata: merged }) })
  return { ...record, ...changes, related: related ?? record.related }
}

interface Conflict {
  project: ProjectRow
  session: SessionRow
  record: StoredRecord
  base: number
  seen: number
  now: string
}

/** Changes only the feed and the session's last activity; the view stays, so a plain retry conflicts again. */
async function reportConflict(tx: Tx, { project, session, record, base, seen, now }: Conflict) {
  const latest = await loadVersion(tx, record.seq, record.version)
  const yours = await loadVersion(tx, record.seq, seen)
  await logActivity(tx, {
    project: project.id,
    tick: project.tick,
    ts: now,
    session: session.id,
    seq: record.seq,
    type: 'conflict_detected',
    summary: `An update of ${record.id} met a newer version`,
    details: { base_version: base, current_version: record.version },
  })
  await saveSession(tx, { ...session, last_activity: now })
  const current = wireRecord(record)
  return {
    record: current,
    conflict: {
      message: `${record.id} was changed by another session after you loaded it. Show both versions to the user, then update with force and base_version ${record.version}.`,
      other_version: current,
      base_version: base,
      current_version: record.version,
      by_session: latest?.session_id ?? '',
      at_tick: record.modified_tick,
      ...(yours && { your_base: yours.record }),
    },
    applied: false,
    tick: project.tick,
    notices: [],
  }
}

function selfRelated(id: string): Fault {
  return new Fault('INVALID_INPUT', `${id} cannot be related to itself.`, {
    details: { fields: [{ path: 'related', rule: 'not the record itself' }] },
  })
}
