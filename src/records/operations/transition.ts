import { z } from 'zod'
import type { Tx } from '../../db/db.ts'
import type { Call } from '../../kernel/call.ts'
import { Fault } from '../../kernel/fault.ts'
import { refsInOrder } from '../bundle.ts'
import { projectOperation } from '../context.ts'
import { changedFields } from '../field-diff.ts'
import { contentOf, type StoredRecord, snapshotOf } from '../fields.ts'
import { findByRecord } from '../find.ts'
import { requireRecordsInProject } from '../locate.ts'
import { parseRecordId, recordId } from '../record-id.ts'
import { requireActive, requireSeenState } from '../require-active.ts'
import { Record, RecordId, RecordRef, SessionArguments, SessionEcho, State } from '../schema.ts'
import { sessionWrite } from '../session-write.ts'
import { checkTransition, type State as StateName } from '../states.ts'
import { loadChildSeqs, loadRecord } from '../store/records.ts'
import { wireRecord } from '../wire.ts'
import { writeVersion } from '../write.ts'
import { Keyed, Reason, Replayed } from '../write-schema.ts'

const maxChildren = 50
const maxResolverChain = 100

const Transitioned = z.object({
  record: Record,
  cascade_warning: z.object({ open_children: z.array(RecordRef), message: z.string(), total: z.int() }).optional(),
  conflict: z
    .object({
      message: z.string(),
      base_version: z.int(),
      current_version: z.int(),
      by_session: z.string(),
      at_tick: z.int(),
    })
    .optional(),
  ...SessionEcho,
  notices: z.array(z.string()),
  ...Replayed,
})

export const transition = projectOperation({
  name: 'transition',
  summary:
    'Change the state of an active record: OPEN to LATER or DISCARDED (reason) or RESOLVED (resolved_by), LATER to OPEN or DISCARDED (reason), closed to OPEN.',
  effect: 'append',
  access: 'writer',
  input: z
    .strictObject({
      id: RecordId,
      to_state: State,
      reason: Reason.optional(),
      resolved_by: RecordId.optional().describe('What answers it; may be itself'),
      force: z.boolean().default(false),
      ...SessionArguments,
      ...Keyed,
    })
    .check(ctx => {
      if (ctx.value.resolved_by === undefined || ctx.value.to_state === 'RESOLVED') return
      ctx.issues.push({
        code: 'custom',
        input: ctx.value.resolved_by,
        path: ['resolved_by'],
        params: { rule: 'only with to_state RESOLVED' },
      })
    }),
  output: Transitioned,
  find: findByRecord('id'),
  async run(args, ctx) {
    const request = { operation: 'transition', args, output: Transitioned }
    return sessionWrite(ctx, request, async (tx, { project, resolved, now }) => {
      const { record, session, seen } = await requireActive(tx, ctx, args.id, resolved)
      const latest = await requireSeenState(tx, record, { seen, session: session.id, force: args.force })
      requireAllowedTransition(record, args)
      const resolver = await requireResolver(tx, ctx.call, record, args.resolved_by)
      const next: StoredRecord = {
        ...record,
        state: args.to_state,
        state_reason: args.reason?.trim() ? args.reason : null,
        resolved_by: resolver?.seq ?? null,
      }
      const details = {
        from: record.state,
        to: args.to_state,
        ...(args.reason !== undefined && { reason: args.reason }),
        ...(resolver && { resolved_by: resolver.id }),
      }
      const written = await writeVersion(tx, {
        project,
        session,
        author: session.id,
        now,
        record: next,
        change: 'transition',
        fields: changedFields(contentOf(snapshotOf(record)), contentOf(snapshotOf(next))),
        reason: args.reason,
        forced: args.force,
        overwritten: latest && record.version,
        activity: { type: 'state_transition', summary: `${record.id}: ${record.state} → ${args.to_state}`, details },
      })
      const result: z.input<typeof Transitioned> = {
        record: wireRecord(written.record),
        ...(await cascadeWarning(tx, written.record)),
        ...(latest && {
          conflict: {
            message: `${record.id} had changes you have not seen. Activate it again to read them.`,
            base_version: seen,
            current_version: record.version,
            by_session: latest.session_id,
            at_tick: latest.tick,
          },
        }),
        session_id: session.id,
        session_resolution: resolved.via,
        tick: written.tick,
        notices: resolver?.state === 'DISCARDED' ? [`${resolver.id} is discarded; it may not be the answer.`] : [],
      }
      // The answer has the children's text too, so purging one of them must find it.
      const childSeqs = result.cascade_warning?.open_children.flatMap(child => parseRecordId(child.id) ?? []) ?? []
      return { result, session, isReplayable: true, seqs: [record.seq, ...childSeqs] }
    })
  },
})

