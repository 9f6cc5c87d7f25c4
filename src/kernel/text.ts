import { z } from 'zod'

/** What a rule of ours adds to a zod issue, so that the answer can name rule, limit and actual size. */
export interface RuleParams {
  rule: string
  limit?: number
  actual?: number
  offset?: number
}

export function codePoints(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0xdc00 || unit > 0xdfff) count++
  }
  return count
}

/** The longest beginning of at most so many bytes that ends between code points; nothing is added to it. */
export function cutTo(text: string, bytes: number): string {
  // No unit of a text takes more than three bytes.
  if (text.length * 3 <= bytes) return text
  return text.slice(0, utf8.encodeInto(text, new Uint8Array(bytes)).read)
}

/** `a, b and 3 more`: those that are too many are only counted. */
export function joinFirst(
  items: readonly unknown[],
  most: number,
  { between = ', ', total = items.length } = {},
): string {
  const shown = items.slice(0, most).join(between)
  return total > most ? `${shown} and ${total - most} more` : shown
}

/** Offset of the first NUL or lone surrogate, or -1. */
export function unstorableAt(text: string): number {
  const nul = text.indexOf('\u0000')
  if (nul < 0 && text.isWellFormed()) return -1
  const lone = text.search(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/)
  return nul < 0 ? lone : lone < 0 ? nul : Math.min(nul, lone)
}

// Adding a check makes a new schema, so one without any serves for all.
const anyText = z.string()

/** A name to look something up by: any text that an engine can be asked for. */
export function reference() {
  return anyText.check(ctx => {
    const offset = unstorableAt(ctx.value)
    if (offset < 0) return
    ctx.issues.push({ code: 'custom', input: ctx.value, params: { rule: unstorable, offset } })
  })
}

export const unstorable = 'no NUL or lone surrogate'

// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is the point
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

const utf8 = new TextEncoder()

interface TextLimits {
  max: number
  /** Counts UTF-8 bytes instead of code points. */
  bytes?: boolean
  blank?: boolean
  oneLine?: boolean
  /** White space around it does not count, because it will not be kept. */
  trimmed?: boolean
}

/**
 * A text field. Accepted text is kept exactly as received; the limits count code points, as JSON Schema's maxLength
 * does, so the published schema and the check agree.
 */
export function text({ max, bytes = false, blank = false, oneLine = false, trimmed = false }: TextLimits) {
  return anyText
    .check(ctx => {
      const value = ctx.value
      const offset = unstorableAt(value)
      const counted = trimmed ? value.trim() : value
      const actual = bytes ? utf8.encode(counted).length : codePoints(counted)
      const lineBreak = oneLine ? value.search(control) : -1
      const fail = (params: RuleParams) => ctx.issues.push({ code: 'custom', input: value, params: { ...params } })
      if (offset >= 0) fail({ rule: unstorable, offset })
      else if (lineBreak >= 0) fail({ rule: 'one line without control characters', offset: lineBreak })
      if (!blank && value.trim() === '') fail({ rule: 'not blank' })
      else if (actual > max)
        fail({ rule: bytes ? 'at most this many UTF-8 bytes' : 'at most this many code points', limit: max, actual })
    })
    .register(z.globalRegistry, blank ? { maxLength: max } : { minLength: 1, maxLength: max })
}

/**
 * The text without these characters at both ends. A pattern such as `/-+$/` would be tried at every place of a long run
 * of them, which takes time that grows with the square of the text.
 */
export function trimOf(text: string, characters: string): string {
  let start = 0
  while (start < text.length && characters.includes(text.charAt(start))) start++
  return trimEndOf(text.slice(start), characters)
}

/** The text without these characters at its end. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** A word as a shell of this system reads it. */
export function shellWord(word: string): string {
  if (/^[\w./:@=-]+$/.test(word)) return word
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`
}
