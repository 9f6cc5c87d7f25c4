import { z } from 'zod'
import type { Tx } from '../../db/db.ts'
import { deleteFrom, updateIn } from '../../db/table-statements.ts'
import { Fault } from '../../kernel/fault.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { nextTick } from '../../projects/store.ts'
import { projectOperation } from '../context.ts'
import { emptyContent, toColumns } from '../fields.ts'
import { findByRecord } from '../find.ts'
import { forgetResultsOf } from '../idempotency.ts'
import { beginPersonWrite } from '../person.ts'
import { parseRecordId } from '../record-id.ts'
import { RecordId } from '../schema.ts'
import { logActivity } from '../store/activity.ts'
import { loadChildSeqs, replaceRecord } from '../store/records.ts'
import { removeTerms } from '../store/terms.ts'
import { insertChange } from '../store/versions.ts'

const deleteVersions = deleteFrom('record_versions', ['seq'])
const deleteActivations = deleteFrom('session_activations', ['seq'])
const deleteViews = deleteFrom('session_views', ['seq'])
const deleteAcks = deleteFrom('activation_acks', ['seq'])
/** The feed keeps that something happened, not what it said. */
const blankEntries = updateIn('activity', ['summary', 'details'], ['seq'])

export const purgeRecord = projectOperation({
  name: 'purge_record',
  audience: 'people',
  summary: 'Erase the content and history of a record for good; its id stays taken.',
  effect: 'destroy',
  access: 'admin',
  input: z.strictObject({ id: RecordId, confirm: RecordId.describe('The id once more') }),
  output: z.object({ id: z.string(), purged: z.literal(true), tick: z.int() }),
  find: findByRecord('id'),
  async run({ id, confirm }, ctx) {
    return ctx.db.write(async tx => {
      const { project, record, author } = await beginPersonWrite(tx, ctx, { id })
      if (parseRecordId(confirm) !== record.seq) {
        throw new Fault('INVALID_INPUT', 'confirm does not repeat the id.', {
          details: { fields: [{ path: 'confirm', rule: 'the id of the record to purge' }] },
          hint: `Repeat ${record.id} as confirm; there is no way back.`,
        })
      }
      const children = await loadChildSeqs(tx, project.id, record.seq)
      if (children.length > 0) {
        throw new Fault('INVALID_INPUT', `${record.id} has ${children.length} children.`, {
          details: { reason: 'has_children', children: children.length },
          hint: 'Move or purge the children first.',
        })
      }
      const { tick, ts } = await nextTick(tx, project, formatInstant(ctx.clock()))
      await eraseTraces(tx, record.seq)
      await removeTerms(tx, record.seq)
      await forgetResultsOf(tx, record.seq)
      // Only its place in the tree stays.
      const { parent_id: _, ...erased } = { ...emptyContent, state: 'DISCARDED' }
      const purged = { ...record, ...toColumns(erased), modified: ts, modified_tick: tick, purged_ts: ts }
      await replaceRecord(tx, purged, Object.keys(erased))
      const change = { project_id: project.id, tick, ts, kind: 'deleted', seq: record.seq, version: null }
      await insertChange(tx, { ...change, session_id: author })
      await logActivity(tx, {
        project: project.id,
        tick,
        ts,
        session: author,
        seq: record.seq,
        type: 'record_updated',
        summary: `Purged ${record.id}`,
        details: { purged: true },
      })
      return { id: record.id, purged: true as const, tick }
    })
  },
})

/** Everything outside the record's own row that holds its text. */
async function eraseTraces(tx: Tx, seq: number): Promise<void> {
  for (const erase of [deleteVersions, deleteActivations, deleteViews, deleteAcks]) await tx.run(erase, { seq })
  await tx.run(blankEntries, { seq, summary: 'A purged record', details: null })
}
