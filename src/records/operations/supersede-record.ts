import { z } from 'zod'
import type { Tx } from '../../db/db.ts'
import type { Call } from '../../kernel/call.ts'
import { Fault } from '../../kernel/fault.ts'
import { projectOperation } from '../context.ts'
import { changedFields } from '../field-diff.ts'
import { contentOf, type StoredRecord, snapshotOf } from '../fields.ts'
import { findByRecord } from '../find.ts'
import { requireRecordsInProject } from '../locate.ts'
import { requireActive, requireSeenState } from '../require-active.ts'
import { Record, RecordId, SessionArguments, SessionEcho } from '../schema.ts'
import { sessionWrite } from '../session-write.ts'
import { loadRecord } from '../store/records.ts'
import { saveSession } from '../store/sessions.ts'
import { successorsOf } from '../supersession.ts'
import { wireRecord } from '../wire.ts'
import { writeVersion } from '../write.ts'
import { Reason } from '../write-schema.ts'

const Superseded = z.object({
  record: Record,
  unchanged: z.literal(true).optional(),
  ...SessionEcho,
  notices: z.array(z.string()),
})

export const supersedeRecord = projectOperation({
  name: 'supersede_record',
  summary: 'Say that another record replaced an active one: it is closed, and never shown as current.',
  effect: 'append',
  // What is so already is not written again.
  repeatable: true,
  access: 'writer',
  input: z.strictObject({
    id: RecordId,
    superseded_by: RecordId.nullable().describe('null takes it back'),
    reason: Reason.optional(),
    ...SessionArguments,
  }),
  output: Superseded,
  find: findByRecord('id'),
  async run(args, ctx) {
    const request = { operation: 'supersede_record', args, output: Superseded }
    return sessionWrite(ctx, request, async (tx, { project, resolved, now }) => {
      const { record, session, seen } = await requireActive(tx, ctx, args.id, resolved)
      const latest = await requireSeenState(tx, record, { seen, session: session.id, force: false })
      const successor =
        args.superseded_by === null ? undefined : await requireSuccessor(tx, ctx.call, record, args.superseded_by)
      const echo = { session_id: session.id, session_resolution: resolved.via }
      const notices = [
        ...(successor ? noticesOf(successor) : []),
        ...(latest ? [`${record.id} had changes you have not seen; the answer has it as it is now.`] : []),
      ]
      if ((successor?.seq ?? null) === record.superseded_by) {
        await saveSession(tx, { ...session, last_activity: now })
        const stored = { record: wireRecord(record), unchanged: true as const }
        const result = { ...stored, ...echo, tick: project.tick, notices }
        return { result, session, isReplayable: true, seqs: [record.seq] }
      }
      const reason = args.reason?.trim() ? args.reason : undefined
      const next = successor ? replacedBy(record, successor.seq, reason) : takenBack(record)
      const written = await writeVersion(tx, {
        project,
        session,
        author: session.id,
        now,
        record: next,
        change: 'transition',
        fields: changedFields(contentOf(snapshotOf(record)), contentOf(snapshotOf(next))),
        reason,
        overwritten: latest && record.version,
        activity: {
          type: 'state_transition',
          summary: successor
            ? `${record.id} was superseded by ${successor.id}`
            : `${record.id} is no longer superseded`,
          details: {
            from: record.state,
            to: next.state,
            superseded_by: successor?.id ?? null,
            ...(reason !== undefined && { reason }),
          },
        },
      })
      const result = { record: wireRecord(written.record), ...echo, tick: written.tick, notices }
      return { result, session, isReplayable: true, seqs: [record.seq] }
    })
  },
})

/** Whatever was still to do about it is settled by the record that replaced it. */
function replacedBy(record: StoredRecord, successor: number, reason: string | undefined): StoredRecord {
  const isClosed = record.state === 'RESOLVED' || record.state === 'DISCARDED'
  const isOwn = record.superseded_by !== null && record.resolved_by === record.superseded_by
  return {
    ...record,
    superseded_by: successor,
    ...((!isClosed || isOwn) && { state: 'RESOLVED', resolved_by: successor }),
    ...(reason !== undefined && { state_reason: reason }),
  }
}

/** What its successor had resolved is open again. */
function takenBack(record: StoredRecord): StoredRecord {
  const isOwn = record.resolved_by === record.superseded_by
  return {
    ...record,
    superseded_by: null,
    ...(isOwn && { state: 'OPEN', state_reason: null, resolved_by: null }),
  }
}

/** It must be another record of the project, and must not have been replaced by this one. */
async function requireSuccessor(tx: Tx, call: Call, record: StoredRecord, id: string): Promise<StoredRecord> {
  const [seq] = await requireRecordsInProject(tx, call, 'superseded_by', [id], record.project_id)
  const successor = seq === undefined ? undefined : await loadRecord(tx, seq)
  if (!successor) throw new Error('A record that was just found is missing.')
  const later = await successorsOf(tx, successor)
  if (successor.seq !== record.seq && !later.some(each => each.seq === record.seq)) return successor
  throw new Fault('INVALID_INPUT', `${record.id} cannot be superseded by itself, nor by a record that it superseded.`, {
    details: { reason: 'supersession_cycle', superseded_by: successor.id },
    hint: `Name a record that ${record.id} did not supersede.`,
  })
}

function noticesOf({ id, state, superseded_by }: StoredRecord): string[] {
  return [
    ...(state === 'DISCARDED' ? [`${id} is discarded; it may not be the record that holds now.`] : []),
    ...(superseded_by !== null ? [`${id} is itself superseded; name the record that holds now.`] : []),
  ]
}
