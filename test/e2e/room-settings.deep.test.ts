import { expect, test } from 'vitest'
import { startRoomServer } from './room-server.ts'
import { expectVisible, tabTo } from './test-server.ts'

const { visit, createSampleRoom } = startRoomServer()

test('agents are reordered and switched off by keyboard, and a missing Chief is reported', async () => {
  const { path, call } = await createSampleRoom()
  const page = await visit(`${path}/agents`)
  const down = page.getByRole('button', { name: 'Move Chief down' })
  await tabTo(page, down)
  await page.keyboard.press('Enter')
  const names = () => page.locator('.agent-row strong').allTextContents()
  await expect.poll(names).toEqual(['Planner', 'Chief', 'Writer', 'Editor', 'Critic', 'Continuity'])
  await tabTo(page, page.getByRole('switch', { name: 'Chief takes part' }))
  await page.keyboard.press('Space')
  await expectVisible(page.getByText('Chief is switched off'), page.getByText('No Chief is switched on.'))
  expect((await call('room_agent_show', { id: 'chief' })).enabled).toBe(false)
})

test('an agent keeps its charter, its reduced set of tools, and people’s awards', async () => {
  const { path, call } = await createSampleRoom()
  const page = await visit(`${path}/agents/writer`)
  await page.getByLabel('Instructions').fill('Prefer short sentences.')
  await page.getByLabel('Prose analyzer').uncheck()
  await page.getByRole('button', { name: 'Save the charter' }).click()
  await expectVisible(page.getByText('The agent is saved'))
  await page.getByRole('button', { name: 'It helped (+2)' }).click()
  await expectVisible(page.getByText('2 credits', { exact: true }), page.getByText('Helpful to people'))
  expect(await call('room_agent_show', { id: 'writer' })).toMatchObject({
    instructions: 'Prefer short sentences.',
    tools: expect.arrayContaining([{ id: 'prose_analyzer', enabled: false }]),
  })
})

test('the settings reject invalid values, field by field, and change nothing', async () => {
  const { path, call } = await createSampleRoom()
  const before = await call('room_settings_show')
  const page = await visit(`${path}/settings`)
  const retries = page.getByLabel('Retries after refused evidence')
  await retries.fill('9')
  await page.getByLabel('Earlier exchanges in the prompt').fill('many')
  await page.getByLabel('Attempts per task').fill('3')
  await page.getByRole('button', { name: 'Save the settings' }).click()
  await expectVisible(page.getByRole('alert'))
  await expect.poll(() => page.locator('.field-fault').count()).toBe(2)
  await expect.poll(() => retries.getAttribute('aria-invalid')).toBe('true')
  expect(await call('room_settings_show')).toEqual(before)

  await retries.fill('2')
  await page.getByLabel('Earlier exchanges in the prompt').fill('4')
  await page.getByRole('button', { name: 'Save the settings' }).click()
  await expectVisible(page.getByText('The settings are saved'))
  await expect
    .poll(() => call('room_settings_show'))
    .toMatchObject({ evidence: { retries: 2 }, chat: { historyExchanges: 4 }, tasks: { maxAttempts: 3 } })
})

test('prompts show where each text is from, accept an override, and restore the shipped text', async () => {
  const { path } = await createSampleRoom()
  const page = await visit(`${path}/prompts`)
  await page.getByRole('link', { name: /File reader/ }).click()
  const pane = page.getByRole('article', { name: 'File reader' })
  await pane.getByRole('button', { name: 'Change for this project' }).click()
  await pane.getByLabel('Goals').fill('Read less.')
  await pane.getByRole('button', { name: 'Save for this project' }).click()
  await expectVisible(
    pane.getByText('Read less.'),
    pane.getByText('core_override:goals'),
    pane.getByText('Project', { exact: true }),
  )
  await pane.getByRole('button', { name: 'Back to the shipped text' }).click()
  await expect.poll(() => pane.getByText('Read less.').count()).toBe(0)
})

test('telemetry shows its counts as charts and numbers', async () => {
  const { path, call } = await createSampleRoom()
  await call('room_ask', { agentId: 'editor', message: 'What does scene 1 say about the rope?' })
  // Counts are written within a second or so.
  await expect.poll(async () => (await call('room_telemetry_summary')).totals).toMatchObject({ activations: 1 })
  const page = await visit(`${path}/telemetry`)
  const chart = page.getByRole('figure', { name: 'Turns by agent' })
  await chart.getByText('Turns by agent as a table').click()
  await expectVisible(chart.getByRole('rowheader', { name: 'editor' }))
  await chart.getByRole('group', { name: 'Turns by agent' }).press('ArrowDown')
  await expectVisible(chart.locator('.chart-tip').getByText('editor'))
  await page.getByLabel('Days').fill('0')
  await page.getByRole('button', { name: 'Save the limits' }).click()
  await expect.poll(() => page.getByLabel('Days').getAttribute('aria-invalid')).toBe('true')
})
