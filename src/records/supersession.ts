import type { Tx } from '../db/db.ts'
import { selectFrom } from '../db/table-statements.ts'
import type { StoredRecord } from './fields.ts'
import { recordId } from './record-id.ts'
import type { Warning } from './schema.ts'
import { loadRecord } from './store/records.ts'

const supersededBy = selectFrom('records', {
  columns: ['seq'],
  where: ['superseded_by'],
  isNull: ['purged_ts'],
  orderBy: ['seq'],
})

/** The records that this one replaced directly. */
export async function supersededSeqs(tx: Tx, seq: number): Promise<number[]> {
  return (await tx.all(supersededBy, { superseded_by: seq })).map(row => row.seq)
}

/** The records that replaced one, each by the next; the last of them is current. Ends at a record seen before. */
export async function successorsOf(tx: Tx, record: StoredRecord): Promise<StoredRecord[]> {
  const chain: StoredRecord[] = []
  const met = new Set([record.seq])
  for (let at = record.superseded_by; at !== null && !met.has(at); ) {
    met.add(at)
    const next = await loadRecord(tx, at)
    if (!next) break
    chain.push(next)
    at = next.superseded_by
  }
  return chain
}

/** Says of a loaded record that it is not current, and where to go on. */
export async function supersededWarning(tx: Tx, record: StoredRecord): Promise<Warning[]> {
  if (record.superseded_by === null) return []
  const chain = (await successorsOf(tx, record)).map(({ id }) => id)
  const [first = recordId(record.superseded_by)] = chain
  const current = chain.at(-1) ?? first
  const later = current === first ? '' : `, and by now ${current} holds`
  return [
    {
      type: 'stale',
      message: `${record.id} is not current: it was superseded by ${first}${later}. Activate ${current} instead.`,
      details: { record_id: record.id, superseded_by: first, current },
    },
  ]
}

/** Circles among links from one record to another; a link to itself is none. */
export function cyclesIn(links: ReadonlyMap<number, number>): number[][] {
  const settled = new Set<number>()
  const cycles: number[][] = []
  for (const start of links.keys()) {
    const walked: number[] = []
    let at: number | undefined = start
    while (at !== undefined && !settled.has(at) && !walked.includes(at)) {
      walked.push(at)
      at = links.get(at)
    }
    const entry = at === undefined ? -1 : walked.indexOf(at)
    if (entry >= 0 && walked.length - entry > 1) cycles.push(walked.slice(entry))
    for (const seq of walked) settled.add(seq)
  }
  return cycles
}
