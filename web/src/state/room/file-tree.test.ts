import { expect, test } from 'vitest'
import type { Tree } from '../../../../src/room/schema.ts'
import { type FileRow, fileRows, foldersOf } from './file-tree.ts'

function tree(paths: string[], folders: string[] = []): Tree {
  const files = paths.map(path => ({
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    class: path.endsWith('outline.md') ? ('outline' as const) : ('scene' as const),
    title: path,
    size_bytes: 1,
    modified: '2026-05-01T10:00:00.000Z',
    lines: 1,
    origin: 'physical' as const,
    readonly: false,
  }))
  return { root: 'story', files, folders, outline_path: null, truncated: false, warnings: [] }
}

const seen = (rows: FileRow[]) =>
  rows.map(({ key, level, position, siblings }) => `${level} ${key} ${position}/${siblings}`)

test('a folder shows its outline, then its folders, then its other files', () => {
  const given = tree(['Story/SCN-outline.md', 'Story/Scenes/a.md', 'Story/notes.md'], ['Story', 'Story/Scenes'])
  expect(seen(fileRows(given, () => true))).toEqual([
    '1 Story/ 1/1',
    '2 Story/SCN-outline.md 1/3',
    '2 Story/Scenes/ 2/3',
    '3 Story/Scenes/a.md 1/1',
    '2 Story/notes.md 3/3',
  ])
})

test('the folder with the outline comes before the others', () => {
  const rows = fileRows(tree(['Story/SCN-outline.md', 'Compendium/a.md']), () => false)
  expect(seen(rows)).toEqual(['1 Story/ 1/2', '1 Compendium/ 2/2'])
})

test('a collapsed folder has no rows for its files, and shows their number', () => {
  const rows = fileRows(tree(['Story/Scenes/a.md', 'Story/Scenes/b.md', 'top.md']), folder => folder === 'Story')
  expect(seen(rows)).toEqual(['1 Story/ 1/2', '2 Story/Scenes/ 1/1', '1 top.md 2/2'])
  expect(rows.map(row => row.kind === 'folder' && row.files)).toEqual([2, 2, false])
})

test('an empty folder is shown', () => {
  expect(seen(fileRows(tree([], ['Compendium', 'Compendium/Characters']), () => true))).toEqual([
    '1 Compendium/ 1/1',
    '2 Compendium/Characters/ 1/1',
  ])
})

test('the folders of a path are listed from the top', () => {
  expect(foldersOf('a/b/c.md')).toEqual(['a', 'a/b'])
  expect(foldersOf('c.md')).toEqual([])
})
