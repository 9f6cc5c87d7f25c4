import type { FileText } from '../workspace/vfs.ts'

/** The cards the canon index lists, each with the hardness of its row. */
export function indexedCards(index: FileText | undefined): Map<string, 'hard' | 'soft'> {
  const cards = new Map<string, 'hard' | 'soft'>()
  // Constraints may hold pipes too; only rows of tables begin with one.
  for (const line of index?.lines.filter(each => each.startsWith('|')) ?? []) {
    const [, path = '', , , hardness] = line.split(/(?<!\\)\|/).map(cell => cell.trim())
    if (hardness === 'hard' || hardness === 'soft') cards.set(path.replaceAll('\\|', '|'), hardness)
  }
  return cards
}
