import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { Fault } from '../../kernel/fault.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { projectOperation } from '../context.ts'
import type { StoredRecord } from '../fields.ts'
import { findByRecord } from '../find.ts'
import { recordOfOtherProject, requireRecord, subtree } from '../locate.ts'
import { beginPersonWrite, requireVersion } from '../person.ts'
import { ParentId, Record, RecordId, SessionId } from '../schema.ts'
import { pathUnder } from '../store/records.ts'
import { wireRecord } from '../wire.ts'
import { writeVersion } from '../write.ts'

const deepestDescendant = statement((q, a: { project: string; from: string; to: string }) =>
  q
    .selectFrom('records')
    .select(eb => eb.fn.max<number>('depth').as('depth'))
    .where('project_id', '=', a.project)
    .where('path', '>=', a.from)
    .where('path', '<', a.to),
)
const updateDescendantPaths = statement(
  (q, a: { project: string; from: string; to: string; path: string; cut: number; down: number }) =>
    q
      .updateTable('records')
      .set({ path: sql`${a.path} || substr(path, ${a.cut})`, depth: sql`depth + ${a.down}` })
      .where('project_id', '=', a.project)
      .where('path', '>', a.from)
      .where('path', '<', a.to),
)

export const moveRecord = projectOperation({
  name: 'move_record',
  audience: 'people',
  summary: 'Hang a record, with everything below it, under another parent or at the top.',
  effect: 'change',
  access: 'admin',
  input: z.strictObject({
    id: RecordId,
    parent_id: ParentId,
    base_version: z.int().min(1).describe('Version you looked at'),
    session_id: SessionId.optional(),
  }),
  output: z.object({ record: Record, tick: z.int() }),
  find: findByRecord('id'),
  async run({ id, parent_id, base_version, session_id }, ctx) {
    return ctx.db.write(async tx => {
      const { project, record, session, author } = await beginPersonWrite(tx, ctx, { id, session_id })
      const parent = parent_id ? await requireRecord(tx, ctx.call, 'parent_id', parent_id) : undefined
      if (parent && parent.project_id !== project.id) throw recordOfOtherProject('parent_id', parent.seq)
      if (parent?.path.startsWith(record.path)) throw cycle(record.id, parent.id)
      await requireVersion(tx, record, base_version)
      if ((parent?.seq ?? null) === record.parent_seq) return { record: wireRecord(record), tick: project.tick }
      const moved = {
        ...record,
        parent_seq: parent?.seq ?? null,
        path: pathUnder(parent?.path ?? '', record.seq),
        depth: (parent?.depth ?? 0) + 1,
      }
      await moveDescendants(tx, record, moved, ctx.records.max_depth)
      const from = record.parent_seq === null ? null : wireRecord(record).parent_id
      const written = await writeVersion(tx, {
        project,
        session,
        author,
        now: formatInstant(ctx.clock()),
        record: moved,
        change: 'moved',
        fields: ['parent_id'],
        activity: {
          type: 'record_updated',
          summary: parent ? `Moved ${record.id} under ${parent.id}` : `Moved ${record.id} to the top`,
          details: { fields: ['parent_id'], from, to: parent?.id ?? null },
        },
      })
      return { record: wireRecord(written.record), tick: written.tick }
    })
  },
})

/** Updates the derived paths and depths of the descendants, which get no new version for it. */
async function moveDescendants(tx: Tx, before: StoredRecord, after: StoredRecord, maxDepth: number): Promise<void> {
  const { pathFrom: from, pathTo: to } = subtree(before.path)
  const down = after.depth - before.depth
  const deepest = (await tx.first(deepestDescendant, { project: before.project_id, from, to }))?.depth ?? before.depth
  if (deepest + down > maxDepth) {
    throw new Fault(
      'DEPTH_EXCEEDED',
      `What is below ${before.id} would reach ${deepest + down} levels; ${maxDepth} is the limit.`,
      {
        details: { depth: deepest + down, max: maxDepth },
      },
    )
  }
  await tx.run(updateDescendantPaths, {
    project: before.project_id,
    from,
    to,
    path: after.path,
    cut: before.path.length + 1,
    down,
  })
}

function cycle(id: string, parentId: string): Fault {
  return new Fault('INVALID_INPUT', `${parentId} is below ${id}.`, {
    details: { reason: 'cycle', id, parent_id: parentId },
    hint: 'Choose a parent outside the moved record.',
  })
}