function requireAllowedTransition(
  record: StoredRecord,
  args: { to_state: StateName; reason?: string | undefined; resolved_by?: string | undefined },
) {
  const from = record.state as StateName
  if (record.superseded_by !== null) throw isSuperseded(record, record.superseded_by, args.to_state)
  const verdict = checkTransition(from, args.to_state, args)
  if (verdict.allowed) return
  const missing = 'missing' in verdict ? { missing: verdict.missing } : {}
  const message =
    'missing' in verdict
      ? `${record.id}: ${from} to ${args.to_state} needs ${verdict.missing.join(', ')}.`
      : `${record.id} cannot go from ${from} to ${args.to_state}.`
  throw new Fault('INVALID_TRANSITION', message, {
    details: { from, to: args.to_state, allowed: verdict.targets, ...missing },
    ...('missing' in verdict && {
      hint: `Check valid transitions: this one is valid with ${verdict.missing.join(' and ')}. Add it and call again.`,
    }),
  })
}

/** Only a record that nothing replaced can be open. */
function isSuperseded({ id, state: from }: StoredRecord, successor: number, to: StateName): Fault {
  const superseded_by = recordId(successor)
  return new Fault('INVALID_TRANSITION', `${id} was superseded by ${superseded_by}.`, {
    details: { from, to, allowed: [], superseded_by },
    hint: `Check valid transitions: work on ${superseded_by}, or first call supersede_record for ${id} with null.`,
  })
}

/** The resolver must exist in the same project and must not itself be resolved by this record. */
async function requireResolver(
  tx: Tx,
  call: Call,
  record: StoredRecord,
  id: string | undefined,
): Promise<StoredRecord | undefined> {
  if (id === undefined) return undefined
  const [seq] = await requireRecordsInProject(tx, call, 'resolved_by', [id], record.project_id)
  const resolver = seq === undefined ? undefined : await loadRecord(tx, seq)
  if (!resolver || resolver.seq === record.seq) return resolver
  let link: StoredRecord | undefined = resolver
  for (let step = 0; link?.resolved_by != null && step < maxResolverChain; step++) {
    if (link.resolved_by === record.seq) {
      throw new Fault('INVALID_INPUT', `${resolver.id} is itself resolved by way of ${record.id}.`, {
        details: { reason: 'resolver_cycle', resolved_by: resolver.id },
        hint: 'Name a record that is not resolved by this one.',
      })
    }
    if (link.resolved_by === link.seq) break
    link = await loadRecord(tx, link.resolved_by)
  }
  return resolver
}

/** A transition does not cascade; the open children are reported instead. */
async function cascadeWarning(tx: Tx, record: StoredRecord) {
  if (record.state === 'OPEN') return {}
  const open = (await loadChildSeqs(tx, record.project_id, record.seq)).filter(child => child.state === 'OPEN')
  if (open.length === 0) return {}
  const seqs = open.slice(0, maxChildren).map(child => child.seq)
  const children = open.length === 1 ? '1 open child' : `${open.length} open children`
  return {
    cascade_warning: {
      open_children: await refsInOrder(tx, seqs),
      message: `${record.id} still has ${children}.`,
      total: open.length,
    },
  }
}
