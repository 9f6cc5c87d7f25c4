import { type Hand, handOf, type InstantOf, type Moment, timeFor } from './clock.ts'

/** A chat with Claude Code as it is told here; what happens in it is a list of deeds. */
export interface ClaudeChat {
  id: string
  folder: string
  branch: string
  model?: string
  deeds: Deed[]
  /** The chat this one was forked from, and how many of its lines it took over. */
  forkOf?: { chat: ClaudeChat; lines: number }
}

export type Deed = (pen: Pen) => void

/** The lines of the transcript, as the client would have written them. */
export function claudeLines(chat: ClaudeChat, instantOf: InstantOf): string[] {
  const lines = chat.forkOf ? forkedLines(chat, chat.forkOf, instantOf) : []
  const pen = penFor(chat, handOf(instantOf), lines)
  for (const deed of chat.deeds) deed(pen)
  return lines
}

/** A fork keeps the records with their uuids under its own session. */
function forkedLines({ id }: ClaudeChat, { chat, lines }: NonNullable<ClaudeChat['forkOf']>, instantOf: InstantOf) {
  const original = claudeLines(chat, instantOf).slice(0, lines)
  return original.map(line => line.replaceAll(`"sessionId":"${chat.id}"`, `"sessionId":"${id}"`))
}

export const asks = (moment: Moment, text: string): Deed => {
  return pen => {
    pen.hand.to(moment)
    pen.user(text)
  }
}

/** A screenshot without a word. */
export const shows = (moment: Moment): Deed => {
  const source = { type: 'base64', media_type: 'image/png', data: onePixel }
  return pen => {
    pen.hand.to(moment)
    pen.user([{ type: 'image', source }])
  }
}

export const commands = (moment: Moment, name: string, args: string): Deed => {
  const tag = (tagged: string, text: string) => `<command-${tagged}>${text}</command-${tagged}>`
  return asks(moment, [tag('message', name), tag('name', `/${name}`), tag('args', args)].join('\n'))
}

/** A message typed while the agent is working. */
export const steers = (moment: Moment, prompt: string): Deed => {
  return pen => {
    pen.hand.to(moment)
    pen.record({
      type: 'attachment',
      attachment: { type: 'queued_command', prompt, commandMode: 'prompt', origin: { kind: 'human' } },
    })
    pen.heard(prompt)
  }
}

export const says = (text: string): Deed => {
  return pen => {
    pen.hand.on(timeFor(text))
    pen.block({ type: 'text', text }, text, 'end_turn')
  }
}

export const thinks = (): Deed => {
  return pen => {
    pen.hand.on(6)
    pen.block({ type: 'thinking', thinking: '', signature: 'c2FtcGxl' }, 'x'.repeat(400), 'tool_use')
  }
}

export const reads = (path: string, text: string): Deed => {
  return pen => {
    const filePath = `${pen.folder}/${path}`
    const lines = text.split('\n')
    const shown = lines.map((line, at) => `${String(at + 1).padStart(6)}→${line}`).join('\n')
    const file = { filePath, content: text, numLines: lines.length, startLine: 1, totalLines: lines.length }
    pen.tool('Read', { file_path: filePath }, shown, { type: 'text', file }, 1)
  }
}

export const finds = (pattern: string, ...found: string[]): Deed => {
  return pen => {
    const text = found.length > 0 ? `Found ${found.length} files\n${found.join('\n')}` : 'No files found'
    const detail = { mode: 'files_with_matches', filenames: found, numFiles: found.length }
    pen.tool('Grep', { pattern, output_mode: 'files_with_matches' }, text, detail, 1)
  }
}

/** Lines that go out and lines that come in, at a line of a file. */
export const edits = (path: string, line: number, out: string[], into: string[]): Deed => {
  return pen => {
    const filePath = `${pen.folder}/${path}`
    const [oldString, newString] = [out.join('\n'), into.join('\n')]
    const lines = [...out.map(each => `-${each}`), ...into.map(each => `+${each}`)]
    const hunk = { oldStart: line, oldLines: out.length, newStart: line, newLines: into.length, lines }
    const input = { file_path: filePath, old_string: oldString, new_string: newString, replace_all: false }
    const said = `The file ${filePath} has been updated successfully.`
    pen.tool('Edit', input, said, { filePath, oldString, newString, structuredPatch: [hunk] }, 3)
  }
}

export const writes = (path: string, content: string): Deed => {
  return pen => {
    const filePath = `${pen.folder}/${path}`
    const detail = { type: 'create', filePath, content, structuredPatch: [] }
    pen.tool('Write', { file_path: filePath, content }, `File created successfully at: ${filePath}`, detail, 4)
  }
}

export const runs = (command: string, stdout: string, seconds = 8): Deed => {
  return pen => {
    const detail = { stdout, stderr: '', interrupted: false, isImage: false }
    pen.tool('Bash', { command, description: 'Run a command' }, stdout, detail, seconds)
  }
}

