import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../src/files/sha256.ts'
import { readOutline, writeOutline } from '../../src/room/workspace/outline.ts'
import { searchFiles } from '../../src/room/workspace/search.ts'
import { writeFile } from '../../src/room/workspace/write-file.ts'
import { makeWorkspace, temporaryFolder } from './workspace-folder.ts'

it("A person's write creates a file with its folders and replaces it only for a caller who has read it", async () => {
  const { root, workspace, snapshot } = await makeWorkspace()
  const path = 'Story/Scenes/part one/new.md'
  expect(await writeFile(workspace, { path, content: 'one\ntwo\n' })).toEqual({
    path,
    sha256: sha256('one\ntwo\n'),
    size_bytes: 8,
    total_lines: 2,
    created: true,
  })
  expect((await snapshot()).files).toMatchObject([{ path, lines: 2 }])
  chmodSync(join(root, path), 0o640)
  for (const ifMatch of [undefined, sha256('other')]) {
    expect(await writeFile(workspace, { path, content: 'x', ifMatch })).toEqual({ fault: { code: 'stale_file' } })
  }
  expect(await writeFile(workspace, { path, content: 'x', ifMatch: sha256('one\ntwo\n') })).toMatchObject({
    created: false,
  })
  expect(readFileSync(join(root, path), 'utf8')).toBe('x')
  expect(statSync(join(root, path)).mode & 0o777).toBe(0o640)
  expect(readdirSync(join(root, 'Story/Scenes/part one'))).toEqual(['new.md'])
})

it.each([
  ['../x.md', 'path_denied'],
  ['/tmp/x.md', 'path_denied'],
  ['.control-room/settings.md', 'path_denied'],
  ['private/x.md', 'path_denied'],
  ['Notes/x.md', 'path_denied'],
  ['x.md', 'path_denied'],
  ['Story', 'path_denied'],
  ['Story/x.json', 'path_denied'],
  ['story/x.md', 'path_denied'],
  ['Story/con.md', 'path_denied'],
  ['Story/out/x.md', 'path_denied'],
  ['Story/SCENES/x.md', 'path_denied'],
  ['', 'path_invalid'],
  ['Canon.md', 'readonly'],
  ['canon.MD', 'readonly'],
  ['Story/A.md', 'path_ambiguous'],
  ['Story/SCN-outline.md', 'use_outline_api'],
  ['Story/latin.md', 'file_not_text'],
])("A person's write to %j is refused with %s and changes nothing", async (path, code) => {
  const outside = temporaryFolder()
  const { root, workspace } = await makeWorkspace({
    'Story/a.md': 'a',
    'Story/SCN-outline.md': '## A\n',
    'Story/latin.md': Buffer.from([0xe9]),
  })
  symlinkSync(outside, join(root, 'Story/out'))
  const before = namesUnder(root)
  expect(await writeFile(workspace, { path, content: 'x' })).toEqual({ fault: { code } })
  expect(namesUnder(root)).toEqual(before)
  expect(readdirSync(outside)).toEqual([])
})

it("A person's write must be text and no larger than what can be read", async () => {
  const { workspace } = await makeWorkspace()
  await workspace.changeSettings({ vfs: { maxFileBytes: 4 } })
  expect(await writeFile(workspace, { path: 'Story/x.md', content: 'ééé' })).toEqual({
    fault: { code: 'file_too_large' },
  })
  expect(await writeFile(workspace, { path: 'Story/x.md', content: '\ud800' })).toEqual({
    fault: { code: 'file_not_text' },
  })
  expect(await writeFile(workspace, { path: 'Story/x.md', content: 'x', ifMatch: sha256('') })).toEqual({
    fault: { code: 'stale_file' },
  })
})

it("A person's write goes to the very file and folder that are meant, however the disk spells them", async () => {
  const { root, workspace, snapshot } = await makeWorkspace({ 'Story/cafe\u0301/the\u0301.md': 'old' })
  const path = 'Story/caf\u00e9/th\u00e9.md'
  expect(await writeFile(workspace, { path, content: 'new', ifMatch: sha256('old') })).toMatchObject({
    created: false,
  })
  expect(await writeFile(workspace, { path: 'Story/caf\u00e9/x.md', content: 'x' })).toMatchObject({ created: true })
  expect(readFileSync(join(root, 'Story/cafe\u0301/the\u0301.md'), 'utf8')).toBe('new')
  expect((await snapshot()).files.map(file => file.path)).toEqual([path, 'Story/caf\u00e9/x.md'])
})

it("A person's write of two that come together is refused once", async () => {
  const { workspace } = await makeWorkspace({ 'Story/x.md': 'old' })
  const write = (content: string) => writeFile(workspace, { path: 'Story/x.md', content, ifMatch: sha256('old') })
  const answers = await Promise.all([write('a'), write('b')])
  expect(answers.filter(answer => 'fault' in answer)).toEqual([{ fault: { code: 'stale_file' } }])
})

it('The outline is served with exactly the text that the tree serves', async () => {
  const content = '# The Story\n\n## One\n\nA thing.\n'
  const { later } = await makeWorkspace({ 'Story/SCN-outline.md': `\ufeff${content}`, 'Story/old-outline.md': '' })
  const snapshot = await later()
  const answer = await readOutline(snapshot)
  expect(answer).toMatchObject({
    outline: {
      path: 'Story/SCN-outline.md',
      title: 'The Story',
      scenes: [{ number: 1, title: 'One', summary: 'A thing.', start_line: 3, end_line: 5 }],
      other_candidates: ['Story/old-outline.md'],
    },
    content,
    sha256: sha256(`\ufeff${content}`),
  })
})

