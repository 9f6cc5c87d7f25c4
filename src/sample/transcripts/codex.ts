import { type InstantOf, type Moment, type StepClock, secondsFor, stepClock } from './clock.ts'

/** A chat with Codex as the data file describes it. */
export interface CodexChat {
  id: string
  folder: string
  branch: string
  model?: string
  /** When it was opened. */
  opened: Moment
  steps: CodexStepData[]
  /** Set for a helper that another agent started. */
  source?: object
}

type CodexStep = (out: CodexWriter) => void
type CodexStepData = [name: string, ...values: unknown[]]

export function codexLines(chat: CodexChat, instantOf: InstantOf): string[] {
  const { id, folder: cwd, branch, opened, source = 'cli', steps } = chat
  const clock = stepClock(instantOf)
  const lines: string[] = []
  const out = writerFor(chat, clock, lines)
  clock.set(opened)
  out.record('session_meta', {
    id,
    timestamp: clock.text(),
    cwd,
    originator: 'codex_cli_rs',
    cli_version: '0.72.0',
    source,
    model_provider: 'openai',
    git: { branch },
  })
  out.message('user', `<environment_context>\n  <cwd>${cwd}</cwd>\n</environment_context>`)
  for (const step of steps) write(out, step)
  return lines
}

function write(out: CodexWriter, [name, ...values]: CodexStepData): void {
  // The values are those of the data file, which a test compares byte for byte.
  const makeStep = Object.entries(codexSteps).find(([each]) => each === name)?.[1] as (
    ...values: unknown[]
  ) => CodexStep
  makeStep(...values)(out)
}

/** What can happen in a chat, by the names the data file uses. */
const codexSteps = {
  /** One message of the person, all that the agent does about it, and the end of the turn. */
  turn: (moment: Moment, text: string, ...steps: CodexStepData[]): CodexStep => {
    return out => {
      openTurn(out, moment, text)
      for (const step of steps) write(out, step)
      out.countTokens()
      out.event('task_complete', { last_agent_message: null })
    }
  },

  /** A turn that the person stopped. */
  stopped_turn: (moment: Moment, text: string, ...steps: CodexStepData[]): CodexStep => {
    return out => {
      openTurn(out, moment, text)
      for (const step of steps) write(out, step)
      out.clock.advance(21)
      out.countTokens()
      out.event('turn_aborted', { reason: 'interrupted' })
      out.message('user', '<turn_aborted>\nThe user interrupted the previous turn on purpose.\n</turn_aborted>')
    }
  },

  /** A turn that the service broke off. */
  broken_turn: (moment: Moment, text: string, ...steps: CodexStepData[]): CodexStep => {
    return out => {
      openTurn(out, moment, text)
      for (const step of steps) write(out, step)
      out.clock.advance(35)
      out.countTokens()
      out.event('task_complete', {
        last_agent_message: null,
        error: { message: 'stream disconnected before completion' },
      })
    }
  },

  exec: (cmd: string, output: string, exit = 0, seconds = 6): CodexStep => {
    return out => {
      const call_id = out.call('function_call', cmd, { name: 'exec_command', arguments: JSON.stringify({ cmd }) })
      out.clock.advance(seconds)
      const head = `Chunk ID: ${call_id.slice(-6)}\nWall time: ${seconds}.0 seconds\nProcess exited with code ${exit}\nOutput:\n`
      out.output('function_call_output', { call_id, output: head + output })
    }
  },

  /** `+` and `-` lines per file; a file is added, updated or deleted. */
  patch: (...files: Array<[what: 'Add' | 'Update' | 'Delete', path: string, lines: string[]]>): CodexStep => {
    return out => {
      const blocks = files.map(([what, path, lines]) =>
        [`*** ${what} File: ${path}`, ...(what === 'Update' ? ['@@'] : []), ...lines].join('\n'),
      )
      const input = ['*** Begin Patch', ...blocks, '*** End Patch'].join('\n')
      const call_id = out.call('custom_tool_call', input, { name: 'apply_patch', input, status: 'completed' })
      out.clock.advance(1)
      const letters = { Add: 'A', Update: 'M', Delete: 'D' }
      const listed = files.map(([what, path]) => `${letters[what]} ${path}`).join('\n')
      const output = `Success. Updated the following files:\n${listed}\n`
      out.output('custom_tool_call_output', {
        call_id,
        output: JSON.stringify({ output, metadata: { exit_code: 0, duration_seconds: 0.1 } }),
      })
    }
  },

  search: (query: string): CodexStep => {
    return out => {
      out.clock.advance(4)
      out.record('response_item', { type: 'web_search_call', status: 'completed', action: { type: 'search', query } })
    }
  },

  plan: (...steps: string[]): CodexStep => {
    return out => {
      const plan = steps.map((step, at) => ({ step, status: at === 0 ? 'in_progress' : 'pending' }))
      const call_id = out.call('function_call', steps.join(), {
        name: 'update_plan',
        arguments: JSON.stringify({ plan }),
      })
      out.output('function_call_output', { call_id, output: 'Plan updated' })
    }
  },

  /** The client shows what the agent says, and then stores it as a message. */
  reply: (text: string): CodexStep => {
    return out => {
      out.clock.advance(secondsFor(text))
      out.event('agent_message', { message: text })
      out.message('assistant', text)
      out.countWords(text)
    }
  },

  /** A line that was torn when the disk was full. */
  torn_line: (): CodexStep => out => out.line('{"timestamp":"2025-02-13T1'),
}

interface CodexWriter {
  clock: StepClock
  chat: CodexChat
  line(text: string): void
  record(type: string, payload: object): void
  event(type: string, payload: object): void
  message(role: 'user' | 'assistant', text: string): void
  call(type: string, text: string, payload: object): string
  output(type: string, payload: { call_id: string; output: string }): void
  countWords(text: string): void
  /** The count of tokens so far. */
  countTokens(): void
}

function openTurn(out: CodexWriter, moment: Moment, text: string): void {
  const { folder: cwd, model = 'gpt-5-codex' } = out.chat
  out.clock.set(moment)
  out.event('task_started', { model_context_window: 272_000 })
  out.record('turn_context', {
    cwd,
    approval_policy: 'on-request',
    sandbox_policy: { type: 'workspace-write' },
    model,
    effort: 'medium',
    summary: 'auto',
  })
  out.message('user', text)
  out.event('user_message', { message: text, images: [] })
  out.countWords(text)
  out.clock.advance(3)
  out.record('response_item', { type: 'reasoning', summary: [], encrypted_content: 'c2FtcGxl' })
}

function writerFor(chat: CodexChat, clock: StepClock, lines: string[]): CodexWriter {
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
  const record = (type: string, payload: object) => line(JSON.stringify({ timestamp: clock.text(), type, payload }))
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
    clock,
    chat,
    line,
    record,
    event: (type, payload) => record('event_msg', { type, ...payload }),
    message(role, text) {
      const type = role === 'user' ? 'input_text' : 'output_text'
      record('response_item', { type: 'message', role, content: [{ type, text }] })
    },
    call(type, text, payload) {
      clock.advance(secondsFor(text))
      const call_id = `call_${chat.id.slice(-6)}${String(++calls).padStart(4, '0')}`
      record('response_item', { type, ...payload, call_id })
      spend(text)
      return call_id
    },
    output(type, payload) {
      record('response_item', { type, ...payload })
      context += Math.ceil(payload.output.length / 3.5)
    },
    countWords: spend,
    countTokens: () =>
      record('event_msg', { type: 'token_count', info: { total_token_usage: { ...total }, last_token_usage: null } }),
  }
}
