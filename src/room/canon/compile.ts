import { compareBytes } from '../workspace/fold.ts'
import type { CanonEntry } from './entry.ts'

/** The index as people and tools read it: the same entries give the same bytes, in whatever order they come. */
export function compileIndex(given: readonly CanonEntry[]): string {
  const entries = inOrder(given)
  return [
    '# Canon Index',
    `> Generated from ${entries.length} cards. Do not edit: rebuild with the canon index.`,
    '',
    '## Routing Table',
    '| Type | Count |',
    '|---|---|',
    ...counted(entries).map(([type, count]) => `| ${type} | ${count} |`),
    '',
    '## Topics',
    ...topics(entries).map(([topic, paths]) => `- ${topic}: ${paths.join(', ')}`),
    '',
    '## Constraints',
    ...entries.flatMap(({ hardness, constraints, path }) =>
      constraints.map(constraint => `- [${hardness}] ${oneLine(constraint)} (${path})`),
    ),
    '',
    '## File Catalog',
    '| Path | Type | Scope | Hardness | Key Terms | Summary |',
    '|---|---|---|---|---|---|',
    ...entries.map(row),
    '',
  ].join('\n')
}

export function inOrder<T extends { path: string }>(entries: readonly T[]): T[] {
  return entries.toSorted((a, b) => compareBytes(a.path, b.path))
}

function counted(entries: readonly CanonEntry[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { type } of entries) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => compareBytes(a, b))
}

function topics(entries: readonly CanonEntry[]): [string, string[]][] {
  const paths = new Map<string, Set<string>>()
  for (const { path, topics } of entries) {
    for (const topic of topics.map(each => oneLine(each).toLowerCase()))
      paths.set(topic, (paths.get(topic) ?? new Set()).add(path))
  }
  return [...paths].map(([topic, of]): [string, string[]] => [topic, [...of]]).sort(([a], [b]) => compareBytes(a, b))
}

const mostTerms = 6

function row({ path, type, scope, hardness, defines, topics, summary }: CanonEntry): string {
  const terms = (defines.length > 0 ? defines : topics).slice(0, mostTerms)
  const cells = [path, type, scope.join(', '), hardness, terms.join(', '), summary]
  return `| ${cells.map(cell).join(' | ')} |`
}

function cell(text: string): string {
  return oneLine(text).replaceAll('|', '\\|')
}

function oneLine(text: string): string {
  return text.replace(/\r\n|[\n\r\u2028\u2029]/g, ' ').trim()
}
