import type { z } from 'zod'
import { roomChat } from '../../../room/chats/operations.ts'
import { readText } from '../read-text.ts'
import { showAnswer } from './answer.ts'
import { cancelledExit, interruptible } from './interrupt.ts'
import { turnProgress } from './turn-progress.ts'
import type { RoomVerb } from './verb.ts'

interface Options {
  tool?: string[]
  requireTool?: true
  raw?: true
  session?: string
  quiet?: true
}

type Answer = z.output<typeof roomChat.output>

export const ask: RoomVerb<[agent: string, message: string], Options, Answer> = {
  usage: 'ask <agent> <message>',
  summary: 'ask one agent and wait; exit code 3 when its answer was rejected, 4 when you ended it',
  options: [
    ['--tool <id>', 'it may use only this tool; may be given more than once', 'many'],
    ['--require-tool', 'it must use a tool'],
    ['--raw', 'send the message alone: no prompt, no tools, no check of the answer'],
    ['--session <id>', 'go on with this chat'],
    ['--quiet', 'do not tell how far it is'],
  ],
  examples: [
    'ask chief "Check scene 4 against canon. Does anything contradict?"',
    'ask continuity "What color are the eyes of Ines?" --require-tool --json',
    'ask writer - < question.txt',
  ],
  speaks: true,
  async ask(cli, { tool, requireTool, raw, session, quiet }, agentId, given) {
    const message = given === '-' ? await readText('-') : given
    const toolPolicy = {
      ...(tool && { allowedTools: tool }),
      ...(requireTool && { requireTool }),
    }
    const interrupt = interruptible()
    try {
      return await cli.call(
        roomChat,
        {
          agentId,
          message,
          ...(session !== undefined && { sessionId: session }),
          ...(raw && { kind: 'raw' }),
          ...(Object.keys(toolPolicy).length > 0 && { toolPolicy }),
        },
        { signal: interrupt.signal, ...(!quiet && { onEvent: turnProgress(cli.page) }) },
      )
    } finally {
      interrupt.release()
    }
  },
  show: (answer, page) => showAnswer(answer, page),
  exit: answer => exitOf(answer),
}

function exitOf({ state }: Answer): number {
  return exits[state] ?? 0
}

const exits: { readonly [state: string]: number } = { rejected: 3, cancelled: cancelledExit, error: 1 }
