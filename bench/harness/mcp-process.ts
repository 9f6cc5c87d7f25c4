import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

export interface Launch {
  /** Arguments of Node: the program and its own arguments. */
  args: string[]
  env?: Record<string, string>
}

export interface ToolAnswer {
  isError?: boolean
  structuredContent?: Record<string, unknown>
  content?: Array<{ type: string; text?: string }>
}

export interface McpProcess {
  request(method: string, params: object): Promise<unknown>
  /** Answers the tool's result; throws when it says isError, for a refusal is quick and would be measured as work. */
  call(tool: string, args: object): Promise<ToolAnswer>
  /** Bytes of the last answer line. */
  lastAnswerBytes(): number
  /** Resident memory in bytes. */
  memory(): number
  kill9(): Promise<void>
  /** Closes its input and waits until it has ended. */
  end(): Promise<void>
}

/** The process went away before it answered. */
export class CutOff extends Error {}

/**
 * A stdio server and the leanest client there can be: a line out, a line in. Whatever a client library costs would
 * be added to both sides of a comparison and hide the difference.
 */
export async function startMcp(launch: Launch): Promise<McpProcess> {
  const server = spawnMcp(launch)
  await handshake(server)
  return server
}

/** Milliseconds from starting the process to its first list of tools. */
export async function timeToTools(launch: Launch): Promise<number> {
  const started = performance.now()
  const server = spawnMcp(launch)
  await handshake(server)
  await server.request('tools/list', {})
  const taken = performance.now() - started
  await server.end()
  return taken
}

interface Unready extends McpProcess {
  notify(method: string): void
}

async function handshake(server: Unready): Promise<void> {
  const clientInfo = { name: 'bench', version: '1.0.0' }
  await server.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
  server.notify('notifications/initialized')
}

interface Waiting {
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

function spawnMcp({ args, env }: Launch): Unready {
  const child = spawn(process.execPath, args, { env: cleanEnvironment(env), stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  const waiting = new Map<number, Waiting>()
  let complaints = ''
  let bytes = 0
  let ids = 0
  let gone = false

  child.stdin.on('error', () => {})
  child.stderr.setEncoding('utf8').on('data', piece => {
    complaints = (complaints + piece).slice(-2000)
  })
  onLines(child, line => {
    bytes = line.length
    const { id, result, error } = JSON.parse(line.toString())
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error) asked?.reject(new Error(`The server answered error ${error.code}: ${error.message}`))
    else asked?.resolve(result)
  })
  void ended.then(() => {
    gone = true
    for (const { reject } of waiting.values()) reject(cutOff())
    waiting.clear()
  })

  const cutOff = () => new CutOff(`The server ended before it answered. ${complaints}`)
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const request = (method: string, params: object) =>
    new Promise<unknown>((resolve, reject) => {
      if (gone) return reject(cutOff())
      const id = ++ids
      waiting.set(id, { resolve, reject })
      send({ id, method, params })
    })
  return {
    request,
    notify: method => void send({ method }),
    async call(tool, given) {
      // What tools/call answers has this shape.
      const answer = (await request('tools/call', { name: tool, arguments: given })) as ToolAnswer
      if (answer.isError) throw new Error(`${tool} was refused: ${answer.content?.[0]?.text?.slice(0, 300)}`)
      return answer
    },
    lastAnswerBytes: () => bytes,
    memory: () => residentBytes(child.pid),
    async kill9() {
      child.kill('SIGKILL')
      await ended
    },
    async end() {
      child.stdin.end()
      const force = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await ended
      clearTimeout(force)
    },
  }
}

function onLines({ stdout }: ChildProcess, take: (line: Buffer) => void): void {
  let pieces: Buffer[] = []
  stdout?.on('data', (chunk: Buffer) => {
    let start = 0
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, start)) {
      take(Buffer.concat([...pieces, chunk.subarray(start, at)]))
      pieces = []
      start = at + 1
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start))
  })
}

/** The environment of the person who runs the benchmark must not reach the servers. */
function cleanEnvironment(env: Record<string, string> = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(DAYBOOK_|MEMORY_|NODE_OPTIONS$)/.test(name))
  return { ...Object.fromEntries(inherited), NODE_ENV: 'production', NO_COLOR: '1', ...env }
}

function residentBytes(pid: number | undefined): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}
