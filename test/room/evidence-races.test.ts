import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { validateReply } from '../../src/room/evidence/validate-reply.ts'
import { treeForCheck } from '../../src/room/evidence/verdict.ts'
import { openWorkspace } from '../../src/room/workspace/open.ts'
import { Settings } from '../../src/room/workspace/settings.ts'
import { openRoom } from './evidence-room.ts'
import { keysOf, makeWorkspace, put } from './workspace-folder.ts'

const [path, quote] = ['Story/Scenes/SCN-a.md', 'out of her green eyes']
const text = `# A\n\nShe looked ${quote} at the water.\n`
const cited = (name: string) => `${name} line 3: "${quote}"`

/** A workspace whose tree was looked at long ago by its own clock, which never moves on: nothing is listed again. */
async function openEvidenceRoom() {
  const made = await makeWorkspace({ [path]: text, 'Story/Scenes/SCN-b.md': '# B\n\nNothing.\n' })
  const { root, workspace } = made
  const { audit } = openRoom({})
  await made.later()
  const check = async (body: string) => {
    const reply = `It is so.\n\nEvidence: ${body}`
    const { status, reason, detail } = await validateReply({
      text: reply,
      kind: 'tools',
      role: 'critic',
      session: null,
      turn: '',
      receipts: [],
      snapshot: await treeForCheck(workspace.vfs, reply),
      audit,
      settings: Settings.parse({}).evidence,
    })
    return reason ? `${reason} (${detail})` : status
  }
  return { ...made, check, at: (name: string) => join(root, name), put: (name: string) => put(root, { [name]: text }) }
}

type EvidenceRoom = Awaited<ReturnType<typeof openEvidenceRoom>>

/** Until the folders have been left alone for so long that their times alone tell whether their names are the same. */
async function settled({ workspace }: EvidenceRoom): Promise<void> {
  const { cost } = workspace.vfs
  await expect
    .poll(async () => {
      const before = cost.looked
      const { files, folders } = await workspace.vfs.names()
      return cost.looked - before - folders.length < files.length
    })
    .toBe(true)
}

describe.each<[string, (room: EvidenceRoom) => Promise<void>]>([
  ['right after the tree was looked at', async () => {}],
  ['when the tree has been left alone for a while', settled],
])('a reply is held against the files that are there now, %s', (_, wait) => {
  it('a file made a moment ago is found by its path, by its name, and in a folder that is as new', async () => {
    const room = await openEvidenceRoom()
    await wait(room)
    for (const name of ['Story/Scenes/SCN-new.md', 'Story/Drafts/Late/SCN-deep.md']) {
      expect(await room.check(cited(name))).toBe('missing-file (file_not_found)')
      room.put(name)
      expect(await room.check(cited(name))).toBe('accepted')
      expect(await room.check(cited(name.slice(name.lastIndexOf('/') + 1)))).toBe('accepted')
      expect(await room.check(cited(name.toUpperCase().replace('.MD', '.md')))).toBe('accepted')
    }
  })

  it('a file deleted a moment ago is missing, and there again once it is made again', async () => {
    const room = await openEvidenceRoom()
    await wait(room)
    expect(await room.check(cited(path))).toBe('accepted')
    rmSync(room.at(path))
    expect(await room.check(cited(path))).toBe('missing-file (file_not_found)')
    room.put(path)
    expect(await room.check(cited(path))).toBe('accepted')
    rmSync(room.at('Story/Scenes'), { recursive: true })
    expect(await room.check(cited(path))).toBe('missing-file (file_not_found)')
  })

  it('a file renamed a moment ago, also in its letter case or with its folder, counts by its new name', async () => {
    const room = await openEvidenceRoom()
    await wait(room)
    renameSync(room.at(path), room.at('Story/Scenes/SCN-c.md'))
    expect(await room.check(cited(path))).toBe('missing-file (file_not_found)')
    expect(await room.check(cited('Story/Scenes/SCN-c.md'))).toBe('accepted')
    renameSync(room.at('Story/Scenes/SCN-c.md'), room.at('Story/Scenes/scn-C.md'))
    expect(await room.check(cited('Story/Scenes/scn-C.md'))).toBe('accepted')
    renameSync(room.at('Story/Scenes'), room.at('Story/Chapters'))
    expect(await room.check(cited('Story/Chapters/scn-C.md'))).toBe('accepted')
    expect((await room.workspace.vfs.names()).files.map(file => file.path)).toEqual([
      'Story/Chapters/SCN-b.md',
      'Story/Chapters/scn-C.md',
    ])
  })

  it('what a file holds is what it holds now, though its folder shows no change', async () => {
    const room = await openEvidenceRoom()
    await wait(room)
    expect(await room.check(cited(path))).toBe('accepted')
    writeFileSync(room.at(path), text.replace('green', 'brown'))
    expect(await room.check(cited(path))).toBe('quote-not-found (absent)')
    writeFileSync(room.at(path), text)
    expect(await room.check(cited(path))).toBe('accepted')
  })

  it('a second file of the same name makes the name alone ambiguous, and a link is not a file', async () => {
    const room = await openEvidenceRoom()
    await wait(room)
    expect(await room.check(cited('SCN-a.md'))).toBe('accepted')
    room.put('Story/Drafts/SCN-a.md')
    expect(await room.check(cited('SCN-a.md'))).toBe('missing-file (path_ambiguous)')
    rmSync(room.at('Story/Drafts'), { recursive: true })
    expect(await room.check(cited('SCN-a.md'))).toBe('accepted')
    renameSync(room.at(path), room.at('elsewhere.md'))
    symlinkSync(room.at('elsewhere.md'), room.at(path))
    expect(await room.check(cited(path))).toBe('missing-file (file_not_found)')
  })

  it('what is said to be absent is looked for in files made a moment ago too', async () => {
    const room = await openEvidenceRoom()
    await wait(room)
    const absent = 'I checked all scenes and found no mention of "dragon"'
    expect(await room.check(absent)).toBe('accepted')
    put(room.root, { 'Story/Scenes/SCN-z.md': 'A dragon.\n' })
    expect(await room.check(absent)).toBe('absence-contradicted (Story/Scenes/SCN-z.md:1)')
    expect(await room.check(absent.replace('all scenes', 'Story/Scenes/'))).toContain('absence-contradicted')
  })
})

