import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { searchFiles } from '../../src/room/workspace/search.ts'
import type { Snapshot } from '../../src/room/workspace/vfs.ts'
import { propertyRuns } from '../support/property-runs.ts'
import { saveWhileFolderIsSwapped } from './link-swap-scenario.ts'
import { keyText, makeWorkspace, put, temporaryFolder } from './workspace-folder.ts'

/** All the way from a caller's text to the text of a file. */
async function readPath(snapshot: Snapshot, path: unknown) {
  const found = snapshot.resolve(path)
  if ('fault' in found) return found
  const text = await snapshot.read(found.file)
  return 'fault' in text ? text : { path: text.path, content: text.content, resolved: found.resolved }
}

const outOfReach: [path: string, code: string][] = [
  ['../x.md', 'path_denied'],
  ['Story/../.control-room/audit/secret.key', 'path_denied'],
  ['/etc/passwd', 'path_denied'],
  ['C:\\x.md', 'path_denied'],
  ['Story\\x.md', 'path_denied'],
  ['.control-room/audit/secret.key', 'path_denied'],
  ['.CONTROL-ROOM/audit/secret.key', 'path_denied'],
  ['Story/x.md%00', 'file_not_found'],
  ['Story/x.md\0', 'path_denied'],
  ['Story//x.md', 'path_denied'],
  ['Story/./x.md', 'path_denied'],
  ['Story/con.md', 'path_denied'],
  ['Story/x.md.', 'path_denied'],
  ['Story/x.md:ads', 'path_denied'],
  ['%2e%2e/none.md', 'file_not_found'],
  ['~/x.md', 'path_denied'],
  ['private/conference_log.md', 'file_not_found'],
  ['secret.key', 'file_not_found'],
  ['.git/config', 'path_denied'],
]

