import { z } from 'zod'

const Line = z.object({ lines: z.string(), span_sha256: z.string() })

const Step = z.object({
  what: z.enum(['edit', 'command']),
  text: z.string().describe('The file, or the command'),
  ...Line.shape,
})

const SessionLine = z.object({ session_ref: z.string(), at: z.string(), ...Line.shape })

/** What is known of an error besides where it is; every statement has its lines. */
export const ErrorHistory = z.object({
  error: z.string().describe('The line of the output it is about'),
  tried: z.array(Step).describe('Until it was seen again or the same passed'),
  seen_again: SessionLine.nullable().describe('The next time, in any session'),
  passed: z
    .object({
      command: z.string(),
      ...SessionLine.shape,
      call: Line,
      tried: z.array(Step).optional().describe('Before it passed, where that is not the above'),
    })
    .nullable()
    .describe('Where the same command or check passed afterwards'),
})
export type ErrorHistory = z.output<typeof ErrorHistory>

/** What is known of an error as lines of text: what was tried, whether it was seen again, where the same passed. */
export function errorHistoryText({ error, tried, seen_again, passed }: ErrorHistory): string[] {
  const done = (steps: ErrorHistory['tried']) =>
    steps.map(({ what, text, lines }) => `${what === 'edit' ? 'edited' : 'ran'} ${text} (${lines})`).join(', ')
  const after = (steps: ErrorHistory['tried']) => (steps.length > 0 ? ` after: ${done(steps)}` : '')
  const place = ({ session_ref, lines, at }: z.output<typeof SessionLine>) =>
    `${session_ref} ${lines} ${at.slice(0, 10)}`
  return [
    ...(seen_again ? [`seen again: ${place(seen_again)}: ${error}${after(passed && !passed.tried ? [] : tried)}`] : []),
    ...(passed ? [`passed: ${place(passed)}: ${passed.command}${after(passed.tried ?? tried)}`] : []),
  ]
}
