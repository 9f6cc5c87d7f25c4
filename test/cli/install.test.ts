import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { serversInJson } from '../../src/chat-clients/json-settings.ts'
import { serversInToml } from '../../src/chat-clients/toml-settings.ts'
import { mcpStdioCommand, runPreloaded } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'

const settings = process.platform === 'darwin' ? 'Library/Application Support' : '.config'

const files = (folder: string, ending = '.md') =>
  ['newcontext', 'summarize', 'why', 'search'].map(name => `${folder}/${name}${ending}`)

/** Where each client keeps servers and commands below a person's home, and a file of another program that is there already. */
const clients: [name: string, server: string, commands: string[], others: string][] = [
  [
    'claude',
    '.claude.json',
    files('.claude/commands'),
    '{\n  "numStartups": 12,\n  "mcpServers": {\n    "other": { "command": "other" }\n  },\n  "tips": ["\\u00e9"]\n}\n',
  ],
  [
    'codex',
    '.codex/config.toml',
    files('.codex/skills', '/SKILL.md'),
    '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "other"\nargs = []\n\n[profiles.daybook]\nmodel = "y"\n',
  ],
  ['cursor', '.cursor/mcp.json', files('.cursor/commands'), '{"mcpServers":{"other":{"command":"other"}}}'],
  [
    'vscode',
    `${settings}/Code/User/mcp.json`,
    files(`${settings}/Code/User/prompts`, '.prompt.md'),
    '// mine\n{\n\t"servers": {\n\t\t"other": { "command": "other" }, // kept\n\t},\n\t"inputs": []\n}\n',
  ],
  ['claude-desktop', `${settings}/Claude/claude_desktop_config.json`, [], '{\n  "theme": "dark"\n}\n'],
]

/** The hooks of a person in a client that has them. */
const hooks: { [client: string]: [file: string, text: string] } = {
  claude: [
    '.claude/settings.json',
    '// mine\n{\n\t"model": "x",\n\t"hooks": {\n\t\t"Stop": [ { "hooks": [ { "type": "command", "command": "beep" } ] }, ], // twice\n\t},\n}\n',
  ],
  codex: ['.codex/hooks.json', '{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[]}]}}'],
}

const objects = [
  ...['', '\n', '{}', '{}\n', '{\n}\n', '\ufeff{"a":1}\n', '{\r\n  "a": 1\r\n}\r\n', '{"mcpServers":{\n}}'],
  '{\n  "servers": {},\n  "hooks": {\n    "Stop": []\n  }\n}\n',
]
const tables = ['', '\n', '# only a comment', 'a = 1', 'a = 1\n\n\n', '[mcp_servers.other]\r\ncommand = "x"\r\n']

describe.each(clients)('daybook install %s', (client, server, commands, others) => {
  it('installing shows first what would change and writes nothing without a yes', async () => {
    const { run, path, put } = person()
    put(server, others)
    for (const flags of [['--dry-run'], []]) {
      const { code, stdout } = await run(['install', client, ...flags])
      expect(code).toBe(0)
      expect(stdout).toContain(path(server))
      expect(stdout).toContain('daybook')
    }
    expect(readFileSync(path(server), 'utf8')).toBe(others)
    for (const file of commands) expect(existsSync(path(file))).toBe(false)
  })

  it('installing adds an entry that starts the daily profile, keeps a copy, and does nothing the second time', async () => {
    const { run, path, put, entries, below } = person()
    put(server, others)
    const done = await run(['install', client, '--yes', '--project', 'orchard'])
    expect(done.code).toBe(0)
    const [backup, ...more] = below(dirname(server)).filter(name => name.endsWith('.backup'))
    expect(more).toEqual([])
    expect(readFileSync(path(join(dirname(server), backup ?? '')), 'utf8')).toBe(others)
    expect(done.stderr).toContain(backup)
    const daybook = entries(server).find(({ name }) => name === 'daybook')
    expect(daybook?.args?.slice(-5)).toEqual(['mcp', '--toolsets', 'core', '--project', 'orchard'])
    for (const file of commands.slice(0, 2)) expect(readFileSync(path(file), 'utf8')).toContain('"orchard"')

    const before = everything(path('.'))
    const again = await run(['install', client, '--yes', '--project', 'orchard'])
    expect(again.stderr).toContain('nothing to do')
    expect(everything(path('.'))).toEqual(before)
  })

  it('an installation is undone by uninstall, which leaves every file byte for byte as it was, and none of its own', async () => {
    const { run, path, put, entries } = person()
    put(server, others)
    // As Claude Code keeps one itself.
    put(`${server}.backup`, others)
    if (hooks[client]) put(...hooks[client])
    const before = everything(path('.'))
    await run(['install', client, '--yes'])
    expect((await run(['uninstall', client, '--dry-run'])).code).toBe(0)
    expect(entries(server).map(({ name }) => name)).toContain('daybook')
    expect((await run(['uninstall', client, '--yes'])).code).toBe(0)
    expect(everything(path('.'))).toEqual(before)
    expect((await run(['uninstall', client, '--yes'])).stderr).toContain('nothing to do')
  })

  it('installing makes the file where there is none, and its folders go with it', async () => {
    const { run, entries, path } = person()
    const before = everything(path('.'))
    expect((await run(['install', client, '--yes', '--toolsets', 'context'])).code).toBe(0)
    expect(entries(server)).toMatchObject([{ name: 'daybook', args: expect.arrayContaining(['context']) }])
    await run(['uninstall', client, '--yes'])
    expect(everything(path('.'))).toEqual(before)
  })

  it('a file of any shape comes back byte for byte, also after a second install with other words', async () => {
    for (const text of server.endsWith('.toml') ? tables : objects) {
      const { run, path, put } = person()
      put(server, text)
      if (hooks[client]) put(hooks[client][0], text.startsWith('a') ? '{}\n' : (objects[tables.indexOf(text)] ?? text))
      const before = everything(path('.'))
      await run(['install', client, '--yes'])
      await run(['install', client, '--yes', '--toolsets', 'records'])
      await run(['uninstall', client, '--yes'])
      expect(everything(path('.'))).toEqual(before)
    }
  })
})

