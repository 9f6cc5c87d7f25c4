import { type Hand, handOf, type InstantOf, type Moment, timeFor } from './clock.ts'

/** A chat with Codex as it is told here. */
export interface CodexChat {
  id: string
  folder: string
  branch: string
  model?: string
  /** When it was opened. */
  opened: Moment
  deeds: CodexDeed[]
  /** Set for a helper that another agent started. */
  source?: object
}

export type CodexDeed = (pen: CodexPen) => void

export function codexLines(chat: CodexChat, instantOf: InstantOf): string[] {
  const { id, folder: cwd, branch, opened, source = 'cli', deeds } = chat
  const hand = handOf(instantOf)
  const lines: string[] = []
  const pen = penFor(chat, hand, lines)
  hand.to(opened)
  pen.record('session_meta', {
    id,
    timestamp: hand.text(),
    cwd,
    originator: 'codex_cli_rs',
    cli_version: '0.72.0',
    source,
    model_provider: 'openai',
    git: { branch },
  })
  pen.message('user', `<environment_context>\n  <cwd>${cwd}</cwd>\n</environment_context>`)
  for (const deed of deeds) deed(pen)
  return lines
}

/** One message of the person, all that the agent does about it, and the end of the turn. */
export const turn = (moment: Moment, text: string, ...deeds: CodexDeed[]): CodexDeed => {
  return pen => {
    opens(pen, moment, text)
    for (const deed of deeds) deed(pen)
    pen.counted()
    pen.event('task_complete', { last_agent_message: null })
  }
}

/** A turn that the person stopped. */
export const stopped = (moment: Moment, text: string, ...deeds: CodexDeed[]): CodexDeed => {
  return pen => {
    opens(pen, moment, text)
    for (const deed of deeds) deed(pen)
    pen.hand.on(21)
    pen.counted()
    pen.event('turn_aborted', { reason: 'interrupted' })
    pen.message('user', '<turn_aborted>\nThe user interrupted the previous turn on purpose.\n</turn_aborted>')
  }
}

/** A turn that the service broke off. */
export const brokenOff = (moment: Moment, text: string, ...deeds: CodexDeed[]): CodexDeed => {
  return pen => {
    opens(pen, moment, text)
    for (const deed of deeds) deed(pen)
    pen.hand.on(35)
    pen.counted()
    pen.event('task_complete', {
      last_agent_message: null,
      error: { message: 'stream disconnected before completion' },
    })
  }
}

export const executes = (cmd: string, output: string, exit = 0, seconds = 6): CodexDeed => {
  return pen => {
    const call_id = pen.call('function_call', cmd, { name: 'exec_command', arguments: JSON.stringify({ cmd }) })
    pen.hand.on(seconds)
    const head = `Chunk ID: ${call_id.slice(-6)}\nWall time: ${seconds}.0 seconds\nProcess exited with code ${exit}\nOutput:\n`
    pen.output('function_call_output', { call_id, output: head + output })
  }
}

/** `+` and `-` lines per file; a file is added, updated or deleted. */
export const patches = (
  ...files: Array<[what: 'Add' | 'Update' | 'Delete', path: string, lines: string[]]>
): CodexDeed => {
  return pen => {
    const blocks = files.map(([what, path, lines]) =>
      [`*** ${what} File: ${path}`, ...(what === 'Update' ? ['@@'] : []), ...lines].join('\n'),
    )
    const input = ['*** Begin Patch', ...blocks, '*** End Patch'].join('\n')
    const call_id = pen.call('custom_tool_call', input, { name: 'apply_patch', input, status: 'completed' })
    pen.hand.on(1)
    const letters = { Add: 'A', Update: 'M', Delete: 'D' }
    const listed = files.map(([what, path]) => `${letters[what]} ${path}`).join('\n')
    const output = `Success. Updated the following files:\n${listed}\n`
    pen.output('custom_tool_call_output', {
      call_id,
      output: JSON.stringify({ output, metadata: { exit_code: 0, duration_seconds: 0.1 } }),
    })
  }
}

