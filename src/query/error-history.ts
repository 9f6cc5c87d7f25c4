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
