import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { deleteFrom, insertInto, selectFrom } from '../../db/table-statements.ts'
import type { AnchorRow, ReceiptRow } from '../../db/tables.ts'

export type Anchor = Pick<AnchorRow, 'count' | 'head'>
type AnchorName = Pick<AnchorRow, 'project_id' | 'kind' | 'name'>

const anchorOf = selectFrom('room_anchors', { columns: ['count', 'head'], where: ['project_id', 'kind', 'name'] })
const anchorsOf = selectFrom('room_anchors', { where: ['project_id'] })
const putAnchor = insertInto('room_anchors', ['project_id', 'kind', 'name', 'count', 'head'], {
  on: ['project_id', 'kind', 'name'],
  set: ['count', 'head'],
})
const dropAnchor = deleteFrom('room_anchors', ['project_id', 'kind', 'name'])
const receiptNamed = selectFrom('room_receipts', { where: ['project_id', 'receipt_id'] })
const elsewhere = statement((q, a: { project: string; session: string; receipts: string[] }, d) =>
  q
    .selectFrom('room_receipts')
    .select('receipt_id')
    .where('project_id', '=', a.project)
    .where('session_id', '<>', a.session)
    .where('receipt_id', 'in', d.texts(a.receipts)),
)
const putReceipt = insertInto(
  'room_receipts',
  ['project_id', 'receipt_id', 'session_id', 'seq', 'start_byte', 'byte_count'],
  { on: ['project_id', 'receipt_id'] },
)
const dropReceipts = deleteFrom('room_receipts', ['project_id', 'session_id'])
const dropEveryReceipt = deleteFrom('room_receipts', ['project_id'])

export function readAnchor(tx: Tx, name: AnchorName): Promise<Anchor | undefined> {
  return tx.first(anchorOf, name)
}

export function readAnchors(tx: Tx, project: string): Promise<AnchorRow[]> {
  return tx.all(anchorsOf, { project_id: project })
}

export async function writeAnchor(tx: Tx, anchor: AnchorRow): Promise<void> {
  await tx.run(putAnchor, anchor)
}

export async function removeAnchor(tx: Tx, name: AnchorName): Promise<void> {
  await tx.run(dropAnchor, name)
}

export function locateReceipt(tx: Tx, project: string, receipt: string): Promise<ReceiptRow | undefined> {
  return tx.first(receiptNamed, { project_id: project, receipt_id: receipt })
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
  if (session === undefined) await tx.run(dropEveryReceipt, { project_id: project })
  else await tx.run(dropReceipts, { project_id: project, session_id: session })
}
