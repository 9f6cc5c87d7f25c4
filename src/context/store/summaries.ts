import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { insertInto, selectFrom } from '../../db/table-statements.ts'
import type { SummaryRow } from '../../db/tables.ts'
import { sha256 } from '../../files/sha256.ts'

export const summarySources = ['context_summarize', 'project_update', 'project_create', 'import', 'restore'] as const
export type SummarySource = (typeof summarySources)[number]

/** What is kept of every state the project was in; null where a text was absent. */
export interface State {
  recentEvents: string | null
  additionalNotes: string | null
}

const newest = selectFrom('context_summaries', {
  columns: ['n', 'sha256'],
  where: ['project_id'],
  orderBy: ['n desc'],
  limit: 1,
})
const insert = insertInto('context_summaries', [
  'project_id',
  'n',
  'ts',
  'source',
  'principal_id',
  'recent_events',
  'additional_notes',
  'sha256',
])
const page = statement((q, a: { project: string; before: number; limit: number }) =>
  q
    .selectFrom('context_summaries')
    .selectAll()
    .where('project_id', '=', a.project)
    .where('n', '<', a.before)
    .orderBy('n', 'desc')
    .limit(a.limit),
)
const one = selectFrom('context_summaries', { where: ['project_id', 'n'] })
const highest = statement((q, a: { project: string }) =>
  q
    .selectFrom('context_summaries')
    .select(sql<number>`coalesce(max(n), 0)`.as('n'))
    .where('project_id', '=', a.project),
)

interface SummaryEntry {
  project: string
  ts: string
  source: SummarySource
  principal: string
}

/** Adds the state the project has now, unless it is the one it had before; the project is locked by the caller. */
export async function recordState(tx: Tx, state: State, entry: SummaryEntry): Promise<void> {
  const last = await tx.first(newest, { project_id: entry.project })
  const sha256 = hashOf(state)
  if ((last?.sha256 ?? hashOf(nothing)) !== sha256) await append(tx, state, sha256, (last?.n ?? 0) + 1, entry)
}

/** The same for a project that was just made and has no history to compare with. */
export async function recordFirstState(tx: Tx, state: State, entry: SummaryEntry): Promise<void> {
  const sha256 = hashOf(state)
  if (sha256 !== hashOf(nothing)) await append(tx, state, sha256, 1, entry)
}

async function append(
  tx: Tx,
  state: State,
  sha256: string,
  n: number,
  { project, ts, source, principal }: SummaryEntry,
): Promise<void> {
  await tx.run(insert, {
    project_id: project,
    n,
    ts,
    source,
    principal_id: principal,
    recent_events: state.recentEvents,
    additional_notes: state.additionalNotes,
    sha256,
  })
}

export async function summaryPage(tx: Tx, project: string, before: number, limit: number): Promise<SummaryRow[]> {
  return tx.all(page, { project, before, limit })
}

export async function summaryAt(tx: Tx, project: string, n: number): Promise<SummaryRow | undefined> {
  return tx.first(one, { project_id: project, n })
}

const nth = statement((q, a: { project: string; after: number; limit: number }) =>
  q
    .selectFrom('context_summaries')
    .selectAll()
    .where('project_id', '=', a.project)
    .where('n', '>', a.after)
    .orderBy('n')
    .limit(a.limit),
)

/** How many summaries a project has, and how many of these are not what was written, the one that is current included. */
export async function checkSummaries(
  tx: Tx,
  project: string,
  current: State,
): Promise<{ summaries: number; altered: number }> {
  // Without any history a project has no texts.
  let [last, same, newestHash] = [0, 0, hashOf(nothing)]
  for (;;) {
    const rows = await tx.all(nth, { project, after: last, limit: 100 })
    const end = rows.at(-1)
    if (!end) {
      const altered = last - same + (newestHash === hashOf(current) ? 0 : 1)
      return { summaries: Math.max(last, altered), altered }
    }
    last = end.n
    newestHash = end.sha256
    same += rows.filter(
      each => each.sha256 === hashOf({ recentEvents: each.recent_events, additionalNotes: each.additional_notes }),
    ).length
  }
}

/** Without gaps from 1, so the newest number is the count. */
export async function summaryCount(tx: Tx, project: string): Promise<number> {
  return (await tx.first(highest, { project }))?.n ?? 0
}

const nothing: State = { recentEvents: null, additionalNotes: null }

function hashOf({ recentEvents, additionalNotes }: State): string {
  return sha256(JSON.stringify([recentEvents, additionalNotes]))
}
