import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeWorkspace, put } from './workspace-folder.ts'

it('The tree shows text files under the roots with class, category, title, size and lines, and nothing else', async () => {
  const { root, later } = await makeWorkspace({
    'Story/Scenes/b.MD': '---\nscene: 1\ntitle: "From the front"\n---\n# Heading\nline\n',
    'Story/Scenes/a.markdown': '\n```\n# in a fence\n```\n# Heading\n',
    'Story/notes.txt': 'no heading\r\n',
    'Compendium/Characters/x.md': '---\ntitle: no front matter\nnot a pair\n---\n# The card\n',
    'Compendium/Ships/x2.md': '',
    'Compendium/TECH-lamp.md': '',
    'Compendium/plain.md': '',
    'Story/picture.png': 'x',
    'Notes/n.md': 'not a root',
    'loose.md': 'not shown',
  })
  utimesSync(join(root, 'Story/notes.txt'), new Date(0), new Date('2026-02-03T04:05:06.789Z'))
  const { files, folders, outlinePath, truncated, warnings } = await later()
  expect(files.map(({ path, class: is, category, title, lines }) => [path, is, category, title, lines])).toEqual([
    ['Compendium/Characters/x.md', 'compendium', 'Characters', 'The card', 5],
    ['Compendium/Ships/x2.md', 'compendium', 'Ships', 'x2', 0],
    ['Compendium/TECH-lamp.md', 'compendium', 'Technology', 'TECH-lamp', 0],
    ['Compendium/plain.md', 'compendium', 'Misc', 'plain', 0],
    ['Story/Scenes/a.markdown', 'scene', undefined, 'Heading', 5],
    ['Story/Scenes/b.MD', 'scene', undefined, 'From the front', 6],
    ['Story/notes.txt', 'scene', undefined, 'notes', 1],
  ])
  expect(files.at(-1)).toEqual({
    path: 'Story/notes.txt',
    name: 'notes.txt',
    class: 'scene',
    title: 'notes',
    size_bytes: 12,
    modified: '2026-02-03T04:05:06.789Z',
    lines: 1,
    origin: 'physical',
    readonly: false,
  })
  expect(folders).toEqual([...folders].sort())
  expect(folders).toContain('Story/Scenes')
  expect([outlinePath, truncated, warnings]).toEqual([null, false, []])
})

it('The tree is in tree order: the outline, the canon, then bytewise by path', async () => {
  const { later } = await makeWorkspace({
    'Story/zz.md': '',
    'Story/SCN-outline.md': '',
    'Story/\u{ff21}.md': '',
    'Story/\u{1f514}.md': '',
    'Story/a-b.md': '',
    'Story/a/b.md': '',
    'Compendium/Lore/c.md': '',
    '.control-room/canon/canon-index.md': '# Canon Index\n',
  })
  expect((await later()).files.map(({ path }) => path)).toEqual([
    'Story/SCN-outline.md',
    'Canon.md',
    'Compendium/Lore/c.md',
    'Story/a-b.md',
    'Story/a/b.md',
    'Story/zz.md',
    'Story/\u{ff21}.md',
    'Story/\u{1f514}.md',
  ])
})

it('The tree shows further folders and loose files once the workspace says so', async () => {
  const { workspace, snapshot } = await makeWorkspace({ 'Notes/n.md': '', 'loose.md': '', 'private/p.md': '' })
  await snapshot()
  await workspace.changeInfo({ extraRoots: ['Notes'], rootFiles: true }, '2026-03-02T00:00:00.000Z')
  const { files } = await snapshot()
  expect(files.map(({ path, class: is }) => [path, is])).toEqual([
    ['Notes/n.md', 'other'],
    ['loose.md', 'other'],
  ])
})

it('The tree names what it passed over, a hundred at most', async () => {
  const { root, later } = await makeWorkspace({ 'Story/.hidden.md': '', 'Story/con.md': '', 'Story/a:b.md': '' })
  writeFileSync(Buffer.concat([Buffer.from(join(root, 'Story/')), Buffer.from([0xff]), Buffer.from('.md')]), '')
  put(root, { 'Story/e\u0301.md': 'nfd', 'Story/\u00e9.md': 'nfc' })
  const { warnings, files } = await later()
  expect(warnings).toEqual([
    { path: 'Story/.hidden.md', reason: 'hidden' },
    { path: 'Story/a:b.md', reason: 'name_not_allowed' },
    { path: 'Story/con.md', reason: 'name_not_allowed' },
    { path: 'Story/\u00e9.md', reason: 'same_name' },
    { path: 'Story/\ufffd.md', reason: 'name_not_utf8' },
  ])
  expect(files.map(({ path }) => path)).toEqual(['Story/\u00e9.md'])
  for (let i = 0; i < 120; i++) symlinkSync('nowhere', join(root, `Story/l${i}.md`))
  expect((await later()).warnings).toHaveLength(100)
})

it('The tree ends at sixteen folders deep and says so', async () => {
  const folders = (depth: number) => ['Story', ...Array.from({ length: depth - 1 }, () => 'd')].join('/')
  const { later } = await makeWorkspace({ [`${folders(16)}/in.md`]: '', [`${folders(17)}/out.md`]: '' })
  const { files, truncated, warnings } = await later()
  expect(files.map(({ name }) => name)).toEqual(['in.md'])
  expect([truncated, warnings]).toEqual([true, [{ path: folders(17), reason: 'too_deep' }]])
})

