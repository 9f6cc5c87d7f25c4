import { type InstantOf, type Moment, type StepClock, secondsFor, stepClock } from './clock.ts'

/** A chat with Claude Code as the data file describes it. */
export interface ClaudeChat {
  id: string
  folder: string
  branch: string
  model?: string
  steps: [name: keyof typeof claudeSteps, ...values: unknown[]][]
  /** The chat this one was forked from, and how many of its lines it took over. */
  forkOf?: { chat: string; lines: number }
}

type ClaudeStep = (out: ClaudeWriter) => void

/** The lines of the transcript, as the client would have written them. */
export function claudeLines(chat: ClaudeChat, chats: readonly ClaudeChat[], instantOf: InstantOf): string[] {
  const original = chats.find(({ id }) => id === chat.forkOf?.chat)
  const lines = original ? forkedLines(chat, original, claudeLines(original, chats, instantOf)) : []
  const out = writerFor(chat, stepClock(instantOf), lines)
  for (const [name, ...values] of chat.steps) {
    // The values are those of the data file, which a test compares byte for byte.
    const makeStep = claudeSteps[name] as (...values: unknown[]) => ClaudeStep
    makeStep(...values)(out)
  }
  return lines
}

/** A fork keeps the records with their uuids under its own session. */
function forkedLines({ id, forkOf }: ClaudeChat, original: ClaudeChat, lines: string[]): string[] {
  return lines
    .slice(0, forkOf?.lines)
    .map(line => line.replaceAll(`"sessionId":"${original.id}"`, `"sessionId":"${id}"`))
}

/** What can happen in a chat, by the names the data file uses. */
const claudeSteps = {
  user: (moment: Moment, text: string): ClaudeStep => {
    return out => {
      out.clock.set(moment)
      out.user(text)
    }
  },

  /** A screenshot without a word. */
  screenshot: (moment: Moment): ClaudeStep => {
    const source = { type: 'base64', media_type: 'image/png', data: onePixel }
    return out => {
      out.clock.set(moment)
      out.user([{ type: 'image', source }])
    }
  },

  slash_command: (moment: Moment, name: string, args: string): ClaudeStep => {
    const tag = (tagged: string, text: string) => `<command-${tagged}>${text}</command-${tagged}>`
    return claudeSteps.user(moment, [tag('message', name), tag('name', `/${name}`), tag('args', args)].join('\n'))
  },

  /** A message typed while the agent is working. */
  queued_message: (moment: Moment, prompt: string): ClaudeStep => {
    return out => {
      out.clock.set(moment)
      out.record({
        type: 'attachment',
        attachment: { type: 'queued_command', prompt, commandMode: 'prompt', origin: { kind: 'human' } },
      })
      out.countInput(prompt)
    }
  },

  reply: (text: string): ClaudeStep => {
    return out => {
      out.clock.advance(secondsFor(text))
      out.block({ type: 'text', text }, text, 'end_turn')
    }
  },

  think: (): ClaudeStep => {
    return out => {
      out.clock.advance(6)
      out.block({ type: 'thinking', thinking: '', signature: 'c2FtcGxl' }, 'x'.repeat(400), 'tool_use')
    }
  },

  read: (path: string, text: string): ClaudeStep => {
    return out => {
      const filePath = `${out.folder}/${path}`
      const lines = text.split('\n')
      const shown = lines.map((line, at) => `${String(at + 1).padStart(6)}→${line}`).join('\n')
      const file = { filePath, content: text, numLines: lines.length, startLine: 1, totalLines: lines.length }
      out.tool('Read', { file_path: filePath }, shown, { type: 'text', file }, 1)
    }
  },

  grep: (pattern: string, ...found: string[]): ClaudeStep => {
    return out => {
      const text = found.length > 0 ? `Found ${found.length} files\n${found.join('\n')}` : 'No files found'
      const detail = { mode: 'files_with_matches', filenames: found, numFiles: found.length }
      out.tool('Grep', { pattern, output_mode: 'files_with_matches' }, text, detail, 1)
    }
  },

  /** Lines removed and added at a line of a file. */
  edit: (path: string, line: number, removed: string[], added: string[]): ClaudeStep => {
    return out => {
      const filePath = `${out.folder}/${path}`
      const [oldString, newString] = [removed.join('\n'), added.join('\n')]
      const lines = [...removed.map(each => `-${each}`), ...added.map(each => `+${each}`)]
      const hunk = { oldStart: line, oldLines: removed.length, newStart: line, newLines: added.length, lines }
      const input = { file_path: filePath, old_string: oldString, new_string: newString, replace_all: false }
      const answer = `The file ${filePath} has been updated successfully.`
      out.tool('Edit', input, answer, { filePath, oldString, newString, structuredPatch: [hunk] }, 3)
    }
  },

  write: (path: string, content: string): ClaudeStep => {
    return out => {
      const filePath = `${out.folder}/${path}`
      const detail = { type: 'create', filePath, content, structuredPatch: [] }
      out.tool('Write', { file_path: filePath, content }, `File created successfully at: ${filePath}`, detail, 4)
    }
  },

  run: (command: string, stdout: string, seconds = 8): ClaudeStep => {
    return out => {
      const detail = { stdout, stderr: '', interrupted: false, isImage: false }
      out.tool('Bash', { command, description: 'Run a command' }, stdout, detail, seconds)
    }
  },

  run_failing: (command: string, code: number, output: string, seconds = 8): ClaudeStep => {
    return out => {
      const text = `Exit code ${code}\n${output}`
      out.tool('Bash', { command, description: 'Run a command' }, text, `Error: ${text}`, seconds, true)
    }
  },

  fetch: (url: string, prompt: string, text: string): ClaudeStep => {
    return out => out.tool('WebFetch', { url, prompt }, text, { url, code: 200, result: text }, 5)
  },

  plan: (...todos: string[]): ClaudeStep => {
    return out => {
      const list = todos.map((content, at) => ({ content, status: at === 0 ? 'in_progress' : 'pending' }))
      out.tool('TodoWrite', { todos: list }, 'Todos have been modified.', { oldTodos: [], newTodos: list }, 1)
    }
  },

  delegate: (prompt: string, answer: string): ClaudeStep => {
    return out => {
      const input = { description: 'Look through the code', prompt, subagent_type: 'general-purpose' }
      const detail = { status: 'completed', agentId: '5e1fa9c2', totalToolUseCount: 9 }
      out.tool('Task', input, [{ type: 'text', text: answer }], detail, 280)
    }
  },

  /** A choice the agent leaves to the person. */
  question: (question: string, options: string[], answer: string): ClaudeStep => {
    return out => {
      const questions = [{ question, header: 'Choice', options: options.map(label => ({ label, description: '' })) }]
      const reply = `User has answered your questions: "${question}"="${answer}".`
      out.tool('AskUserQuestion', { questions }, reply, { questions, answers: { [question]: answer } }, 40)
    }
  },

  /** The person stops the agent in the middle of a command. */
  interrupted_command: (command: string): ClaudeStep => {
    return out => {
      out.call('Bash', { command, description: 'Run a command' })
      out.clock.advance(48)
      out.user([{ type: 'text', text: '[Request interrupted by user for tool use]' }])
    }
  },

  /** A line that was torn when the machine went to sleep. */
  torn_line: (): ClaudeStep => out => out.line('{"parentUuid":"","type":"assistant","message":{"role":"assis'),
}

