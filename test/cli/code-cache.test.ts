import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { ensureBuilt } from '../support/built.ts'
import { tempHome } from '../support/tempdir.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Node 22 and later keep compiled code by themselves, elsewhere. */
const isOurs = Number.parseInt(process.versions.node, 10) < 22

it.runIf(isOurs)('chats and commands do not replace the compiled code of each other (issue 10)', () => {
  const copy = copyOfProgram()
  const env = { ...process.env, DAYBOOK_HOME: tempHome() }
  const run = (args: string[], input = '') =>
    spawnSync(process.execPath, [join(copy, 'bin/daybook.js'), ...args], { env, input, timeout: 30_000 }).status
  const runBoth = () => [run(['mcp'], chat), run(['call', 'list_projects'])]

  expect(runBoth()).toEqual([0, 0])
  const kept = writtenAt(join(copy, 'dist/.code-cache'))
  expect(runBoth()).toEqual([0, 0])

  expect(Object.keys(kept).length).toBeGreaterThan(20)
  expect(writtenAt(join(copy, 'dist/.code-cache'))).toEqual(kept)
})

it.runIf(isOurs)('a thread keeps its compiled code when it is told to end, and the next one takes it', async () => {
  const copy = copyOfProgram()
  const runThread = async () => {
    const argv = ['diary', 'index']
    const thread = new Worker(join(copy, 'bin/thread.js'), { argv, workerData: new SharedArrayBuffer(4) })
    thread.postMessage(null)
    expect(await once(thread, 'exit')).toEqual([0])
    return writtenAt(join(copy, 'dist/.code-cache'))
  }

  const kept = await runThread()
  expect(await runThread()).toEqual(kept)
  expect(Object.keys(kept).filter(file => /-diary\b.*\/thread-/.test(file))).not.toEqual([])
})

it.runIf(isOurs)('compiled code that was damaged or cut short is made again (V8 itself would end the process)', () => {
  const copy = copyOfProgram()
  const env = { ...process.env, DAYBOOK_HOME: tempHome() }
  const run = () =>
    spawnSync(process.execPath, [join(copy, 'bin/daybook.js'), 'call', 'list_projects'], { env, timeout: 30_000 })
      .status
  expect(run()).toBe(0)
  const folder = join(copy, 'dist/.code-cache')
  const files = Object.keys(writtenAt(folder)).map(file => join(folder, file))
  for (const [at, file] of files.entries()) {
    const bytes = readFileSync(file)
    writeFileSync(file, at % 2 === 0 ? bytes.fill(0xa5, bytes.length >> 2, bytes.length >> 1) : bytes.subarray(0, at))
  }

  expect(run()).toBe(0)
  expect(files.filter(file => !isWhole(file))).toEqual([])
})

it.runIf(isOurs)('threads that end at the same time keep whole files of compiled code, and nothing else', async () => {
  const copy = copyOfProgram()
  const threads = Array.from({ length: 4 }, () => {
    const argv = ['diary', 'index']
    return new Worker(join(copy, 'bin/thread.js'), { argv, workerData: new SharedArrayBuffer(4) })
  })
  for (const thread of threads) thread.postMessage(null)
  for (const exit of await Promise.all(threads.map(thread => once(thread, 'exit')))) expect(exit).toEqual([0])

  const folder = join(copy, 'dist/.code-cache')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name))
  const kept = files.filter(file => statSync(file).isFile())
  expect(kept.filter(file => !file.endsWith('.cjs'))).toEqual([])
  expect(kept.filter(file => !isWhole(file))).toEqual([])
})

it.runIf(isOurs).each([
  [16, ['projects', 'list']],
  [14, ['call', 'list_projects']],
  [16, ['records', 'tree']],
  [18, ['records', 'search', 'clock']],
  [17, ['context', 'show']],
])('at most %i files of the program are loaded by %j, because each costs time at every start', (most, args) => {
  const copy = copyOfProgram()
  const env = { ...process.env, DAYBOOK_HOME: tempHome() }
  const said = join(copy, 'said.cjs')
  writeFileSync(said, saidAtExit)
  const program = ['--require', said, join(copy, 'bin/daybook.js'), ...args]
  // Started by a service or a script, whose output nobody reads.
  expect(spawnSync(process.execPath, program, { env, stdio: 'ignore', timeout: 30_000 }).status).toBe(0)
  const ofNode = readFileSync(`${said}.txt`, 'utf8').split('\n')
  expect(ofNode).toContain('NativeModule fs')
  expect(ofNode, 'the streams of Node, a tenth of a short command').not.toContain('NativeModule stream')
  const loaded = Object.keys(writtenAt(join(copy, 'dist/.code-cache')))
  expect(loaded.length, loaded.join('\n')).toBeLessThanOrEqual(most)
  expect(
    loaded.filter(file => file.includes('secret-rules')),
    'patterns of secrets, a tenth of a short command',
  ).toEqual([])
})

/** Writes which of Node's own modules were loaded. */
const saidAtExit =
  "process.on('exit', () => require('fs').writeFileSync(__filename + '.txt', process.moduleLoadList.join('\\n')))"

const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '0' } }
const chat = [
  { jsonrpc: '2.0', id: 1, method: 'initialize', params: client },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'get_project_overview', arguments: {} } },
]
  .map(message => `${JSON.stringify(message)}\n`)
  .join('')

/** Each file holds what was compiled twice. */
function isWhole(file: string): boolean {
  const bytes = readFileSync(file)
  const half = bytes.subarray(0, bytes.length / 2)
  return half.length > 0 && half.equals(bytes.subarray(half.length))
}

/** Other tests run the program meanwhile, and keep what they compiled beside it. */
function copyOfProgram(): string {
  ensureBuilt('program')
  const copy = tempHome()
  cpSync(join(root, 'bin'), join(copy, 'bin'), { recursive: true })
  mkdirSync(join(copy, 'dist'))
  for (const file of readdirSync(join(root, 'dist')).filter(name => /\.(cjs|json)$/.test(name))) {
    cpSync(join(root, 'dist', file), join(copy, 'dist', file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

function writtenAt(folder: string): { [file: string]: number } {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.cjs'))
  return Object.fromEntries(files.map(file => [file, statSync(join(folder, file)).mtimeMs]))
}
