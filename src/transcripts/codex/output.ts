import { isObject, listAt, numberAt, objectAt, type TranscriptRecord, textAt } from '../record.ts'

export interface ToolOutput {
  /** As the model got it. */
  payload: string
  /** What the tool itself printed. */
  text: string
  exit: number | null
  error: boolean
}

/** Reads the output of a call, in the layouts the client has used over time. */
export function outputOf(payload: TranscriptRecord): ToolOutput {
  const { output } = payload
  const holder = isObject(output) ? output : undefined
  const text = payloadText(output)
  const { inner, exit } = unwrapped(text)
  const failed = payload.success === false || holder?.success === false
  return { payload: text, text: inner, exit, error: failed || (exit !== null && exit !== 0) }
}

function payloadText(output: unknown): string {
  if (typeof output === 'string') return output
  if (Array.isArray(output)) return itemTexts(output)
  if (!isObject(output)) return ''
  return textAt(output, 'content') ?? itemTexts(listAt(output, 'content'))
}

function itemTexts(items: readonly unknown[]): string {
  return items.flatMap(item => (isObject(item) ? (textAt(item, 'text') ?? []) : [])).join('\n')
}

function unwrapped(text: string): { inner: string; exit: number | null } {
  return fromJson(text) ?? fromLayout(text) ?? { inner: text, exit: null }
}

/** `{"output": …, "metadata": {"exit_code": …}}` */
function fromJson(text: string): { inner: string; exit: number | null } | null {
  if (!text.startsWith('{') || !text.includes('"output"')) return null
  try {
    const value: unknown = JSON.parse(text)
    const inner = isObject(value) ? textAt(value, 'output') : undefined
    if (!isObject(value) || inner === undefined) return null
    return { inner, exit: numberAt(objectAt(value, 'metadata'), 'exit_code') ?? null }
  } catch {
    return null
  }
}

const headerLine =
  /^(?:Chunk ID: |Wall time: |Process (?:exited with code|running with session ID) |Exit code: |Original token count: |Total output lines: |Warning: )/
const exitLine = /^(?:Process exited with code|Exit code:) (-?\d{1,9})$/
const mostHeaderLines = 8

/** A few lines about the run, then `Output:` and what it printed. */
function fromLayout(text: string): { inner: string; exit: number | null } | null {
  let exit: number | null = null
  let from = 0
  for (let i = 0; i <= mostHeaderLines; i++) {
    const to = text.indexOf('\n', from)
    const line = to < 0 ? text.slice(from) : text.slice(from, to)
    if (i > 0 && line === 'Output:') return { inner: to < 0 ? '' : text.slice(to + 1), exit }
    if (!headerLine.test(line) && !(i > 0 && line === '')) return null
    exit = exitIn(line) ?? exit
    if (to < 0) return null
    from = to + 1
  }
  return null
}

function exitIn(line: string): number | null {
  const code = exitLine.exec(line)?.[1]
  return code === undefined ? null : Number(code)
}
