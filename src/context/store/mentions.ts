import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'

const textsWith = statement((q, a: { words: string }) =>
  q.selectFrom('project_texts').select(['project_id', 'value']).where('value', 'like', a.words).orderBy('project_id'),
)
const historyWith = statement((q, a: { words: string }) =>
  q
    .selectFrom('context_summaries')
    .select(['project_id', 'recent_events', 'additional_notes'])
    .where(w => w.or([w('recent_events', 'like', a.words), w('additional_notes', 'like', a.words)]))
    .orderBy('project_id'),
)

/** The projects whose context, now or in its history, names one of these places of the diary. */
export async function projectsMentioning(tx: Tx, refs: readonly string[]): Promise<string[]> {
  const words = '%diary:%'
  const texts = [
    ...(await tx.all(textsWith, { words })).map(({ project_id, value }) => ({ project_id, text: value })),
    ...(await tx.all(historyWith, { words })).map(({ project_id, recent_events, additional_notes }) => ({
      project_id,
      text: `${recent_events ?? ''}\n${additional_notes ?? ''}`,
    })),
  ]
  const named = texts.filter(({ text }) => refs.some(ref => text.includes(ref)))
  return [...new Set(named.map(({ project_id }) => project_id))]
}
