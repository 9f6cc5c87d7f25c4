import { expect, test } from 'vitest'
import { scriptedService } from '../models/scripted-service.ts'
import { lookAtScreens } from './look.ts'
import { bringEndpoint } from './room-screens.ts'
import { visitingRooms } from './room-visitor.ts'
import { focused, shown, tabTo } from './web-visitor.ts'

const { visit, sampleRoom } = visitingRooms()

test('agents get an endpoint, whose models are listed and whose connection is tried', async () => {
  const { path, call } = await sampleRoom()
  const service = await scriptedService(() => ({ text: 'ok' }), ['small', 'large<b>'])
  const page = await visit(`${path}/agents/editor`)
  await page.getByLabel('Provider').selectOption('ollama')
  await page.getByLabel('Address').fill('ftp://127.0.0.1')
  await page.getByLabel('Model').fill('small')
  await page.getByRole('button', { name: 'Save the endpoint' }).click()
  await shown(page.getByText('Rule: http or https.').first())
  await page.getByLabel('Address').fill(service.url)
  await page.getByRole('button', { name: 'List the models' }).click()
  await page.getByRole('button', { name: 'large<b>' }).click()
  await page.getByRole('button', { name: 'Save the endpoint' }).click()
  await shown(page.getByText('The endpoint is saved'))
  await page.getByRole('button', { name: 'Test the connection' }).click()
  await shown(page.getByText(/^Ollama answered in [\d,]+ ms with large<b>/))
  expect(service.asked.at(-1)?.body.model).toBe('large<b>')
  expect(await call('room_endpoint_list')).toMatchObject({
    endpoints: expect.arrayContaining([
      expect.objectContaining({ agentId: 'editor', endpoint: expect.objectContaining({ baseUrl: service.url }) }),
    ]),
  })
})

test('agents show what an endpoint of the folder would send where, and use it once the owner agrees (access 3)', async () => {
  const { root, path } = await sampleRoom()
  const service = await scriptedService(() => ({ text: 'ok' }))
  bringEndpoint(root, 'editor', service.url)
  const page = await visit(`${path}/agents`)
  await page.locator('.found-endpoints').getByRole('link', { name: 'Editor' }).click()
  const found = page.getByRole('region', { name: 'Endpoint of the folder' })
  await shown(found.getByText(`${service.url}/v1`), found.getByText('none', { exact: true }))
  await expect.poll(() => page.getByLabel('Provider').inputValue()).toBe('builtin')
  expect(service.asked).toEqual([])
  await found.getByRole('button', { name: 'Use this endpoint' }).click()
  await shown(page.getByText('The endpoint is in use'))
  await expect.poll(() => found.count()).toBe(0)
  await focused(page.getByRole('button', { name: 'Test the connection' }))
  await page.keyboard.press('Enter')
  await shown(page.getByText(/ answered in [\d,]+ ms with small/))
})

test('agents forget the chosen key when the address changes (access 2)', async () => {
  const { path, call } = await sampleRoom()
  const service = await scriptedService(() => ({ text: 'ok' }))
  const endpoint = { provider: 'openai', model: 'small', apiKeyRef: 'env:OPENAI_API_KEY' }
  await call('room_endpoint_update', { id: 'writer', ...endpoint })
  const page = await visit(`${path}/agents/writer`)
  await shown(page.getByLabel('Environment variable'))
  await page.getByLabel('Address').fill(service.url)
  await page.getByRole('button', { name: 'Save the endpoint' }).click()
  await shown(page.getByText('The endpoint is saved'))
  const { endpoint: saved } = await call<{ endpoint: object }>('room_endpoint_show', { id: 'writer' })
  expect(saved).toMatchObject({ baseUrl: service.url })
  expect(saved).not.toHaveProperty('apiKeyRef')
})

test('agents tell why a service did not answer', async () => {
  const { path, call } = await sampleRoom()
  const { url: baseUrl } = await scriptedService(() => ({ status: 401 }))
  await call('room_endpoint_update', { id: 'critic', provider: 'openai', baseUrl, model: 'small', maxRetries: 0 })
  const page = await visit(`${path}/agents/critic`)
  await page.getByRole('button', { name: 'Test the connection' }).click()
  await shown(page.getByText('OpenAI: It did not accept the key. Choose or store another one.'))
})

