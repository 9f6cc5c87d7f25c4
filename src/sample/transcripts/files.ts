import { type ClaudeChat, claudeLines } from './claude.ts'
import type { InstantOf } from './clock.ts'
import { type CodexChat, codexLines } from './codex.ts'
import { friday, monday, tuesday, wednesday } from './rest-of-week.ts'
import { links, prices } from './site.ts'
import { cardReader, cashCount, helper } from './till-afternoon.ts'
import { halfPenny, oneNumber, twoPhones } from './till-morning.ts'

/** The days that the sample transcripts tell of; agents that write transcripts came later. */
export const sampleDays = ['2025-02-10', '2025-02-11', '2025-02-12', '2025-02-13', '2025-02-14']

export interface SampleFile {
  source: 'claude-code' | 'codex'
  /** Below the transcript home, as the agent would have named it. */
  path: string
  text: string
}

/** The transcripts of an invented week, on the clocks of whoever looks at them. */
export function sampleTranscripts(instantOf: InstantOf): SampleFile[] {
  return [
    ...claudeChats.map(
      (chat): SampleFile => ({
        source: 'claude-code',
        path: `${chat.folder.replace(/[^A-Za-z0-9]/g, '-')}/${chat.id}.jsonl`,
        text: textOf(claudeLines(chat, instantOf)),
      }),
    ),
    ...codexChats.map((chat): SampleFile => {
      const [day = '', time = ''] = chat.opened.split(' ')
      const stamp = `${day}T${time.replace(':', '-')}-00`
      return {
        source: 'codex',
        path: `${day.replaceAll('-', '/')}/rollout-${stamp}-${chat.id}.jsonl`,
        text: textOf(codexLines(chat, instantOf)),
      }
    }),
  ]
}

const claudeChats: ClaudeChat[] = [monday, wednesday, halfPenny, prices, twoPhones, oneNumber, friday]
const codexChats: CodexChat[] = [tuesday, cashCount, cardReader, helper, links]

function textOf(lines: string[]): string {
  return `${lines.join('\n')}\n`
}
