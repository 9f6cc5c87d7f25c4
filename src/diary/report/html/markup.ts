import { plain } from '../text/plain.ts'

/** HTML that is known to be well formed; every other text is escaped on its way in. */
export class Markup {
  constructor(readonly text: string) {}
}

type Piece = string | number | Markup | readonly Markup[] | false | null | undefined

/** Markup with values in it; values that are not markup are escaped. */
export function html(parts: TemplateStringsArray, ...values: readonly Piece[]): Markup {
  return new Markup(parts.map((part, index) => `${part}${pieceText(values[index])}`).join(''))
}

/** A sentence of a report; commands between back quotes are set as such. */
export function prose(text: string): Markup {
  const parts = text.split(/`([^`\n]+)`/)
  return new Markup(
    parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>`.text : escaped(part))).join(''),
  )
}

/** Text fit for an element or a quoted attribute. */
export function escaped(text: string): string {
  return plain(text.replace(/\r\n?/g, '\n')).replace(/[&<>"']/g, character => entities[character] ?? '')
}

const entities: { [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function pieceText(value: Piece): string {
  if (value === undefined || value === null || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'number') return String(value)
  return value.map(pieceText).join('\n')
}
