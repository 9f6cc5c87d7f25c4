import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { tempHome } from '../../../test/support/tempdir.ts'
import type { FolderSeen } from '../../transcripts/folder-history.ts'
import type { RecordedRepository } from '../../transcripts/reader.ts'
import { projectKeysAt, projectsOf } from './repositories.ts'

let home: string

beforeEach(async () => {
  home = await realpath(tempHome())
})

describe('Folders that exist', () => {
  it('five worktrees, starts in their folders and the repository itself are one project', () => {
    const ledger = commit(init('src/ledger'))
    const worktrees = ['../one', '../two', '.worktrees/three', '../ledger-worktrees/four', '../deep/er/five'].map(
      (at, n) => {
        git(ledger, 'worktree', 'add', '-q', '-b', `b${n}`, at)
        return join(ledger, at)
      },
    )
    const below = [ledger, ...worktrees].map(folder => folderIn(folder, 'packages/ui'))
    expect(keysOf(ledger, ...worktrees, ...below)).toEqual(Array(12).fill(keysOf(ledger)[0]))
    expect(identify({ root: below[1] }).identity).toMatchObject({ project_label: 'ledger', canonical_root: ledger })
  })

  it('a bare repository and its worktrees are one project', () => {
    const place = join(home, 'ledger')
    mkdirSync(place)
    git(place, 'clone', '-q', '--bare', commit(init('origin')), '.bare')
    writeFileSync(join(place, '.git'), 'gitdir: ./.bare\n')
    for (const name of ['one', 'two']) git(place, 'worktree', 'add', '-q', '-b', name, name)
    expect(new Set(keysOf(place, join(place, 'one'), join(place, 'two'))).size).toBe(1)
    expect(identify({ root: join(place, 'two') }).identity.project_label).toBe('ledger')
  })

  it('a clone that was moved stays the same project, with a remote and without', () => {
    for (const remote of ['git@github.com:acme/ledger.git', null]) {
      const from = commit(init(`src/${remote ? 'with' : 'without'}`))
      if (remote) git(from, 'remote', 'add', 'origin', remote)
      const [before] = keysOf(from)
      const to = join(home, 'elsewhere', `${basename(from)}-moved`)
      mkdirSync(join(home, 'elsewhere'), { recursive: true })
      renameSync(from, to)
      expect(keysOf(to, from, folderIn(to, 'docs'))).toEqual([before, before, before])
    }
  })

  it('two clones of one remote are one project, however the address is written', () => {
    const [one, two] = [commit(init('a/ledger')), commit(init('b/books'))]
    git(one, 'remote', 'add', 'origin', 'https://token@github.com/acme/ledger')
    git(two, 'remote', 'add', 'origin', 'git@github.com:acme/ledger.git')
    expect(new Set(keysOf(one, two)).size).toBe(1)
    const local = join(home, 'c')
    git(home, 'clone', '-q', one, local)
    expect(keysOf(local)).toEqual(keysOf(one))
  })

  it('two repositories whose folders have the same name stay two, also one after the other in one folder', () => {
    const [one, two] = [commit(init('a/ledger')), commit(init('b/ledger'), 'another beginning')]
    expect(new Set(keysOf(one, two)).size).toBe(2)
    git(one, 'remote', 'add', 'origin', 'git@github.com:acme/ledger.git')
    const [first] = keysOf(one)
    renameSync(one, join(home, 'moved'))
    const other = commit(init('a/ledger'), 'a third beginning')
    git(other, 'remote', 'add', 'origin', 'git@github.com:other/ledger.git')
    const [moved, third] = keysOf(join(home, 'moved'), other)
    expect(moved).toBe(first)
    expect(third).not.toBe(first)
    expect(third).toMatch(/^ledger-[0-9a-f]{12}$/)
  })

  it('a submodule is a project of its own', () => {
    const [outer, inner] = [commit(init('outer')), commit(init('inner'), 'inner')]
    git(outer, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner, 'vendor/inner')
    expect(new Set(keysOf(outer, join(outer, 'vendor/inner'))).size).toBe(2)
    expect(keysOf(inner)).toEqual(keysOf(join(outer, 'vendor/inner')))
  })

  it('a repository in the home is that of sessions in the home only', () => {
    commit(init('.'))
    const notes = folderIn(home, 'notes')
    expect(new Set(keysOf(home, notes)).size).toBe(2)
  })

  it('a folder without a repository is a project by itself, as are those whose .git leads nowhere', () => {
    const outer = commit(init('outer'))
    const broken = folderIn(outer, 'broken')
    writeFileSync(join(broken, '.git'), 'gitdir: /nowhere/at/all\n')
    const looped = folderIn(outer, 'looped')
    symlinkSync('.git', join(looped, '.git'))
    const piped = folderIn(outer, 'piped')
    if (process.platform !== 'win32') execFileSync('mkfifo', [join(piped, '.git')])
    const plain = folderIn(home, 'plain')
    expect(new Set(keysOf(outer, broken, looped, piped, plain)).size).toBe(5)
  })

  it('a session shows paths from the top of its checkout, also through a link', () => {
    const ledger = commit(init('ledger'))
    const ui = folderIn(ledger, 'packages/ui')
    symlinkSync(ledger, join(home, 'link'))
    expect(identify({ root: ui }).root).toBe(ledger)
    expect(identify({ root: join(home, 'link/packages/ui') }).root).toBe(join(home, 'link'))
    expect(keysOf(join(home, 'link/packages/ui'))).toEqual(keysOf(ledger))
  })
})

