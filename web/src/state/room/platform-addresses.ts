import type { Issue } from '../../../../src/room/issues/schema.ts'

// The search parameters of the screens about the room itself. Unknown ones are dropped.

type Given = { [key: string]: unknown }

export interface IssuesAddress {
  q?: string
  priority?: Issue['priority']
  assignedTo?: string
  tag?: string
}

const priorities: readonly Issue['priority'][] = ['urgent', 'high', 'normal', 'low']

export function issuesSearch({ q, priority, assignedTo, tag }: Given): IssuesAddress {
  // Only keys of the list are found in it.
  const known = priorities.find(each => each === priority)
  return {
    ...(isWord(q) && { q }),
    ...(known && { priority: known }),
    ...(isWord(assignedTo) && { assignedTo }),
    ...(isWord(tag) && { tag }),
  }
}

export function promptSearch({ id }: Given): { id?: string } {
  return isWord(id) ? { id } : {}
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