export const fails = (command: string, code: number, output: string, seconds = 8): Deed => {
  return pen => {
    const text = `Exit code ${code}\n${output}`
    pen.tool('Bash', { command, description: 'Run a command' }, text, `Error: ${text}`, seconds, true)
  }
}

export const fetches = (url: string, prompt: string, text: string): Deed => {
  return pen => pen.tool('WebFetch', { url, prompt }, text, { url, code: 200, result: text }, 5)
}

export const plans = (...todos: string[]): Deed => {
  return pen => {
    const list = todos.map((content, at) => ({ content, status: at === 0 ? 'in_progress' : 'pending' }))
    pen.tool('TodoWrite', { todos: list }, 'Todos have been modified.', { oldTodos: [], newTodos: list }, 1)
  }
}

export const delegates = (prompt: string, answer: string): Deed => {
  return pen => {
    const input = { description: 'Look through the code', prompt, subagent_type: 'general-purpose' }
    const detail = { status: 'completed', agentId: '5e1fa9c2', totalToolUseCount: 9 }
    pen.tool('Task', input, [{ type: 'text', text: answer }], detail, 280)
  }
}

/** A choice the agent leaves to the person. */
export const offers = (question: string, options: string[], answer: string): Deed => {
  return pen => {
    const questions = [{ question, header: 'Choice', options: options.map(label => ({ label, description: '' })) }]
    const said = `User has answered your questions: "${question}"="${answer}".`
    pen.tool('AskUserQuestion', { questions }, said, { questions, answers: { [question]: answer } }, 40)
  }
}

/** The person stops the agent in the middle of a command. */
export const stoppedIn = (command: string): Deed => {
  return pen => {
    pen.call('Bash', { command, description: 'Run a command' })
    pen.hand.on(48)
    pen.user([{ type: 'text', text: '[Request interrupted by user for tool use]' }])
  }
}

/** A line that was torn when the machine went to sleep. */
export const tears = (): Deed => pen => pen.line('{"parentUuid":"","type":"assistant","message":{"role":"assis')

interface Pen {
  hand: Hand
  folder: string
  line(text: string): void
  /** A record with what the client puts around each. */
  record(keys: object): string
  user(content: unknown): void
  /** One block of the reply under way; blocks of one reply share its id and its growing usage. */
  block(block: object, text: string, stop: 'tool_use' | 'end_turn'): void
  call(name: string, input: object): string
  tool(name: string, input: object, content: unknown, detail: unknown, seconds: number, isError?: boolean): void
  heard(text: string): void
}

function penFor({ id, folder, branch, model = 'claude-sonnet-4-5' }: ClaudeChat, hand: Hand, lines: string[]): Pen {
  let [count, calls, replies] = [0, 0, 0]
  let [context, cached, spoken] = [13_400, 0, 0]
  let parentUuid: string | null = null
  const line = (text: string) => void lines.push(text)

  function record(keys: object): string {
    const uuid = `${id.slice(0, 24)}${String(++count).padStart(12, '0')}`
    const around = { parentUuid, isSidechain: false, userType: 'external', cwd: folder, sessionId: id }
    line(JSON.stringify({ ...around, version: '2.1.44', gitBranch: branch, ...keys, uuid, timestamp: hand.text() }))
    parentUuid = uuid
    return uuid
  }
  function heard(text: string): void {
    context += Math.ceil(text.length / 3.5)
    replies++
    spoken = 0
  }
  function user(content: unknown): void {
    record({ type: 'user', message: { role: 'user', content }, promptId: `${id.slice(0, 8)}-${count}` })
    heard(typeof content === 'string' ? content : '')
  }
  function block(content: object, text: string, stop_reason: string): void {
    const isFirst = spoken === 0
    spoken += 12 + Math.ceil(text.length / 3.5)
    const usage = {
      input_tokens: 4,
      cache_creation_input_tokens: context - cached,
      cache_read_input_tokens: cached,
      output_tokens: spoken,
    }
    const message = { id: `msg_${id.slice(0, 8)}${replies}`, type: 'message', role: 'assistant', model }
    record({
      type: 'assistant',
      requestId: `req_${replies}`,
      message: { ...message, content: [content], stop_reason, usage },
    })
    if (isFirst) cached = context
    context += Math.ceil(text.length / 3.5)
  }
  function call(name: string, input: object): string {
    const tool = `toolu_${id.slice(0, 8)}${++calls}`
    const text = JSON.stringify(input)
    hand.on(timeFor(text))
    block({ type: 'tool_use', id: tool, name, input }, text, 'tool_use')
    return tool
  }
  return {
    hand,
    folder,
    line,
    record,
    user,
    block,
    call,
    heard,
    tool(name, input, content, toolUseResult, seconds, isError = false) {
      const tool_use_id = call(name, input)
      hand.on(seconds)
      const result = { type: 'tool_result', tool_use_id, content, ...(isError && { is_error: true }) }
      record({
        type: 'user',
        message: { role: 'user', content: [result] },
        toolUseResult,
        sourceToolAssistantUUID: parentUuid,
      })
      heard(typeof content === 'string' ? content : JSON.stringify(content))
    },
  }
}

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
