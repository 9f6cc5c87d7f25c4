import { expect, test } from 'vitest'
import { openRenderedDay } from '../diary/report-day.ts'
import { runPreloaded } from '../support/binary.ts'
import { checkLightTheme, expectToFit, type Found } from './accessibility.ts'
import { expectVisible, startTestServer } from './test-server.ts'

const { home, createProject, openAsReader, url } = startTestServer()

test('a reader of a project finds the days that were published to it, and reads their reports', async () => {
  const { id } = await createProject()
  const { stdout } = await runPreloaded(['token', 'add', 'anna', '--json'], { home })
  await runPreloaded(['member', 'set', 'anna', id, 'writer'], { home })
  const diary = await openRenderedDay()
  diary.app.diary.publish = { server: url(), token: JSON.parse(stdout).secret, project: id }
  expect(await diary.call('diary_publish', {})).toMatchObject({ author: 'anna', result: 'published' })

  const page = await openAsReader(id, `/p/${id}`)
  const days = page.getByRole('region', { name: 'Published days' })
  await expectVisible(days.getByText('anna'))
  const found: Found = {}
  await days.getByRole('link', { name: '12 May' }).press('Enter')
  await expectVisible(page.getByText(/^Published by anna/), page.frameLocator('iframe').getByRole('heading').first())
  await checkLightTheme(page, 'a published day', found)
  expect(found).toEqual({})
  await page.setViewportSize({ width: 390, height: 844 })
  await expectToFit(page, 390, 'a published day')
}, 120_000)

test('a project to which nothing was published says nothing of it', async () => {
  const { id } = await createProject()
  const page = await openAsReader(id, `/p/${id}`)
  await expectVisible(page.getByText('No records yet'))
  expect(await page.getByText('Published days').count()).toBe(0)
})
