import { below, type LineMaker, type Maker, spreadSize } from './line-maker.ts'

/** Lines as Claude Code writes them: mostly machine rows around one answer block each, and a prompt now and then. */
export const claudeLines: LineMaker = ({ random, prose, id, clock, session, cwd }) => {
  let parent = id()
  let call = ''
  const envelope = (type: string, uuid: string, rest: string) => {
    const line = `{"parentUuid":"${parent}","isSidechain":false,"userType":"external","cwd":"${cwd}","sessionId":"${session}","version":"2.1.140","gitBranch":"main","type":"${type}",${rest},"uuid":"${uuid}","timestamp":"${clock()}"}`
    parent = uuid
    return line
  }
  const assistant = (block: string) =>
    envelope(
      'assistant',
      id(),
      `"requestId":"req_${id()}","message":{"id":"msg_${id()}","type":"message","role":"assistant","model":"claude-opus-4-5","content":[${block}],"stop_reason":null,"usage":{"input_tokens":${below(random, 9)},"cache_creation_input_tokens":${below(random, 5000)},"cache_read_input_tokens":${below(random, 120_000)},"output_tokens":${below(random, 900)},"service_tier":"standard"}}`,
    )
  const makers: Maker[] = [
    { weight: 22, make: room => progress(room) },
    { weight: 20, make: room => use(room) },
    { weight: 20, make: room => result(room) },
    { weight: 9, make: room => assistant(`{"type":"text","text":${prose.text(spreadSize(random, room, 900))}}`) },
    { weight: 9, make: room => thinking(room) },
    { weight: 3, make: () => prompt() },
    {
      weight: 3,
      make: () => envelope('system', id(), `"subtype":"turn_duration","durationMs":${below(random, 90_000)}`),
    },
    { weight: 2, make: room => snapshot(room) },
    { weight: 0.1, make: room => picture(room) },
  ]
  return { first: () => prompt(), makers }

  function prompt(): string {
    return envelope('user', id(), `"message":{"role":"user","content":${prose.text(200)}}`)
  }

  function progress(room: number): string {
    const data = `"data":{"type":"bash_progress","output":${prose.text(spreadSize(random, room, 250))},"elapsedTimeSeconds":3}`
    return envelope('progress', id(), `${data},"toolUseID":"${call}"`)
  }

  function use(room: number): string {
    call = `toolu_${id()}`
    const input = `{"file_path":"${cwd}/src/part.ts","old_string":${prose.text(spreadSize(random, room, 350))},"new_string":${prose.text(spreadSize(random, room, 450))}}`
    return assistant(`{"type":"tool_use","id":"${call}","name":"Edit","input":${input}}`)
  }

  function result(room: number): string {
    const said = prose.text(spreadSize(random, room, 2400))
    const content = `"message":{"role":"user","content":[{"tool_use_id":"${call}","type":"tool_result","content":${said}}]}`
    return envelope(
      'user',
      id(),
      `${content},"toolUseResult":{"stdout":${said},"stderr":"","interrupted":false,"isImage":false},"sourceToolAssistantUUID":"${parent}"`,
    )
  }

  function thinking(room: number): string {
    return assistant(
      `{"type":"thinking","thinking":${prose.text(spreadSize(random, room, 700))},"signature":${prose.packed(600)}}`,
    )
  }

  function snapshot(room: number): string {
    return `{"type":"file-history-snapshot","messageId":"${id()}","snapshot":{"trackedFileBackups":{"a":${prose.text(spreadSize(random, room, 500))}}},"isSnapshotUpdate":false}`
  }

  function picture(room: number): string {
    const image = `{"type":"image","source":{"type":"base64","media_type":"image/png","data":${prose.packed(spreadSize(random, room, 300_000))}}}`
    return envelope(
      'user',
      id(),
      `"message":{"role":"user","content":[{"tool_use_id":"${call}","type":"tool_result","content":[${image}]}]},"sourceToolAssistantUUID":"${parent}"`,
    )
  }
}
