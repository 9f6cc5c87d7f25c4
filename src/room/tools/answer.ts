import { byteOrder } from '../../kernel/byte-order.ts'
import { isObject, type Json, type JsonObject, jsonIn } from '../../kernel/json.ts'
import { cutTo } from '../../kernel/text.ts'
import type { FileRef } from '../../receipts/receipt.ts'
import { type LinePart, lineQuote, spanQuote } from '../text/places.ts'
import { type FileClass, type FileText, spanHash } from '../workspace/vfs.ts'
import type { Span, Tool, ToolFault, ToolResult } from './tool.ts'

/** What a tool gathers beside its output: what it used, and what is worth quoting. */
export class Answer {
  readonly refs = new References()
  readonly spans: Span[] = []
  readonly #tool: NamedTool

  constructor(tool: NamedTool) {
    this.#tool = tool
  }

  /** A place in a sentence. */
  span(file: FileText, kind: FileClass, part: LinePart, at: number, note: string, weight: number): void {
    this.#push(file, kind, part.line, spanQuote(file.lines, part, at), note, weight)
  }

  /** The beginning of a line. */
  lineSpan(file: FileText, kind: FileClass, line: number, note: string, weight: number): void {
    const { quote } = lineQuote(file.lines[line - 1] ?? '', 160)
    this.#push(file, kind, line, [...quote].length >= 8 ? quote : undefined, note, weight)
  }

  json(output: object, issueRefs: number[] = []): ToolResult {
    return this.text(jsonOf(this.#tool, output), issueRefs)
  }

  text(text: string, issueRefs: number[] = []): ToolResult {
    return { ok: true, text, fileRefs: this.refs.list(), issueRefs, spans: this.spans }
  }

  #push(file: FileText, kind: FileClass, line: number, quote: string | undefined, note: string, weight: number): void {
    if (quote === undefined) return
    this.spans.push({ path: file.path, start_line: line, end_line: line, quote, note, weight, class: kind })
  }
}

/** An unknown tool has a name too. */
interface NamedTool extends Pick<Tool, 'version'> {
  id: string
}

function jsonOf({ id, version }: NamedTool, output: object): string {
  return JSON.stringify({ tool: id, tool_version: version, ...output }, null, 2)
}

export function failure(tool: NamedTool, { code, message, candidates }: ToolFault): ToolResult {
  const text = jsonOf(tool, { error: { code, message, ...(candidates.length > 0 && { candidates }) } })
  return { ok: false, error: { code, message }, text, fileRefs: [], issueRefs: [], spans: [] }
}

interface LineRange {
  file: FileText
  start: number
  end: number
}

/** Collects what a tool used of which file, in the order of its output. */
class References {
  readonly #ranges: LineRange[] = []
  readonly #wholes = new Set<FileText>()

  lines(file: FileText, start: number, end = start): void {
    const last = Math.min(end, file.lines.length)
    if (start >= 1 && start <= last) this.#ranges.push({ file, start, end: last })
  }

  whole(file: FileText): void {
    this.#wholes.add(file)
  }

  /** Touching ranges of a file become one, whole files come last, two hundred at most. */
  list(): FileRef[] {
    const refs = [...mergeRanges(this.#ranges).map(lineRef), ...[...this.#wholes].map(wholeRef)]
    return refs.slice(0, 200)
  }
}

function mergeRanges(ranges: readonly LineRange[]): LineRange[] {
  const sorted = ranges.map((range, order) => ({ ...range, order }))
  sorted.sort((a, b) => byteOrder(a.file.path, b.file.path) || a.start - b.start || a.end - b.end)
  const joined: typeof sorted = []
  for (const range of sorted) {
    const last = joined.at(-1)
    if (last?.file === range.file && range.start <= last.end + 1) {
      last.end = Math.max(last.end, range.end)
      last.order = Math.min(last.order, range.order)
    } else joined.push(range)
  }
  return joined.sort((a, b) => a.order - b.order)
}

function lineRef({ file, start, end }: LineRange): FileRef {
  const cited = file.lines.slice(start - 1, end)
  const where = { path: file.path, start_line: start, end_line: end }
  return { ...where, sha256: spanHash(cited), excerpt: cutTo(cited.join('\n'), 200), file_sha256: file.sha256 }
}

function wholeRef({ path, sha256, content }: FileText): FileRef {
  return { path, sha256, excerpt: cutTo(content, 200), file_sha256: sha256 }
}

/** Keys whose texts are long; they follow everything else, in this order. */
const last = ['excerpt', 'content', 'scene_excerpt', 'files', 'scenes']
const quoted = new Set(['quote', 'text'])

/** An output as lines for a prompt: every value of it, none of its brackets. Plain text stays as it is. */
export function renderOutput(text: string): string {
  const output = jsonIn(text)
  return isObject<Json>(output) ? objectLines(output, '').join('\n') : text
}

function objectLines(object: JsonObject, indent: string): string[] {
  return shownEntries(object).flatMap(([key, value]) => {
    if (Array.isArray(value)) return listLines(key, value, indent)
    if (isObject<Json>(value)) return [`${indent}${key}:`, ...objectLines(value, `${indent}  `)]
    if (typeof value === 'string' && value.includes('\n')) return [`${indent}${key}:`, value]
    return [`${indent}${key}: ${scalar(key, value)}`]
  })
}

function listLines(key: string, list: readonly Json[], indent: string): string[] {
  if (!list.some(item => typeof item === 'object')) return [`${indent}${key}: ${list.map(String).join(', ')}`]
  return [`${indent}${key}:`, ...list.map(item => `${indent}- ${isObject<Json>(item) ? pairs(item) : String(item)}`)]
}

/** One line; a path and its line become one location. */
function pairs(object: JsonObject): string {
  const { path, line } = object
  const located = typeof path === 'string' && typeof line === 'number'
  return shownEntries(object)
    .filter(([key]) => !located || key !== 'line')
    .map(([key, value]) => (located && key === 'path' ? `${path}:${line}` : `${key}=${inline(key, value)}`))
    .join(' ')
}

function inline(key: string, value: Json): string {
  if (isObject<Json>(value)) return `(${pairs(value)})`
  if (Array.isArray(value)) return `[${value.map(item => inline(key, item)).join(', ')}]`
  return scalar(key, typeof value === 'string' ? value.replace(/(?<!\s)\s*\n\s*/g, ' ') : value)
}

function scalar(key: string, value: Json): string {
  return quoted.has(key) ? `"${String(value)}"` : String(value)
}

/** Without what only machines read, and with the long texts at the end. */
function shownEntries(object: JsonObject): [string, Json][] {
  const entries = Object.entries(object).filter(([key, value]) => {
    if (key === 'tool_version' || /sha256$/.test(key)) return false
    return !(key === 'dry_run' && value === false) && !(Array.isArray(value) && value.length === 0)
  })
  return entries
    .map((entry, at) => ({ entry, rank: last.indexOf(entry[0]) + 1, at }))
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .map(({ entry }) => entry)
}
