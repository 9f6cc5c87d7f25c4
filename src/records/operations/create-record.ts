import { z } from 'zod'
import { startEarly } from '../../db/db.ts'
import { Fault } from '../../kernel/fault.ts'
import { loadAncestors, orphanWarning } from '../bundle.ts'
import { projectOperation } from '../context.ts'
import { emptyContent, pickTexts, type StoredRecord, toColumns } from '../fields.ts'
import { findForNewRecord } from '../find.ts'
import { requireRecord, requireRecordsInProject } from '../locate.ts'
import { Metadata } from '../metadata.ts'
import { parseRecordId, recordId } from '../record-id.ts'
import { loadActivation } from '../require-active.ts'
import {
  ParentId,
  ProjectRef,
  Record,
  RecordId,
  SessionArguments,
  SessionEcho,
  State,
  Type,
  Warning,
} from '../schema.ts'
import { lockOpenSession, openOrCreateSession } from '../session.ts'
import { sessionWrite } from '../session-write.ts'
import { ancestorsIn, nextSeq, pathUnder } from '../store/records.ts'
import { activateIn } from '../store/sessions.ts'
import { wireRecord } from '../wire.ts'
import { writeVersion } from '../write.ts'
import { Affects, Keyed, Reason, Related, Replayed, TextInputs } from '../write-schema.ts'

const deepLevel = 5

const CreatedRecord = z.object({
  record: Record,
  auto_activated: z.literal(true),
  ...SessionEcho,
  reopened: z.literal(true).optional(),
  warnings: z.array(Warning),
  notices: z.array(z.string()),
  ...Replayed,
})

const Input = z
  .strictObject({
    parent_id: ParentId.optional().describe('null: root'),
    type: Type,
    ...TextInputs,
    state: State.default('OPEN'),
    related: Related.optional(),
    affects: Affects.optional(),
    reason: Reason.optional(),
    resolved_by: RecordId.optional().describe('Only with RESOLVED'),
    metadata: Metadata.optional(),
    project_id: ProjectRef.optional(),
    ...SessionArguments,
    ...Keyed,
  })
  .check(ctx => {
    if (ctx.value.resolved_by === undefined || ctx.value.state === 'RESOLVED') return
    ctx.issues.push({
      code: 'custom',
      input: ctx.value.resolved_by,
      path: ['resolved_by'],
      params: { rule: 'only with state RESOLVED' },
    })
  })

export const createRecord = projectOperation({
  name: 'create_record',
  summary: 'Add a root, or a child of an active record. It is active at once.',
  effect: 'append',
  access: 'writer',
  input: Input,
  output: CreatedRecord,
  find: findForNewRecord,
  async run(args, ctx) {
    const named = args.parent_id || undefined
    const request = { operation: 'create_record', args, output: CreatedRecord }
    return sessionWrite(ctx, request, async (tx, { project, resolved, now }) => {
      // Loaded again under the lock, because the parent may have changed since `find`.
      const loadingParent =
        named === undefined ? undefined : startEarly(requireRecord(tx, ctx.call, 'parent_id', named))
      const openingSession = startEarly(
        named === undefined
          ? openOrCreateSession(tx, ctx, resolved, { project, now })
          : lockOpenSession(tx, resolved).then(session => ({ session, reopened: false })),
      )
      const loadingActivation = startEarly(
        loadActivation(tx, resolved, named === undefined ? undefined : parseRecordId(named)),
      )
      const parent = await loadingParent
      const { session, reopened } = await openingSession
      const { isActive, seen } = await loadingActivation
      if (!session || (parent && !isActive)) throw parentNotActive(parent?.id ?? '', session?.id)
      const related = await requireRecordsInProject(tx, ctx.call, 'related', args.related ?? [], project.id)
      const [resolver] = await requireRecordsInProject(
        tx,
        ctx.call,
        'resolved_by',
        args.resolved_by === undefined ? [] : [args.resolved_by],
        project.id,
      )
      const depth = (parent?.depth ?? 0) + 1
      if (depth > ctx.records.max_depth) throw tooDeep(depth, ctx.records.max_depth)
      const loadingAncestors = startEarly(loadAncestors(tx, parent ? [...ancestorsIn(parent.path), parent.seq] : []))
      // Last, because writers in all projects wait for each other at this counter.
      const seq = await nextSeq(tx, ctx.recordNumbers)
      const record = newRecord(args, { seq, project, parent, related, resolver, now })
      const written = await writeVersion(tx, {
        project,
        session,
        author: session.id,
        now,
        record,
        change: 'created',
        fields: ['type', ...Object.keys(pickTexts(args)), 'state'],
        reason: args.reason,
        activity: {
          type: 'record_created',
          summary: `Created ${record.id}: ${record.title}`,
          details: { type: record.type, state: record.state, parent_id: parent?.id ?? null },
        },
      })
      await activateIn(tx, session.id, seq, written.tick)
      const result: z.input<typeof CreatedRecord> = {
        record: wireRecord(written.record),
        auto_activated: true,
        session_id: session.id,
        session_resolution: resolved.via,
        tick: written.tick,
        ...(reopened && { reopened: true as const }),
        warnings: [
          ...orphanWarning({ ...written.record, state: 'OPEN' }, await loadingAncestors),
          ...(parent && seen !== undefined && seen < parent.version ? [parentChanged(parent, seen)] : []),
        ],
        notices: noticesFor(args, depth),
      }
      return { result, session, isReplayable: true, seqs: [seq] }
    })
  },
})

