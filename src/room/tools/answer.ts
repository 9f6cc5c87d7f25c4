import type { LinePart } from '../text/places.ts'
import { lineQuote, spanQuote } from '../text/quotes.ts'
import type { FileClass, FileText } from '../workspace/vfs.ts'
import type { ToolFault } from './fault.ts'
import { References } from './references.ts'
import type { Span, ToolResult } from './tool.ts'

/** What a tool gathers beside its output: what it used, and what is worth quoting. */
export class Answer {
  readonly refs = new References()
  readonly spans: Span[] = []

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
    return this.text(JSON.stringify(output, null, 2), issueRefs)
  }

  text(text: string, issueRefs: number[] = []): ToolResult {
    return { ok: true, text, fileRefs: this.refs.list(), issueRefs, spans: this.spans }
  }

  #push(file: FileText, kind: FileClass, line: number, quote: string | undefined, note: string, weight: number): void {
    if (quote === undefined) return
    this.spans.push({ path: file.path, start_line: line, end_line: line, quote, note, weight, class: kind })
  }
}

export function failure(tool: string, version: string, { code, message, candidates }: ToolFault): ToolResult {
  const error = { code, message, ...(candidates.length > 0 && { candidates }) }
  const text = JSON.stringify({ tool, tool_version: version, error }, null, 2)
  return { ok: false, error: { code, message }, text, fileRefs: [], issueRefs: [], spans: [] }
}
