import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { foldersWrittenIn } from '../../src/entry/cli/hook/background.ts'
import { withLock } from '../../src/files/lock.ts'
import { sweepTemporary } from '../../src/files/replace.ts'
import { mcpStdioCommand, runDaybook } from '../support/binary.ts'
import { processesIn } from '../support/processes.ts'
import { tempHome } from '../support/tempdir.ts'

/** A thousand in all, in one home, in parts that take a few seconds each on a quiet machine. */
const parts = 10
const cyclesPerPart = 100
const atATime = 3

const events = ['session-start', 'pre-compact', 'pre-tool-use', 'stop', 'session-end', 'read']
const call = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
const hello = call(1, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'soak', version: '1' },
})
const write = call(2, 'tools/call', {
  name: 'create_record',
  arguments: { project_id: 'app', parent_id: null, type: 'note', title: 'Soak', summary: 's', body: 'b' },
})

const home = tempHome()
const folder = join(home, 'app')
const transcript = join(home, 'claude', '-app', 's1.jsonl')
const env = { DAYBOOK_CLAUDE_ROOTS: join(home, 'claude'), DAYBOOK_CODEX_ROOTS: join(home, 'codex') }
const run = async (...args: string[]) => expect(await runDaybook(args, { home, env })).toMatchObject({ code: 0 })
const input = (at: number) =>
  JSON.stringify({
    ...{ session_id: `s${at % 7}`, transcript_path: transcript, cwd: folder, source: 'compact' },
    tool_input: { file_path: join(folder, `src/${at % 5}.ts`) },
  })

beforeAll(async () => {
  mkdirSync(join(home, 'claude', '-app'), { recursive: true })
  mkdirSync(folder)
  writeFileSync(transcript, `${JSON.stringify(line)}\n`)
  await run('call', 'create_project', '{"name":"App","id":"app"}')
  await run('call', 'project_update', JSON.stringify({ id: 'app', projectPath: folder }))
  const decision = ['--type', 'decision', '--title', 'Ticks', '--affects', 'src/**', '--body', 'x']
  await run('records', 'add', '--project', 'app', ...decision)
})

it.each(Array.from({ length: parts }, (_, at) => at + 1))(
  `${cyclesPerPart} hooks and servers that are killed leave no process, lock, temporary file or growing log, part %i of ${parts}`,
  async part => {
    // How long a hook takes that nobody kills, now: the machine may be busier than it was before.
    const started = performance.now()
    await runDaybook(['hook', 'pre-compact'], { home, env, input: input(0) })
    const whole = performance.now() - started
    const { command, args, env: variables } = mcpStdioCommand({ home, env })
    const [program = ''] = args
    const cycle = async (at: number) => {
      const event = events[at % (events.length + 1)]
      const words = event === undefined ? ['mcp'] : ['hook', event]
      const child = spawn(command, [program, ...words], { env: variables, stdio: ['pipe', 'ignore', 'ignore'] })
      const ended = once(child, 'exit')
      child.stdin.on('error', () => {})
      if (event === undefined) child.stdin.write(hello + write)
      else child.stdin.end(input(at))
      // Killed anywhere between its first and its last step; a few are left to end by themselves.
      await Promise.race([sleep(Math.random() * 1.1 * whole), ended])
      child.kill('SIGKILL')
      await ended
    }
    let next = (part - 1) * cyclesPerPart
    const lane = async () => {
      while (next < part * cyclesPerPart) await cycle(next++)
    }
    await Promise.all(Array.from({ length: atATime }, lane))

    await expect.poll(() => processesIn(home)).toEqual([])
    await withLock(join(home, 'hooks', 'reading.lock'), 'exclusive', 0, async () => {})
    // A command finds everything free; after it the logs of the databases are empty.
    await run('records', 'add', '--project', 'app', '--title', 'Afterwards', '--body', 'x')
    await run('diary', 'index')
    await run('records', 'check')
    const files = () => readdirSync(home, { recursive: true, encoding: 'utf8' })
    for (const name of files().filter(each => each.endsWith('-wal'))) {
      expect([name, statSync(join(home, name)).size]).toEqual([name, 0])
    }
    // What was killed while it replaced a file goes with a reading an hour later.
    for (const written of foldersWrittenIn(home)) await sweepTemporary(written, Date.now() + 2 * 3_600_000)
    expect(files().filter(name => /\.(?:tmp|part)$|-journal$/.test(name))).toEqual([])
  },
)

const line = {
  ...{ type: 'user', uuid: 'u1', sessionId: 's1', cwd: '/app', version: '2.0.0' },
  timestamp: new Date().toISOString(),
  message: { role: 'user', content: 'Never touch src/db/clock.ts. Which mode do we use?' },
}
