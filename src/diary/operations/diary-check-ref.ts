import { z } from 'zod'
import { name } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { checkLines, checkWorkItem, diaryRefIn, refVerdicts } from '../ports/check-ref.ts'
import { reject } from '../rejection.ts'
import { spanIn } from '../workspace/line-spans.ts'

const Input = z.strictObject({
  ref: z.string().max(200).describe('diary:<date>/<project_key>/<session_ref or work_item_ref>'),
  lines: z.string().optional().describe('Of a session: first and last line, "12-15"'),
  sha256: name('45d6067c8b6db124…', { pattern: /^[0-9a-f]{64}$/, must: '64 hexadecimal digits' })
    .optional()
    .describe('Of a session: the hash the lines were cited with'),
})

export const diaryCheckRef = diaryOperation({
  name: 'diary_check_ref',
  audience: 'people',
  summary: 'Whether a place in the diary that somebody cited is still there, with the same bytes.',
  effect: 'read',
  input: Input,
  accepted: 'ok',
  result: { verdict: z.enum(refVerdicts) },
  async run({ ref, lines, sha256 }, { diary }) {
    const place = diaryRefIn(ref)
    if (!place) {
      reject(
        'ref',
        'ref names no place in the diary',
        'write diary:<date>/<project_key>/<session_ref or work_item_ref>',
      )
    }
    if (place.kind === 'work_item') return { verdict: await checkWorkItem(diary, place) }
    const span = spanIn(lines)
    if (!span) reject('lines', 'lines must be first-last, such as "12-15"', 'name the lines of the session to check')
    if (!sha256) reject('sha256', 'sha256 is needed to check lines', 'pass the span_sha256 they were cited with')
    return { verdict: await checkLines(diary, place, span, sha256) }
  },
})