export const looksUp = (query: string): CodexDeed => {
  return pen => {
    pen.hand.on(4)
    pen.record('response_item', { type: 'web_search_call', status: 'completed', action: { type: 'search', query } })
  }
}

export const outlines = (...steps: string[]): CodexDeed => {
  return pen => {
    const plan = steps.map((step, at) => ({ step, status: at === 0 ? 'in_progress' : 'pending' }))
    const call_id = pen.call('function_call', steps.join(), {
      name: 'update_plan',
      arguments: JSON.stringify({ plan }),
    })
    pen.output('function_call_output', { call_id, output: 'Plan updated' })
  }
}

/** The client tells the person what the agent says, and then keeps it as a message. */
export const replies = (text: string): CodexDeed => {
  return pen => {
    pen.hand.on(timeFor(text))
    pen.event('agent_message', { message: text })
    pen.message('assistant', text)
    pen.spoke(text)
  }
}

/** A line that was torn when the disk was full. */
export const tornLine = (): CodexDeed => pen => pen.line('{"timestamp":"2025-02-13T1')

interface CodexPen {
  hand: Hand
  chat: CodexChat
  line(text: string): void
  record(type: string, payload: object): void
  event(type: string, payload: object): void
  message(role: 'user' | 'assistant', text: string): void
  call(type: string, text: string, payload: object): string
  output(type: string, payload: { call_id: string; output: string }): void
  spoke(text: string): void
  /** The count of tokens so far. */
  counted(): void
}

function opens(pen: CodexPen, moment: Moment, text: string): void {
  const { folder: cwd, model = 'gpt-5-codex' } = pen.chat
  pen.hand.to(moment)
  pen.event('task_started', { model_context_window: 272_000 })
  pen.record('turn_context', {
    cwd,
    approval_policy: 'on-request',
    sandbox_policy: { type: 'workspace-write' },
    model,
    effort: 'medium',
    summary: 'auto',
  })
  pen.message('user', text)
  pen.event('user_message', { message: text, images: [] })
  pen.spoke(text)
  pen.hand.on(3)
  pen.record('response_item', { type: 'reasoning', summary: [], encrypted_content: 'c2FtcGxl' })
}

function penFor(chat: CodexChat, hand: Hand, lines: string[]): CodexPen {
  let calls = 0
  let context = 9200
  const total = {
    input_tokens: 0,
    cached_input_tokens: 0,
    output_tokens: 0,
    reasoning_output_tokens: 0,
    total_tokens: 0,
  }
  const line = (text: string) => void lines.push(text)
  const record = (type: string, payload: object) => line(JSON.stringify({ timestamp: hand.text(), type, payload }))
  function spend(text: string): void {
    const output = 40 + Math.ceil(text.length / 3.5)
    const fresh = Math.ceil(text.length / 3)
    total.input_tokens += context + fresh
    total.cached_input_tokens += context
    total.output_tokens += output
    total.reasoning_output_tokens += 24
    total.total_tokens = total.input_tokens + total.output_tokens
    context += fresh + output
  }
  return {
    hand,
    chat,
    line,
    record,
    event: (type, payload) => record('event_msg', { type, ...payload }),
    message(role, text) {
      const type = role === 'user' ? 'input_text' : 'output_text'
      record('response_item', { type: 'message', role, content: [{ type, text }] })
    },
    call(type, text, payload) {
      hand.on(timeFor(text))
      const call_id = `call_${chat.id.slice(-6)}${String(++calls).padStart(4, '0')}`
      record('response_item', { type, ...payload, call_id })
      spend(text)
      return call_id
    },
    output(type, payload) {
      record('response_item', { type, ...payload })
      context += Math.ceil(payload.output.length / 3.5)
    },
    spoke: spend,
    counted: () =>
      record('event_msg', { type: 'token_count', info: { total_token_usage: { ...total }, last_token_usage: null } }),
  }
}
