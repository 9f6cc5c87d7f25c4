import { createInterface } from 'node:readline'
import type { CallEvent } from '../../../kernel/call.ts'
import { unverifiedInWords } from '../../../room/conference/reason-words.ts'
import type { Group } from '../command-line.ts'
import { textOrStdin } from '../input.ts'
import { interruptible } from '../stopping.ts'
import type { Terminal } from '../terminal.ts'
import type { Input, Output } from '../verb.ts'
import { cancelledExit, type RoomCli, roomVerb } from './part.ts'

export const turnVerbs: Group['commands'] = {
  ask: roomVerb('room_chat', {
    summary: 'ask one agent and wait; exit code 3 when its answer was rejected, 4 when you ended it',
    args: { agent: 'agentId', message: 'message' },
    flags: [['session <id>', 'sessionId', 'go on with this chat']],
    own: {
      'tool <id...>': 'it may use only this tool; may be given more than once',
      'require-tool': 'it must use a tool',
      raw: 'send the message alone: no prompt, no tools, no check of the answer',
      quiet: 'show no progress',
    },
    examples: [
      'ask chief "Check scene 4 against canon. Does anything contradict?"',
      'ask continuity "What color are the eyes of Ines?" --require-tool --json',
      'ask writer - < question.txt',
    ],
    usesKeys: true,
    async input({ message = '', ...given }, { tool, requireTool, raw }) {
      const toolPolicy = { ...(tool && { allowedTools: tool }), ...(requireTool && { requireTool }) }
      return {
        ...given,
        message: await textOrStdin(message),
        ...(raw && { kind: 'raw' }),
        ...(Object.keys(toolPolicy).length > 0 && { toolPolicy }),
      }
    },
    ask: (cli, wanted, { quiet }) => runTurn(cli, !quiet, wanted),
    show({ content, state, grounding, receipts, agentId, sessionId }, page) {
      if (content !== '') page.block(content)
      const doubts = (grounding.reasons ?? []).map(unverifiedInWords).join(' ')
      const checked =
        grounding.status === 'verified' ? ', its evidence verified' : doubts === '' ? '' : `, unverified: ${doubts}`
      page.note(`${agentId}: ${state}${checked}`, ...receipts.map(id => `receipt ${id}`))
      page.note(`Go on: daybook room ask ${agentId} "…" --session ${sessionId}`)
    },
    exit: ({ state }) => exits[state] ?? 0,
  }),
  chat: roomVerb('room_chat', {
    summary: 'talk with an agent, line by line; an empty line or Ctrl-D ends it, Ctrl-C ends a turn',
    args: { agent: 'agentId' },
    flags: [['session <id>', 'sessionId', 'go on with this chat']],
    examples: ['chat chief', 'chat editor --session chat_…'],
    usesKeys: true,
    async ask(cli, { agentId = '', ...given }) {
      const { name } = await cli.call('room_agent_show', { id: agentId })
      if (process.stdin.isTTY) cli.page.note(`You talk with ${name}. An empty line ends it.`)
      let [sessionId, turns] = [given.sessionId, 0]
      for await (const message of linesTyped()) {
        const answer = await runTurn(cli, true, { agentId, message, ...(sessionId !== undefined && { sessionId }) })
        sessionId = answer.sessionId
        turns++
        if (cli.flags.json) cli.page.json(answer)
        else {
          cli.page.block(answer.content)
          cli.page.note([answer.state, ...answer.receipts].join('  '))
        }
      }
      return { sessionId: sessionId ?? null, turns }
    },
    notes: ({ sessionId, turns }) =>
      sessionId !== null && turns > 0 && `This chat is ${sessionId}; go on with --session.`,
  }),
}

const exits: { readonly [state: string]: number } = { rejected: 3, cancelled: cancelledExit, error: 1 }

/** One line is one message. Asked for on stderr, so that stdout holds the answers alone. */
async function* linesTyped(): AsyncGenerator<string> {
  const isTerminal = process.stdin.isTTY === true
  const reader = createInterface({
    input: process.stdin,
    ...(isTerminal && { output: process.stderr, prompt: '> ' }),
  })
  // Events would be lost while an answer is awaited; an iterator keeps lines that come in one piece.
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

function runTurn(cli: RoomCli, progress: boolean, args: Input<'room_chat'>): Promise<Output<'room_chat'>> {
  return interruptible(signal =>
    cli.call('room_chat', args, { signal, ...(progress && { onEvent: event => showProgress(event, cli.page) }) }),
  )
}

/** What happens in a turn, on stderr; never what a model wrote before it was checked. */
function showProgress(event: CallEvent, page: Terminal): void {
  const { type, position, toolId, receiptId, ok, reason } = { ...blank, ...event }
  const sentences: { [type: string]: string | false } = {
    'turn.queued': position > 0 && `… waits, ${position} before it`,
    'tool.started': `… ${toolId}`,
    'tool.finished': `… ${toolId} ${ok ? 'done' : 'failed'}, receipt ${receiptId}`,
    'turn.retry': `… asked again: ${reason}`,
  }
  page.note(sentences[type])
}

const blank = { position: 0, toolId: '', receiptId: '', ok: true, reason: '' }
