import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { tempHome } from '../support/tempdir.ts'
import { note, tempDaybook } from './temp-daybook.ts'

const shared = tempDaybook(tempHome())
const { run, runAlone, call } = shared

/** Runs a verb of records that must succeed and answers what it put on stdout. */
async function records(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(['records', ...args])
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

beforeAll(async () => {
  const root = await call('create_record', { ...note, type: 'question', title: 'How do we keep time?' })
  const session_id = root.session_id
  await call('create_record', {
    ...note,
    parent_id: 'R001',
    type: 'conclusion',
    title: 'Use a logical clock',
    body: 'Wall clocks differ.\nCounters do not.\n',
    related: ['R001'],
    metadata: { effort: 2 },
    session_id,
  })
  await call('create_record', { ...note, parent_id: 'R001', title: 'Ask later', session_id })
  await call('transition', { id: 'R003', to_state: 'LATER', reason: 'no hurry', session_id })
  await call('update_record', { id: 'R002', body: 'Wall clocks differ.\nCounters never do.\n', session_id })
  await call('transition', { id: 'R001', to_state: 'RESOLVED', resolved_by: 'R002', session_id })
  await call('close_session', { session_id })
})

describe('looking', () => {
  test('daybook records tree shows id, state mark, type and title, indented by depth', async () => {
    expect((await runAlone(['records', 'tree'])).stdout).toBe(
      'R001  ●  question: How do we keep time?\nR002  ○    conclusion: Use a logical clock\nR003  ◇    note: Ask later\n',
    )
  })

  test('daybook records tree can be limited to states, to levels and to what is under a record', async () => {
    expect(await records('tree', '--state', 'open,later')).toMatch(/^R002 .*\nR003 .*\n$/)
    expect(await records('tree', '--depth', '1')).toMatch(/^R001 .*\n$/)
    expect(await records('tree', '--under', 'r1')).toMatch(/^R001 .*\nR002 .*\nR003 .*\n$/)
  })

  test('daybook records show prints text, place and links of a record', async () => {
    const shown = await records('show', 'r2')
    expect(shown).toMatch(/^R002 {2}Use a logical clock\nopen conclusion, version 2 of /)
    expect(shown).toContain('\nWall clocks differ.\nCounters never do.\n')
    expect(shown).toMatch(/^Related +R001$/m)
    expect(shown).toMatch(/^effort +2$/m)
    expect(shown).toMatch(/^Above\n {2}R001 {2}● {2}question: How do we keep time\?$/m)
    expect(shown).toMatch(/^Linked from\n {2}resolved_by {2}R001 /m)
  })

  test('daybook records show --at prints an older version', async () => {
    expect(await records('show', 'R2', '--at', 'v1')).toContain('\nCounters do not.\n')
  })

  test('daybook records search finds words and shows where', async () => {
    expect(await records('search', 'logical', 'clock')).toBe(
      'R002  open conclusion: Use a logical clock\n    Use a logical clock\n',
    )
  })

  test('daybook records history has one line per version, newest first, and the changes when asked', async () => {
    expect(await records('history', 'R2')).toMatch(
      /^v2 {2}tick \d+ {2}.* updated .*\nv1 {2}tick \d+ {2}.* created .*\n$/,
    )
    expect(await records('history', 'R2', '--diffs')).toContain('\n-Counters do not.\n+Counters never do.\n')
  })

  test('daybook records diff without versions shows the last change', async () => {
    expect(await records('diff', 'R2')).toBe(
      '--- R002@v1\n+++ R002@v2\n@@ -1,2 +1,2 @@\n Wall clocks differ.\n-Counters do not.\n+Counters never do.\n',
    )
    expect(await records('diff', 'R1')).toContain('state\n- OPEN\n+ RESOLVED\nresolved_by\n- (none)\n+ R002\n')
  })

  test('daybook records diff between two named versions, and between equal ones', async () => {
    expect(await records('diff', 'R2', 'current', 'first')).toContain('-Counters never do.\n+Counters do not.\n')
    const { stdout, stderr } = await run(['records', 'diff', 'R2', 'v1', 'v1'])
    expect([stdout, stderr]).toEqual(['', expect.stringContaining('No difference')])
  })

  test('daybook records overview and activity show the state of the project', async () => {
    const shown = await records('overview')
    expect(shown).toContain('Default  (default, tick ')
    expect(shown).toMatch(/Open \(1\)\nR002 /)
    expect(shown).toMatch(/Later \(1\)\nR003 /)
    expect(await records('activity', '--record', 'R3')).toMatch(/state transition {2}R003 .*OPEN → LATER/)
  })
})

describe('--json', () => {
  test.each<[verb: string[], operation: string, args: object]>([
    [['tree'], 'list_records', { limit: 1000 }],
    [['show', 'R2'], 'show_record', { id: 'R2' }],
    [['search', 'clock'], 'search_records', { query: 'clock' }],
    [['history', 'R2'], 'get_record_history', { id: 'R2' }],
    [['diff', 'R2', 'v1'], 'get_record_diff', { id: 'R2', from: 'v1' }],
    [['overview'], 'get_project_overview', {}],
    [['activity'], 'get_recent_activity', {}],
    [['sessions'], 'list_sessions', {}],
    [['check'], 'check_records', {}],
  ])('--json of %j is the result of %s', async (verb, operation, args) => {
    expect(JSON.parse(await records(...verb, '--json'))).toEqual(await call(operation, args))
  })

  test('--json makes a failure JSON too', async () => {
    const { code, stdout, stderr } = await run(['records', 'show', 'R99', '--json'])
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(JSON.parse(stderr).error.code).toBe('RECORD_NOT_FOUND')
  })
})

describe('changing', () => {
  test('daybook records add writes a root or a child in a session of its own, and leaves none open', async () => {
    const mine = tempDaybook()
    expect((await mine.run(['records', 'add', '--title', 'Root', '--body', 'Why?'])).stdout).toBe('R001  Root\n')
    const child = [
      'records',
      'add',
      '--title',
      'Child',
      '--type',
      'idea',
      '--parent',
      'R1',
      '--body-file',
      '-',
      '--json',
    ]
    const answer = JSON.parse((await mine.run(child, { input: 'because\r\n' })).stdout)
    expect(answer.record).toMatchObject({
      id: 'R002',
      parent_id: 'R001',
      type: 'idea',
      summary: 'Child',
      body: 'because\r\n',
    })
    const { sessions } = await mine.call('list_sessions')
    expect(sessions.map((session: { status: string }) => session.status)).toEqual(['closed', 'closed'])
  })

  test('daybook records add in a named session leaves that session open', async () => {
    const mine = tempDaybook()
    const { session_id } = await mine.call('create_record', note)
    await mine.run(['records', 'add', '--title', 'x', '--body', 'y', '--parent', 'R1', '--session', session_id])
    const { sessions } = await mine.call('list_sessions')
    expect(sessions).toMatchObject([{ id: session_id, status: 'active', active_records: ['R001', 'R002'] }])
  })

  test('daybook records add says what is missing', async () => {
    for (const args of [
      ['--body', 'x'],
      ['--title', 'x'],
      ['--title', 'x', '--body', 'y', '--body-file', '-'],
    ]) {
      expect((await run(['records', 'add', ...args])).code).toBe(2)
    }
  })

  test('daybook records state follows the rules of transitions', async () => {
    const refused = await run(['records', 'state', 'R3', 'RESOLVED', '--by', 'R2'])
    expect([refused.code, refused.stdout]).toEqual([5, ''])
    expect(refused.stderr).toMatch(/allowed: OPEN, DISCARDED/)
    expect(await records('state', 'R3', 'open')).toBe('R003  OPEN  Ask later\n')
    expect(await records('state', 'R3', 'LATER', '--reason', 'still no hurry')).toBe('R003  LATER  Ask later\n')
  })

  test('daybook records move and retype change place and type', async () => {
    expect(JSON.parse(await records('move', 'R3', '--root', '--json')).record.parent_id).toBeNull()
    expect(JSON.parse(await records('move', 'R3', 'R1', '--json')).record.parent_id).toBe('R001')
    expect(await records('retype', 'R3', 'reminder')).toBe('R003  reminder: Ask later\n')
    expect((await run(['records', 'move', 'R3'])).code).toBe(2)
    expect((await run(['records', 'move', 'R1', 'R3'])).code).not.toBe(0)
  })

  test('daybook records purge wants the id a second time, from a person or from --yes', async () => {
    const mine = tempDaybook()
    await mine.run(['records', 'add', '--title', 'Gone soon', '--body', 'x'])
    const asked = await mine.run(['records', 'purge', 'R1'])
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('--yes R001')])
    expect((await mine.run(['records', 'purge', 'R1', '--yes', 'R2'])).code).toBe(2)
    expect((await mine.run(['records', 'show', 'R1'])).code).toBe(0)
    expect((await mine.run(['records', 'purge', 'R1', '--yes', 'R1'])).stdout).toBe('R001\n')
    expect((await mine.run(['records', 'show', 'R1'])).code).toBe(3)
  })

  test('daybook records sessions are closed by name, or by age when asked', async () => {
    const mine = tempDaybook()
    const { session_id } = await mine.call('create_record', note)
    const { stdout } = await mine.run(['records', 'sessions', '--close-older-than', '30d'])
    expect(stdout).toBe('')
    const closed = await mine.run(['records', 'close', session_id])
    expect([closed.code, closed.stdout]).toEqual([0, `${session_id}\n`])
    expect(closed.stderr).toMatch(/R001/)
  })
})

