import type { OutcomeCategory } from '../schema.ts'
import type { Edit } from './edits.ts'
import type { Outcome } from './outcome.ts'
import { list, plural, summary } from './text.ts'
import { linesOf } from './tool-runs.ts'

/** The changed files, one outcome for each purpose they serve. */
export function fileOutcomes(edits: readonly Edit[], root: string | null): Outcome[] {
  return purposes.flatMap(({ category, verb, fallback }) => {
    const own = edits.filter(edit => edit.category === category)
    if (own.length === 0) return []
    const paths = new Map(own.map(({ key, path }) => [key, path]))
    const text = `${verb(paths.size)}: ${list(paths.values())}${sizes(own)}.`
    return [{ category, summary: summary(text, fallback, root), lines: linesOf(own) }]
  })
}

interface Purpose {
  category: OutcomeCategory
  verb: (files: number) => string
  fallback: string
}

const purposes: readonly Purpose[] = [
  { category: 'code_outcome', verb: count => `Changed ${plural(count, 'file')}`, fallback: 'Changed files.' },
  { category: 'document_outcome', verb: count => `Wrote ${plural(count, 'file')}`, fallback: 'Wrote files.' },
  {
    category: 'process_outcome',
    verb: count => `Changed agent or workflow configuration in ${plural(count, 'file')}`,
    fallback: 'Changed agent or workflow configuration.',
  },
  {
    category: 'other',
    verb: count => (count === 1 ? 'Changed asset file' : `Changed asset files`),
    fallback: 'Changed assets.',
  },
]

function sizes(edits: readonly Edit[]): string {
  const added = edits.reduce((sum, edit) => sum + edit.added, 0)
  const removed = edits.reduce((sum, edit) => sum + edit.removed, 0)
  return added + removed > 0 ? ` (+${added} −${removed})` : ''
}
