import type { Confidence } from '../../schema.ts'
import type { Citation } from '../schema.ts'
import type { CitationWriter } from '../text/citation-text.ts'
import { html, type Markup } from './markup.ts'

/** Links to the cited lines, after a claim. */
export function citing(cited: CitationWriter, citations: readonly Citation[], inside?: string): Markup | false {
  if (citations.length === 0) return false
  const links = citations.map(citation => cited(citation, inside))
  return html`<span class="cites">${links.map(({ text, href }, index) => html`${href === null ? text : html`<a href="${href}">${text}</a>`}${index < links.length - 1 && '; '}`)}</span>`
}

const tones = { high: 'good', medium: 'calm', low: 'warn' } as const

export function confidenceChip(confidence: Confidence | null): Markup {
  if (confidence === null) return html`<span class="chip">confidence n/a</span>`
  return html`<span class="chip ${tones[confidence]}">${confidence} confidence</span>`
}
