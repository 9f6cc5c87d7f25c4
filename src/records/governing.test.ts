import { expect, it } from 'vitest'
import { fileInProject, rankGoverning } from './operations/decisions-for.ts'

const row = { type: 'decision', title: 'T', summary: 'S', state: 'RESOLVED', modified: '2025-02-10T08:00:00.000Z' }
const record = (seq: number, ...affects: string[]) => ({
  ...row,
  seq,
  id: `R00${seq}`,
  affects: JSON.stringify(affects),
})

it('the records whose globs match are named, the one that says most of the path first', () => {
  const rows = [record(1, '*.ts'), record(2, 'src/**'), record(3, 'src/db/sqlite.ts', 'web/**'), record(4, 'docs/')]
  const found = rankGoverning(rows, ['src/db/sqlite.ts', 'docs/guide/a.md'])
  expect(found.map(({ id, affects, files }) => [id, affects, files])).toEqual([
    ['R003', ['src/db/sqlite.ts'], ['src/db/sqlite.ts']],
    ['R004', ['docs/'], ['docs/guide/a.md']],
    ['R002', ['src/**'], ['src/db/sqlite.ts']],
    ['R001', ['*.ts'], ['src/db/sqlite.ts']],
  ])
})

it('a glob that names a folder is taken for all files below it', () => {
  const under = (glob: string) =>
    rankGoverning([record(1, glob)], ['src/db/sqlite.ts', 'src/dbx.ts']).flatMap(each => each.files)
  for (const glob of ['src/db', 'src/db/', './src/db', 'src/*'])
    expect([glob, under(glob)]).toEqual([glob, under('src/db/**').concat(glob === 'src/*' ? ['src/dbx.ts'] : [])])
})

it.each([
  ['src/a.ts', 'src/a.ts'],
  ['./src//a.ts', 'src/a.ts'],
  ['src/../a.ts', 'a.ts'],
  ['/work/app/src/a.ts', 'src/a.ts'],
  ['/work/other/a.ts', undefined],
  ['../a.ts', undefined],
  ['/work/app', undefined],
  ['/trees/one/src/a.ts', 'src/a.ts'],
])('the path %s is %s in a project at /work/app with a worktree at /trees/one', (file, path) => {
  expect(fileInProject(file, { folder: '/work/app', worktree: { top: '/trees/one', main: '/work/app' } })).toBe(path)
})

it('a caller who is not the owner is told no place of the machine', () => {
  expect(fileInProject('/work/app/src/a.ts', undefined)).toBeUndefined()
  expect(fileInProject('src/a.ts', undefined)).toBe('src/a.ts')
})

it('a glob of many stars is matched with a long path at once', () => {
  const glob = `${'**/a*'.repeat(50)}b`
  const began = performance.now()
  expect(rankGoverning([record(1, glob)], [`${'a/'.repeat(500)}a`])).toEqual([])
  expect(performance.now() - began).toBeLessThan(2000)
})
