import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openApp } from '../../src/app.ts'
import { inventedDay } from '../diary/invented-day.ts'
import { openReportDay, synthesizeDay } from '../diary/report-day.ts'
import { callOperation } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'

const key = 'ledger-d7579830878a'

async function withDiary() {
  const testDiary = await openReportDay(inventedDay)
  await synthesizeDay(testDiary, inventedDay)
  // The workspace of a day is in work/ below the diary's root.
  const root = join(testDiary.root, '../..')
  const app = await openApp({ location: join(tempHome(), 'daybook.db'), diary: { root } })
  onTestFinished(() => app.close())
  const call = (name: string, args: object) => callOperation(app, name, args)
  const lines = async (args: object = {}) => {
    const { text, notices } = await call('context_build', { projectId: 'default', ...args })
    const [, section] = text.split('### Recent Work Items\n')
    return { items: section?.split('\n\n')[0].split('\n'), notices }
  }
  return { call, lines, root }
}

it('recent work shows the newest work items of linked diary projects, and of no others', async () => {
  const { call, lines } = await withDiary()
  expect((await lines()).items).toBeUndefined()
  await call('project_link', { id: 'default', diary_project_key: key })
  const { items } = await lines()
  expect(items.length).toBeGreaterThan(0)
  for (const line of items) expect(line).toMatch(/^- 2026-05-12 W\d{4}: \S.*$/)
  expect(items.map((line: string) => line.slice(13, 18))).toEqual(
    [...items.map((line: string) => line.slice(13, 18))].sort().reverse(),
  )
  expect((await lines({ includeDigest: false })).items).toBeUndefined()
  await call('project_unlink', { id: 'default', diary_project_key: key })
  expect((await lines()).items).toBeUndefined()
})

it('recent work names the work item each line comes from, and drops lines from the end when there is no room', async () => {
  const { call } = await withDiary()
  await call('project_link', { id: 'default', diary_project_key: key })
  const whole = await call('context_build', { projectId: 'default' })
  const section = whole.sections.find(({ name }: { name: string }) => name === 'recent work')
  for (const { source, id } of section.why)
    expect([source, id]).toEqual([
      'work_item',
      expect.stringMatching(/^diary:2026-05-12\/ledger-d7579830878a\/W\d{4}$/),
    ])
  const tight = await call('context_build', { projectId: 'default', maxTokens: whole.estimatedTokens - 1 })
  expect(tight.dropped).toMatchObject([{ section: 'recent work', why: section.why.at(-1) }])
  expect(tight.notices).toEqual(['The budget left out 1 work item.'])
})

it('recent work goes without a diary that is not there', async () => {
  const { call, lines, root } = await withDiary()
  await call('project_link', { id: 'default', diary_project_key: key })
  await rm(root, { recursive: true })
  expect(await lines()).toEqual({ items: undefined, notices: [] })
})
