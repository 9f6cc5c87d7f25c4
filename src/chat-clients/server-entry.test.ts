import { expect, test } from 'vitest'
import { serversInJson } from './json-settings.ts'
import { type FoundServer, faultOf, isDaybook, placeOf } from './server-entry.ts'
import { serversInToml } from './toml-settings.ts'

const entry: FoundServer = { name: 'daybook', command: process.execPath, args: [], env: {}, url: undefined }

test('servers are read from JSON with comments, also those of one project folder', () => {
  const text = `\ufeff{
    // user settings
    "mcpServers": { "daybook": { "command": "daybook", "args": ["mcp"], "env": { "A": "// not a comment", "n": 1 }, }, },
    /* more */ "projects": { "/work": { "mcpServers": { "other": { "url": "http://127.0.0.1:1/mcp" } } }, "/else": { "mcpServers": { "no": {} } } },
  }`
  expect(serversInJson(text, '/work')).toEqual([
    { name: 'daybook', command: 'daybook', args: ['mcp'], env: { A: '// not a comment' }, url: undefined },
    { name: 'other', command: undefined, args: [], env: {}, url: 'http://127.0.0.1:1/mcp' },
  ])
})

test.each(['[]', '{}', '{"mcpServers":null}', '{"mcpServers":[1]}', '{"mcpServers":{"x":7}}'])(
  'odd settings such as %s break nothing',
  text => {
    for (const each of serversInJson(text, '/')) expect(each.args).toEqual([])
  },
)

test('servers are read from TOML as Codex writes it', () => {
  const text = `model = "x"
[mcp_servers.daybook]
command = "node"   # a comment
args = [
  "/opt/day # book/bin/daybook.js",
  'mcp',
]
startup_timeout_sec = 10
[mcp_servers.daybook.env]
DAYBOOK_HOME = "/data"
[mcp_servers."with.dot"]
command = 'daybook'
args = ["mcp"]
env = { "DAYBOOK_DB" = "postgres://x", B = "y" }
[[other]]
command = "not a server"
[mcp_servers.daybook.tools.x]
command = "nor this"
`
  expect(serversInToml(text)).toEqual([
    {
      name: 'daybook',
      command: 'node',
      args: ['/opt/day # book/bin/daybook.js', 'mcp'],
      env: { DAYBOOK_HOME: '/data' },
      url: undefined,
    },
    {
      name: 'with.dot',
      command: 'daybook',
      args: ['mcp'],
      env: { DAYBOOK_DB: 'postgres://x', B: 'y' },
      url: undefined,
    },
  ])
})

test.each<[named: Partial<FoundServer>, ours: boolean]>([
  [{ name: 'Daybook' }, true],
  [{ name: 'records', command: '/usr/local/bin/daybook' }, true],
  [{ name: 'x', command: 'npx', args: ['-y', 'daybook@1.2', 'mcp'] }, true],
  [{ name: 'x', command: 'node', args: ['C:\\tools\\daybook.js', 'mcp'] }, true],
  [{ name: 'x', command: 'node', args: ['/opt/daybook/server.js'] }, false],
])('whether the command %j is Daybook: %s', (named, ours) => {
  expect(isDaybook({ ...entry, command: 'other', ...named, name: named.name ?? '' })).toBe(ours)
})

test.each<[what: string, named: Partial<FoundServer>, fault: RegExp | undefined]>([
  ['a script that is there', { args: [process.argv[1] ?? '', 'mcp'] }, undefined],
  ['a script that is gone', { args: ['/nowhere/daybook.js', 'mcp'] }, /not there/],
  ['a relative script', { args: ['bin/daybook.js', 'mcp'] }, /relative/],
  ['a command that is gone', { command: '/nowhere/daybook', args: ['mcp'] }, /not there/],
  ['a command on no path', { command: 'no-such-command', args: ['mcp'] }, /not there/],
  ['another subcommand', { args: [process.argv[1] ?? '', 'serve'] }, /daybook mcp/],
  ['no command', { command: undefined }, /no command/],
  ['an address', { command: undefined, url: 'http://127.0.0.1:4470/mcp' }, undefined],
  ['no address', { command: undefined, url: 'nonsense' }, /not a URL/],
])('what is wrong with an entry is named, or nothing is: one with %s', (_, named, fault) => {
  const found = faultOf({ ...entry, ...named }, process.env)
  if (fault) expect(found).toMatch(fault)
  else expect(found).toBeUndefined()
})

test('two entries keep their data together when folder and database agree', () => {
  const at = (named: Partial<FoundServer>) => placeOf({ ...entry, ...named }, '/home/n/.daybook')
  expect(at({})).toBe(at({ env: { DAYBOOK_HOME: '/home/n/.daybook' } }))
  expect(at({ args: ['mcp', '--db', 'x'] })).toBe(at({ args: ['mcp', '--db=x'] }))
  expect(at({ env: { DAYBOOK_DB: 'x' } })).toBe(at({ args: ['mcp', '--db=x'] }))
  expect(at({ env: { DAYBOOK_HOME: '/other' } })).not.toBe(at({}))
})
