import { formatCount } from '../../kernel/numbers.ts'
import type { OutcomeCategory } from '../schema.ts'
import { netChanges } from './net-lines.ts'
import { summary } from './text.ts'
import type { Edit, Outcome } from './turn-parts.ts'

/** A file with everything the turn did to it. */
interface EditedFile {
  key: string
  path: string
  category: OutcomeCategory
  op: Edit['op']
  edits: Edit[]
  /** From the first content to the last; null where the transcript does not hold all lines. */
  net: { added: string[]; removed: string[] } | null
}

/** The files a turn left changed, in the order of their first edits; those it changed back are not among them. */
export function editedFiles(edits: readonly Edit[]): EditedFile[] {
  const files = new Map<string, Edit[]>()
  for (const edit of edits) files.set(edit.key, [...(files.get(edit.key) ?? []), edit])
  return [...files.values()].flatMap(own => {
    const [first, last] = [own[0], own.at(-1)]
    if (!first || !last) return []
    const changes = own.flatMap(({ changed }) => changed ?? [])
    const isCreated = first.op === 'create'
    const changed = changes.length === own.length ? netChanges(changes) : null
    const net = changed && isCreated ? ofNewFile(changed) : changed
    if (isCreated && last.op === 'delete') return []
    const isBack = own.length > 1 && !isCreated && net !== null && net.added.length + net.removed.length === 0
    if (isBack) return []
    const op = isCreated && last.op === 'edit' ? 'create' : last.op
    return [{ key: first.key, path: first.path, category: first.category, op, edits: own, net }]
  })
}

/** What was not there before cannot have lost a line: something else, such as a formatter, changed what it lost. */
function ofNewFile({ added, removed }: { added: string[]; removed: string[] }): { added: string[]; removed: string[] } {
  return { added: added.slice(0, Math.max(0, added.length - removed.length)), removed: [] }
}

/** The changed files, one outcome for each purpose they serve. */
export function fileOutcomes(edits: readonly Edit[], root: string | null): Outcome[] {
  const files = editedFiles(edits)
  return purposes.flatMap(({ category, verb, fallback }) => {
    const own = files.filter(file => file.category === category)
    if (own.length === 0) return []
    // A few files to a statement, so that each is shown by few lines.
    return chunksOf(own, filesNamed).map((files, nth) => {
      const text = `${verb(files.length, nth > 0)}: ${files.map(({ path }) => path).join(', ')}${sizes(files)}.`
      return { category, summary: summary(text, fallback, root), lines: files.flatMap(supportOf) }
    })
  })
}

interface Purpose {
  category: OutcomeCategory
  verb: (files: number, isMore: boolean) => string
  fallback: string
}

const purposes: readonly Purpose[] = [
  {
    category: 'code_outcome',
    verb: (count, isMore) => `Changed ${countFiles(count, isMore)}`,
    fallback: 'Changed files.',
  },
  {
    category: 'document_outcome',
    verb: (count, isMore) => `Wrote ${countFiles(count, isMore)}`,
    fallback: 'Wrote files.',
  },
  {
    category: 'process_outcome',
    verb: (count, isMore) => `Changed agent or workflow configuration in ${countFiles(count, isMore)}`,
    fallback: 'Changed agent or workflow configuration.',
  },
  {
    category: 'other',
    verb: count => (count === 1 ? 'Changed asset file' : `Changed asset files`),
    fallback: 'Changed assets.',
  },
]

const filesNamed = 4

function countFiles(count: number, isMore: boolean): string {
  return isMore ? `${count} more ${count === 1 ? 'file' : 'files'}` : formatCount(count, 'file')
}

function chunksOf<T>(values: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, i) => values.slice(i * size, (i + 1) * size))
}

/** Nothing is said of sizes where they are not known of every file. */
function sizes(files: readonly EditedFile[]): string {
  if (files.some(({ net }) => net === null)) return ''
  const added = files.reduce((sum, { net }) => sum + (net?.added.length ?? 0), 0)
  const removed = files.reduce((sum, { net }) => sum + (net?.removed.length ?? 0), 0)
  return added + removed > 0 ? ` (+${added} −${removed})` : ''
}

/** The first edit shows what was there before, the last one what is there now. */
function supportOf({ edits }: EditedFile): number[] {
  return [...new Set([...(edits[0]?.lines.slice(-1) ?? []), ...(edits.at(-1)?.lines ?? [])])].sort((a, b) => a - b)
}
