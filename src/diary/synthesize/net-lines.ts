import { netOver } from '../extract/net-lines.ts'
import type { TurnFacts } from '../schema.ts'

type FileFacts = TurnFacts['files'][number]

/** How many lines came and went in all, from the first content of each file to its last. Edits are in order. */
export function netLines(edits: Iterable<FileFacts>): { added: number; removed: number } {
  const files = new Map<string, FileFacts[]>()
  for (const edit of edits) files.set(edit.path, [...(files.get(edit.path) ?? []), edit])
  const total = { added: 0, removed: 0 }
  for (const own of files.values()) {
    const { added, removed } = ofOneFile(own)
    total.added += added
    total.removed += removed
  }
  return total
}

function ofOneFile(edits: readonly FileFacts[]): { added: number; removed: number } {
  const { added, removed, net } = netOver(edits)
  // What was not there before cannot have lost a line.
  const isMade = !net && edits[0]?.op === 'create' && added >= removed
  return isMade ? { added: added - removed, removed: 0 } : { added, removed }
}