test('agents are put in order and switched off by keyboard, and the missing Chief is told', async () => {
  const { path, call } = await sampleRoom()
  const page = await visit(`${path}/agents`)
  const down = page.getByRole('button', { name: 'Move Chief down' })
  await tabTo(page, down)
  await page.keyboard.press('Enter')
  const names = () => page.locator('.agent-row strong').allTextContents()
  await expect.poll(names).toEqual(['Planner', 'Chief', 'Writer', 'Editor', 'Critic', 'Continuity'])
  await tabTo(page, page.getByRole('switch', { name: 'Chief takes part' }))
  await page.keyboard.press('Space')
  await shown(page.getByText('Chief is switched off'), page.getByText('No Chief is switched on.'))
  expect((await call('room_agent_show', { id: 'chief' })).enabled).toBe(false)
})

test('agents keep a charter, a smaller set of tools, and what people award them', async () => {
  const { path, call } = await sampleRoom()
  const page = await visit(`${path}/agents/writer`)
  await page.getByLabel('Instructions').fill('Prefer short sentences.')
  await page.getByLabel('prose_analyzer').uncheck()
  await page.getByRole('button', { name: 'Save the charter' }).click()
  await shown(page.getByText('The agent is saved'))
  await page.getByRole('button', { name: 'It helped (+2)' }).click()
  await shown(page.getByText('2 credits', { exact: true }), page.getByText('Helpful to people'))
  expect(await call('room_agent_show', { id: 'writer' })).toMatchObject({
    instructions: 'Prefer short sentences.',
    tools: expect.arrayContaining([{ id: 'prose_analyzer', enabled: false }]),
  })
})

test('keys go out once and never come back', async () => {
  const { path, call } = await sampleRoom()
  const secret = ['k', 'ey-', 'Zq9'].join('').repeat(4)
  const page = await visit(`${path}/providers`)
  const answers: Promise<string>[] = []
  page.on('response', response => {
    // The feed never ends.
    if (response.url().includes('/api/room/')) answers.push(response.text().catch(() => ''))
  })
  const keys = page.getByRole('region', { name: 'Keys' })
  await keys.getByLabel('What you call it').fill('Work')
  await keys.getByLabel('The key').fill(secret)
  await page.keyboard.press('Enter')
  await shown(page.getByText('The key is stored'), keys.getByText('Work', { exact: true }))
  await expect.poll(() => keys.getByLabel('The key').inputValue()).toBe('')
  await page.reload()
  await shown(keys.getByText('Work', { exact: true }))
  expect(await page.content()).not.toContain(secret)
  expect((await Promise.all(answers)).join('\n')).not.toContain(secret)
  expect(JSON.stringify(await call('room_key_list'))).not.toContain(secret)

  await keys.getByLabel('Passphrase').fill('a long passphrase')
  await keys.getByRole('button', { name: 'Encrypt with this passphrase' }).click()
  await keys.getByRole('button', { name: 'Lock them now' }).click()
  await shown(keys.getByText('Locked', { exact: true }), keys.getByText('Unlock the keys to see which are stored.'))
  await keys.getByLabel('Passphrase').fill('not the one')
  await keys.getByRole('button', { name: 'Unlock' }).click()
  await shown(keys.getByRole('alert'))
  await keys.getByLabel('Passphrase').fill('a long passphrase')
  await keys.getByRole('button', { name: 'Unlock' }).click()
  await shown(keys.getByText('Encrypted and unlocked'))

  await keys.getByRole('button', { name: 'Remove Work' }).click()
  await keys.getByRole('button', { name: 'Remove it for good' }).click()
  await shown(keys.getByText('No key is stored.'))
  await call('room_key_protect', { passphrase: null })
})

