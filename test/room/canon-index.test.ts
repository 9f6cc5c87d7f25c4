import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cancelBuild, resumeBuild, startBuild, type WantedBuild } from '../../src/room/canon/build.ts'
import { canonFiles } from '../../src/room/canon/files.ts'
import { indexEntries } from '../../src/room/canon/given-entries.ts'
import { type Built, canonEvents, canonStatus } from '../../src/room/canon/journal.ts'
import type { Room } from '../../src/room/room.ts'
import { openTestRoom } from './support/open-room.ts'

const law = 'Compendium/Lore/CONCEPT-fog-law.md'
const ines = 'Compendium/Characters/CHAR-ines-varga.md'

async function built(room: Room, wanted: WantedBuild = {}): Promise<Built> {
  return (await startBuild(room, wanted)).built
}

function index(room: Room): string {
  return readFileSync(join(room.control, 'canon', 'canon-index.md'), 'utf8')
}

const answer = JSON.stringify({
  type: 'lore',
  scope: ['harbor'],
  hardness: 'hard',
  topics: ['fog'],
  defines: ['Fog Law', 'Salt Law'],
  constraints: ['The bell must be rung at the fixed interval'],
  summary: 'How the bell is rung in fog.',
})

it('the canon index reads every card of the sample by rules, once, and only what changed after that', async () => {
  const { room, root } = await openTestRoom()
  expect(await canonStatus(room)).toEqual({
    indexed: false,
    status: 'none',
    fileCount: 0,
    cardCount: 8,
    indexedAt: null,
    schemaVersion: 1,
    stale: [],
  })
  expect(await built(room)).toMatchObject({
    status: 'indexed',
    fileCount: 8,
    categories: ['character', 'event', 'location', 'lore', 'technology'],
    fallbacks: 0,
    failures: [],
  })
  const first = index(room)
  expect((await room.workspace.vfs.snapshot()).resolve('Canon.md')).toMatchObject({ file: { origin: 'virtual' } })
  expect(await canonStatus(room)).toMatchObject({ status: 'indexed', fileCount: 8, stale: [], job: { done: 8 } })

  await built(room, { full: true })
  expect(index(room)).toBe(first)

  appendFileSync(join(root, law), '\nThe rope | must hold.\nAnd\rhold.\n')
  rmSync(join(root, ines))
  writeFileSync(join(root, 'Compendium/Lore/CONCEPT-new.md'), '# New\n\nIt is new.\n')
  room.workspace.vfs.forget()
  expect(await canonStatus(room)).toMatchObject({
    status: 'stale',
    stale: [ines, law, 'Compendium/Lore/CONCEPT-new.md'],
  })
  const before = (await canonFiles(room).meta.read())?.entries ?? []
  expect(await built(room)).toMatchObject({ fileCount: 8 })
  const after = (await canonFiles(room).meta.read())?.entries ?? []
  const same = after.filter(entry => before.some(each => JSON.stringify(each) === JSON.stringify(entry)))
  expect(same).toHaveLength(6)
  expect((await canonStatus(room)).job).toMatchObject({ done: 2, total: 2 })
  expect(index(room)).toContain('- [hard] The rope | must hold.')

  const issues = (await room.issues.all()).filter(({ tags }) => tags.includes('canon-index'))
  expect(issues).toHaveLength(3)
  expect(issues.at(-1)?.body).toContain('Read in this build: 2')
})

it('the canon index asks a model where the agent has one, drops what the card does not say, and falls back where it fails', async () => {
  const { room, root, script } = await openTestRoom()
  await built(room)
  const model = script('chief', [answer, 'no object', 'no object either', '{{fail:provider_auth}}'])
  const result = await built(room, { paths: [law, ines, 'Compendium/Events/EVENT-long-fog.md'] })
  // Characters come before Events and Lore.
  expect(result).toMatchObject({ fallbacks: 2, failures: [], dropped: 3 })
  expect(result.fallbackCards).toEqual([
    { path: 'Compendium/Events/EVENT-long-fog.md', reason: 'schema_invalid' },
    { path: law, reason: 'provider_auth' },
  ])
  const [asked] = model.requests
  expect(asked?.schema).toBeUndefined()
  expect(asked?.messages).toHaveLength(1)
  expect(asked?.messages[0]?.content).toContain('She would also like never to be replaced.')
  expect(asked?.messages[0]?.content).not.toContain('[cut:')

  script('chief', [answer, answer])
  expect(await built(room, { retry: true })).toMatchObject({ fallbacks: 0, dropped: 4 })
  const entry = (await canonFiles(room).meta.read())?.entries.find(({ path }) => path === law)
  expect(entry).toMatchObject({ method: 'model', agentId: 'chief', scope: ['harbor'], defines: ['Fog Law'] })

  writeFileSync(join(root, ines), `# Ines\n\n${'語'.repeat(9000)}\n`)
  const again = script('chief', [answer])
  await built(room)
  const shown = again.requests[0]?.messages[0]?.content ?? ''
  expect(shown).toContain('\n[cut: the card is longer]\nDATA ')
  const [, block = ''] = /<<<DATA [^\n]+\n([\s\S]*)\nDATA /.exec(shown) ?? []
  expect(Buffer.byteLength(block)).toBeLessThanOrEqual(24_000)
})

