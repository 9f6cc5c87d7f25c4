import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { deleteFrom, selectFrom } from '../../db/table-statements.ts'
import { isSampleNumber } from './records.ts'

const seqsOf = selectFrom('records', { columns: ['seq'], where: ['project_id'] })
const storedAnswers = selectFrom('idempotency', { columns: ['principal_id', 'key', 'operation', 'seqs', 'result'] })
const forget = deleteFrom('idempotency', ['principal_id', 'key'])

const countErased = statement((q, a: { erased: number }) =>
  q
    .insertInto('counters')
    .values({ name: 'erased_record', value: a.erased })
    .onConflict(clash => clash.column('name').doUpdateSet({ value: sql<number>`counters.value + ${a.erased}` })),
)

/** How the rows of these tables belong to a project, in an order that breaks no foreign key. */
const indirect: readonly [table: string, column: string, rows: string][] = [
  ['record_related', 'seq', 'select seq from records where project_id ='],
  ['record_meta', 'seq', 'select seq from records where project_id ='],
  ['session_activations', 'session_id', 'select id from sessions where project_id ='],
  ['session_views', 'session_id', 'select id from sessions where project_id ='],
  ['activation_acks', 'session_id', 'select id from sessions where project_id ='],
]
const direct = ['record_versions', 'changes', 'sessions', 'records', 'activity'] as const

/** Erases every record, session and feed entry of a project and returns how many records there were. */
export async function eraseProjectRecords(tx: Tx, project: string): Promise<number> {
  const seqs = new Set((await tx.all(seqsOf, { project_id: project })).map(({ seq }) => seq))
  await forgetAnswers(tx, project, seqs)
  const [place, terms] = tx.engine === 'sqlite' ? ['?', 'rowid'] : ['$1', 'seq']
  await tx.raw(`delete from record_terms where ${terms} in (select seq from records where project_id = ${place})`, [
    project,
  ])
  for (const [table, column, rows] of indirect) {
    await tx.raw(`delete from ${table} where ${column} in (${rows} ${place})`, [project])
  }
  for (const table of direct) await tx.raw(`delete from ${table} where project_id = ${place}`, [project])
  await tx.run(countErased, { erased: [...seqs].filter(seq => !isSampleNumber(seq)).length })
  return seqs.size
}

/** The operations whose answer is a new project. */
const creations: ReadonlySet<string> = new Set(['create_project', 'project_create'])

/** Stored answers contain the text of records, and the name and the texts of the project. */
async function forgetAnswers(tx: Tx, project: string, seqs: ReadonlySet<number>): Promise<void> {
  for (const { principal_id, key, operation, seqs: storedSeqs, result } of await tx.all(storedAnswers, {})) {
    const isAboutRecord = storedSeqs.split(',').some(seq => seq !== '' && seqs.has(Number(seq)))
    const isAboutProject = creations.has(operation) && JSON.parse(result).id === project
    if (isAboutRecord || isAboutProject) await tx.run(forget, { principal_id: principal_id, key })
  }
}
