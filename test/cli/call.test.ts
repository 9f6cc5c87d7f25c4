import { writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../src/operations.ts'
import { tempHome } from '../support/tempdir.ts'
import { note, tempDaybook } from './temp-daybook.ts'

const shared = tempDaybook(tempHome())
const { run, call } = shared
let session = ''

beforeAll(async () => {
  const root = await call('create_record', { ...note, title: 'Root' })
  session = root.session_id
  await call('create_record', { ...note, parent_id: 'R001', state: 'LATER', session_id: session })
  await call('create_project', { name: 'Other', id: 'other' })
})

describe('the arguments of a call', () => {
  const args = { query: 'note', states: ['OPEN', 'LATER'], limit: 5 }
  const text = JSON.stringify(args)
  writeFileSync(shared.file('args.json'), `\ufeff${text}`)

  test.each<[form: string, args: string[], input?: string]>([
    ['a positional object', [text]],
    ['stdin', ['-'], text],
    ['a file', [`@${shared.file('args.json')}`]],
    ['--json and an object', ['--json', text]],
    ['--json=object', [`--json=${text}`]],
    ['--json and stdin', ['--json', '-'], text],
    ['--json and a file', ['--json', `@${shared.file('args.json')}`]],
    ['flags of the fields', ['--query', 'note', '--limit', '5', '--states', 'OPEN,LATER']],
    ['flags beside a bare --json', ['--query', 'note', '--limit=5', '--states', 'OPEN', '--states', 'LATER', '--json']],
    [
      'an object that flags complete and override',
      ['{"query":"x","limit":5}', '--query', 'note', '--states', '["OPEN","LATER"]'],
    ],
  ])('the arguments of a call may come as %s', async (_, given, input = '') => {
    const { code, stdout, stderr } = await run(['call', 'search_records', ...given], { input })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ total: 2, match: 'all', project_id: 'default' })
    expect(stdout).toBe(`${JSON.stringify(JSON.parse(stdout))}\n`)
  })

  test('the arguments of a call may name fields with hyphens, and null where the field allows it', async () => {
    const { stdout } = await run(['call', 'list_records', '--parent-id', 'null', '--depth', '1'])
    expect(JSON.parse(stdout).records.map((ref: { id: string }) => ref.id)).toEqual(['R001'])
  })

  test.each<[what: string, args: string[], message: RegExp]>([
    ['text that is not JSON', ['{query'], /not valid JSON/],
    ['a list', ['[1]'], /one JSON object/],
    ['two objects', ['{}', '--json', '{}'], /one JSON object, not two/],
    ['a file that does not exist', ['@/nowhere/args.json'], /cannot be read/],
    ['an unknown flag', ['--querry', 'x'], /command line was not understood/],
  ])('the arguments of a call are refused as %s, with exit code 2', async (_, given, message) => {
    const { code, stdout, stderr } = await run(['call', 'search_records', ...given])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringMatching(message) })
  })

  test('the arguments of a call are refused when stdin is not UTF-8', async () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x7d]).toString('latin1')
    writeFileSync(shared.file('broken.json'), bytes, 'latin1')
    const { code, stderr } = await run(['call', 'search_records', `@${shared.file('broken.json')}`])
    expect(code).toBe(2)
    expect(JSON.parse(stderr).error.message).toMatch(/UTF-8/)
  })

  test('the arguments of a call name a flag that was probably meant', async () => {
    const { stderr } = await run(['call', 'search_records', '--querry', 'x'])
    expect(JSON.parse(stderr).error.recovery_hint).toMatch(/Did you mean --query\?/)
  })
})

