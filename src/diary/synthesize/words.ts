import { findUnwritable } from '../../evidence/secrets.ts'
import { excerpt, summary } from '../extract/text.ts'

/** A text fit to be written; here nothing is known of the project's folder. */
export function said(text: string, fallback: string): string {
  return summary(text, fallback, null)
}

/** The first of some texts that can stand as a title. */
export function titleOf(candidates: Iterable<string>, fallback: string): string {
  for (const candidate of candidates) {
    const title = excerpt(candidate, 80, null)
    if (title !== '' && !findUnwritable(title)) return title
  }
  return fallback
}
