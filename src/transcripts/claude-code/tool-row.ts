import type { TranscriptRecord } from '../record.ts'
import { blocksOf, resultText, textOf } from './content.ts'
import { typedText } from './machine-text.ts'

/** How the client begins the result of a call that a person refused. */
const refusal = "The user doesn't want to"
const saidMark = /\bthe user said:\s/i
/** What it may add after the person's words. */
const noteMark = "\n\nNote: The user's next message may contain a correction"
/** The client's own words for a button a person pressed; only their first line says what the person wants. */
const buttons = ['The user wants to clarify these questions.', 'The user has indicated ']

export function hasResults(content: unknown): boolean {
  return Array.isArray(content) && content.some(block => block?.type === 'tool_result')
}

/** What a person said in a row of tool results: why a call was refused, or a text beside the results. */
export function wordsInToolRow(record: TranscriptRecord, content: unknown): string | null {
  const blocks = blocksOf(content)
  const refused = blocks.flatMap(block => (isRefusal(record, block) ? (refusalWords(resultText(block)) ?? []) : []))
  const beside = textOf(blocks.filter(({ type }) => type === 'text'))
  const typed = beside.startsWith(interruptMark) ? null : typedText(beside)
  const words = typed === null ? refused : [...refused, typed]
  return words.length > 0 ? words.join('\n') : null
}

export const interruptMark = '[Request interrupted by user'

/** Whether a person refused the call that a result answers. */
export function isRefusal(record: TranscriptRecord, block: TranscriptRecord): boolean {
  if (block.type !== 'tool_result') return false
  const hasKind = record.toolDenialKind !== undefined && record.toolDenialKind !== null
  return hasKind || (block.is_error === true && resultText(block).startsWith(refusal))
}

function refusalWords(text: string): string | null {
  const mark = saidMark.exec(text)
  if (!mark) return null
  const said = text.slice(mark.index + mark[0].length)
  const note = said.indexOf(noteMark)
  const words = (note < 0 ? said : said.slice(0, note)).trim()
  const isButton = buttons.some(button => words.startsWith(button))
  return (isButton ? words.split('\n', 1)[0] : words) || null
}