function newRecord(
  args: z.output<typeof Input>,
  place: {
    seq: number
    project: { id: string; tick: number }
    parent: StoredRecord | undefined
    related: readonly number[]
    resolver: number | undefined
    now: string
  },
): StoredRecord {
  const { seq, project, parent, related, resolver, now } = place
  return {
    seq,
    id: recordId(seq),
    project_id: project.id,
    path: pathUnder(parent?.path ?? '', seq),
    depth: (parent?.depth ?? 0) + 1,
    ...toColumns({
      ...emptyContent,
      ...pickTexts(args),
      type: args.type.trim(),
      state: args.state,
      parent_id: parent?.id ?? null,
      related: related.map(recordId),
      metadata: args.metadata ?? {},
      affects: args.affects ?? [],
      state_reason: args.reason || null,
      resolved_by: resolver === undefined ? null : recordId(resolver),
    }),
    version: 1,
    created: now,
    created_tick: project.tick,
    modified: now,
    modified_tick: project.tick,
    purged_ts: null,
  }
}

function noticesFor(
  args: {
    parent_id?: string | null | undefined
    state: string
    reason?: string | undefined
    resolved_by?: string | undefined
  },
  depth: number,
): string[] {
  const needsReason = (args.state === 'LATER' || args.state === 'DISCARDED') && !args.reason?.trim()
  return [
    ...(args.parent_id === undefined
      ? [
          'No parent_id was given, so this is a new root. To make a child, name the parent; null says that a root is meant.',
        ]
      : []),
    ...(depth > deepLevel ? [`This record is ${depth} levels deep; a flatter tree is easier to load.`] : []),
    ...(needsReason ? [`A ${args.state} record without a reason is hard to judge later.`] : []),
    ...(args.state === 'RESOLVED' && args.resolved_by === undefined
      ? ['A RESOLVED record without resolved_by does not say what resolved it.']
      : []),
  ]
}

function parentChanged(parent: StoredRecord, seen: number): Warning {
  return {
    type: 'stale',
    message: `${parent.id} changed since you loaded it.`,
    details: { record_id: parent.id, from_version: seen, to_version: parent.version },
  }
}

function parentNotActive(parentId: string, sessionId: string | undefined): Fault {
  return new Fault('PARENT_NOT_ACTIVATED', `${parentId} is not active in the session.`, {
    details: { parent_id: parentId, ...(sessionId && { session_id: sessionId }) },
    hint: `Activate parent first: activate ${parentId}, then pass its session_id argument.`,
  })
}

function tooDeep(depth: number, max: number): Fault {
  return new Fault('DEPTH_EXCEEDED', `The record would be ${depth} levels deep; ${max} is the limit.`, {
    details: { depth, max },
  })
}
