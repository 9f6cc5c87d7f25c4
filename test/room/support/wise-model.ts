import type { Conversation } from '../../models/scripted-service.ts'

const scene = 'Story/Scenes/SCN-04-the-causeway.md'
const quote = 'out of her green eyes'

type Shown = Pick<Conversation, 'messages'>

/** A model that does what the room asks: reads one line, is content with it, and cites it. */
export function wise({ messages }: Shown): string {
  const shown = messages.at(-1)?.content ?? ''
  const nonce = /^TOOL_NONCE: ([0-9a-f]+)$/m.exec(shown)?.[1]
  const receipt = [...shown.matchAll(/receipt_id: (rcpt_[0-9a-f]{12})/g)].at(-1)?.[1]
  if (nonce && !receipt) return JSON.stringify({ tool: 'file_reader', args: readingArgs, nonce })
  if (nonce) return JSON.stringify({ action: 'final', nonce })
  return `Her eyes are green here.\nEvidence: ${scene} line 17: "${quote}" receipt_id: ${receipt}`
}

const readingArgs = { file_path: scene, start_line: 17, end_line: 17 }