describe('The jail', () => {
  it('the jail answers each path outside of the tree alike, whether or not the target exists', async () => {
    const bare = await makeWorkspace({ 'Story/y.md': 'text' })
    const full = await makeWorkspace({
      'Story/y.md': 'text',
      'private/conference_log.md': 'log',
      '.git/config': 'x',
      'secret.key': 'x',
      'x.md': 'x',
    })
    const [without, present] = [await bare.snapshot(), await full.snapshot()]
    for (const [path, code] of outOfReach) {
      const answer = await readPath(without, path)
      expect([path, answer]).toMatchObject([path, { fault: { code } }])
      expect([path, await readPath(present, path)]).toEqual([path, answer])
    }
  })

  it('the jail lists no link to the key, to a folder outside or to a file of the tree, and follows none', async () => {
    const outside = temporaryFolder()
    put(outside, { 'x.md': 'outside' })
    const { root, later } = await makeWorkspace({ 'Story/y.md': 'text' })
    symlinkSync(join(root, '.control-room/audit/secret.key'), join(root, 'Story/key.md'))
    symlinkSync(outside, join(root, 'Story/out'))
    symlinkSync(join(root, 'Story/y.md'), join(root, 'Story/z.md'))
    const snapshot = await later()
    expect(snapshot.files.map(({ path }) => path)).toEqual(['Story/y.md'])
    expect(snapshot.warnings).toEqual(
      ['key.md', 'out', 'z.md'].map(name => ({ path: `Story/${name}`, reason: 'link' })),
    )
    for (const path of ['Story/key.md', 'Story/out/x.md', 'Story/zz.md']) {
      expect(await readPath(snapshot, path)).toMatchObject({ fault: { code: 'file_not_found' } })
    }
  })

  it('the jail does not wait for a FIFO and does not open a socket', async () => {
    const { root, later } = await makeWorkspace()
    execFileSync('mkfifo', [join(root, 'Story/x.md')])
    const server = createServer().listen(join(root, 'Story/s.md'))
    onTestFinished(() => void server.close())
    await new Promise(resolve => server.once('listening', resolve))
    const snapshot = await later()
    expect(snapshot.files).toEqual([])
    expect(snapshot.warnings).toEqual([
      { path: 'Story/s.md', reason: 'special' },
      { path: 'Story/x.md', reason: 'special' },
    ])
    expect(await readPath(snapshot, 'Story/x.md')).toEqual({ fault: { code: 'file_not_found' } })
  })

  it('the jail refuses a hard link to the key, listed before or after the link was made', async () => {
    const { root, later } = await makeWorkspace({ 'Story/x.md': 'text' })
    const before = await later()
    rmSync(join(root, 'Story/x.md'))
    linkSync(join(root, '.control-room/audit/secret.key'), join(root, 'Story/x.md'))
    expect(await readPath(before, 'Story/x.md')).toEqual({ fault: { code: 'path_denied' } })
    const after = await later()
    expect(after.files).toEqual([])
    expect(await readPath(after, 'Story/x.md')).toEqual({ fault: { code: 'file_not_found' } })
    expect(JSON.stringify(after)).not.toContain(keyText.trim())
  })

  it('the jail serves no file that has a name outside its folder, listed before or after', async () => {
    const outside = temporaryFolder()
    put(outside, { 'diary.md': 'private' })
    const { root, later } = await makeWorkspace({ 'Story/x.md': 'text', 'Story/y.md': 'kept', 'Story/z.md': 'both' })
    linkSync(join(root, 'Story/z.md'), join(root, 'Story/z2.md'))
    const before = await later()
    rmSync(join(root, 'Story/x.md'))
    linkSync(join(outside, 'diary.md'), join(root, 'Story/x.md'))
    expect(await readPath(before, 'Story/x.md')).toEqual({ fault: { code: 'path_denied' } })
    const after = await later()
    expect(after.warnings).toEqual([{ path: 'Story/x.md', reason: 'hard_link' }])
    expect(after.files.map(({ path }) => path)).toEqual(['Story/y.md', 'Story/z.md', 'Story/z2.md'])
    expect(await readPath(after, 'Story/x.md')).toMatchObject({ fault: { code: 'file_not_found' } })
    expect(await readPath(after, 'Story/z2.md')).toMatchObject({ content: 'both' })
  })

  it('the jail refuses a hard link to a retired key, and one in the place of the canon index', async () => {
    const { root, later } = await makeWorkspace({ '.control-room/audit/retired/0011.key': keyText })
    linkSync(join(root, '.control-room/audit/retired/0011.key'), join(root, 'Story/x.md'))
    linkSync(join(root, '.control-room/audit/secret.key'), join(root, '.control-room/canon/canon-index.md'))
    expect((await later()).files).toEqual([])
  })

  it('the jail denies a file that was swapped for a link between listing and opening', async () => {
    const { root, later } = await makeWorkspace({ 'Story/x.md': 'text', 'Story/y.md': 'other' })
    const snapshot = await later()
    rmSync(join(root, 'Story/x.md'))
    symlinkSync(join(root, 'Story/y.md'), join(root, 'Story/x.md'))
    expect(await readPath(snapshot, 'Story/x.md')).toEqual({ fault: { code: 'path_denied' } })
  })

  it('the jail denies a file whose folder was swapped for a link, a file that became a FIFO, and finds no removed one', async () => {
    const outside = temporaryFolder()
    put(outside, { 'x.md': 'outside' })
    const { root, later } = await makeWorkspace({ 'Story/a/x.md': 'text', 'Story/f.md': 'text', 'Story/g.md': 'text' })
    const snapshot = await later()
    renameSync(join(root, 'Story/a'), join(root, 'Story/b'))
    symlinkSync(outside, join(root, 'Story/a'))
    rmSync(join(root, 'Story/f.md'))
    execFileSync('mkfifo', [join(root, 'Story/f.md')])
    rmSync(join(root, 'Story/g.md'))
    expect(await readPath(snapshot, 'Story/a/x.md')).toEqual({ fault: { code: 'path_denied' } })
    expect(await readPath(snapshot, 'Story/f.md')).toEqual({ fault: { code: 'path_denied' } })
    expect(await readPath(snapshot, 'Story/g.md')).toEqual({ fault: { code: 'file_not_found' } })
  })

  it('the jail reads either the file or nothing while another process swaps it for a link to the key', async () => {
    const { root, later } = await makeWorkspace({ 'Story/x.md': 'text' })
    const snapshot = await later()
    const swapping = spawn(process.execPath, [
      '-e',
      `const { renameSync, symlinkSync, writeFileSync } = require('node:fs')
       process.chdir(${JSON.stringify(join(root, 'Story'))})
       for (let i = 0; i < 500; i++) {
         symlinkSync('../.control-room/audit/secret.key', 'next.tmp')
         renameSync('next.tmp', 'x.md')
         writeFileSync('next.tmp', 'text')
         renameSync('next.tmp', 'x.md')
       }`,
    ])
    const ended = once(swapping, 'exit')
    const answers = new Set<string>()
    while (swapping.exitCode === null && swapping.signalCode === null) {
      answers.add(JSON.stringify(await readPath(snapshot, 'Story/x.md')))
      await new Promise(setImmediate)
    }
    expect(await ended).toEqual([0, null])
    const text = JSON.stringify({ path: 'Story/x.md', content: 'text', resolved: 'exact' })
    expect([text, '{"fault":{"code":"path_denied"}}']).toEqual(expect.arrayContaining([...answers]))
  })

  it('the jail overwrites and creates nothing outside while folders are swapped for links', async () => {
    await saveWhileFolderIsSwapped(400)
  })

  it('the jail reads the new text of a file that was saved since it was listed', async () => {
    const { root, later } = await makeWorkspace({ 'Story/x.md': 'old' })
    const snapshot = await later()
    writeFileSync(join(root, 'Story/new.tmp'), 'new')
    renameSync(join(root, 'Story/new.tmp'), join(root, 'Story/x.md'))
    expect(await readPath(snapshot, 'Story/x.md')).toMatchObject({ content: 'new' })
  })

  it('the jail reads no file that is not of its snapshot, though it look like one', async () => {
    const { later } = await makeWorkspace({ 'Story/x.md': 'text' })
    const snapshot = await later()
    const [file] = snapshot.files
    if (!file) throw new Error('The tree is empty.')
    for (const path of ['../x.md', '.control-room/audit/secret.key', 'Story/../Story/x.md']) {
      expect(await snapshot.read({ ...file, path })).toEqual({ fault: { code: 'file_not_found' } })
    }
  })

  it('the jail opens a file by its NFC name that is stored as NFD, and the other way round', async () => {
    const { later } = await makeWorkspace({ 'Story/cafe\u0301.md': 'nfd', 'Story/th\u00e9.md': 'nfc' })
    const snapshot = await later()
    expect(await readPath(snapshot, 'Story/caf\u00e9.md')).toEqual({
      path: 'Story/caf\u00e9.md',
      content: 'nfd',
      resolved: 'exact',
    })
    expect(await readPath(snapshot, 'Story/the\u0301.md')).toMatchObject({ content: 'nfc', resolved: 'exact' })
  })

  it('the jail finds the one file that differs in case, and asks back when two do', async () => {
    const { later, root } = await makeWorkspace({ 'Story/Scenes/SCN-a.md': 'a' })
    expect(await readPath(await later(), 'story/scenes/scn-A.md')).toMatchObject({ resolved: 'case', content: 'a' })
    put(root, { 'Story/Scenes/scn-a.md': 'b' })
    const snapshot = await later()
    expect(await readPath(snapshot, 'story/scenes/scn-A.md')).toEqual({
      fault: { code: 'path_ambiguous', candidates: ['Story/Scenes/SCN-a.md', 'Story/Scenes/scn-a.md'] },
    })
    expect(await readPath(snapshot, 'Story/Scenes/scn-a.md')).toMatchObject({ resolved: 'exact', content: 'b' })
  })

  it('the jail answers a file of 3 MiB with file_too_large, and one in Latin-1 with file_not_text', async () => {
    const { later } = await makeWorkspace({
      'Story/big.md': Buffer.alloc(3 * 1024 * 1024, 'a'),
      'Story/fits.md': Buffer.alloc(2 * 1024 * 1024, 'a'),
      'Story/latin.md': Buffer.from('caf\u00e9', 'latin1'),
    })
    const snapshot = await later()
    expect(await readPath(snapshot, 'Story/big.md')).toEqual({ fault: { code: 'file_too_large' } })
    expect(await readPath(snapshot, 'Story/latin.md')).toEqual({ fault: { code: 'file_not_text' } })
    expect(await readPath(snapshot, 'Story/fits.md')).toMatchObject({ path: 'Story/fits.md' })
  })

  it('the jail shows nothing of a workspace whose hidden folder or root folder is a link', async () => {
    const outside = temporaryFolder()
    put(outside, { 'x.md': 'outside' })
    const { root, later } = await makeWorkspace()
    rmSync(join(root, 'Story'), { recursive: true })
    symlinkSync(outside, join(root, 'Story'))
    const snapshot = await later()
    expect(snapshot.files).toEqual([])
    expect(snapshot.warnings).toEqual([{ path: 'Story', reason: 'link' }])
  })

  it('the jail leads no hostile text out of the tree and never to the key', async () => {
    const { root, later } = await makeWorkspace({
      'Story/Scenes/SCN-a.md': 'a',
      'Story/x.md': 'x',
      'Compendium/Lore/x y.txt': 'y',
      'private/log.md': 'private',
      'loose.md': 'loose',
    })
    mkdirSync(join(root, 'Story/d'))
    symlinkSync(join(root, '.control-room/audit'), join(root, 'Story/d/audit'))
    linkSync(join(root, '.control-room/audit/secret.key'), join(root, 'Story/d/secret.md'))
    const snapshot = await later()
    const listed = new Set(snapshot.files.map(({ path }) => path))
    expect(listed.size).toBe(3)
    const piece = fc.constantFrom(
      ...['..', '.', '/', '\\', '//', '%2e', '%2f', '%00', '\0', ':', '~', ' ', 'Story', 'STORY', 'Scenes', 'SCN-a.md'],
      ...['x.md', 'x y.txt', '.control-room', '.CONTROL-ROOM', 'audit', 'secret.key', 'secret.md', 'private', 'log.md'],
      ...['loose.md', 'con', 'nul.md', 'd', '\u202e', '\u2028', '\ud800', 'ſ', 'K', '\u0301', '\uff0e\uff0e', '\uff0f'],
    )
    const hostile = fc.oneof(
      fc.array(piece, { maxLength: 9 }).map(pieces => pieces.join('')),
      fc.array(piece, { maxLength: 6 }).map(pieces => pieces.join('/')),
      fc.string({ unit: 'binary' }),
      fc.anything(),
    )
    await fc.assert(
      fc.asyncProperty(hostile, async path => {
        const answer = await readPath(snapshot, path)
        expect(JSON.stringify(answer)).not.toContain(keyText.trim())
        if ('fault' in answer) expect((answer.fault.candidates ?? []).every(each => listed.has(each))).toBe(true)
        else expect(['a', 'x', 'y']).toContain(answer.content)
        const found = snapshot.resolve(path)
        if ('file' in found) expect(snapshot.files).toContain(found.file)
      }),
      { numRuns: propertyRuns(5000) },
    )
    expect((await searchFiles(snapshot, { q: keyText.trim() })).total).toBe(0)
  })
})
