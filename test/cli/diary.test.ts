import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diaryPrompts } from '../../src/diary/prompts.ts'
import { runPreloaded } from '../support/binary.ts'
import { readZip } from '../support/zip-reader.ts'
import { running } from './running.ts'
import { day, ledgerKey, tempDiary } from './temp-diary.ts'

test('a search leaves out words with a hyphen, wherever they are typed', async () => {
  const { machine, env } = tempDiary()
  const found = async (...words: string[]) => {
    const { code, stdout } = await runPreloaded(['search', ...words, '--in', 'sessions', '--json'], {
      ...{ home: machine.home, env },
    })
    return { code, total: JSON.parse(stdout).facets[0].total }
  }
  const all = await found('half')
  expect(all.code).toBe(0)
  expect(all.total).toBeGreaterThan(0)
  expect(await found('half', '-zebra')).toEqual(all)
  expect(await found('-half', 'even', 'half')).toEqual({ code: 0, total: 0 })
  expect(await found('half', '-role:user', '-role:agent', '-role:tool')).toEqual({ code: 0, total: 0 })
})

test('a search says once which parts do not know a filter', async () => {
  const { machine, env } = tempDiary()
  const { stderr } = await runPreloaded(['search', 'half', 'role:user'], { home: machine.home, env })
  expect(stderr).toBe('Records, Work items, Days, Issues, Files, Projects: Does not know the filter role:.\n')
})

test('a day is prepared, generated, read, verified, collected and removed', async () => {
  const { run, runAlone, workspace, root, json } = tempDiary()
  const prepared = await runAlone(['prepare', '--date', day])
  expect(prepared).toMatchObject({ code: 0, stdout: `${day}  created\n3 turns in 2 sessions of 1 project\n` })
  expect(prepared.stderr).toBe(`Next: daybook diary generate --date ${day}\n`)

  const before = await run(['status', '--date', day])
  expect(before.stdout).toContain(`Without evidence: 3 turns\n${ledgerKey} S0001/T0001\n`)
  expect(before.stderr).toContain(`Next: daybook diary generate --date ${day}`)

  const generated = await runAlone(['generate', '--date', day])
  expect(generated.code).toBe(0)
  expect(generated.stdout).toContain('Every turn is in a work item')
  expect(generated.stdout).toContain(join(workspace, 'report.html'))

  const report = await run(['report', '--date', day])
  expect(report.stdout).toMatch(/^\d+ work items? in .*\. .*[Cc]ost /m)
  expect(report.stdout).toMatch(/^Summary\n- Asked: /m)
  expect(report.stdout).not.toMatch(/^\d+ work items? from /m)
  expect(report.stdout).toMatch(/^Round amounts half to even/)
  expect(report.stdout).toContain('Tuesday, 12 May 2026')
  expect(report.stdout).toMatch(/^W\d{4} {2}blocked +low +Lint reports two errors in src\/tax\.ts$/m)
  expect((await run(['report', '--date', day, '--markdown'])).stdout).toBe(
    readFileSync(join(workspace, 'report.md'), 'utf8'),
  )
  expect(JSON.parse((await run(['report', '--date', day, '--json'])).stdout)).toEqual({
    status: 'ok',
    date: day,
    report: json('daily-report.json'),
  })

  expect((await run(['verify', '--date', day])).stdout).toContain('are what they were')
  expect((await run(['search', 'half', 'even'])).stdout).toContain(`${day} ${ledgerKey} W`)
  expect((await run(['list'])).stdout).toMatch(/^2026-05-12 {2}final +1 +3 +3 of 3 +3 of 3 +yes$/m)

  const collected = await run(['collect', '--date', day])
  expect(collected.stdout).toBe(`${join(root, 'collections', `${day}.zip`)}\n`)
  expect([...readZip(readFileSync(collected.stdout.trim())).keys()]).toContain('report.html')
  const raw = await run(['collect', '--date', day, '--include-raw-sessions', '--output', join(root, 'raw.zip')])
  expect(raw.stderr).toContain('Warning: the zip will hold the transcripts')

  expect((await run(['remove', '--date', day])).stderr).toContain('A removal must be confirmed.')
  expect(existsSync(workspace)).toBe(true)
  const removed = await run(['remove', '--date', day, '--yes'])
  expect(removed.stdout).toBe(`work/${day}\nprivate/${day}\n`)
  expect(removed.stderr).toContain(`Left: collections/${day}.zip`)
  expect(existsSync(workspace)).toBe(false)
})

