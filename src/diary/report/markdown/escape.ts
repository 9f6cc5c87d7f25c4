import { plain, plainLine } from '../text/plain.ts'

/** A text on one line of Markdown, with nothing in it that means anything to Markdown or HTML. */
export function md(text: string): string {
  return atLineStart(inline(plainLine(text)))
}

/** A text on a line of HTML, where Markdown means nothing. */
export function inTag(text: string): string {
  return entitiesIn(plainLine(text))
}

/** A cell of a table. */
export function cell(text: string | number): string {
  return md(String(text)) || ' '
}

/** A text in its own lines, each marked as quoted. */
export function quote(text: string): string {
  return plain(text.replace(/\r\n?/g, '\n'))
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
