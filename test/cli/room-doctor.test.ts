import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runPreloaded } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'
import { tempRoom } from './temp-room.ts'

interface Finding {
  check: string
  status: 'ok' | 'warn' | 'fail'
  found: string
  todo?: string
}

async function sampleRoom() {
  const own = tempRoom()
  mkdirSync(own.file('person'))
  await own.run(['init', '--sample'])
  const doctor = async (...args: string[]) => {
    // A developer's own chat clients must not show up here.
    const env = { HOME: own.file('person') }
    const { code, stdout } = await runPreloaded(['doctor', '--json', ...args], { home: own.home, env })
    const { findings }: { findings: Finding[] } = JSON.parse(stdout)
    const named = (check: string) => findings.find(finding => finding.check === check)
    return { code, findings, named: (part = '') => named(`room the-low-bell${part && ` ${part}`}`), any: named }
  }
  return { ...own, control: join(own.sample, '.control-room'), doctor }
}

describe('daybook doctor on rooms', () => {
  test('a sound room passes every check, and looking changes none of its files', async () => {
    const { sample, control, run, doctor } = await sampleRoom()
    await run(['tool', 'outline_analyzer'])
    const before = snapshot(control)
    const { code, named, any } = await doctor()
    expect(code).toBe(0)
    expect(named()).toMatchObject({ status: 'ok', found: sample })
    expect(named('key')).toMatchObject({
      status: 'ok',
      found: expect.stringMatching(/^[0-9a-f]{16}, closed to others$/),
    })
    expect(named('audit')).toMatchObject({ status: 'ok', found: '1 receipts verify' })
    expect(named('agents')).toMatchObject({ status: 'ok', found: '6 take part, chief leads' })
    expect(named('endpoints')).toMatchObject({ status: 'ok', found: 'complete' })
    expect(any('local models')).toMatchObject({ status: 'ok' })
    expect(snapshot(control)).toEqual(before)
    expect((await doctor('--quick')).named('audit')).toBeUndefined()
  })

  test('a machine without rooms gets the command that makes one', async () => {
    const home = tempHome()
    expect((await runPreloaded(['call', 'list_projects'], { home })).code).toBe(0)
    const { stdout } = await runPreloaded(['doctor', '--json'], { home, env: { HOME: home } })
    const { findings }: { findings: Finding[] } = JSON.parse(stdout)
    const room = findings.find(({ check }) => check === 'room')
    expect(room).toMatchObject({ status: 'ok', todo: expect.stringContaining('daybook room init') })
  })

  test('a folder that is gone is a failure', async () => {
    const { sample, doctor } = await sampleRoom()
    renameSync(sample, `${sample}-moved`)
    const { code, named } = await doctor()
    expect(code).toBe(1)
    expect(named()).toMatchObject({
      status: 'fail',
      todo: expect.stringContaining('the-low-bell-moved --project the-low-bell'),
    })
  })

  test('a key that others may read is a failure with the command that mends it', async () => {
    const { control, run, doctor } = await sampleRoom()
    chmodSync(join(control, 'audit/secret.key'), 0o640)
    const { code, named } = await doctor()
    expect(code).toBe(1)
    expect(named('key')).toMatchObject({ status: 'fail', todo: 'daybook room keys fix --project the-low-bell' })
    await run(['keys', 'fix'])
    expect((await doctor()).named('key')).toMatchObject({ status: 'ok' })
    writeFileSync(join(control, 'audit/secret.key'), 'short\n')
    expect((await doctor()).named('key')).toMatchObject({ status: 'fail', found: expect.stringMatching(/^malformed/) })
  })

  test('a changed receipt is a failure that names the command that shows it', async () => {
    const { control, run, doctor } = await sampleRoom()
    const { session_id } = JSON.parse((await run(['tool', 'outline_analyzer', '--json'])).stdout)
    const log = join(control, `audit/sessions/${session_id}/tool_receipts.jsonl`)
    writeFileSync(log, readFileSync(log, 'utf8').replace('"ok":true', '"ok":false'))
    const { code, named } = await doctor()
    expect(code).toBe(1)
    expect(named('audit')).toMatchObject({ status: 'fail', todo: expect.stringContaining('daybook room verify') })
  })

  test('a room without exactly one Chief, and a roster that cannot be read, are failures', async () => {
    const { control, run, doctor } = await sampleRoom()
    await run(['agents', 'disable', 'chief'])
    expect((await doctor()).named('agents')).toMatchObject({ status: 'fail', found: expect.stringMatching(/^0 lead/) })
    writeFileSync(join(control, 'agents/agents.json'), '{')
    const { named } = await doctor()
    expect(named('agents')).toMatchObject({ status: 'fail', todo: expect.stringContaining('agents.json') })
  })

  test('an endpoint without its key or model is a warning that says what to give', async () => {
    const { run, doctor } = await sampleRoom()
    await run(['agents', 'set', 'chief', '--provider', 'openai', '--model', 'm', '--key', 'env:OPENROUTER_API_KEY'])
    const { code, named } = await doctor()
    expect(code).toBe(0)
    expect(named('endpoints')).toMatchObject({ status: 'warn', found: 'chief has no usable key' })
    const [, name = ''] =
      /^openai:(\S+)/.exec((await run(['keys', 'add', 'openai'], { input: 'k'.repeat(20) })).stdout) ?? []
    await run(['agents', 'set', 'chief', '--key', `openai:${name}`])
    const used = (await run(['keys', 'list'])).stdout
    expect((await doctor()).named('endpoints')).toMatchObject({ status: 'ok' })
    // Looking does not count as using the key.
    expect((await run(['keys', 'list'])).stdout).toBe(used)
    await run(['keys', 'protect'], { input: 'correct horse' })
    expect((await doctor()).named('endpoints')).toMatchObject({ status: 'ok' })
    await run(['agents', 'set', 'chief', '--provider', 'ollama', '--key', 'env:OPENROUTER_API_KEY'])
    await run(['agents', 'set', 'chief', '--builtin'])
    await run(['agents', 'set', 'chief', '--provider', 'ollama'])
    expect((await doctor()).named('endpoints')).toMatchObject({ found: 'chief has no usable model' })
  })

  test('an endpoint that came with the folder is a warning that says how to confirm it', async () => {
    const { control, doctor } = await sampleRoom()
    const endpoint = { provider: 'custom', model: 'm', baseUrl: 'http://127.0.0.1:9' }
    const file = join(control, 'agents/agent-endpoints.json')
    writeFileSync(file, JSON.stringify({ version: 1, agents: { chief: endpoint } }))
    expect((await doctor()).named('endpoints')).toMatchObject({
      status: 'warn',
      todo: expect.stringContaining('daybook room agents confirm chief'),
    })
  })

  test('a local service that speaks for an agent and is not running is a warning; one that runs is listed', async () => {
    const { file, run, doctor } = await sampleRoom()
    const server = createServer((_, response) => response.end(JSON.stringify({ data: [{ id: 'small' }] })))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const settle = (base_url: string) =>
      writeFileSync(file('config.json'), JSON.stringify({ models: { providers: { ollama: { base_url } } } }), {
        mode: 0o600,
      })
    settle(`http://127.0.0.1:${port}/v1`)
    await run(['agents', 'set', 'chief', '--provider', 'ollama', '--model', 'small'])
    const { any, named } = await doctor()
    expect(any('local models')).toMatchObject({ found: 'ollama: 1 model' })
    expect(named('endpoints')).toMatchObject({ status: 'ok' })
    settle('http://127.0.0.1:9/v1')
    expect((await doctor()).named('endpoints')).toMatchObject({
      status: 'warn',
      todo: expect.stringContaining('--builtin'),
    })
  })
})

/** Every file below a folder with what it holds. */
function snapshot(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(path => statSync(path).isFile())
    .map(path => `${path} ${statSync(path).mode} ${readFileSync(path, 'utf8')}`)
    .sort()
}
