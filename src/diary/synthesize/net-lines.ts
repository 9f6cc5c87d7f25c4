import { isPartOf, netOver } from '../extract/net-lines.ts'
import type { TurnFacts } from '../schema.ts'

type FileFacts = TurnFacts['files'][number]
interface FilesOf {
  facts: Pick<TurnFacts, 'files'> | undefined
}

/** Whether later turns removed every line that a turn added and put back what it removed. */
export function isTakenBack({ facts }: FilesOf, later: readonly FilesOf[]): boolean {
  const after = later.flatMap(turn => turn.facts?.files ?? [])
  const files = facts?.files ?? []
  return files.every(({ path, net, added, removed, added_hashes, removed_hashes }) => {
    const own = after.filter(file => file.path === path)
    const isKnown = net && added + removed > 0 && added_hashes.length + removed_hashes.length > 0
    return (
      isKnown &&
      isPartOf(added_hashes, own.map(file => file.removed_hashes).join('')) &&
      isPartOf(removed_hashes, own.map(file => file.added_hashes).join(''))
    )
  })
}

/**
 * ` (+12 −3)`: the lines that came and went in all, from the first content of each file to its last; nothing where the
 * transcript does not show them of every file. Edits are in order.
 */
export function netSizes(edits: Iterable<FileFacts>): string {
  const files = new Map<string, FileFacts[]>()
  for (const edit of edits) files.set(edit.path, [...(files.get(edit.path) ?? []), edit])
  // Facts of earlier versions do not say whether they know, nor where the edits are.
  const sizes = [...files.values()].map(own => {
    const { net, ...size } = netOver(own)
    return { ...size, isKnown: net || own.every(({ first_line }) => first_line === null) }
  })
  const sum = (size: 'added' | 'removed') => sizes.reduce((total, each) => total + each[size], 0)
  const [added, removed] = [sum('added'), sum('removed')]
  return sizes.every(({ isKnown }) => isKnown) && added + removed > 0 ? ` (+${added} −${removed})` : ''
}
