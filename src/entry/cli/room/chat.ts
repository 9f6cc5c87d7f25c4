import { createInterface } from 'node:readline'
import type { z } from 'zod'
import { roomAgentShow } from '../../../room/agents/operations.ts'
import { roomChat } from '../../../room/chats/operations.ts'
import { jsonText } from '../json.ts'
import { visible } from '../visible.ts'
import { interruptible } from './interrupt.ts'
import { turnProgress } from './turn-progress.ts'
import type { RoomCli, RoomVerb } from './verb.ts'
import { block, painted } from './words.ts'

type Answer = z.output<typeof roomChat.output>

interface Talk {
  sessionId: string | null
  turns: number
}

export const chat: RoomVerb<[agent: string], { session?: string; json?: true }, Talk> = {
  usage: 'chat <agent>',
  summary: 'talk with an agent, line by line; an empty line or Ctrl-D ends it, Ctrl-C ends a turn',
  options: [['--session <id>', 'go on with this chat']],
  examples: ['chat chief', 'chat editor --session chat_…'],
  speaks: true,
  async ask(cli, { session, json }, agentId) {
    const { name } = await cli.call(roomAgentShow, { id: agentId })
    if (process.stdin.isTTY) cli.page.note(`You talk with ${visible(name)}. An empty line ends it.`)
    const talk: Talk = { sessionId: session ?? null, turns: 0 }
    for await (const message of linesTyped()) {
      const answer = await turn(cli, agentId, message, talk.sessionId)
      talk.sessionId = answer.sessionId
      talk.turns++
      if (json) cli.page.line(jsonText(answer, false))
      else tell(cli, answer)
    }
    return talk
  },
  show({ sessionId, turns }, page) {
    if (sessionId !== null && turns > 0) page.note(`This chat is ${sessionId}; go on with --session.`)
  },
}

/** One line is one message. Asked for on stderr, so that stdout holds the answers alone. */
async function* linesTyped(): AsyncGenerator<string> {
  const isTerminal = process.stdin.isTTY === true
  const reader = createInterface({
    input: process.stdin,
    ...(isTerminal && { output: process.stderr, prompt: '> ' }),
  })
  // Whoever reads ahead of the answers loses lines that come in one piece.
  const lines = reader[Symbol.asyncIterator]()
  try {
    for (;;) {
      if (isTerminal) reader.prompt()
      const { value = '', done } = await lines.next()
      if (done || (isTerminal && value.trim() === '')) return
      if (value.trim() !== '') yield value
    }
  } finally {
    reader.close()
  }
}

async function turn(cli: RoomCli, agentId: string, message: string, sessionId: string | null): Promise<Answer> {
  const interrupt = interruptible()
  try {
    return await cli.call(
      roomChat,
      { agentId, message, ...(sessionId !== null && { sessionId }) },
      { signal: interrupt.signal, onEvent: turnProgress(cli.page) },
    )
  } finally {
    interrupt.release()
  }
}

function tell({ page }: RoomCli, { content, state, receipts }: Answer): void {
  block(page, content)
  const { text } = painted(state, page.colors)
  page.note([text, ...receipts].join('  '))
}