describe('Folders that are gone', () => {
  it('Folders that are gone are remembered', () => {
    const ledger = commit(init('ledger'))
    git(ledger, 'worktree', 'add', '-q', '-b', 'fix', '../anywhere')
    const seen = [ledger, join(home, 'anywhere'), folderIn(ledger, 'docs')]
    const before = keysOf(...seen)
    for (const folder of seen) rmSync(folder, { recursive: true, force: true })
    expect(keysOf(...seen)).toEqual(before)
    expect(new Set(before).size).toBe(1)
    expect(projectKeysAt(settings(), [join(home, 'anywhere')])[0]?.[0]).toBe(before[0])
  })

  it('Folders that are gone and were worktrees by their path are those of the repository', () => {
    const keys = keysOf(
      '/fake/ledger',
      '/fake/ledger/.worktrees/a',
      '/fake/ledger-worktrees/b',
      '/fake/other/.worktrees/a',
    )
    expect(keys.slice(0, 3)).toEqual(Array(3).fill('ledger-d7579830878a'))
    expect(keys[3]).not.toBe(keys[0])
  })

  it('Folders that are gone belong to the repository their agent noted', () => {
    const noted = (url: string | null, commit: string | null) => ({ repository: { url, commit } })
    const [a, b, c, d, e] = identifyAll([
      { root: '/gone/ledger', ...noted('git@github.com:acme/ledger.git', 'a'.repeat(40)) },
      { root: '/gone/x/books', ...noted('https://github.com/acme/ledger', null) },
      { root: '/gone/copy', ...noted(null, 'a'.repeat(40)) },
      { root: '/gone/fork', ...noted('https://github.com/bo/ledger', 'a'.repeat(40)) },
      { root: '/gone/other', ...noted('nonsense', 'a') },
    ]).map(each => each.identity.project_key)
    expect(b).toBe(a)
    expect(c).toBe(a)
    expect(new Set([a, d, e]).size).toBe(3)
  })

  it('Folders that are gone are joined by a session that went on elsewhere on its branch', () => {
    const went = (...folders: [string, string | null][]) => ({
      root: folders[0]?.[0] ?? null,
      folders: folders.map(([folder, branch]) => ({ folder, branch })),
    })
    const keys = identifyAll([
      went(['/Users/al/work/ledger', 'al/totals'], ['/Users/bo/src/ledger', 'al/totals']),
      went(['/Users/bo/src/ledger', 'main']),
      went(['/Users/bo/src/ledger/.worktrees/x', 'x']),
      // Visits of other repositories, which happen to be on a branch that all have, or to have the same name.
      went(['/Users/al/work/ledger', 'main'], ['/Users/al/work/site', 'main']),
      went(['/Users/al/work/site', 'main']),
      went(['/Users/al/a/app', 'main'], ['/Users/al/b/app', 'main']),
      went(['/Users/al/b/app', 'main']),
    ]).map(each => each.identity.project_key)
    expect(new Set(keys.slice(0, 4)).size).toBe(1)
    expect(new Set([keys[0], ...keys.slice(4)]).size).toBe(4)
    expect(keys[0]).toMatch(/^ledger-/)
  })

  it('Folders that are gone inside one another are one project when they share a branch of their own', () => {
    const at = (root: string, branch: string) => ({ root, folders: [{ folder: root, branch }] })
    const keys = identifyAll([
      at('/Users/al/work/ledger', 'al/totals'),
      at('/Users/al/work/ledger/packages/ui', 'al/totals'),
      at('/Users/al/work', 'main'),
      at('/Users/al/work/site', 'main'),
    ]).map(each => each.identity.project_key)
    expect(keys[1]).toBe(keys[0])
    expect(new Set(keys).size).toBe(3)
  })

  it('Folders that are gone inside a repository that is there are parts of it if an agent saw a branch in them', () => {
    const ledger = commit(init('src/ledger'))
    const at = (root: string, branch: string | null) => ({ root, folders: [{ folder: root, branch }] })
    const found = identifyAll([
      at(ledger, 'main'),
      at(join(ledger, 'packages/old/ui'), 'main'),
      at(join(ledger, 'scratch'), null),
      at(join(home, 'src/gone'), 'main'),
    ])
    const keys = found.map(({ identity }) => identity.project_key)
    expect(keys[1]).toBe(keys[0])
    expect(found[1]?.root).toBe(ledger)
    expect(new Set(keys).size).toBe(3)
  })

  it('Folders that are gone and were worktrees with sessions in their subfolders are those of the repository', () => {
    const at = (root: string, branch: string) => ({ root, folders: [{ folder: root, branch }] })
    const found = identifyAll([
      at('/Users/al/work/ledger/.worktrees/3', 'al/totals'),
      at('/Users/al/work/ledger/.worktrees/3/packages/ui', 'al/totals'),
      at('/Users/al/work/ledger/.worktrees/1', 'al/rounding'),
      at('/Users/al/work/ledger', 'main'),
    ])
    expect(new Set(found.map(({ identity }) => identity.project_key)).size).toBe(1)
    expect(found.map(({ identity }) => identity.project_label)).toEqual(Array(4).fill('ledger'))
    expect(found[1]?.root).toBe('/Users/al/work/ledger/.worktrees/3')
  })
})