test('the rules refuse what does not fit, field by field, and change nothing', async () => {
  const { path, call } = await sampleRoom()
  const before = await call('room_settings_show')
  const page = await visit(`${path}/settings`)
  const retries = page.getByLabel('Tries after refused evidence')
  await retries.fill('9')
  await page.getByLabel('Earlier exchanges told').fill('many')
  await page.getByLabel('Attempts at a task').fill('3')
  await page.getByRole('button', { name: 'Save the rules' }).click()
  await shown(page.getByRole('alert'))
  await expect.poll(() => page.locator('.field-fault').count()).toBe(2)
  await expect.poll(() => retries.getAttribute('aria-invalid')).toBe('true')
  expect(await call('room_settings_show')).toEqual(before)

  await retries.fill('2')
  await page.getByLabel('Earlier exchanges told').fill('4')
  await page.getByRole('button', { name: 'Save the rules' }).click()
  await shown(page.getByText('The rules are saved'))
  await expect
    .poll(() => call('room_settings_show'))
    .toMatchObject({ evidence: { retries: 2 }, chat: { historyExchanges: 4 }, tasks: { maxAttempts: 3 } })
})

test('prompts show where each text is from, take one of the project, and give the shipped one back', async () => {
  const { path } = await sampleRoom()
  const page = await visit(`${path}/prompts`)
  await page.getByRole('link', { name: /File reader/ }).click()
  const pane = page.getByRole('article', { name: 'File reader' })
  await shown(pane.getByText('Built in').first())
  await pane.getByRole('button', { name: 'Change for this project' }).click()
  await pane.getByLabel('Goals').fill('Read less.')
  await pane.getByRole('button', { name: 'Save for this project' }).click()
  await shown(
    pane.getByText('Read less.'),
    pane.getByText('core_override:goals'),
    pane.getByText('Project', { exact: true }),
  )
  await pane.getByRole('button', { name: 'Back to the shipped text' }).click()
  await expect.poll(() => pane.getByText('Read less.').count()).toBe(0)
})

test('telemetry draws what was counted, with the numbers beside', async () => {
  const { path, call } = await sampleRoom()
  await call('room_ask', { agentId: 'editor', message: 'What does scene 1 say about the rope?' })
  // Counts are written within a second or so.
  await expect.poll(async () => (await call('room_telemetry_summary')).totals).toMatchObject({ activations: 1 })
  const page = await visit(`${path}/telemetry`)
  const chart = page.getByRole('figure', { name: 'Turns by agent' })
  await chart.getByText('Data of “Turns by agent”').click()
  await shown(chart.getByRole('rowheader', { name: 'editor' }))
  await chart.getByRole('group', { name: 'Turns by agent' }).focus()
  await page.keyboard.press('ArrowDown')
  await shown(chart.locator('.chart-tip').getByText('editor'))
  await page.getByLabel('Days').fill('0')
  await page.getByRole('button', { name: 'Save the limits' }).click()
  await expect.poll(() => page.getByLabel('Days').getAttribute('aria-invalid')).toBe('true')
})

test('notifications are counted on their tab, lead somewhere, and are read and removed', async () => {
  const { path, call } = await sampleRoom()
  // Those of all projects are shown, and other tests have left some.
  await call('room_notification_clear', { all: true })
  await call('room_notification_create', {
    level: 'warning',
    message: 'Look at <b>issue</b> 1',
    source: 'test',
    actionLabel: 'Open issue',
    actionPayload: { kind: 'openIssue', id: '1' },
  })
  const page = await visit(`${path}/notifications`)
  await shown(page.getByText('Look at <b>issue</b> 1'), page.getByRole('link', { name: 'Notifications 1 unread' }))
  await page.getByRole('button', { name: 'Mark as read' }).click()
  await shown(page.getByRole('link', { name: 'Notifications', exact: true }))
  await page.getByRole('link', { name: 'Open issue' }).click()
  await shown(page.getByRole('heading', { level: 1, name: /How often does the bell ring/ }))
  await page.goBack()
  await page.getByRole('button', { name: 'Remove: Look at <b>issue</b> 1' }).click()
  await shown(page.getByText('Nothing to tell'))
})

test('the list of agents passes axe', async () => {
  const { path } = await sampleRoom()
  const found = await lookAtScreens(await visit('/'), [`${path}/agents`])
  expect(found).toEqual({})
})

test('a screen of the settings gives the focus back when its dialog closes', async () => {
  const { path } = await sampleRoom()
  const page = await visit(`${path}/agents`)
  const button = page.getByRole('button', { name: 'New agent' })
  await button.click()
  await focused(page.getByRole('dialog', { name: 'New agent' }).getByLabel('Name'))
  await page.keyboard.press('Escape')
  await focused(button)
})