it('Files made one right after the other, within a tick of the clock, are all there', async () => {
  const room = await openEvidenceRoom()
  for (let n = 0; n < 60; n++) {
    room.put(`Story/Scenes/SCN-${n}.md`)
    expect(await room.check(cited(`Story/Scenes/SCN-${n}.md`))).toBe('accepted')
  }
})

it('A number of a scene is looked up in a tree that is at most a second old', async () => {
  const room = await openEvidenceRoom()
  put(room.root, { [path]: `---\nscene: 7\n---\n${text}` })
  await room.later()
  const absent = 'I checked scene 7 and found no mention of "dragon"'
  expect(await room.check(absent)).toBe('accepted')
  put(room.root, { [path]: `---\nscene: 8\n---\n${text}` })
  await room.later()
  expect(await room.check(absent)).toBe('missing-scope (unknown-scene:7)')
  expect(await room.check(absent.replace('scene 7', 'scene # 8'))).toBe('accepted')
})

it('A check in an unchanged tree asks every folder for its time and reads none', async () => {
  const room = await openEvidenceRoom()
  const { cost } = room.workspace.vfs
  mkdirSync(room.at('Story/Empty'))
  await settled(room)
  const before = { ...cost }
  expect(await room.check(cited(path))).toBe('accepted')
  const after = { ...cost }
  const { folders } = await room.workspace.vfs.names()
  expect([after.looked - before.looked, after.opened - before.opened]).toEqual([folders.length, 0])
})

it('After a minute everything is looked at again, whatever the folders say', async () => {
  const room = await openEvidenceRoom()
  const clock = { ms: 0 }
  const { vfs } = await openWorkspace(room.root, { refused: keysOf, now: () => clock.ms })
  await settled({ ...room, workspace: { ...room.workspace, vfs } })
  const looksAfter = async (ms: number) => {
    const before = vfs.cost.looked
    clock.ms += ms
    const { files } = await vfs.names()
    return vfs.cost.looked - before > files.length + (await vfs.names()).folders.length
  }
  expect(await looksAfter(59_999)).toBe(false)
  expect(await looksAfter(2)).toBe(true)
})
