import { priorityWords } from './issue-words.ts'

// The search parameters of the screens about the room itself. Unknown ones are dropped.

type Given = { [key: string]: unknown }

export interface IssuesAddress {
  q?: string
  priority?: keyof typeof priorityWords
  assignedTo?: string
  tag?: string
}

export function issuesSearch({ q, priority, assignedTo, tag }: Given): IssuesAddress {
  // Only keys of the list are found in it.
  const known = Object.keys(priorityWords).find(key => key === priority) as keyof typeof priorityWords | undefined
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
