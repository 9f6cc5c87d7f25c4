import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { StoreCorrupt } from '../../src/room/store/json-store.ts'
import { initWorkspace } from '../../src/room/workspace/init.ts'
import { openWorkspace } from '../../src/room/workspace/open.ts'
import { at, keysOf, makeWorkspace, put, temporaryFolder } from './workspace-folder.ts'

const sample = fileURLToPath(new URL('../../assets/room-sample', import.meta.url))
const open = (folder: string) => openWorkspace(folder, { refused: keysOf })
const init = (folder: string) => initWorkspace(folder, { projectId: 'bell', displayName: 'Bell', at })
const jsonAt = (root: string, path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

describe('Making a workspace', () => {
  it('making a workspace lays out its folders, its settings and what it is', async () => {
    const root = temporaryFolder()
    const made = await init(root)
    expect(made).toEqual({
      root,
      created: ['.control-room/audit/.gitignore', '.control-room/settings.json', '.control-room/workspace.json'],
      kept: [],
    })
    expect(readdirSync(root).sort()).toEqual(['.control-room', 'Compendium', 'Story', 'private'])
    expect(readdirSync(join(root, 'Compendium'))).toHaveLength(10)
    expect(statSync(join(root, '.control-room')).mode & 0o777).toBe(0o700)
    expect(readFileSync(join(root, '.control-room/audit/.gitignore'), 'utf8')).toBe('*\n')
    expect(readFileSync(join(root, '.control-room/workspace.json'), 'utf8')).toBe(
      `${JSON.stringify(
        {
          schemaVersion: 1,
          projectId: 'bell',
          displayName: 'Bell',
          description: '',
          icon: '',
          accentColor: '',
          roots: ['Story', 'Compendium'],
          extraRoots: [],
          rootFiles: false,
          createdAt: at,
          updatedAt: at,
        },
        null,
        2,
      )}\n`,
    )
  })

  it('making a workspace overwrites nothing, however often it is done', async () => {
    const root = temporaryFolder()
    put(root, {
      'Story/SCN-outline.md': 'mine',
      'notes.md': 'mine',
      '.control-room/settings.json': '{"tasks":{"maxAttempts":3}}',
    })
    const first = await sampleWorkspace(root, sample, at)
    expect(first.kept).toEqual(['Story/SCN-outline.md', '.control-room/settings.json'])
    expect(readFileSync(join(root, 'Story/SCN-outline.md'), 'utf8')).toBe('mine')
    put(root, { 'Story/Scenes/SCN-01-the-keeper.md': 'changed' })
    const again = await sampleWorkspace(root, sample, '2027-01-01T00:00:00.000Z')
    expect(again.created).toEqual([])
    expect(readFileSync(join(root, 'Story/Scenes/SCN-01-the-keeper.md'), 'utf8')).toBe('changed')
    expect(jsonAt(root, '.control-room/workspace.json')).toMatchObject({ createdAt: at })
    const { settings } = await open(root)
    expect((await settings()).tasks.maxAttempts).toBe(3)
  })

  it('making a workspace leaves a folder alone that is the workspace of another project', async () => {
    const { root } = await makeWorkspace()
    await expect(sampleWorkspace(root, sample, at)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(readdirSync(join(root, 'Story/Scenes'))).toEqual([])
  })

  it('making a workspace of the sample shows The Low Bell', async () => {
    const root = temporaryFolder()
    await sampleWorkspace(root, sample, at)
    const { files, outlinePath, warnings } = await (await open(root)).vfs.snapshot()
    expect(outlinePath).toBe('Story/SCN-outline.md')
    expect(warnings).toEqual([])
    expect(files.map(({ class: is, title }) => `${is}: ${title}`)).toEqual([
      'outline: The Low Bell',
      'compendium: Edda Quill',
      'compendium: Ines Varga',
      'compendium: Tobin Ash',
      'compendium: The Long Fog',
      'compendium: The Bell House',
      'compendium: The Causeway',
      'compendium: Fog Law',
      'compendium: The Low Bell',
      'scene: The Keeper',
      'scene: The Missed Ferry',
      'scene: The Council Room',
      'scene: The Causeway',
      'scene: The Crack',
      'scene: The Low Bell',
    ])
    expect(jsonAt(root, '.control-room/issues/issues.json').issues).toHaveLength(3)
    expect(existsSync(join(root, 'issues.json'))).toBe(false)
  })

  it('making a workspace is refused for a file, a link, a missing folder and a hidden folder of a workspace', async () => {
    const { root } = await makeWorkspace({ 'Story/x.md': '' })
    const link = join(temporaryFolder(), 'link')
    symlinkSync(root, link)
    mkdirSync(join(root, '.git'))
    for (const folder of [
      join(root, 'Story/x.md'),
      join(root, 'absent'),
      link,
      join(root, '.control-room'),
      join(root, '.control-room/audit'),
      join(root, '.git'),
      `${root}\0`,
    ]) {
      await expect(init(folder)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    }
    const taken = temporaryFolder()
    symlinkSync(root, join(taken, 'Story'))
    await expect(init(taken)).rejects.toMatchObject({ code: 'INVALID_INPUT', details: { path: 'Story' } })
  })
})

it('Opening a workspace needs one that was made, and leaves a file alone that it cannot understand', async () => {
  await expect(open(temporaryFolder())).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  for (const text of ['{', '[]', '{"schemaVersion":2}']) {
    const root = temporaryFolder()
    await init(root)
    put(root, { '.control-room/workspace.json': text })
    await expect(open(root)).rejects.toMatchObject({ name: 'StoreCorrupt', file: 'workspace.json' })
    expect(readFileSync(join(root, '.control-room/workspace.json'), 'utf8')).toBe(text)
  }
})

it('Opening a workspace refuses settings that do not fit and never writes over settings it cannot understand', async () => {
  const { root, workspace } = await makeWorkspace()
  expect(await workspace.changeSettings({ lenient: true })).toEqual({ refused: ['lenient'] })
  expect(await workspace.changeSettings({ 'evidence.retries': 2 })).toMatchObject({
    settings: { evidence: { retries: 2 } },
  })
  expect(jsonAt(root, '.control-room/settings.json').evidence.retries).toBe(2)
  writeFileSync(join(root, '.control-room/settings.json'), '{"lenient":true}')
  await expect(workspace.settings()).rejects.toBeInstanceOf(StoreCorrupt)
  await expect(workspace.changeSettings({ 'evidence.retries': 1 })).rejects.toBeInstanceOf(StoreCorrupt)
  expect(readFileSync(join(root, '.control-room/settings.json'), 'utf8')).toBe('{"lenient":true}')
})

it('Opening a workspace keeps what others wrote into workspace.json when a person changes it', async () => {
  const { root, workspace } = await makeWorkspace()
  const path = '.control-room/workspace.json'
  put(root, { [path]: JSON.stringify({ ...jsonAt(root, path), theirs: [1] }) })
  const later = '2026-04-01T00:00:00.000Z'
  expect(await workspace.changeInfo({ displayName: 'New', extraRoots: ['Notes'] }, later)).toMatchObject({
    displayName: 'New',
    updatedAt: later,
  })
  expect(jsonAt(root, path)).toMatchObject({ displayName: 'New', extraRoots: ['Notes'], theirs: [1], createdAt: at })
  for (const name of ['.git', 'private', 'Private', 'a/b', '..', '']) {
    await expect(workspace.changeInfo({ extraRoots: [name] }, later)).rejects.toThrow()
  }
  expect(jsonAt(root, path).extraRoots).toEqual(['Notes'])
})

describe('Issues of an older version', () => {
  const [old, current] = ['.controlroom/state/issues.json', '.control-room/issues/issues.json']

  it('issues of an older version are moved to where they belong now, once', async () => {
    const { root } = await makeWorkspace({ [old]: '{"issues":[]}' })
    expect((await open(root)).problems).toEqual([])
    expect(readFileSync(join(root, current), 'utf8')).toBe('{"issues":[]}')
    expect(readdirSync(join(root, '.controlroom/state'))).toEqual(['issues.json.migrated'])
    await open(root)
    expect(readdirSync(join(root, '.controlroom/state'))).toEqual(['issues.json.migrated'])
  })

  it('issues of an older version stay where they are when there are newer ones, and are put away when the copy was already made', async () => {
    const { root } = await makeWorkspace({ [current]: '{"new":1}', [old]: '{"old":1}' })
    expect(readFileSync(join(root, current), 'utf8')).toBe('{"new":1}')
    expect(readdirSync(join(root, '.controlroom/state'))).toEqual(['issues.json'])
    put(root, { [old]: '{"new":1}' })
    await open(root)
    expect(readdirSync(join(root, '.controlroom/state'))).toEqual(['issues.json.migrated'])
  })

  it('issues of an older version are left alone and named when they cannot be read', async () => {
    const { root, workspace } = await makeWorkspace({ [old]: '{' })
    expect(workspace.problems).toEqual([old])
    expect(existsSync(join(root, current))).toBe(false)
    expect(readFileSync(join(root, old), 'utf8')).toBe('{')
  })
})

/** A small finished workspace to look around in. */
function sampleWorkspace(folder: string, sample: string, at: string) {
  return initWorkspace(folder, { projectId: 'the-low-bell', displayName: 'The Low Bell', at, sample })
}
