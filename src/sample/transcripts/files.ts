import data from '../../../assets/sample/week.json' with { type: 'json' }
import { type ClaudeChat, claudeLines } from './claude.ts'
import type { InstantOf } from './clock.ts'
import { type CodexChat, codexLines } from './codex.ts'

/** The days of the sample transcripts. */
export const sampleDays: readonly string[] = data.days

export interface SampleFile {
  source: 'claude-code' | 'codex'
  /** Below the transcript home, as the agent would have named it. */
  path: string
  text: string
}

/** The transcripts of an invented week, in the reader's own time zone. */
export function sampleTranscripts(instantOf: InstantOf): SampleFile[] {
  return [
    ...claudeChats.map(
      (chat): SampleFile => ({
        source: 'claude-code',
        path: `${chat.folder.replace(/[^A-Za-z0-9]/g, '-')}/${chat.id}.jsonl`,
        text: textOf(claudeLines(chat, claudeChats, instantOf)),
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

// It looks like a token without being one, to show how reports leave it out. It is kept in parts here and out of the data
// file, so that no scanner takes it for a real one.
const pastedToken = ['ghp', 'ThisIsNoTokenAtAll'.repeat(2)].join('_')
const { claude: claudeChats, codex: codexChats }: { claude: ClaudeChat[]; codex: CodexChat[] } = JSON.parse(
  JSON.stringify(data).replaceAll('{{pasted token}}', pastedToken),
)

function textOf(lines: string[]): string {
  return `${lines.join('\n')}\n`
}