it('the canon index is built by one at a time, ends when asked to, and goes on where it was', async () => {
  const { room, script } = await openTestRoom()
  script('chief', [answer, answer, '{{hang}}'])
  const { built: first } = await startBuild(room, {})
  await expect(startBuild(room, {})).rejects.toMatchObject({ wire: 'job_running' })
  await expect(indexEntries(room, [], undefined)).rejects.toMatchObject({ wire: 'job_running' })
  await expect.poll(async () => (await canonStatus(room)).job?.done).toBe(2)
  expect((await canonStatus(room)).status).toBe('building')
  await cancelBuild(room)
  expect(await first).toMatchObject({ status: 'cancelled' })
  expect(await canonStatus(room)).toMatchObject({ status: 'none' })

  const model = script(
    'chief',
    Array.from({ length: 6 }, () => answer),
  )
  expect(await built(room)).toMatchObject({ status: 'indexed', fileCount: 8, fallbacks: 0 })
  expect(model.requests).toHaveLength(6)
})

it('the canon index is reported card by card', async () => {
  const { room } = await openTestRoom()
  const { jobId } = await startBuild(room, {})
  await room.jobs.wait(canonFiles(room).ownerLock)
  const events = canonEvents(room)
  const all = await events.after(0)
  expect(all.map(({ type }) => type)).toEqual([
    'canon.started',
    ...Array.from({ length: 8 }, () => 'canon.progress'),
    'canon.finished',
  ])
  expect(all[3]).toMatchObject({ seq: 4, data: { job_id: jobId, done: 3, total: 8 } })
  expect(all[3]?.data).not.toHaveProperty('entry')
  expect(await events.after(9)).toHaveLength(1)
  expect(await events.isOver()).toBe(true)
  await built(room)
  expect((await events.after(10)).map(({ seq }) => seq)).toEqual([11, 12])
})

it('the canon index takes up what a killed process left, with what it had read', async () => {
  const { room, script } = await openTestRoom()
  await built(room)
  const files = canonFiles(room)
  const lines = readFileSync(files.journalFile, 'utf8').split('\n')
  // As if the process had died while it read the third card of a build that another agent began.
  rmSync(join(room.control, 'canon', 'canon-meta.json'))
  rmSync(join(room.control, 'canon', 'canon-index.md'))
  writeFileSync(files.journalFile, `${lines.slice(0, 3).join('\n')}\n${lines[3]?.slice(0, 20)}`)
  expect(await canonStatus(room)).toMatchObject({ status: 'none', job: { done: 2 } })
  const model = script(
    'chief',
    Array.from({ length: 6 }, () => answer),
  )
  await resumeBuild(room)
  await room.jobs.wait(canonFiles(room).ownerLock)
  expect(model.requests).toHaveLength(6)
  expect(await canonStatus(room)).toMatchObject({ status: 'indexed', fileCount: 8 })
})

describe('entries that were made elsewhere', () => {
  const { summary, ...rest } = JSON.parse(answer)
  it('entries that were made elsewhere are refused with everything that is wrong, and compiled when they fit', async () => {
    const { room } = await openTestRoom()
    const entry = { path: law, summary, ...rest }
    await expect(
      indexEntries(room, [{ ...entry, type: 'song' }, { ...rest, path: law }, 7], undefined),
    ).rejects.toMatchObject({
      wire: 'schema_invalid',
      details: { errors: ['entries[0].type:invalid', 'entries[1].summary:missing', 'entries[2]:invalid'] },
    })
    const wrong = [{ ...entry, path: 'Story/SCN-outline.md' }, entry, { ...entry, sha256: 'a'.repeat(64) }]
    await expect(indexEntries(room, wrong, undefined)).rejects.toMatchObject({
      details: { errors: ['entries[0].path:invalid', 'entries[2].path:invalid', 'entries[2].sha256:invalid'] },
    })
    expect((await canonStatus(room)).indexed).toBe(false)
    expect(await indexEntries(room, [entry], 'chief')).toMatchObject({ status: 'indexed', fileCount: 1, dropped: 1 })
    expect(await canonStatus(room)).toMatchObject({ status: 'stale', fileCount: 1 })
    expect(index(room)).toContain(`| ${law} | lore | harbor | hard | Fog Law | How the bell is rung in fog. |`)
  })

  it('entries that were made elsewhere may be none: then the index is one of nothing', async () => {
    const { room } = await openTestRoom()
    expect(await indexEntries(room, [], undefined)).toMatchObject({ status: 'indexed', fileCount: 0, categories: [] })
    expect((await room.issues.all()).at(-1)).toMatchObject({ title: 'Canon index of 0 cards', tags: ['canon-index'] })
  })
})
