import { expect, test } from 'vitest'
import { scriptedService } from '../models/scripted-service.ts'
import { bringEndpoint } from './room-screens.ts'
import { visitingRooms } from './room-visitor.ts'
import { focused, shown } from './web-visitor.ts'

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
  await shown(page.getByText('The endpoint is confirmed'))
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
  await keys.getByLabel('Label').fill('Work')
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
  await keys.getByRole('button', { name: 'Remove permanently' }).click()
  await shown(keys.getByText('No key is stored.'))
  await call('room_key_protect', { passphrase: null })
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
  await shown(page.getByText('No notifications'))
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