interface ClaudeWriter {
  clock: StepClock
  folder: string
  line(text: string): void
  /** A record with what the client puts around each. */
  record(keys: object): string
  user(content: unknown): void
  /** One block of the reply under way; blocks of one reply share its id and its growing usage. */
  block(block: object, text: string, stop: 'tool_use' | 'end_turn'): void
  call(name: string, input: object): string
  tool(name: string, input: object, content: unknown, detail: unknown, seconds: number, isError?: boolean): void
  countInput(text: string): void
}

function writerFor(
  { id, folder, branch, model = 'claude-sonnet-4-5' }: ClaudeChat,
  clock: StepClock,
  lines: string[],
): ClaudeWriter {
  let [count, calls, replies] = [0, 0, 0]
  let [context, cached, outputTokens] = [13_400, 0, 0]
  let parentUuid: string | null = null
  const line = (text: string) => void lines.push(text)

  function record(keys: object): string {
    const uuid = `${id.slice(0, 24)}${String(++count).padStart(12, '0')}`
    const around = { parentUuid, isSidechain: false, userType: 'external', cwd: folder, sessionId: id }
    line(JSON.stringify({ ...around, version: '2.1.44', gitBranch: branch, ...keys, uuid, timestamp: clock.text() }))
    parentUuid = uuid
    return uuid
  }
  function countInput(text: string): void {
    context += Math.ceil(text.length / 3.5)
    replies++
    outputTokens = 0
  }
  function user(content: unknown): void {
    record({ type: 'user', message: { role: 'user', content }, promptId: `${id.slice(0, 8)}-${count}` })
    countInput(typeof content === 'string' ? content : '')
  }
  function block(content: object, text: string, stop_reason: string): void {
    const isFirst = outputTokens === 0
    outputTokens += 12 + Math.ceil(text.length / 3.5)
    const usage = {
      input_tokens: 4,
      cache_creation_input_tokens: context - cached,
      cache_read_input_tokens: cached,
      output_tokens: outputTokens,
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
    clock.advance(secondsFor(text))
    block({ type: 'tool_use', id: tool, name, input }, text, 'tool_use')
    return tool
  }
  return {
    clock,
    folder,
    line,
    record,
    user,
    block,
    call,
    countInput,
    tool(name, input, content, toolUseResult, seconds, isError = false) {
      const tool_use_id = call(name, input)
      clock.advance(seconds)
      const result = { type: 'tool_result', tool_use_id, content, ...(isError && { is_error: true }) }
      record({
        type: 'user',
        message: { role: 'user', content: [result] },
        toolUseResult,
        sourceToolAssistantUUID: parentUuid,
      })
      countInput(typeof content === 'string' ? content : JSON.stringify(content))
    },
  }
}

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