describe('export and import', () => {
  test('daybook records export and import carry every record and version into another project', async () => {
    const file = shared.file('all.jsonl')
    expect(await records('export', '--out', file)).toBe('')
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
    const withoutTime = (jsonl: string) => jsonl.replace(/"exported":"[^"]*"/, '')
    expect(withoutTime(readFileSync(file, 'utf8'))).toBe(withoutTime((await call('export_records')).jsonl))

    const mine = tempDaybook()
    await mine.call('create_project', { name: 'Copy' })
    const tried = await mine.run(['records', 'import', file, '--project', 'copy', '--dry-run'])
    expect([tried.code, tried.stdout]).toEqual([0, ''])
    expect((await mine.run(['records', 'import', file, '--project', 'copy'])).code).toBe(2)
    expect((await mine.call('list_records', { project_id: 'copy' })).total).toBe(0)
    const done = await mine.run(['records', 'import', file, '--project', 'copy', '--yes'])
    expect(done.stdout).toBe('R001  R001\nR002  R002\nR003  R003\n')
    expect((await mine.call('check_records')).ok).toBe(true)
  })

  test('daybook records export and import never overwrite a file, and name the project to import into', async () => {
    const file = shared.file('precious')
    writeFileSync(file, 'precious')
    expect((await run(['records', 'export', '--out', file])).code).toBe(2)
    expect(readFileSync(file, 'utf8')).toBe('precious')
    expect((await run(['records', 'import', file, '--yes'])).stderr).toMatch(/--project/)
  })
})

