import type { Tx } from '../../db/db.ts'
import { rowOf, statement } from '../../db/statement.ts'
import type { AnchorRow, ReceiptRow } from '../../db/tables.ts'

export type Anchor = Pick<AnchorRow, 'count' | 'head'>
type AnchorName = Pick<AnchorRow, 'project_id' | 'kind' | 'name'>

const anchorOf = statement((q, a: AnchorName) =>
  q
    .selectFrom('room_anchors')
    .select(['count', 'head'])
    .where('project_id', '=', a.project_id)
    .where('kind', '=', a.kind)
    .where('name', '=', a.name),
)
const anchorsOf = statement((q, a: { project: string }) =>
  q.selectFrom('room_anchors').selectAll().where('project_id', '=', a.project),
)
const putAnchor = statement((q, a: AnchorRow) =>
  q
    .insertInto('room_anchors')
    .values(rowOf(a, ['project_id', 'kind', 'name', 'count', 'head']))
    .onConflict(clash => clash.columns(['project_id', 'kind', 'name']).doUpdateSet({ count: a.count, head: a.head })),
)
const dropAnchor = statement((q, a: AnchorName) =>
  q
    .deleteFrom('room_anchors')
    .where('project_id', '=', a.project_id)
    .where('kind', '=', a.kind)
    .where('name', '=', a.name),
)
const receiptNamed = statement((q, a: { project: string; receipt: string }) =>
  q.selectFrom('room_receipts').selectAll().where('project_id', '=', a.project).where('receipt_id', '=', a.receipt),
)
const elsewhere = statement((q, a: { project: string; session: string; receipts: string[] }, d) =>
  q
    .selectFrom('room_receipts')
    .select('receipt_id')
    .where('project_id', '=', a.project)
    .where('session_id', '<>', a.session)
    .where('receipt_id', 'in', d.texts(a.receipts)),
)
const putReceipt = statement((q, a: ReceiptRow) =>
  q
    .insertInto('room_receipts')
    .values(rowOf(a, ['project_id', 'receipt_id', 'session_id', 'seq', 'start_byte', 'byte_count']))
    .onConflict(clash => clash.columns(['project_id', 'receipt_id']).doNothing()),
)
const dropReceipts = statement((q, a: { project: string; session: string }) =>
  q.deleteFrom('room_receipts').where('project_id', '=', a.project).where('session_id', '=', a.session),
)
const dropEveryReceipt = statement((q, a: { project: string }) =>
  q.deleteFrom('room_receipts').where('project_id', '=', a.project),
)

export function readAnchor(tx: Tx, name: AnchorName): Promise<Anchor | undefined> {
  return tx.first(anchorOf, name)
}

export function readAnchors(tx: Tx, project: string): Promise<AnchorRow[]> {
  return tx.all(anchorsOf, { project })
}

export async function writeAnchor(tx: Tx, anchor: AnchorRow): Promise<void> {
  await tx.run(putAnchor, anchor)
}

export async function removeAnchor(tx: Tx, name: AnchorName): Promise<void> {
  await tx.run(dropAnchor, name)
}

export function locateReceipt(tx: Tx, project: string, receipt: string): Promise<ReceiptRow | undefined> {
  return tx.first(receiptNamed, { project, receipt })
}

/** Which of the ids belong to receipts of other sessions. */
export async function idsElsewhere(tx: Tx, project: string, session: string, receipts: string[]): Promise<string[]> {
  const rows = await tx.all(elsewhere, { project, session, receipts })
  return rows.map(({ receipt_id }) => receipt_id)
}

export async function indexReceipts(tx: Tx, rows: Iterable<ReceiptRow>): Promise<void> {
  for (const row of rows) await tx.run(putReceipt, row)
}

export async function forgetReceipts(tx: Tx, project: string, session?: string): Promise<void> {
  if (session === undefined) await tx.run(dropEveryReceipt, { project })
  else await tx.run(dropReceipts, { project, session })
}
