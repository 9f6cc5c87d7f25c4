import type { Citation } from '../../../../src/diary/report/schema.ts'

/** `2-11` as a URL fragment: `L2-L11`. */
export function linesHash(lines: string): string {
  return lines
    .split('-')
    .map(line => `L${line}`)
    .join('-')
}

/** Where a cited turn can be read, for a link. */
export function citationAddress(date: string, { project_key, session_ref, turn_ref, lines }: Citation) {
  return {
    to: '/diary/$date/$key/$session',
    params: { date, key: project_key, session: session_ref },
    search: { turn: turn_ref },
    hash: linesHash(lines),
  } as const
}