describe('daybook install', () => {
  it.each(['claude', 'codex'])(
    'daybook install %s shows every byte of the hooks and adds them beside others',
    async client => {
      const { run, path, put } = person()
      const [file, text] = hooks[client] ?? ['', '']
      put(file, text)
      const { stdout } = await run(['install', client, '--dry-run'])
      for (const event of ['SessionStart', 'PreCompact', 'PreToolUse', 'Stop', 'SessionEnd'])
        expect(stdout).toContain(event)
      const { stderr } = await run(['install', client, '--yes'])
      expect(stderr.includes('/hooks')).toBe(client === 'codex')
      const written = readFileSync(path(file), 'utf8')
      expect(written.match(/daybook(\.js)? hook [a-z-]+"/g)?.length).toBe(5)
      for (const line of written.split('\n')) expect(text.includes(line) || stdout.includes(line)).toBe(true)
      const other = person()
      await other.run(['install', client, '--yes', '--no-hooks'])
      expect(existsSync(other.path(file))).toBe(false)
    },
  )

  it('daybook install leaves the hooks to a plugin that brings them', async () => {
    const { run, put, path } = person()
    put('.claude/settings.json', '{"enabledPlugins":{"daybook@daybook":true}}')
    put('.codex/config.toml', '[plugins."daybook@daybook"]\nenabled = true\n')
    for (const client of ['claude', 'codex']) {
      expect((await run(['install', client, '--yes'])).stdout).toContain('the plugin daybook is switched on here')
    }
    expect(readFileSync(path('.claude/settings.json'), 'utf8')).not.toContain('SessionStart')
    expect(existsSync(path('.codex/hooks.json'))).toBe(false)
  })

  it('daybook install leaves command files that were changed or written by hand, unless forced, and uninstall never removes them', async () => {
    const { run, path, put } = person()
    put('.claude/commands/newcontext.md', 'My own words.\n')
    const first = await run(['install', 'claude', '--yes'])
    expect(first.stdout).toMatch(/keep .*newcontext\.md {2}\(it is not ours or was changed/)
    writeFileSync(
      path('.claude/commands/summarize.md'),
      `${readFileSync(path('.claude/commands/summarize.md'), 'utf8')}More.\n`,
    )
    await run(['uninstall', 'claude', '--yes'])
    expect(readFileSync(path('.claude/commands/newcontext.md'), 'utf8')).toBe('My own words.\n')
    expect(readFileSync(path('.claude/commands/summarize.md'), 'utf8')).toContain('More.\n')
    await run(['install', 'claude', '--yes', '--force'])
    expect(readFileSync(path('.claude/commands/newcontext.md'), 'utf8')).toContain('context_build')
  })

  it('daybook install writes through a link and keeps the permissions of the file', async () => {
    const { run, path, put } = person()
    put('dotfiles/claude.json', '{}')
    chmodSync(path('dotfiles/claude.json'), 0o640)
    symlinkSync(path('dotfiles/claude.json'), path('.claude.json'))
    await run(['install', 'claude', '--yes', '--no-commands'])
    expect(readFileSync(path('dotfiles/claude.json'), 'utf8')).toContain('"daybook"')
    expect(statSync(path('dotfiles/claude.json')).mode & 0o777).toBe(0o640)
  })

  it('daybook install makes the file that a link leads to, and uninstall takes the file and leaves the link', async () => {
    const { run, path } = person()
    symlinkSync(path('dotfiles/claude.json'), path('.claude.json'))
    await run(['install', 'claude', '--yes', '--no-commands', '--no-hooks'])
    expect(readFileSync(path('dotfiles/claude.json'), 'utf8')).toContain('"daybook"')
    await run(['uninstall', 'claude', '--yes'])
    expect(readlinkSync(path('.claude.json'))).toBe(path('dotfiles/claude.json'))
    expect(existsSync(path('dotfiles/claude.json'))).toBe(false)
  })

  it('daybook install knows its hooks again whatever the names of folders, and an empty HOME is not the folder it runs in', async () => {
    const { env, home, path, run } = person()
    const odd = { ...env, DAYBOOK_HOME: path("R&D; it's | ours") }
    for (const verb of ['install', 'install', 'uninstall']) {
      expect((await runPreloaded([verb, 'claude', '--yes'], { home, env: odd })).code).toBe(0)
      if (verb === 'install')
        expect(readFileSync(path('.claude/settings.json'), 'utf8').match(/ hook stop/g)).toHaveLength(1)
    }
    expect(everything(path('.'))).toEqual([])
    const { stderr } = await run(['install', 'cursor', '--print'], { HOME: '' })
    expect(stderr).toContain(join(userInfo().homedir, '.cursor'))
  })

  it('daybook uninstall leaves an empty folder of a project where it is', async () => {
    const { env, home, path } = person()
    mkdirSync(path('work'))
    const { command, args, env: variables } = mcpStdioCommand({ home, env })
    const inFolder = (verb: string) =>
      execFileSync(command, [args[0] ?? '', verb, 'claude', '--scope', 'project', '--yes'], {
        ...{ cwd: path('work'), env: variables, stdio: 'ignore' },
      })
    inFolder('install')
    expect(existsSync(path('work/.mcp.json'))).toBe(true)
    inFolder('uninstall')
    expect(everything(path('.'))).toEqual([['work', 'a folder']])
  })

  it('daybook install refuses settings it cannot read and changes nothing', async () => {
    const { run, path, put } = person()
    put('.cursor/mcp.json', '{ "mcpServers": ')
    const { code, stderr } = await run(['install', 'cursor', '--yes'])
    expect(code).toBe(2)
    expect(stderr).toContain(path('.cursor/mcp.json'))
    expect(everything(path('.'))).toEqual([
      ['.cursor', 'a folder'],
      [join('.cursor', 'mcp.json'), '{ "mcpServers": '],
    ])
  })

  it.each([
    ['claude', '.claude/settings.json', Buffer.from([...Buffer.from('{"a":"'), 0xff, 0xfe, ...Buffer.from('"}')])],
    ['codex', '.codex/config.toml', Buffer.from('mcp_servers = { other = { command = "x" } }\n')],
  ])(
    'daybook install refuses settings of %s that it could not write back, or would make invalid',
    async (client, file, bytes) => {
      const { run, path, put } = person()
      put(file, '')
      writeFileSync(path(file), bytes)
      expect((await run(['install', client, '--yes'])).code).toBe(2)
      expect(readFileSync(path(file)).equals(bytes)).toBe(true)
      expect(everything(path('.'))).toHaveLength(2)
    },
  )

  it('daybook install prints the entry when asked to, and says which clients it knows', async () => {
    const { run } = person()
    const { stdout } = await run(['install', 'codex', '--print'])
    expect(JSON.parse(stdout)).toMatchObject({
      daybook: { args: expect.arrayContaining(['mcp', '--toolsets', 'core']) },
    })
    const unknown = await run(['install', 'curser'])
    expect(unknown.code).toBe(2)
    expect(unknown.stderr).toContain('Did you mean cursor?')
    expect((await run(['install', 'codex', '--scope', 'project', '--yes'])).code).toBe(2)
  })

  it('daybook install keeps a password in the address of a database out of other programs’ files', async () => {
    const { run } = person()
    const word = ['hun', 'ter2'].join('')
    const secret = await run(['install', 'cursor', '--print'], { DAYBOOK_DB: `postgres://me:${word}@db/daybook` })
    expect(secret.stdout).not.toContain(word)
    const plain = await run(['install', 'cursor', '--print'], { DAYBOOK_DB: 'postgres://me@db/daybook' })
    expect(plain.stdout).toContain('postgres://me@db/daybook')
  })
})

/** An empty home of a person, with Daybook's own inside it. */
function person() {
  const home = tempHome()
  const path = (name: string) => join(home, name)
  const own = { HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: '', CLAUDE_CONFIG_DIR: '', CODEX_HOME: '' }
  return {
    ...{ path, env: own, home: path('.daybook') },
    run: (args: string[], env: Record<string, string> = {}) =>
      runPreloaded(args, { home: path('.daybook'), env: { ...own, ...env } }),
    put(name: string, text: string) {
      mkdirSync(dirname(path(name)), { recursive: true })
      writeFileSync(path(name), text)
    },
    below: (folder: string) => readdirSync(path(folder)),
    entries(name: string) {
      const text = readFileSync(path(name), 'utf8')
      return name.endsWith('.toml') ? serversInToml(text) : serversInJson(text, '')
    },
  }
}

/** Everything below a folder, files with their texts. */
function everything(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map(name => {
      const path = join(folder, name)
      return statSync(path).isFile() ? [name, readFileSync(path, 'utf8')] : [name, 'a folder']
    })
}