it('The tree is looked at again after a second, and opens then only what has changed', async () => {
  const { root, workspace, later, snapshot } = await makeWorkspace()
  for (let i = 0; i < 20; i++) {
    mkdirSync(join(root, `Story/f${i}`))
    for (let j = 0; j < 25; j++) writeFileSync(join(root, `Story/f${i}/s${j}.md`), `# Title ${j}\n`)
  }
  const { cost } = workspace.vfs
  const spent = async (look: () => Promise<unknown>) => {
    const before = { ...cost }
    await look()
    return { looked: cost.looked - before.looked, opened: cost.opened - before.opened }
  }
  const cold = await spent(snapshot)
  expect(cold.opened).toBe(500)
  expect(await spent(snapshot)).toEqual({ looked: 0, opened: 0 })
  const first = await snapshot()
  expect(await spent(later)).toEqual({ looked: cold.looked, opened: 0 })
  expect(await snapshot()).toBe(first)
  writeFileSync(join(root, 'Story/f7/s7.md'), '# Another title\n')
  expect(await spent(later)).toEqual({ looked: cold.looked, opened: 1 })
  expect((await snapshot()).resolve('Story/f7/s7.md')).toMatchObject({ file: { title: 'Another title' } })
  // One look per file and folder, and two for the canon.
  const folders = (await snapshot()).folders.length
  expect(cold.looked).toBe(500 + folders + 2)
})

it('The tree is one look for callers that come together', async () => {
  const { snapshot } = await makeWorkspace({ 'Story/x.md': '' })
  const [one, other] = await Promise.all([snapshot(), snapshot()])
  expect(one).toBe(other)
})

it('The tree knows lines and title of a file once the limit lets it be read', async () => {
  const { workspace, snapshot } = await makeWorkspace({ 'Story/x.md': `# Title\n${'a'.repeat(100)}\n` })
  await workspace.changeSettings({ vfs: { maxFileBytes: 50 } })
  expect((await snapshot()).files).toMatchObject([{ title: 'x', lines: 0 }])
  await workspace.changeSettings({ vfs: { maxFileBytes: 500 } })
  expect((await snapshot()).files).toMatchObject([{ title: 'Title', lines: 2 }])
})

describe('Canon.md', () => {
  const index = '.control-room/canon/canon-index.md'

  it('Canon.md is there while the index exists, read-only, and reads as any file does', async () => {
    const { root, later } = await makeWorkspace({ [index]: '# Canon Index\nline\n' })
    const snapshot = await later()
    expect(snapshot.files).toMatchObject([
      { path: 'Canon.md', class: 'canon', title: 'Canon Index', lines: 2, origin: 'virtual', readonly: true },
    ])
    const found = snapshot.resolve('Story/Compendium/Canon.md')
    if ('fault' in found) throw new Error(found.fault.code)
    expect(found.resolved).toBe('basename')
    expect(await snapshot.read(found.file)).toMatchObject({ path: 'Canon.md', lines: ['# Canon Index', 'line'] })
    rmSync(join(root, index))
    expect((await later()).files).toEqual([])
  })

  it('Canon.md is a file of that name while there is no index, which hides it', async () => {
    const { root, later, workspace } = await makeWorkspace({ 'Canon.md': '# Mine\n' })
    expect((await later()).files).toMatchObject([
      { path: 'Canon.md', class: 'canon', origin: 'physical', title: 'Mine' },
    ])
    put(root, { [index]: '# Canon Index\n' })
    await workspace.changeInfo({ rootFiles: true }, '2026-03-02T00:00:00.000Z')
    const { files, warnings } = await later()
    expect(files).toMatchObject([{ origin: 'virtual', title: 'Canon Index' }])
    expect(warnings).toEqual([{ path: 'Canon.md', reason: 'shadowed' }])
  })
})

describe('The outline in the tree', () => {
  const outlineOf = async (...paths: string[]) => {
    const { later } = await makeWorkspace(Object.fromEntries(paths.map(path => [path, ''])))
    return (await later()).outlinePath
  }

  it('the outline in the tree is Story/SCN-outline.md in any case, else the likeliest name closest to the root', async () => {
    expect(await outlineOf('Story/outline.md', 'Story/scn-OUTLINE.md')).toBe('Story/scn-OUTLINE.md')
    expect(await outlineOf('Story/a/outline.md', 'Story/z-Outline.txt')).toBe('Story/z-Outline.txt')
    expect(await outlineOf('Story/b/outline.md', 'Story/a/x-outline.md')).toBe('Story/a/x-outline.md')
    expect(await outlineOf('Story/myoutline.md', 'Compendium/Lore/outline.md')).toBe(null)
  })

  it('the outline in the tree changes class with the files around it', async () => {
    const { root, later } = await makeWorkspace({ 'Story/outline.md': '' })
    expect((await later()).files).toMatchObject([{ path: 'Story/outline.md', class: 'outline' }])
    put(root, { 'Story/SCN-outline.md': '' })
    expect((await later()).files).toMatchObject([
      { path: 'Story/SCN-outline.md', class: 'outline' },
      { path: 'Story/outline.md', class: 'scene' },
    ])
  })
})
