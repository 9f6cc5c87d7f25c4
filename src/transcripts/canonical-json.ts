import { createHash } from 'node:crypto'
import type { TurnLine } from './record.ts'

type Step = { text: string } | { value: unknown }

/**
 * JSON without spaces, keys sorted, non-ASCII as it is. Works through its own list of steps, because a transcript may
 * nest deeper than the call stack. Stops soon after `limit` characters, when only a beginning is wanted.
 */
export function canonicalJson(value: unknown, limit = Number.POSITIVE_INFINITY): string {
  const steps: Step[] = [{ value }]
  let out = ''
  while (out.length <= limit) {
    const step = steps.pop()
    if (!step) break
    if ('text' in step) out += step.text
    else if (Array.isArray(step.value)) pushArray(steps, step.value)
    else if (typeof step.value === 'object' && step.value !== null) pushObject(steps, step.value)
    else out += scalar(step.value, limit)
  }
  return out
}

/** In reverse, since the last step is taken first. */
function pushArray(steps: Step[], values: unknown[]): void {
  steps.push({ text: ']' })
  for (let i = values.length - 1; i >= 0; i--) {
    steps.push({ value: values[i] })
    if (i > 0) steps.push({ text: ',' })
  }
  steps.push({ text: '[' })
}

function pushObject(steps: Step[], object: object): void {
  const entries = Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))
  steps.push({ text: '}' })
  for (let i = entries.length - 1; i >= 0; i--) {
    const [key, value] = entries[i] ?? ['', null]
    steps.push({ value }, { text: `${i > 0 ? ',' : ''}${JSON.stringify(key.toWellFormed())}:` })
  }
  steps.push({ text: '{' })
}

function scalar(value: unknown, limit: number): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'null'
  return JSON.stringify((value.length > limit ? value.slice(0, limit + 1) : value).toWellFormed())
}

/** What makes two records the same: their canonical JSON. */
export function recordHash({ record }: TurnLine): string | null {
  return record && createHash('sha256').update(canonicalJson(record)).digest('base64')
}
