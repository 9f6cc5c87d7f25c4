import { cutBytes } from '../issues/levels.ts'
import type { Issue } from '../issues/schema.ts'

const most = 10

/** What the room has agreed on, most recently first; undefined when there is nothing. */
export function groundingHeader(issues: readonly Issue[]): string | undefined {
  const agreed = issues
    .filter(({ epistemicStatus }) => epistemicStatus === 'agreed' || epistemicStatus === 'verified')
    .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : b.id - a.id))
    .slice(0, most)
  if (agreed.length === 0) return undefined
  const lines = agreed.map(
    ({ id, title, semanticTrace }) =>
      `#${id} ${cutBytes(oneLine(title), 120)}: ${cutBytes(oneLine(semanticTrace), 220)}`,
  )
  return ['Agreed in this room:', ...lines].join('\n')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