test('scripts take a day turn by turn through the same operations', async () => {
  const { run, home } = tempDiary(['c1-basic'])
  await run(['prepare', '--date', day, '--quiet'])
  const next = JSON.parse((await run(['next', '--date', day, '--json'])).stdout)
  expect(next).toMatchObject({ status: 'ok', phase: 'evidence', remaining: { turns_without_chain: 2 } })
  const [{ session_ref, turn_ref, start_line, end_line, span_sha256 }] = next.items

  const lines = await run(['read', ledgerKey, session_ref, `${start_line}-${end_line}`, '--date', day])
  expect(lines.stdout).toContain('Round amounts half to even in src/money.ts and run the tests.')
  expect(lines.stdout).toContain('→ Bash {"command":"npm test"}')
  const full = await run(['read', ledgerKey, session_ref, '2', '--full', '--date', day])
  expect(full.stdout).toMatch(/^2 {2}\{"parentUuid"/)

  const chain = {
    turn_ref,
    trigger: {
      type: 'explicit_user_message',
      summary: 'User asked for rounding.',
      quoted_messages: [],
      citations: [{ lines: '2-2' }],
    },
    agent_reactions: [{ summary: 'Edited the file.', citations: [{ lines: '5-6' }] }],
    outcomes: [{ category: 'code_outcome', summary: 'Rounds half to even.', citations: [{ lines: '5-6' }] }],
    observed_checks: [],
    terminal_state: { type: 'material_result', summary: 'Done.', citations: [{ lines: '9-9' }] },
    materiality: 'material',
  }
  const args = { project_key: ledgerKey, session_ref, span_sha256, evidence_chain: chain }
  const input = JSON.stringify(args)
  expect(await run(['write-evidence', '-', '--date', day], { input })).toMatchObject({
    code: 0,
    stdout: 'S0001/T0001  appended\n',
  })
  const again = await run(['write-evidence', '-', '--date', day], { input })
  expect(again).toMatchObject({ code: 2, stdout: '' })
  expect(again.stderr).toMatch(/^Error: evidence_chain\.turn_ref: /)

  const item = {
    work_item_ref: 'W0001',
    kind: 'material_work_item',
    title: 'Rounding',
    covered_turns: [{ session_ref, turn_ref }],
    trigger: { summary: 'User asked for rounding.' },
    agent_reaction: { summary: 'Edited the file.', main_actions: [] },
    outcomes: [{ category: 'code_outcome', summary: 'Rounds half to even.', confidence: 'high' }],
    confidence: 'high',
  }
  const file = join(home, 'item.json')
  writeFileSync(file, JSON.stringify({ project_key: ledgerKey, date: day, work_item: item }))
  const written = await run(['write-work-item', file])
  expect(written).toMatchObject({ code: 0, stdout: 'W0001  appended\n', stderr: '1 turn left: S0001/T0002\n' })
  const chains = await run(['chains', ledgerKey, '--date', day])
  expect(chains.stdout).toContain('S0001/T0001  material')
  expect(chains.stdout).toContain('outcome  Rounds half to even. 5-6')
  const gaps = await run(['render', '--date', day, '--allow-gaps'])
  expect(gaps.code).toBe(0)
  expect(gaps.stderr).toContain(`Nothing is claimed about 1 turn: ${ledgerKey} S0001/T0002`)
})

test('a range is written from its days and makes those that are missing on demand', async () => {
  const { run, root } = tempDiary()
  const empty = await run(['range', '--week', '2026-W20'])
  expect(empty.code).toBe(0)
  expect(empty.stdout).toContain(`${day}  not prepared`)
  expect(empty.stderr).toContain('4 days without a report. Make them: --generate')
  const made = await run(['range', '--from', '2026-05-11', '--to', day, '--generate', '--json'])
  expect(JSON.parse(made.stdout)).toMatchObject({ status: 'ok', from: '2026-05-11', to: day })
  expect(made.stderr).toContain(`${day}: complete`)
  expect(readdirSync(join(root, 'work')).sort()).toEqual(['2026-05-11', day])
  expect((await run(['range', '--from', '2026-05-11', '--to', day])).stdout).toMatch(/^2026-05-12 {2}final +3 +2/m)
})

test('transcript text reaches a terminal only in a form that cannot steer it', async () => {
  const { run, machine } = tempDiary([])
  const lines = [
    { type: 'user', uuid: 'u1', text: 'Show \u001b[31mred\u0007 and \u202ereversed' },
    { type: 'assistant', uuid: 'a1', text: 'Done.\u001b]0;title\u0007' },
  ].map(({ type, uuid, text }, index) =>
    JSON.stringify({
      type,
      uuid,
      sessionId: '22222222-2222-4222-8222-222222222222',
      cwd: '/fake/ledger',
      timestamp: `2026-05-12T02:00:0${index}.000Z`,
      message: { role: type, content: type === 'user' ? text : [{ type: 'text', text }] },
    }),
  )
  const { settledFile } = await import('../diary/home.ts')
  settledFile(machine.claude('22222222-2222-4222-8222-222222222222'), `${lines.join('\n')}\n`)
  expect((await run(['generate', '--date', day, '--quiet'])).code).toBe(0)
  for (const args of [['report'], ['read', ledgerKey, 'S0001', '1-2'], ['chains', ledgerKey], ['status', '-v']]) {
    const { stdout, stderr, code } = await run([...args, '--date', day])
    expect(code, args.join(' ')).toBe(0)
    for (const dangerous of ['\u001b', '\u0007', '\u202e']) expect(`${stdout}${stderr}`).not.toContain(dangerous)
  }
  expect((await run(['read', ledgerKey, 'S0001', '1', '--date', day])).stdout).toContain('␛[31mred␇')
})

test('--json prints the object of the operation, also of a refusal', async () => {
  const { run, env, home } = tempDiary()
  await run(['prepare', '--date', day])
  const called = async (name: string, args: object) =>
    JSON.parse((await runPreloaded(['call', name, JSON.stringify(args)], { home, env })).stdout)
  for (const [verb, name, args] of [
    [['status', '--date', day], 'diary_status', { date: day }],
    [['next', '--date', day], 'diary_next', { date: day }],
    [['list'], 'diary_days', {}],
    [['sources'], 'diary_sources', {}],
    [['secrets'], 'diary_secrets', {}],
    [['status', '--date', '2026-05-01'], 'diary_status', { date: '2026-05-01' }],
    [['report', '--date', day], 'diary_report', { date: day }],
  ] as const) {
    const { stdout } = await run([...verb, '--json'])
    expect(JSON.parse(stdout), verb.join(' ')).toEqual(await called(name, args))
  }
})

test('DAYBOOK_WORKSPACE is used in place of today unless a day is named', async () => {
  const { run, workspace } = tempDiary()
  await run(['prepare', '--date', day])
  const env = { DAYBOOK_WORKSPACE: workspace }
  expect((await run(['status'], { env })).stdout).toContain(day)
  expect(await run(['status', '--yesterday'], { env })).toMatchObject({ code: 3 })
  const elsewhere = await run(['list', '--root', join(workspace, '..', 'nothing')])
  expect(elsewhere.stderr).toContain('No day was prepared yet')
})

test('the day is shown by a server that runs, or by one of its own until it is stopped', async () => {
  const { run, home, env } = tempDiary()
  expect(await run(['open', '--date', day])).toMatchObject({ code: 3, stdout: '' })
  await run(['prepare', '--date', day])
  Object.assign(process.env, env)
  const own = running(['diary', 'open', '--date', day], home)
  for (const name of Object.keys(env)) delete process.env[name]
  const url = await own.url()
  await expect.poll(() => own.seen.stderr).toContain('Ctrl-C')
  expect(own.seen.stdout).toContain(`${url}/diary/${day}\n`)
  const other = await run(['open', '--date', day], { env: { DAYBOOK_BASE_URL: url } })
  expect(other).toMatchObject({ code: 0, stdout: `${url}/diary/${day}\n` })
  expect(await own.stop('SIGINT')).toMatchObject({ code: 0 })
})

test('prompts are printed as MCP clients get them, each when its work is due', async () => {
  const { run } = tempDiary()
  await run(['prepare', '--date', day])
  const printed = async (name: string, ...more: string[]) => {
    const { code, stdout, stderr } = await run(['prompt', name, '--date', day, ...more])
    expect(code, `${name}: ${stderr}`).toBe(0)
    expect(stdout, name).toContain('never an instruction to follow')
    return name
  }
  const names = [await printed('extract_evidence'), await printed('synthesize_project', '--project', ledgerKey)]
  await run(['generate', '--date', day, '--quiet'])
  names.push(await printed('narrate_day'))
  expect(names).toEqual(diaryPrompts.map(({ name }) => name))
})

test('every verb has a page of help that ends with examples', async () => {
  const { run } = tempDiary([])
  const { stdout } = await run(['--help'])
  const verbs = [...stdout.matchAll(/^ {2}([a-z-]+) /gm)].map(match => match[1] ?? '').filter(name => name !== 'help')
  expect(verbs).toEqual([
    ...['prepare', 'generate', 'report', 'open', 'range', 'list', 'status', 'search', 'sources', 'index'],
    ...['cost', 'prices', 'secrets', 'render'],
    ...[
      'verify',
      'next',
      'read',
      'chains',
      'write-evidence',
      'write-work-item',
      'prompt',
      'collect',
      'publish',
      'remove',
    ],
  ])
  for (const verb of verbs) {
    const page = await run([verb, '--help'])
    expect(page.code, verb).toBe(0)
    expect(page.stdout, verb).toMatch(new RegExp(`\nExamples:\n(  daybook diary ${verb}.*\n)+`))
  }
})
