import { objectsIn } from '../../kernel/json.ts'
import { isObject, listAt, type TranscriptRecord, textAt } from '../record.ts'

/** The content of a message as blocks; a string is one block of text. */
export function blocksOf(content: unknown): readonly TranscriptRecord[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return objectsIn(content)
}

/** Its texts, joined by LF, trimmed. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content.trim()
  return joinTexts(blocksOf(content)).trim()
}

/** What a tool answered. */
export function resultText(block: TranscriptRecord): string {
  return textAt(block, 'content') ?? joinTexts(listAt(block, 'content').filter(isObject))
}

function joinTexts(blocks: readonly TranscriptRecord[]): string {
  return blocks
    .filter(({ type }) => type === 'text')
    .map(block => textAt(block, 'text') ?? '')
    .join('\n')
}
