import { unverifiedInWords } from '../../../room/conference/reason-words.ts'
import type { ChatAnswer } from '../../../room/schema.ts'
import type { Terminal } from '../terminal.ts'
import { block, painted } from './words.ts'

/** The answer on stdout; how it was judged and how to go on beside it. */
export function showAnswer(
  { content, state, grounding, receipts, agentId, sessionId }: ChatAnswer,
  page: Terminal,
): void {
  if (content !== '') block(page, content)
  const { text, paint } = painted(state, page.colors)
  const doubts = (grounding.reasons ?? []).map(unverifiedInWords).join(' ')
  const checked =
    grounding.status === 'verified' ? ', its evidence verified' : doubts === '' ? '' : `, unverified: ${doubts}`
  page.note(`${agentId}: ${page.columns === undefined ? text : paint(text)}${checked}`)
  for (const id of receipts) page.note(`receipt ${id}`)
  page.note(`Go on: daybook room ask ${agentId} "…" --session ${sessionId}`)
}