describe('exit codes', () => {
  test.each<[code: string, exit: number, operation: string, args: object]>([
    ['RECORD_NOT_FOUND', 3, 'get_record_ref', { id: 'R999' }],
    ['NOT_ACTIVATED', 5, 'update_record', { id: 'R001', body: 'x' }],
    ['PARENT_NOT_ACTIVATED', 5, 'create_record', { ...note, parent_id: 'R001' }],
    ['SESSION_NOT_FOUND', 3, 'save_session', {}],
    ['INVALID_INPUT', 2, 'get_record_ref', { id: 'R001', sumary: 'x' }],
    ['PROJECT_NOT_FOUND', 3, 'get_project', { id: 'nowhere' }],
    ['PROJECT_EXISTS', 5, 'create_project', { name: 'x', id: 'OTHER' }],
    ['VERSION_NOT_FOUND', 3, 'get_record_diff', { id: 'R001', from: 'v9' }],
  ])('the exit code of daybook call with %s is %i', async (code, exit, operation, args) => {
    const answer = await run(['call', operation, JSON.stringify(args)])
    expect({ code: answer.code, stdout: answer.stdout }).toEqual({ code: exit, stdout: '' })
    expect(JSON.parse(answer.stderr).error.code).toBe(code)
  })

  test('INVALID_TRANSITION, SESSION_PROJECT_MISMATCH and DEPTH_EXCEEDED give 5', async () => {
    const moved = await run(['call', 'transition', '--id', 'R001', '--to-state', 'LATER', '--session-id', session])
    expect([moved.code, JSON.parse(moved.stderr).error.code]).toEqual([5, 'INVALID_TRANSITION'])

    const other = await call('create_record', { ...note, project_id: 'other' })
    const foreign = await run(['call', 'activate', '--id', 'R001', '--session-id', other.session_id])
    expect([foreign.code, JSON.parse(foreign.stderr).error.code]).toEqual([5, 'SESSION_PROJECT_MISMATCH'])

    writeFileSync(shared.file('shallow.json'), '{"records":{"max_depth":1}}')
    const deep = await run(
      ['call', 'create_record', JSON.stringify({ ...note, parent_id: 'R001', session_id: session })],
      {
        env: { DAYBOOK_CONFIG: shared.file('shallow.json') },
      },
    )
    expect([deep.code, JSON.parse(deep.stderr).error.code]).toEqual([5, 'DEPTH_EXCEEDED'])
  })

  test('a conflict of update_record gives 5 and is an answer on stdout', async () => {
    const one = await call('activate', { id: 'R001' })
    const two = await call('activate', { id: 'R001' })
    await call('update_record', { id: 'R001', body: 'version A', session_id: one.session_id })
    const { code, stdout, stderr } = await run([
      'call',
      'update_record',
      '--id',
      'R001',
      '--body',
      'version B',
      '--session',
      two.session_id,
    ])
    expect({ code, stderr }).toEqual({ code: 5, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ applied: false, record: { body: 'version A' } })
  })
})

describe('project and session', () => {
  test('--project fills an absent argument, the argument wins over it, and both win over the environment', async () => {
    const env = { DAYBOOK_PROJECT: 'other' }
    const project = async (args: string[], environment: Record<string, string> = {}) =>
      JSON.parse((await run(['call', 'get_project', ...args], { env: environment })).stdout).id
    expect(await project([])).toBe('default')
    expect(await project([], env)).toBe('other')
    expect(await project(['--project', 'default'], env)).toBe('default')
    expect(await project(['--project', 'default', '--id', 'other'])).toBe('other')
  })

  test('DAYBOOK_SESSION and --session name the session, and the flag wins', async () => {
    const mine = (await call('activate', { id: 'R002' })).session_id
    const named = await run(['call', 'sync_session'], { env: { DAYBOOK_SESSION: mine } })
    expect(JSON.parse(named.stdout)).toMatchObject({ session_id: mine, session_resolution: 'explicit' })
    const flagged = await run(['call', 'sync_session', '--session', mine], { env: { DAYBOOK_SESSION: 'ses_unknown' } })
    expect(JSON.parse(flagged.stdout).session_id).toBe(mine)
  })
})

describe('help', () => {
  test('--list names every operation in order', async () => {
    const { code, stdout } = await run(['call', '--list'])
    expect(code).toBe(0)
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map(line => line.split(' ')[0]),
    ).toEqual(operations.map(operation => operation.name))
  })

  test('--help after an operation describes its fields as the schema does', async () => {
    const { code, stdout } = await run(['call', 'search_records', '--help'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/--query <value> +required +string up to 1000 characters\. Blank lists by filters/)
    expect(stdout).toMatch(/--limit <value> +integer 1–100, default 20/)
    expect(stdout).toMatch(/--states <value> +array of OPEN \| LATER \| RESOLVED \| DISCARDED/)
  })

  test('an operation that does not exist is answered with the nearest one that does', async () => {
    const { code, stderr } = await run(['call', 'serch_records'])
    expect(code).toBe(2)
    expect(JSON.parse(stderr).error.recovery_hint).toMatch(/Did you mean search_records\?/)
  })
})
