import type { Db } from '../../db/db.ts'
import type { StoredRecord } from '../../records/fields.ts'
import { recordsCiting, recordsNaming } from '../../records/naming.ts'
import { recordId } from '../../records/record-id.ts'
import { intersectSpans, spanIn } from '../workspace/line-spans.ts'
import type { CommitChange } from './commit.ts'
import type { RecordTie } from './record-ties.ts'
import type { CitingRecord, PreparedTurn } from './schema.ts'

/** In a commit that changes more files, only those with the most added lines are looked up. */
const maxFiles = 8

/** The records that name a commit, or cite one of the files it changes. */
export function recordsOfCommit(
  db: Db,
  { hash, files }: Pick<CommitChange, 'hash' | 'files'>,
): Promise<CitingRecord[]> {
  const largest = [...files].sort((a, b) => b.added.length - a.added.length).slice(0, maxFiles)
  return db.read(async tx => {
    const named = (await recordsNaming(tx, hash.slice(0, 7))).map(record => citing(record, 'commit'))
    const cited = []
    for (const { path } of largest) {
      const found = await recordsCiting(tx, path, ({ kind }) => kind === 'file')
      cited.push(...found.map(record => citing(record, 'file')))
    }
    return withoutRepeats([...named, ...cited])
  })
}

/** The records that cite the work item of a turn, or lines of the turn. */
export function recordsOfTurn(
  db: Db,
  { date, project_key, session_ref, work_item_ref }: PreparedTurn,
  { startLine, endLine }: { startLine: number; endLine: number },
): Promise<CitingRecord[]> {
  const place = `diary:${date}/${project_key}`
  return db.read(async tx => {
    const ofItem = work_item_ref === null ? [] : await recordsCiting(tx, `${place}/${work_item_ref}`)
    const ofTurn = await recordsCiting(tx, `${place}/${session_ref}`, ({ lines }) => {
      const span = spanIn(lines)
      return span !== undefined && intersectSpans([span], [{ start: startLine, end: endLine }]).length > 0
    })
    return withoutRepeats([
      ...ofItem.map(record => citing(record, 'work_item')),
      ...ofTurn.map(record => citing(record, 'turn')),
    ])
  })
}

function citing({ id, project_id, type, title, state, superseded_by }: StoredRecord, because: RecordTie): CitingRecord {
  const replaced = superseded_by === null ? {} : { superseded_by: recordId(superseded_by) }
  return { id, project_id, type, title, state, ...replaced, because }
}

/** Each record with the first of its ties; those that were replaced come last. */
function withoutRepeats(records: readonly CitingRecord[]): CitingRecord[] {
  const each = [...new Map(records.toReversed().map(record => [record.id, record])).values()].reverse()
  return each.sort((a, b) => Number(a.superseded_by !== undefined) - Number(b.superseded_by !== undefined))
}
