import { cutBytes } from '../issues/levels.ts'
import type { Issue } from '../issues/schema.ts'
import { dataBlock } from './data-block.ts'

const most = 10

/**
 * What the room has agreed on, most recently first, as data: an agent can write a title and have others agree to it.
 * Undefined when there is nothing.
 */
export function groundingHeader(issues: readonly Issue[], border?: () => string): string | undefined {
  const agreed = issues
    .filter(({ epistemicStatus }) => epistemicStatus === 'agreed' || epistemicStatus === 'verified')
    .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : b.id - a.id))
    .slice(0, most)
  if (agreed.length === 0) return undefined
  const lines = agreed.map(
    ({ id, title, semanticTrace }) =>
      `#${id} ${cutBytes(oneLine(title), 120)}: ${cutBytes(oneLine(semanticTrace), 220)}`,
  )
  return dataBlock('agreed in this room', lines.join('\n'), border)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
