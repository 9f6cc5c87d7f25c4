import type { Citation } from '../../../../src/diary/report/schema.ts'

/** `2-11` as a URL fragment: `L2-L11`. */
export function linesHash(lines: string): string {
  return lines
    .split('-')
    .map(line => `L${line}`)
    .join('-')
}

/** Where a cited turn can be read. */
export function citationAddress(date: string, { project_key, session_ref, turn_ref, lines }: Citation): string {
  const path = [date, project_key, session_ref].map(encodeURIComponent).join('/')
  return `/diary/${path}?turn=${encodeURIComponent(turn_ref)}#${linesHash(lines)}`
}
