import { below, type LineMaker, type Maker, spreadSize } from './line-maker.ts'

/** Lines as Codex writes them: calls with their output, encrypted reasoning, token counts, and a prompt now and then. */
export const codexLines: LineMaker = ({ random, prose, id, clock, session, cwd }) => {
  let call = ''
  let total = 0
  const line = (type: string, payload: string) => `{"timestamp":"${clock()}","type":"${type}","payload":{${payload}}}`
  const item = (type: string, rest: string) => line('response_item', `"type":"${type}",${rest}`)
  const event = (type: string, rest: string) => line('event_msg', `"type":"${type}",${rest}`)
  const makers: Maker[] = [
    { weight: 22, make: room => begun(room) },
    { weight: 22, make: room => ended(room) },
    { weight: 18, make: () => counted() },
    {
      weight: 16,
      make: room =>
        item(
          'reasoning',
          `"summary":[],"content":null,"encrypted_content":${prose.packed(spreadSize(random, room, 1400))}`,
        ),
    },
    { weight: 5, make: room => event('agent_message', `"message":${prose.text(spreadSize(random, room, 500))}`) },
    {
      weight: 5,
      make: room =>
        item(
          'message',
          `"role":"assistant","content":[{"type":"output_text","text":${prose.text(spreadSize(random, room, 500))}}]`,
        ),
    },
    { weight: 4, make: room => patched(room) },
    { weight: 2, make: () => prompt() },
    { weight: 2, make: () => context() },
  ]
  return { first: () => `${meta()}\n${context()}\n${prompt()}`, makers }

  function meta(): string {
    return line(
      'session_meta',
      `"id":"${session}","timestamp":"${clock()}","cwd":"${cwd}","originator":"codex_cli_rs","cli_version":"0.166.0","source":"cli","model_provider":"openai","git":{"branch":"main","commit_hash":"0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f"},"base_instructions":{"text":${prose.text(1200)}}`,
    )
  }

  function context(): string {
    return line(
      'turn_context',
      `"turn_id":"${id()}","cwd":"${cwd}","model":"gpt-5.4-codex","approval_policy":"never","sandbox_policy":{"type":"workspace-write"},"effort":"medium","summary":"auto"`,
    )
  }

  function prompt(): string {
    return event('user_message', `"message":${prose.text(200)},"images":[]`)
  }

  function begun(room: number): string {
    call = `call_${id()}`
    const asked = JSON.stringify(`{"cmd":${prose.text(spreadSize(random, room, 120))},"workdir":"${cwd}"}`)
    return item('function_call', `"name":"exec_command","arguments":${asked},"call_id":"${call}"`)
  }

  function ended(room: number): string {
    const output = prose.text(spreadSize(random, room, 2600)).slice(1)
    const said = `"Chunk ID: 0f0f0f\\nWall time: 0.2 seconds\\nProcess exited with code 0\\nOutput:\\n${output}`
    return item('function_call_output', `"call_id":"${call}","output":${said}`)
  }

  function counted(): string {
    const last = below(random, 9000)
    total += last
    const usage = (tokens: number) =>
      `{"input_tokens":${tokens},"cached_input_tokens":${Math.floor(tokens / 2)},"output_tokens":${Math.floor(tokens / 20)},"reasoning_output_tokens":${Math.floor(tokens / 40)},"total_tokens":${tokens}}`
    return event(
      'token_count',
      `"info":{"total_token_usage":${usage(total)},"last_token_usage":${usage(last)},"model_context_window":272000},"rate_limits":null`,
    )
  }

  function patched(room: number): string {
    const body = JSON.stringify(`*** Begin Patch\n*** Update File: src/part.ts\n`).slice(1, -1)
    return item(
      'custom_tool_call',
      `"status":"completed","call_id":"call_${id()}","name":"apply_patch","input":"${body}${prose.text(spreadSize(random, room, 900)).slice(1)}`,
    )
  }
}
