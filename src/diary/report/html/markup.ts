import type { Confidence } from '../../schema.ts'
import type { Citation } from '../schema.ts'
import type { CitationWriter } from '../text/citation-text.ts'
import { boldParts, withoutControls } from '../text/plain.ts'

/** HTML that is known to be well formed; every other text is escaped on its way in. */
export class Markup {
  constructor(readonly text: string) {}
}

type Piece = string | number | Markup | readonly Markup[] | false | null | undefined

/** Markup with values in it; values that are not markup are escaped. */
export function html(parts: TemplateStringsArray, ...values: readonly Piece[]): Markup {
  return new Markup(parts.map((part, index) => `${part}${pieceText(values[index])}`).join(''))
}

/** A sentence of a report; commands between back quotes are set as such, and what an agent wrote in bold. */
export function prose(text: string): Markup {
  const parts = text.split(/`([^`\n]+)`/)
  return new Markup(
    parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>`.text : withBold(part))).join(''),
  )
}

function withBold(text: string): string {
  return boldParts(text)
    .map((part, index) => (index % 2 === 1 ? `<strong>${escapeHtml(part)}</strong>` : escapeHtml(part)))
    .join('')
}

/** Text fit for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return withoutControls(text.replace(/\r\n?/g, '\n')).replace(/[&<>"']/g, character => entities[character] ?? '')
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
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return value.map(pieceText).join('\n')
}

/** Links to the cited lines, after a claim. */
export function citationLinks(cited: CitationWriter, citations: readonly Citation[], inside?: string): Markup | false {
  if (citations.length === 0) return false
  const links = citations.map(citation => cited(citation, inside))
  return html`<span class="cites">${links.map(({ text, href }, index) => html`${href === null ? text : html`<a href="${href}">${text}</a>`}${index < links.length - 1 && '; '}`)}</span>`
}

const tones = { high: 'good', medium: 'calm', low: 'warn' } as const

export function confidenceChip(confidence: Confidence | null): Markup {
  if (confidence === null) return html`<span class="chip">confidence n/a</span>`
  return html`<span class="chip ${tones[confidence]}">${confidence} confidence</span>`
}
