import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { canonicalRoot, projectOf } from './project-key.ts'

const session = { source: 'claude-code', source_session_id: 'abc' }

describe('The key of a project', () => {
  it.each([
    ['/fake/projects/ReportGenerator', 'ReportGenerator-e3486f912e44'],
    ['/fake/projects/git-outpost', 'git-outpost-e02a89500d99'],
    ['/srv/my app (v2)', 'my-app-v2-2622b3d69209'],
    ['/home/u/项目', 'unknown-project-802dbd57697f'],
    ['C:\\Users\\al\\my.app', 'my.app-9b80c7ae6c4c'],
    ['c:/Users/al/my.app/', 'my.app-9b80c7ae6c4c'],
    ['/fake/ledger/.claude/worktrees/fix-1', 'ledger-d7579830878a'],
    ['/fake/ledger/.codex/worktrees/fix-1/src/deep', 'ledger-d7579830878a'],
    ['  /fake/ledger/  ', 'ledger-d7579830878a'],
    ['/srv/a/app', 'app-9a5689e6fbd6'],
    ['/srv/b/app', 'app-b42ec8f6e451'],
    ['/srv/--weird--', 'weird-da63ad4dfa72'],
    ['/', 'unknown-project-8a5edab28263'],
    [`/srv/x/${'long-name-'.repeat(7)}`, 'long-name-long-name-long-name-long-name-long-nam-37f639096fa7'],
  ])('The key of a project of %s is %s', (root, key) => {
    expect(projectOf(root, session, '/home/al').project_key).toBe(key)
  })

  it('The key of a project without a root is the session itself', () => {
    for (const root of [null, '', '  ']) {
      expect(projectOf(root, session, '/home/al')).toEqual({
        project_key: 'unknown-project-4773e579541f',
        project_label: 'unknown-project',
        canonical_root: 'unknown-project/claude-code/abc',
        is_unknown: true,
      })
    }
  })

  it('The key of a project is the same through a link, and from the home folder written short', () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'daybook-key-')))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'app'))
    symlinkSync(join(folder, 'app'), join(folder, 'link'))
    expect(canonicalRoot(join(folder, 'link'), '/')).toBe(join(folder, 'app'))
    expect(canonicalRoot('~/link/', folder)).toBe(join(folder, 'app'))
    expect(canonicalRoot('~', folder)).toBe(folder)
    expect(canonicalRoot('~other/app', folder)).toBe('~other/app')
  })
})
