import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { reader as claudeReader } from '../../src/transcripts/claude-code/reader.ts'
import { reader as codexReader } from '../../src/transcripts/codex/reader.ts'
import { discover } from '../../src/transcripts/discover.ts'
import type { Environment, SourceReader } from '../../src/transcripts/reader.ts'
import { tempHome } from '../support/tempdir.ts'

describe('the places of Claude Code', () => {
  it('the places of Claude Code are both homes, those set for the client, or those set for us', () => {
    expect(placesOf(claudeReader, {})).toEqual(['/home/al/.claude/projects', '/home/al/.config/claude/projects'])
    expect(placesOf(claudeReader, { CLAUDE_CONFIG_DIR: '/a, /b' })).toEqual(['/a/projects', '/b/projects'])
    expect(placesOf(claudeReader, { CLAUDE_CONFIG_DIR: '/a', DAYBOOK_CLAUDE_ROOTS: '/x:/y/z.jsonl' })).toEqual([
      '/x',
      '/y/z.jsonl',
    ])
    const windows = { ...around({ DAYBOOK_CLAUDE_ROOTS: 'C:\\x;D:\\y' }), platform: 'win32' as const }
    expect(claudeReader.places(windows).places.map(({ path }) => path)).toEqual(['C:\\x', 'D:\\y'])
  })

  it('the places of Claude Code are none when our variable is blank', () => {
    expect(discover(claudeReader, around({ DAYBOOK_CLAUDE_ROOTS: ' ' }))).toEqual({
      roots: [{ source: 'claude-code', root: '', state: 'disabled' }],
      files: [],
      unreadable: [],
    })
  })
})

describe('the places of Codex', () => {
  it('the places of Codex are its sessions and its archive', () => {
    expect(placesOf(codexReader, {})).toEqual(['/home/al/.codex/sessions', '/home/al/.codex/archived_sessions'])
    expect(placesOf(codexReader, { CODEX_HOME: '/c' })).toEqual(['/c/sessions', '/c/archived_sessions'])
  })

  it('the places of Codex hold rollouts; a place set for us holds any file of lines', () => {
    const home = tempHome()
    put(home, 'sessions/2026/05/12/rollout-a.jsonl', 'sessions/2026/05/12/rollout-b.jsonl.zst', 'sessions/notes.jsonl')
    put(home, 'archived_sessions/rollout-c.jsonl', 'sessions/history.jsonl', 'sessions/rollout-d.jsonl.zst.tmp')
    const rollouts = ['archived_sessions/rollout-c.jsonl lines', 'sessions/2026/05/12/rollout-a.jsonl lines']
    expect(found(codexReader, home, { CODEX_HOME: home })).toEqual([
      ...rollouts,
      'sessions/2026/05/12/rollout-b.jsonl.zst zst',
    ])
    expect(found(codexReader, home, { DAYBOOK_CODEX_ROOTS: home })).toEqual([
      ...rollouts,
      'sessions/2026/05/12/rollout-b.jsonl.zst zst',
      'sessions/notes.jsonl lines',
    ])
  })
})

