import { expect, it } from 'vitest'
import { artifactCategory, placeOf, rel } from './project-path.ts'

it.each([
  ['/fake/ledger/src/a.ts', '/fake/ledger', 'src/a.ts'],
  ['/fake/ledger', '/fake/ledger/', '.'],
  ['/fake/ledger2/a.ts', '/fake/ledger', '…/a.ts'],
  ['/fake/ledger/../other/a.ts', '/fake/ledger', '…/a.ts'],
  ['./src//a.ts', '/fake/ledger', 'src/a.ts'],
  ['src\\win\\a.ts', null, 'src/win/a.ts'],
  ['C:\\Users\\al\\app\\src\\a.ts', 'c:/Users/al/app', 'src/a.ts'],
  ['D:\\tmp\\a.ts', 'C:/Users/al/app', '…/a.ts'],
  ['/srv/x/a.ts', null, '…/a.ts'],
  ['/srv/a.ts', '/', '…/a.ts'],
  ['../sibling/a.ts', '/fake/ledger', '../sibling/a.ts'],
  ['/fake/ledger/.claude/worktrees/fix-1/src/a.ts', '/fake/ledger', 'src/a.ts'],
  ['/', '/fake/ledger', '…/'],
  ['', null, '.'],
])('the path %j seen from %j is %j', (path, root, expected) => expect(rel(path, root)).toBe(expected))

it('one file is known by all its names, and two files of one name are kept apart', () => {
  const keys = ['/fake/ledger/src/a.ts', 'src/a.ts', './src/x/../a.ts'].map(path => placeOf(path, '/fake/ledger').key)
  expect(new Set(keys).size).toBe(1)
  expect(placeOf('/one/a.ts', null).key).not.toBe(placeOf('/two/a.ts', null).key)
})

it.each([
  ['src/money.ts', 'code_outcome'],
  ['Makefile', 'code_outcome'],
  ['.gitignore', 'code_outcome'],
  ['docs/guide.MD', 'document_outcome'],
  ['paper.tex', 'document_outcome'],
  ['CLAUDE.md', 'process_outcome'],
  ['packages/web/AGENTS.md', 'process_outcome'],
  ['.claude/settings.json', 'process_outcome'],
  ['web/.cursor/rules/a.mdc', 'process_outcome'],
  ['.cursorrules', 'process_outcome'],
  ['.github/workflows/ci.yml', 'process_outcome'],
  ['.github/workflows', 'code_outcome'],
  ['.github/pull_request_template.md', 'process_outcome'],
  ['.github/ISSUE_TEMPLATE/bug.md', 'process_outcome'],
  ['.github/dependabot.yml', 'code_outcome'],
  ['.gitlab-ci.yml', 'process_outcome'],
  ['skills/x/SKILL.md', 'process_outcome'],
  ['logo.png', 'other'],
  ['fonts/a.woff2', 'other'],
  ['dist.tar.gz', 'other'],
  ['/home/u/.claude/agents/a.md', 'process_outcome'],
])('the file %s is a %s', (path, category) => expect(artifactCategory(path)).toBe(category))

it('a file of a worktree outside the project is judged by its place in the worktree', () => {
  expect(artifactCategory(placeOf('/home/u/.codex/worktrees/ab12/ledger/src/a.ts', '/fake/x').full)).toBe(
    'code_outcome',
  )
})
