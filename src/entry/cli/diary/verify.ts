import { diaryVerify } from '../../../diary/operations/diary-verify.ts'
import { rows } from '../rows.ts'
import type { Accepted, DiaryVerb } from './verb.ts'
import { counted, head } from './words.ts'

/** One table of exit codes for all parts: a verification that found a mismatch. */
const mismatchExit = 7

export const verify: DiaryVerb<[], object, Accepted<typeof diaryVerify.output>> = {
  usage: 'verify',
  summary: 'read every cited span again and compare it with the hash it was cited by',
  examples: ['verify --date 2026-05-12', 'verify --yesterday --json'],
  ask: ({ call, target }) => call(diaryVerify, target),
  show({ checked, mismatches }, page) {
    const { red } = page.colors
    const table = mismatches.map(({ project_key, session_ref, turn_ref, expected, found }) => [
      { text: found === null ? 'missing' : 'changed', paint: red },
      project_key,
      session_ref,
      turn_ref ?? 'whole copy',
      expected.slice(0, 12),
      found?.slice(0, 12) ?? '',
    ])
    if (table.length > 0) {
      page.data(rows([head(['', 'project', 'session', 'turn', 'cited', 'found'], page.colors), ...table], page))
    }
    page.note(
      mismatches.length === 0
        ? `${counted(checked, 'span')} and copies are what they were when they were cited.`
        : `${mismatches.length} of ${checked} differ. Renew the day: daybook diary prepare --refresh`,
    )
  },
  exit: ({ mismatches }) => (mismatches.length > 0 ? mismatchExit : 0),
}