describe('a walk', () => {
  it('a walk finds files in the byte order of their paths', () => {
    const home = tempHome()
    put(
      home,
      'a/x.jsonl',
      'a-b/x.jsonl',
      'a.jsonl',
      'B.jsonl',
      '😀.jsonl',
      '\uffee.jsonl',
      'x.json',
      'tool-results/y.jsonl',
    )
    put(home, 's/subagents/agent-1.jsonl')
    expect(found(claudeReader, home, { DAYBOOK_CLAUDE_ROOTS: home })).toEqual([
      'B.jsonl lines',
      'a-b/x.jsonl lines',
      'a.jsonl lines',
      'a/x.jsonl lines',
      's/subagents/agent-1.jsonl lines',
      '\uffee.jsonl lines',
      '😀.jsonl lines',
    ])
  })

  it('a walk takes a linked file once and enters no linked directory', () => {
    const home = tempHome()
    put(home, 'real/a.jsonl', 'elsewhere/b.jsonl')
    symlinkSync(join(home, 'real'), join(home, 'linked'))
    symlinkSync(join(home, 'real/a.jsonl'), join(home, 'z.jsonl'))
    symlinkSync(join(home, 'elsewhere/b.jsonl'), join(home, 'real/c.jsonl'))
    symlinkSync(join(home, 'real'), join(home, 'dir.jsonl'))
    const roots = `${join(home, 'real')}:${join(home, 'linked')}:${home}`
    const { files, unreadable } = discover(claudeReader, around({ DAYBOOK_CLAUDE_ROOTS: roots }))
    expect(files.map(({ path }) => path.slice(home.length + 1))).toEqual(['elsewhere/b.jsonl', 'linked/a.jsonl'])
    expect(unreadable).toEqual([])
  })

  it('a walk goes on past a root that is not there and past links that lead nowhere', () => {
    const home = tempHome()
    put(home, 'a/x.jsonl')
    symlinkSync(join(home, 'gone.jsonl'), join(home, 'a/broken.jsonl'))
    const missing = join(home, 'missing')
    const discovery = discover(claudeReader, around({ DAYBOOK_CLAUDE_ROOTS: `${missing}:${join(home, 'a')}` }))
    expect(discovery.roots.map(({ state }) => state)).toEqual(['missing', 'ok'])
    expect(discovery.files.map(({ relative }) => relative)).toEqual(['x.jsonl'])
    expect(discovery.unreadable).toEqual([join(home, 'a/broken.jsonl')])
  })

  it('a walk opens no pipe and no device, whether it is found, linked to or named as a root', () => {
    const home = tempHome()
    put(home, 'a/x.jsonl')
    spawnSync('mkfifo', [join(home, 'a/pipe.jsonl')])
    symlinkSync(join(home, 'a/pipe.jsonl'), join(home, 'a/to-pipe.jsonl'))
    symlinkSync('/dev/zero', join(home, 'a/to-zero.jsonl'))
    const roots = `${join(home, 'a')}:${join(home, 'a/pipe.jsonl')}`
    const { files, unreadable, roots: states } = discover(claudeReader, around({ DAYBOOK_CLAUDE_ROOTS: roots }))
    expect(files.map(({ relative }) => relative)).toEqual(['x.jsonl'])
    expect(unreadable).toEqual(['pipe', 'to-pipe', 'to-zero'].map(name => join(home, `a/${name}.jsonl`)))
    expect(states.map(({ state }) => state)).toEqual(['ok', 'unreadable'])
  })

  it('a walk goes on past a root and a directory without permission', () => {
    const home = mkdtempSync(join(tmpdir(), 'daybook-closed-'))
    onTestFinished(() => rmSync(home, { recursive: true, force: true }))
    put(home, 'closed/x.jsonl', 'open/y.jsonl', 'open/closed/z.jsonl')
    chmodSync(home, 0o755)
    const closed = [join(home, 'closed'), join(home, 'open/closed')]
    for (const path of closed) chmodSync(path, 0)
    const roots = `${closed[0]}:${join(home, 'open')}`
    const discovery = withoutPrivilege(() => discover(claudeReader, around({ DAYBOOK_CLAUDE_ROOTS: roots })))
    for (const path of closed) chmodSync(path, 0o700)
    expect(discovery.roots.map(({ state }) => state)).toEqual(['unreadable', 'ok'])
    expect(discovery.files.map(({ relative }) => relative)).toEqual(['y.jsonl'])
    expect(discovery.unreadable).toEqual(closed)
  })

  it('a walk takes a single file for a root', () => {
    const home = tempHome()
    put(home, 'one.jsonl')
    expect(found(claudeReader, home, { DAYBOOK_CLAUDE_ROOTS: join(home, 'one.jsonl') })).toEqual(['one.jsonl lines'])
  })

  it('a walk finds a thousand empty files', () => {
    const home = tempHome()
    for (let i = 0; i < 1000; i++) put(home, `${i % 100}/${i}.jsonl`)
    expect(found(claudeReader, home, { DAYBOOK_CLAUDE_ROOTS: home })).toHaveLength(1000)
  })
})

/** Permissions do not bind the superuser, so for a moment it is somebody else. */
function withoutPrivilege<T>(run: () => T): T {
  if (process.geteuid?.() !== 0) return run()
  process.seteuid?.(65534)
  try {
    return run()
  } finally {
    process.seteuid?.(0)
  }
}

function around(env: Environment['env']): Environment {
  return { env, home: '/home/al', platform: 'linux' }
}

function placesOf(reader: SourceReader, env: Environment['env']): string[] {
  return reader.places(around(env)).places.map(({ path }) => path)
}

function found(reader: SourceReader, home: string, env: Environment['env']): string[] {
  return discover(reader, around(env)).files.map(({ path, form }) => `${path.slice(home.length + 1)} ${form}`)
}

function put(home: string, ...names: string[]): void {
  for (const name of names) {
    const path = join(home, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '')
  }
}