describe('A session that began above its repository', () => {
  it('A session that began above its repository is of the one repository it worked in, and of its own folder when there were several', () => {
    const [ledger, site] = [commit(init('work/ledger')), commit(init('work/site'), 'site')]
    const work = join(home, 'work')
    const folders = (...of: string[]) => of.map(folder => ({ folder, branch: null }))
    const one = identify({ root: work, folders: folders(work, ledger) })
    expect(one.identity.project_key).toBe(keysOf(ledger)[0])
    const several = identify({ root: work, folders: folders(work, ledger, site) })
    expect(several.identity.project_label).toBe('work')
  })
})

it('finding repositories gives the same keys again, and for the same sessions in another order', () => {
  const ledger = commit(init('ledger'))
  git(ledger, 'worktree', 'add', '-q', '-b', 'fix', '../anywhere')
  const roots = [ledger, join(home, 'anywhere'), '/gone/a', '/gone/a/.worktrees/b']
  const first = keysOf(...roots)
  expect(keysOf(...roots)).toEqual(first)
  rmSync(join(home, 'diary'), { recursive: true })
  expect(keysOf(...roots.toReversed()).toReversed()).toEqual(first)
})

it('finding repositories goes on without its list when that is damaged', () => {
  const ledger = commit(init('ledger'))
  const first = keysOf(ledger)
  const list = join(home, 'diary', 'private', 'repositories.sqlite')
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${list}${suffix}`, { force: true })
  writeFileSync(list, 'not a database'.repeat(100))
  const logged: string[] = []
  const [again] = projectsOf(settings(), [session({ root: ledger })], line => logged.push(line))
  expect(again?.identity.project_key).toBe(first[0])
  expect(logged).toEqual([expect.stringContaining('list of repositories cannot be opened')])
})

function settings() {
  return { root: join(home, 'diary'), environment: { env: {}, home, platform: process.platform } }
}

interface Said {
  root?: string | null | undefined
  folders?: FolderSeen[]
  repository?: RecordedRepository | null
}

function session({ root = null, folders = [], repository = null }: Said) {
  return { source: 'claude-code', source_session_id: 'abc', root, folders, repository }
}

function identifyAll(said: Said[]) {
  return projectsOf(settings(), said.map(session), line => {
    throw new Error(line)
  })
}

function identify(said: Said) {
  const [found] = identifyAll([said])
  if (!found) throw new Error('No answer.')
  return found
}

function keysOf(...roots: string[]): string[] {
  return identifyAll(roots.map(root => ({ root }))).map(({ identity }) => identity.project_key)
}

function folderIn(folder: string, name: string): string {
  mkdirSync(join(folder, name), { recursive: true })
  return join(folder, name)
}

function init(name: string): string {
  const folder = folderIn(home, name)
  git(folder, 'init', '-q', '-b', 'main')
  return folder
}

function commit(folder: string, message = 'begin'): string {
  git(folder, 'commit', '-q', '--allow-empty', '-m', message)
  return folder
}

function git(cwd: string, ...args: string[]): void {
  const who = ['-c', 'user.name=Al', '-c', 'user.email=al@example.org', '-c', 'commit.gpgsign=false']
  execFileSync('git', [...who, ...args], { cwd, stdio: 'pipe' })
}
