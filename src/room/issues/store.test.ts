import { expect, it } from 'vitest'
import { tempHome } from '../../../test/support/tempdir.ts'
import { cutTo } from '../../kernel/text.ts'
import { levelsOf } from './levels.ts'
import { issueStore } from './store.ts'

const now = '2026-03-01T12:00:00.000Z'
const later = '2026-03-02T12:00:00.000Z'
const plain = { title: 'How often does it ring?', body: 'Four minutes or six. The cards disagree.', openedBy: 'user' }

it('issues are numbered one after another, also when they are opened at once', async () => {
  const folder = tempHome()
  const opened = await Promise.all(Array.from({ length: 12 }, () => issueStore(folder).open(plain, now)))
  expect(opened.map(({ issue }) => issue.id).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
})

it('one issue is opened per source, however often it is asked for', async () => {
  const store = issueStore(tempHome())
  const first = await store.open({ ...plain, sourceKey: 'round:rnd_1' }, now)
  const second = await store.open({ ...plain, title: 'Other', sourceKey: 'round:rnd_1' }, later)
  expect([first.created, second.created]).toEqual([true, false])
  expect(second.issue).toEqual(first.issue)
  expect(await store.all()).toHaveLength(1)
})

it('of the tags that say how far something is only the last counts', async () => {
  const store = issueStore(tempHome())
  const { issue } = await store.open({ ...plain, tags: ['Idea', 'bell', 'Draft'] }, now)
  expect(issue.tags).toEqual(['bell', 'Draft'])
  const changed = await store.change(issue.id, later, each => ({ ...each, tags: [...each.tags, 'Polished'] }))
  expect(changed).toMatchObject({ tags: ['bell', 'Polished'], updatedAt: later })
})

it('the store keeps comments in order and updates the short versions of the issue', async () => {
  const store = issueStore(tempHome())
  const { issue } = await store.open({ ...plain, tags: ['canon'] }, now)
  await store.comment(issue.id, now, { author: 'continuity', body: 'Six in scene 2.' })
  expect(await store.comment(issue.id, later, { author: 'user', body: 'Four it is.' })).toMatchObject({ id: 2 })
  expect(await store.get(issue.id)).toMatchObject({
    semanticTrace: 'How often does it ring? — Four minutes or six.',
    resolutionSummary: 'Four it is. [canon]',
    compressedSummary:
      'How often does it ring? — Four minutes or six. The cards disagree. — Six in scene 2. — Four it is.',
  })
  expect(await store.comment(99, now, { author: 'user', body: 'x' })).toBeUndefined()
})

it('an issue keeps its short versions within their sizes, whatever the text', () => {
  const long = { title: '鐘'.repeat(200), body: '語'.repeat(3000), tags: ['a'], comments: [] }
  const { semanticTrace, resolutionSummary, compressedSummary } = levelsOf(long)
  expect(Buffer.byteLength(semanticTrace)).toBeLessThanOrEqual(220)
  expect(Buffer.byteLength(resolutionSummary)).toBeLessThanOrEqual(240)
  expect(Buffer.byteLength(compressedSummary)).toBeLessThanOrEqual(600)
  expect(cutTo('aé€😀', 3)).toBe('aé')
  expect(cutTo('aé€😀', 9)).toBe('aé€')
  expect(cutTo('aé€😀', 10)).toBe('aé€😀')
})
