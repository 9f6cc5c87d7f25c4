import { isObject, listAt, numberAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'

export interface ItemResult {
  text: string
  exit: number | null
  error: boolean
  denied: boolean
  status: string | null
}

const failures = new Set(['failed', 'error', 'errored'])

/** How the command, change or call that an item reports turned out. */
export function itemResult(item: TranscriptRecord): ItemResult {
  const status = wordsAt(item, 'status') ?? null
  const exit = numberAt(item, 'exit_code') ?? numberAt(item, 'exitCode') ?? null
  const failed = status !== null && failures.has(status.toLowerCase())
  const hasError = item.error !== undefined && item.error !== null
  return {
    text: resultText(item),
    exit,
    error: failed || hasError || (exit !== null && exit !== 0),
    denied: status === 'declined',
    status,
  }
}

function resultText(item: TranscriptRecord): string {
  const printed = textAt(item, 'aggregated_output') ?? textAt(item, 'aggregatedOutput') ?? textAt(item, 'output')
  if (printed !== undefined) return printed
  const { result } = item
  if (typeof result === 'string') return result
  if (!isObject(result)) return ''
  return listAt(result, 'content')
    .flatMap(part => (isObject(part) ? (textAt(part, 'text') ?? []) : []))
    .join('\n')
}
