import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { StoredRecord } from './fields.ts'
import { recordId } from './record-id.ts'
import { loadRecords } from './store/records.ts'
import { seqsNaming } from './store/search.ts'
import { metadataStrings, queryTerms } from './terms.ts'

const metadataWithEvidence = statement((q, a: { project: string }) =>
  q
    .selectFrom('records')
    .select('metadata')
    .where('project_id', '=', a.project)
    .where('purged_ts', 'is', null)
    .where('metadata', 'like', '%"evidence"%')
    .orderBy('seq'),
)

const maxNaming = 20
const maxCiting = 200

/** Records of any project that cite a place of the diary as evidence and satisfy `isMeant`. */
export async function recordsCiting(
  tx: Tx,
  ref: string,
  isMeant: (evidence: Evidence) => boolean = () => true,
): Promise<StoredRecord[]> {
  const records = await recordsHolding(tx, ref)
  return records.filter(({ metadata }) => evidenceIn(metadata).some(entry => entry.ref === ref && isMeant(entry)))
}

interface CitationOfRecord {
  evidence: Evidence
  record: Pick<StoredRecord, 'id' | 'project_id' | 'type' | 'title' | 'state'> & { superseded_by?: string }
}

/** Citations of a place, or of one below it, by records of these projects; those changed last first. */
export async function citationsBelow(tx: Tx, place: string, projects: readonly string[]): Promise<CitationOfRecord[]> {
  const isMeant = ({ ref }: Evidence) => ref === place || ref.startsWith(`${place}/`)
  const records = await recordsHolding(tx, place, maxCiting, projects)
  return records.flatMap(({ id, project_id, type, title, state, superseded_by, metadata }) => {
    const successor = superseded_by === null ? {} : { superseded_by: recordId(superseded_by) }
    const record = { id, project_id, type, title, state, ...successor }
    return evidenceIn(metadata)
      .filter(isMeant)
      .map(evidence => ({ evidence, record }))
  })
}

/** Everything that the records of a project cite, each as often as it is cited. */
export async function evidenceOf(tx: Tx, project: string): Promise<Evidence[]> {
  return (await tx.all(metadataWithEvidence, { project })).flatMap(({ metadata }) => evidenceIn(metadata))
}

/** Records of any project whose text names a word, or one that begins with it. */
export async function recordsNaming(tx: Tx, word: string): Promise<StoredRecord[]> {
  return (await recordsHolding(tx, word)).filter(({ title, summary, body, metadata }) =>
    [title, summary, body, ...metadataStrings(JSON.parse(metadata))].some(text => text.includes(word)),
  )
}

async function recordsHolding(
  tx: Tx,
  text: string,
  limit = maxNaming,
  projects?: readonly string[],
): Promise<StoredRecord[]> {
  const seqs = await seqsNaming(tx, queryTerms(text), limit, projects)
  return seqs.length === 0 ? [] : loadRecords(tx, seqs)
}

/** Checked when it was written. */
function evidenceIn(metadata: string): Evidence[] {
  const { evidence } = JSON.parse(metadata)
  return Array.isArray(evidence) ? evidence : []
}
