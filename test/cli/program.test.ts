import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tempDaybook } from './temp-daybook.ts'

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

test('--version prints the version of the package', async () => {
  expect(await tempDaybook().runAlone(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
})

test('--help lists the commands on stdout, and no command at all prints today in five lines', async () => {
  const { runAlone: run } = tempDaybook()
  const asked = await run(['--help'])
  expect(asked.code).toBe(0)
  for (const name of ['start', 'serve', 'mcp', 'call', 'records', 'room', 'doctor', 'token', 'member']) {
    expect(asked.stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'))
  }
  const lost = await run([])
  expect({ code: lost.code, stderr: lost.stderr }).toEqual({ code: 0, stderr: '' })
  const names = lost.stdout
    .trimEnd()
    .split('\n')
    .map(line => line.slice(0, 10).trim())
  expect(names).toEqual(['Today', 'Last day', 'Needs you', 'Not read', 'Next'])
  // Our own sentence is not cut in a terminal of the usual width.
  expect(lost.stdout.trimEnd().split('\n').at(-1)?.length).toBeLessThanOrEqual(80)
})

test.each([
  [['recrods'], /Did you mean records\?/],
  [['records', 'serach', 'x'], /Did you mean search\?/],
  [['records', 'show'], /missing required argument/],
  [['records', 'tree', '--stat', 'OPEN'], /Did you mean --state\?/],
  [['records', 'tree', '--depth', 'deep'], /--depth takes a whole number/],
  [['records', 'state', 'R1', 'DONE'], /OPEN, LATER, RESOLVED, DISCARDED/],
  [['mcp', '--toolset', 'records'], /daybook mcp --help/],
  [['mcp', '--toolsets', 'recrods'], /Did you mean records\?/],
  [['serve', '--port', '99999'], /0 to 65535/],
  [['serve', '--db', 'mysql://host/db'], /postgres:\/\/ URL/],
])('%j is bad usage: exit code 2 and the next step on stderr', async (args, message) => {
  const { run, runAlone } = tempDaybook()
  const { code, stdout, stderr } = await (args[0] === 'records' ? run(args) : runAlone(args))
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(message)
})

test('escape sequences in an argument are shown, not obeyed', async () => {
  const { stderr } = await tempDaybook().run(['rec\u001b[31mords'])
  expect(stderr).not.toContain('\u001b')
  expect(stderr).toContain('␛')
})

test('help <command> is the --help of that command', async () => {
  const { run, runAlone } = tempDaybook()
  for (const command of [['records', 'show'], ['call']]) {
    expect(await run(['help', ...command])).toEqual(await run([...command, '--help']))
  }
  expect(await runAlone(['help', 'serve'])).toEqual(await runAlone(['serve', '--help']))
})

test('every verb of records has a help page', async () => {
  const { run } = tempDaybook()
  const { stdout } = await run(['records', '--help'])
  const verbs = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(match => match[1]).filter(name => name !== 'help')
  expect(verbs).toEqual([
    'overview',
    'tree',
    'list',
    'show',
    'search',
    'for',
    'history',
    'diff',
    'activity',
    'add',
    'edit',
    'state',
    'supersede',
    'move',
    'retype',
    'purge',
    'sessions',
    'close',
    'export',
    'import',
    'check',
  ])
  const { code, stdout: page } = await run(['records', 'edit', '--help'])
  expect(code).toBe(0)
  expect(page).toContain('Usage: daybook records edit')
})
