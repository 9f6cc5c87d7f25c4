/** What a generated line is, apart from how Claude Code writes it. */
export type Said =
  | { is: 'message'; text: string; uuid: string; timed: boolean }
  | { is: 'command'; text: string; uuid: string; timed: boolean }
  | { is: 'local-answer' }
  | { is: 'steering'; text: string; source: string | null; timed: boolean }
  | { is: 'queue'; operation: 'enqueue' | 'dequeue' | 'remove' | 'popAll'; content: string | null; timed: boolean }
  | { is: 'reply' }
  | { is: 'meta' }
  | { is: 'filler' }

/** The line as the client writes it. */
export function written(said: Said, n: number): object {
  const timestamp = new Date(Date.parse('2026-05-12T02:00:00Z') + n * 1000).toISOString()
  const own = { uuid: `line ${n}`, timestamp, cwd: '/fake' }
  const timed = 'timed' in said && !said.timed ? { timestamp: null } : {}
  switch (said.is) {
    case 'message':
      return { ...own, type: 'user', uuid: said.uuid, message: { role: 'user', content: said.text }, ...timed }
    case 'command': {
      const content = `<command-name>${said.text}</command-name>`
      return { ...own, type: 'user', uuid: said.uuid, message: { role: 'user', content }, ...timed }
    }
    case 'local-answer':
      return {
        ...own,
        type: 'user',
        message: { role: 'user', content: '<local-command-stdout>ok</local-command-stdout>' },
      }
    case 'steering': {
      const source = said.source === null ? {} : { source_uuid: said.source }
      return {
        ...own,
        type: 'attachment',
        attachment: { type: 'queued_command', prompt: said.text, ...source },
        ...timed,
      }
    }
    case 'queue': {
      const content = said.content === null ? {} : { content: said.content }
      return { type: 'queue-operation', operation: said.operation, timestamp, ...content, ...timed }
    }
    case 'reply':
      return { ...own, type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] } }
    case 'meta':
      return { ...own, type: 'user', isMeta: true, message: { role: 'user', content: 'note' } }
    case 'filler':
      return { ...own, type: 'progress', data: {} }
  }
}

interface Trigger {
  line: number
  text: string
}

/** The triggers by the letter of transcripts.md §3.3, looking freely back and forth through the whole file. */
export function triggersByTheLetter(all: Said[]): Trigger[] {
  const arrived = arrivals(all)
  return [...arrived, ...removals(all, arrived)].sort((a, b) => a.line - b.line)
}

/** C1, C8 and C10, each message once. */
function arrivals(all: Said[]): Trigger[] {
  const found: Trigger[] = []
  const uuids = new Set<string>()
  const sources = new Set<string>()
  all.forEach((said, i) => {
    const line = i + 1
    if (said.is === 'steering' && said.timed) {
      const isKnown = said.source !== null && (uuids.has(said.source) || sources.has(said.source))
      if (said.source !== null) sources.add(said.source)
      if (!isKnown) found.push({ line, text: said.text })
    }
    const isMessage = said.is === 'message' || (said.is === 'command' && !isLocal(all, i))
    if (!isMessage || !said.timed || sources.has(said.uuid)) return
    uuids.add(said.uuid)
    found.push({ line, text: said.text })
  })
  return found
}

function isLocal(all: Said[], command: number): boolean {
  const spoken = ['message', 'command', 'local-answer', 'reply']
  const after = all.slice(command + 1)
  if (after.find(({ is }) => spoken.includes(is))?.is !== 'local-answer') return false
  // The client may answer, and then pass the work on to the agent.
  const rest = after.slice(after.findIndex(({ is }) => is === 'local-answer')).filter(({ is }) => is !== 'local-answer')
  const next = rest.findIndex(({ is }) => spoken.includes(is))
  return rest[next]?.is !== 'reply' || !rest.slice(0, next).some(({ is }) => is === 'meta')
}

/** C2. */
function removals(all: Said[], arrived: Trigger[]): Trigger[] {
  const found: Trigger[] = []
  let queue: string[] = []
  all.forEach((said, i) => {
    if (said.is !== 'queue') return
    if (said.operation === 'enqueue') queue.push(said.content ?? '')
    if (said.operation === 'popAll') queue = []
    if (said.operation !== 'remove' && said.operation !== 'dequeue') return
    const oldest = queue.shift()
    const text = said.content ?? oldest ?? ''
    const line = i + 1
    const isDelivered = arrived.some(one => one.text === text && one.line >= line - 5 && one.line <= line + 50)
    if (said.operation === 'remove' && said.timed && text !== '' && !isDelivered) found.push({ line, text })
  })
  return found
}