test('text of records cannot steer the terminal, whatever is in it', async () => {
  const mine = tempDaybook()
  const hostile = 'red \u001b[31m bell \u0007 \r csi \u009b31m turned \u202e end\r\nnext line\ttab'
  await mine.call('create_record', { ...note, title: 'flip \u202e title', summary: hostile, body: hostile })
  for (const verb of [
    ['tree'],
    ['show', 'R1'],
    ['search', 'flip'],
    ['overview'],
    ['activity'],
    ['history', 'R1', '--diffs'],
  ]) {
    const { stdout, stderr } = await mine.run(['records', ...verb])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may come through
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/)
  }
  const { stdout } = await mine.run(['records', 'show', 'R1'])
  expect(stdout).toContain('red ␛[31m bell ␇ ␍ csi <U+009B>31m turned <U+202E> end\nnext line\ttab')
})

test('a reader that stops early ends the program quietly', async () => {
  const { spawn } = await import('node:child_process')
  const child = spawn('/bin/sh', ['-c', `${process.execPath} bin/daybook.js records export | head -c 1; exit 0`], {
    env: { ...process.env, DAYBOOK_HOME: shared.home },
  })
  let stderr = ''
  child.stderr.on('data', piece => {
    stderr += piece
  })
  await new Promise(resolve => child.on('close', resolve))
  expect(stderr).not.toMatch(/EPIPE|Error/)
})
