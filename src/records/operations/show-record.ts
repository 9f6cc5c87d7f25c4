import { z } from 'zod'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { selectFrom } from '../../db/table-statements.ts'
import { verdicts } from '../../evidence/evidence.ts'
import { reference } from '../../kernel/text.ts'
import { ContextBundle, loadAncestors, loadBundle, orphanWarning, refsInOrder, wireBundle } from '../bundle.ts'
import { projectOperation } from '../context.ts'
import type { StoredRecord } from '../fields.ts'
import { findByRecord } from '../find.ts'
import { requireRecord } from '../locate.ts'
import { evidenceEntry, Record, RecordId, RecordRef, SessionId } from '../schema.ts'
import { parseSelector, selectVersion } from '../selectors.ts'
import { resolveSession } from '../session.ts'
import { ancestorsIn, loadChildSeqs } from '../store/records.ts'
import { supersededSeqs, supersededWarning } from '../supersession.ts'
import { wireRecord } from '../wire.ts'

const maxChildren = 200

const relatedFrom = selectFrom('record_related', { columns: ['seq'], where: ['related_seq'], orderBy: ['seq'] })
const resolvedFrom = statement((q, a: { seq: number }) =>
  q
    .selectFrom('records')
    .select('seq')
    .where('resolved_by', '=', a.seq)
    .where('seq', '<>', a.seq)
    .where('purged_ts', 'is', null)
    .orderBy('seq'),
)

export const showRecord = projectOperation({
  name: 'show_record',
  audience: 'people',
  summary: 'A record in full without activating it: where it hangs, what points at it, what its evidence says.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({
    id: RecordId,
    at: reference().default('current').describe('Version selector: v3, tick:12, a time, first, current, last_save'),
    session_id: SessionId.optional(),
    bundle: z.boolean().default(false).describe('With what activating it would deliver now'),
  }),
  output: z.object({
    record: Record,
    resolved: z.object({ kind: z.string(), version: z.int(), tick: z.int(), timestamp: z.string() }),
    ancestors: z.array(RecordRef),
    children: z.array(RecordRef),
    children_total: z.int(),
    backlinks: z.array(z.object({ kind: z.enum(['related', 'resolved_by']), record: RecordRef })),
    supersedes: z.array(RecordRef).optional(),
    evidence: z.array(evidenceEntry().extend({ verdict: z.enum(verdicts) })),
    bundle: ContextBundle.optional(),
  }),
  find: findByRecord('id'),
  async run({ id, at, session_id, bundle }, ctx) {
    const shown = await ctx.db.read(async tx => {
      const stored = await requireRecord(tx, ctx.call, 'id', id)
      const { session } = await resolveSession(tx, ctx, { session_id }, stored.project_id)
      const { kind, version } = await selectVersion(tx, stored, parseSelector('at', at), at, session)
      const record = version.version === stored.version ? wireRecord(stored) : version.record
      const supersedes = await refsInOrder(tx, await supersededSeqs(tx, stored.seq))
      const children = await loadChildSeqs(tx, stored.project_id, stored.seq)
      return {
        record,
        resolved: { kind, version: version.version, tick: version.tick, timestamp: version.ts },
        ancestors: await refsInOrder(tx, ancestorsIn(stored.path)),
        children: await refsInOrder(
          tx,
          children.slice(0, maxChildren).map(child => child.seq),
        ),
        children_total: children.length,
        backlinks: (await backlinksOf(tx, stored.seq)).filter(
          // What it replaced is named once.
          ({ kind, record: { id } }) => kind !== 'resolved_by' || !supersedes.some(each => each.id === id),
        ),
        ...(supersedes.length > 0 && { supersedes }),
        ...(bundle && { bundle: await bundleOf(tx, stored) }),
      }
    })
    const cited = z
      .array(evidenceEntry())
      .catch([])
      .parse(shown.record.metadata?.evidence ?? [])
    const evidence = []
    for (const entry of cited) {
      evidence.push({ ...entry, verdict: await ctx.checkEvidence(entry, ctx.project, ctx.call) })
    }
    return { ...shown, evidence }
  },
})

async function bundleOf(tx: Tx, record: StoredRecord) {
  const warnings = [
    ...orphanWarning(record, await loadAncestors(tx, ancestorsIn(record.path))),
    ...(await supersededWarning(tx, record)),
  ]
  return wireBundle(await loadBundle(tx, record), warnings)
}

async function backlinksOf(tx: Tx, seq: number) {
  const links = []
  for (const [kind, rows] of [
    ['related', await tx.all(relatedFrom, { related_seq: seq })],
    ['resolved_by', await tx.all(resolvedFrom, { seq })],
  ] as const) {
    const seqs = rows.map(row => row.seq)
    links.push(...(await refsInOrder(tx, seqs)).map(record => ({ kind, record })))
  }
  return links
}
