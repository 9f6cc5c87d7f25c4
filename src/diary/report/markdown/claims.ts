import type { Citation } from '../schema.ts'
import type { ReportView } from '../view.ts'
import { md } from './escape.ts'

/** `[S0001:2-11](…); [S0002:1-4](…)` */
export function citing({ cited }: ReportView, citations: readonly Citation[], inside?: string): string {
  return citations
    .map(citation => cited(citation, inside))
    .map(({ text, href }) => (href === null ? md(text) : `[${md(text)}](<${href}>)`))
    .join('; ')
}

/** A claim and what it rests on. */
export function sentenceWith(view: ReportView, text: string, citations: readonly Citation[], inside?: string): string {
  return citations.length === 0 ? md(text) : `${md(text)} (${citing(view, citations, inside)})`
}
