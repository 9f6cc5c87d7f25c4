import type { Tx } from '../db/db.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { StoredRecord } from './fields.ts'
import { loadRecords } from './store/records.ts'
import { seqsNaming } from './store/search.ts'
import { metadataStrings, queryTerms } from './terms.ts'

const most = 20

/** Records of any project that cite a place of the diary as evidence and satisfy `isMeant`. */
export async function recordsCiting(
  tx: Tx,
  ref: string,
  isMeant: (evidence: Evidence) => boolean = () => true,
): Promise<StoredRecord[]> {
  const records = await recordsHolding(tx, ref)
  return records.filter(({ metadata }) => evidenceIn(metadata).some(entry => entry.ref === ref && isMeant(entry)))
}

/** Records of any project whose text names a word, or one that begins with it. */
export async function recordsNaming(tx: Tx, word: string): Promise<StoredRecord[]> {
  return (await recordsHolding(tx, word)).filter(({ title, summary, body, metadata }) =>
    [title, summary, body, ...metadataStrings(JSON.parse(metadata))].some(text => text.includes(word)),
  )
}

async function recordsHolding(tx: Tx, text: string): Promise<StoredRecord[]> {
  const seqs = await seqsNaming(tx, queryTerms(text), most)
  return seqs.length === 0 ? [] : loadRecords(tx, seqs)
}

/** Checked when it was written. */
function evidenceIn(metadata: string): Evidence[] {
  const { evidence } = JSON.parse(metadata)
  return Array.isArray(evidence) ? evidence : []
}