it('The outline is null when there is none, and a fault when it cannot be read', async () => {
  const { later } = await makeWorkspace()
  expect(await readOutline(await later())).toEqual({ outline: null })
  const { later: latin } = await makeWorkspace({ 'Story/SCN-outline.md': Buffer.from([0xe9]) })
  expect(await readOutline(await latin())).toEqual({ fault: { code: 'file_not_text' } })
})

it('The outline is written once for a caller who has read it, and keeps its byte order mark', async () => {
  const old = '\ufeff## A\n\nx\n\n## B\n\ny\n'
  const { root, workspace } = await makeWorkspace({ 'Story/SCN-outline.md': old })
  const scenes = [
    { number: 2, title: 'B' },
    { number: 1, title: 'A' },
  ]
  expect(await writeOutline(workspace, { ifMatch: sha256('other'), scenes })).toEqual({
    fault: { code: 'stale_outline' },
  })
  const written = await writeOutline(workspace, { ifMatch: sha256(old), scenes })
  expect(written).toMatchObject({
    content: '## B\n\ny\n## A\n\nx\n\n',
    outline: { scenes: [{ title: 'B' }, { title: 'A' }] },
    changes: { moved: [{ title: 'B', from: 2, to: 1 }, { title: 'A' }] },
  })
  expect(readFileSync(join(root, 'Story/SCN-outline.md'), 'utf8')).toBe('\ufeff## B\n\ny\n## A\n\nx\n\n')
  expect(await writeOutline(workspace, { ifMatch: sha256(old), scenes })).toEqual({
    fault: { code: 'stale_outline' },
  })
})

it('The outline stays as it is when the wish makes no sense, or no difference', async () => {
  const old = '## A\n\nx\n'
  const { root, workspace } = await makeWorkspace({ 'Story/SCN-outline.md': old })
  const before = lstatSync(join(root, 'Story/SCN-outline.md')).ino
  expect(await writeOutline(workspace, { ifMatch: sha256(old), scenes: [{ number: 4, title: 'A' }] })).toEqual({
    fault: { code: 'invalid_request', field: 'scenes.number' },
  })
  expect(await writeOutline(workspace, { ifMatch: sha256(old), scenes: [{ number: 1, title: 'A' }] })).toMatchObject({
    content: old,
  })
  expect(lstatSync(join(root, 'Story/SCN-outline.md')).ino).toBe(before)
  const { workspace: without } = await makeWorkspace()
  expect(await writeOutline(without, { ifMatch: '', scenes: [] })).toEqual({ fault: { code: 'outline_not_found' } })
  expect(existsSync(join(without.root, 'Story/SCN-outline.md'))).toBe(false)
})

describe('Searching', () => {
  const files = {
    'Story/b.md': 'The Bell\nnothing\nbell BELL\n',
    'Story/SCN-outline.md': '## The bell\n',
    'Compendium/Lore/a.md': `${'é'.repeat(150)} ÄBELL\r\nx`,
    'Story/latin.md': Buffer.from('bell \u00e9', 'latin1'),
    '.control-room/canon/canon-index.md': 'bell\n',
    '.control-room/settings-bell.md': 'bell',
  }

  it('searching finds a text in any case, line by line, in tree order', async () => {
    const { later } = await makeWorkspace(files)
    expect(await searchFiles(await later(), { q: 'BeLL' })).toEqual({
      hits: [
        { path: 'Story/SCN-outline.md', line: 1, text: '## The bell', column: 8 },
        { path: 'Canon.md', line: 1, text: 'bell', column: 1 },
        { path: 'Compendium/Lore/a.md', line: 1, text: 'é'.repeat(100), column: 153 },
        { path: 'Story/b.md', line: 1, text: 'The Bell', column: 5 },
        { path: 'Story/b.md', line: 3, text: 'bell BELL', column: 1 },
      ],
      total: 5,
      truncated: false,
    })
    expect(await searchFiles(await later(), { q: 'äb', class: 'compendium' })).toMatchObject({ total: 1 })
    expect(await searchFiles(await later(), { q: 'bell', class: 'canon' })).toMatchObject({ total: 1 })
    expect(await searchFiles(await later(), { q: 'b.ll' })).toMatchObject({ hits: [], total: 0 })
    expect(await searchFiles(await later(), { q: '' })).toEqual({ hits: [], total: 0, truncated: false })
  })

  it('searching lists fifty lines by default, and two hundred at most, and counts them all', async () => {
    const { later } = await makeWorkspace({ 'Story/x.md': 'bell\n'.repeat(300) })
    const snapshot = await later()
    for (const [limit, wanted] of [
      [undefined, 50],
      [3, 3],
      [1000, 200],
    ] as const) {
      const { hits, total, truncated } = await searchFiles(snapshot, { q: 'bell', limit })
      expect([hits.length, total, truncated]).toEqual([wanted, 300, true])
    }
  })
})

function namesUnder(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(name => !name.includes('locks'))
    .sort()
}
