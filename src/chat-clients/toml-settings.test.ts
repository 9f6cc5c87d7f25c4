import { expect, it } from 'vitest'
import { withTomlEntry as put, serversInToml, withoutTomlEntry } from './toml-settings.ts'

const withTomlEntry = (...args: Parameters<typeof put>): string => put(...args) ?? 'refused'

const entry = { command: 'node', args: ['/opt/day "book"/x.js', 'mcp'], env: { DAYBOOK_HOME: '/data' } }
const table = `[mcp_servers.other]
command = "y"

[profiles.a]
b = 1
`
const others = `model = "x" # mine\n\n${table}`

it('writing an entry into TOML settings adds a table at the end and replaces it in place, with its subtables', () => {
  const once = withTomlEntry(others, 'daybook', entry)
  expect(once.startsWith(`${others}\n[mcp_servers.daybook]\n`)).toBe(true)
  expect(withTomlEntry(once, 'daybook', entry)).toBe(once)
  expect(serversInToml(once).find(({ name }) => name === 'daybook')).toMatchObject(entry)
  const old = `[mcp_servers.daybook]\ncommand = "old"\n[mcp_servers.daybook.env]\nA = "b"\n\n${table}`
  const renewed = withTomlEntry(old, 'daybook', entry)
  expect(renewed).not.toContain('old')
  expect(renewed.endsWith(table)).toBe(true)
  expect(serversInToml(renewed)).toHaveLength(2)
})

it('writing an entry into TOML settings takes it out again and leaves the rest byte for byte', () => {
  expect(withoutTomlEntry(withTomlEntry(others, 'daybook', entry), 'daybook')).toBe(others)
  expect(withoutTomlEntry(others, 'daybook')).toBe(others)
  expect(withoutTomlEntry(withTomlEntry('', 'daybook', entry), 'daybook')).toBe('')
})

it.each([
  '[mcp_servers]\ndaybook = { command = "x" }\n',
  'mcp_servers = { other = { command = "x" } }\n',
  'mcp_servers.daybook.command = "x"\n',
  '[ mcp_servers . daybook ]\ncommand = "x"\n',
  '[mcp_servers.\'daybook\']\ncommand = "x"\n',
])('writing an entry into TOML settings refuses %j, where a second entry would make the file invalid', text => {
  expect(put(text, 'daybook', entry)).toBeUndefined()
})

it('writing an entry into TOML settings leaves lines alone that are within a text, and takes keys of other servers', () => {
  for (const text of [
    "x = '''\n[mcp_servers.daybook]\ncommand = 'no'\n'''\n[other]\ny = 1\n",
    'x = """\n[mcp_servers.daybook]\n""" # it\'s\n',
    'mcp_servers.other.command = "x" # """\n',
    '[mcp_servers]\nother = { command = "x" }\n',
  ]) {
    const installed = withTomlEntry(text, 'daybook', entry)
    expect(installed.startsWith(`${text}\n[mcp_servers.daybook]\n`)).toBe(true)
    expect(withoutTomlEntry(installed, 'daybook')).toBe(text)
  }
})
