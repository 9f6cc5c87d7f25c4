import type { z } from 'zod'
import { roomCheckReply } from '../../../room/evidence/operations.ts'
import { usageFault } from '../failure.ts'
import { readText } from '../read-text.ts'
import { visible } from '../visible.ts'
import type { RoomVerb } from './verb.ts'
import { painted } from './words.ts'

type Verdict = z.output<typeof roomCheckReply.output>

export const check: RoomVerb<[file: string], { role?: string; session?: string }, Verdict> = {
  usage: 'check <file>',
  summary: 'judge a reply by its evidence, as the room judges its agents; exit code 3 when it is rejected',
  options: [
    ['--role <role>', 'whose reply it is: assistant, planner, writer, editor, critic, continuity, …'],
    ['--session <id>', 'only receipts of this session count'],
  ],
  examples: ['check reply.txt --role continuity', 'check - --role assistant --session mcp_… < reply.txt'],
  async ask({ call }, { role, session }, file) {
    if (role === undefined) throw usageFault('Say whose reply it is.', 'For example: --role continuity')
    const text = await readText(file)
    return call(roomCheckReply, { text, role, ...(session !== undefined && { sessionId: session }) })
  },
  show({ status, reason, detail, spans, receipts, warnings }, page) {
    const { text, paint } = painted(status, page.colors)
    page.line([paint(text), visible([reason, detail].filter(Boolean).join(': '))].filter(Boolean).join('  '))
    for (const { path, start_line, end_line, quote } of spans) {
      const lines = start_line === end_line ? `${start_line}` : `${start_line}-${end_line}`
      page.line(visible(`  ${path}:${lines}  ${quote}`))
    }
    for (const id of receipts) page.line(`  receipt ${visible(id)}`)
    for (const warning of warnings) page.note(visible(warning))
  },
  exit: ({ status }) => (status === 'accepted' || status === 'abstained' ? 0 : 3),
}
