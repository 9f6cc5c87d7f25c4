import type { Citation } from '../schema.ts'
import { plainLine, withoutControls } from '../text/plain.ts'
import type { ReportView } from '../view.ts'

/** A text on one line of Markdown, with nothing in it that means anything to Markdown or HTML. */
export function md(text: string): string {
  return atLineStart(inline(plainLine(text)))
}

/** A text on a line of HTML, where Markdown means nothing. */
export function inTag(text: string): string {
  return entitiesIn(plainLine(text))
}

/** A cell of a table. */
function cell(text: string | number): string {
  return md(String(text)) || ' '
}

/** A text in its own lines, each marked as quoted. */
export function quote(text: string): string {
  return withoutControls(text.replace(/\r\n?/g, '\n'))
    .split('\n')
    .map(line => (line.trim() === '' ? '>' : `> ${quotedLine(line)}`))
    .join('\n')
}

/** Lines keep their breaks and their indent, which by itself would make them code. */
function quotedLine(line: string): string {
  const indent = /^ */.exec(line)?.[0].length ?? 0
  return `${'&nbsp;'.repeat(indent)}${atLineStart(inline(line.slice(indent)))}  `
}

// Quotes mean something inside attributes only, and a report has none; they stay readable.
const entities: { [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function entitiesIn(text: string): string {
  return text.replace(/[&<>]/g, character => entities[character] ?? '')
}

function inline(text: string): string {
  // Parentheses and exclamation marks only mean something beside a bracket, an underscore only beside a space.
  return entitiesIn(text.replace(/[\\`*[\]|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&'))
}

/** What opens a heading, a list or a rule only does so where a line begins. */
function atLineStart(text: string): string {
  return text.replace(/^[#+=-]/, '\\$&').replace(/^(\d{1,9})([.)])/, '$1\\$2')
}

/**
 * Moves addresses out of the sentences to the end of the page. Only our own links match: what people wrote has no bare
 * angle bracket left.
 */
export function withLinksBelow(page: string): string {
  const numbers = new Map<string, number>()
  const text = page.replace(/\]\(<([^<>\n]*)>\)/g, (_, address: string) => {
    const number = numbers.get(address) ?? numbers.size + 1
    numbers.set(address, number)
    return `][${number}]`
  })
  const list = [...numbers].map(([address, number]) => `[${number}]: <${address}>`)
  return list.length === 0 ? text : `${text}\n${list.join('\n')}\n`
}

/** A table; columns after the first hold numbers unless said otherwise. */
export function table(
  head: readonly string[],
  rows: ReadonlyArray<ReadonlyArray<string | number>>,
  holding: 'numbers' | 'text' = 'numbers',
): string {
  const line = (cells: ReadonlyArray<string | number>) => `| ${cells.map(cell).join(' | ')} |`
  const rule = `| ${head.map((_, index) => (index === 0 || holding === 'text' ? '---' : '---:')).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

/** `[S0001:2-11](…); [S0002:1-4](…)` */
export function citationLinks({ cited }: ReportView, citations: readonly Citation[], inside?: string): string {
  return citations
    .map(citation => cited(citation, inside))
    .map(({ text, href }) => (href === null ? md(text) : `[${md(text)}](<${href}>)`))
    .join('; ')
}

/** A claim and what it rests on. */
export function sentenceWith(view: ReportView, text: string, citations: readonly Citation[], inside?: string): string {
  return citations.length === 0 ? md(text) : `${md(text)} (${citationLinks(view, citations, inside)})`
}
