import { expect, test } from 'vitest'
import { scriptedService } from '../models/scripted-service.ts'
import { writeFolderEndpoint } from './room-screens.ts'
import { startRoomServer } from './room-server.ts'
import { expectFocused, expectVisible } from './test-server.ts'

const { visit, createSampleRoom } = startRoomServer()

test('an agent gets an endpoint, whose models are listed and whose connection is tested', async () => {
  const { path, call } = await createSampleRoom()
  const service = await scriptedService(() => ({ text: 'ok' }), ['small', 'large<b>'])
  const page = await visit(`${path}/agents/editor`)
  await page.getByLabel('Provider').selectOption('ollama')
  await page.getByLabel('Address').fill('ftp://127.0.0.1')
  await page.getByLabel('Model').fill('small')
  await page.getByRole('button', { name: 'Save the endpoint' }).click()
  await expectVisible(page.getByText('Rule: http or https.').first())
  await page.getByLabel('Address').fill(service.url)
  await page.getByRole('button', { name: 'List the models' }).click()
  await page.getByRole('button', { name: 'large<b>' }).click()
  await page.getByRole('button', { name: 'Save the endpoint' }).click()
  await expectVisible(page.getByText('The endpoint is saved'))
  await page.getByRole('button', { name: 'Test the connection' }).click()
  await expectVisible(page.getByText(/^Ollama answered in [\d,]+ ms with large<b>/))
  expect(service.asked.at(-1)?.body.model).toBe('large<b>')
  expect(await call('room_endpoint_list')).toMatchObject({
    endpoints: expect.arrayContaining([
      expect.objectContaining({ agentId: 'editor', endpoint: expect.objectContaining({ baseUrl: service.url }) }),
    ]),
  })
})

test('an endpoint from the folder shows what it would send where, and is used once the owner agrees', async () => {
  const { root, path } = await createSampleRoom()
  const service = await scriptedService(() => ({ text: 'ok' }))
  writeFolderEndpoint(root, 'editor', service.url)
  const page = await visit(`${path}/agents`)
  await page.locator('.found-endpoints').getByRole('link', { name: 'Editor' }).click()
  const found = page.getByRole('region', { name: 'Endpoint of the folder' })
  await expectVisible(found.getByText(`${service.url}/v1`), found.getByText('none', { exact: true }))
  await expect.poll(() => page.getByLabel('Provider').inputValue()).toBe('builtin')
  expect(service.asked).toEqual([])
  await found.getByRole('button', { name: 'Use this endpoint' }).click()
  await expectVisible(page.getByText('The endpoint is confirmed'))
  await expect.poll(() => found.count()).toBe(0)
  await expectFocused(page.getByRole('button', { name: 'Test the connection' }))
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText(/ answered in [\d,]+ ms with small/))
})

test('an endpoint forgets its key when the address changes', async () => {
  const { path, call } = await createSampleRoom()
  const service = await scriptedService(() => ({ text: 'ok' }))
  const endpoint = { provider: 'openai', model: 'small', apiKeyRef: 'env:OPENAI_API_KEY' }
  await call('room_endpoint_update', { id: 'writer', ...endpoint })
  const page = await visit(`${path}/agents/writer`)
  await expectVisible(page.getByLabel('Environment variable'))
  await page.getByLabel('Address').fill(service.url)
  await page.getByRole('button', { name: 'Save the endpoint' }).click()
  await expectVisible(page.getByText('The endpoint is saved'))
  const { endpoint: saved } = await call<{ endpoint: object }>('room_endpoint_show', { id: 'writer' })
  expect(saved).toMatchObject({ baseUrl: service.url })
  expect(saved).not.toHaveProperty('apiKeyRef')
})

test('a failed connection test says why the service did not answer', async () => {
  const { path, call } = await createSampleRoom()
  const { url: baseUrl } = await scriptedService(() => ({ status: 401 }))
  await call('room_endpoint_update', { id: 'critic', provider: 'openai', baseUrl, model: 'small', maxRetries: 0 })
  const page = await visit(`${path}/agents/critic`)
  await page.getByRole('button', { name: 'Test the connection' }).click()
  await expectVisible(page.getByText('OpenAI: It did not accept the key. Choose or store another one.'))
})

test('keys are sent once and never returned', async () => {
  const { path, call } = await createSampleRoom()
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
  await expectVisible(page.getByText('The key is stored'), keys.getByText('Work', { exact: true }))
  await expect.poll(() => keys.getByLabel('The key').inputValue()).toBe('')
  await page.reload()
  await expectVisible(keys.getByText('Work', { exact: true }))
  expect(await page.content()).not.toContain(secret)
  expect((await Promise.all(answers)).join('\n')).not.toContain(secret)
  expect(JSON.stringify(await call('room_key_list'))).not.toContain(secret)

  await keys.getByLabel('Passphrase').fill('a long passphrase')
  await keys.getByRole('button', { name: 'Encrypt with this passphrase' }).click()
  await keys.getByRole('button', { name: 'Lock them now' }).click()
  await expectVisible(
    keys.getByText('Locked', { exact: true }),
    keys.getByText('Unlock the keys to see which are stored.'),
  )
  await keys.getByLabel('Passphrase').fill('not the one')
  await keys.getByRole('button', { name: 'Unlock' }).click()
  await expectVisible(keys.getByRole('alert'))
  await keys.getByLabel('Passphrase').fill('a long passphrase')
  await keys.getByRole('button', { name: 'Unlock' }).click()
  await expectVisible(keys.getByText('Encrypted and unlocked'))

  await keys.getByRole('button', { name: 'Remove Work' }).click()
  await keys.getByRole('button', { name: 'Remove permanently' }).click()
  await expectVisible(keys.getByText('No key is stored.'))
  await call('room_key_protect', { passphrase: null })
})

test('notifications are counted on their tab, link to their subject, and are read and removed', async () => {
  const { path, call } = await createSampleRoom()
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
  await expectVisible(
    page.getByText('Look at <b>issue</b> 1'),
    page.getByRole('link', { name: 'Notifications 1 unread' }),
  )
  await page.getByRole('button', { name: 'Mark as read' }).click()
  await expectVisible(page.getByRole('link', { name: 'Notifications', exact: true }))
  await page.getByRole('link', { name: 'Open issue' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: /How often does the bell ring/ }))
  await page.goBack()
  await page.getByRole('button', { name: 'Remove: Look at <b>issue</b> 1' }).click()
  await expectVisible(page.getByText('No notifications'))
})

test('a settings screen restores the focus when its dialog closes', async () => {
  const { path } = await createSampleRoom()
  const page = await visit(`${path}/agents`)
  const button = page.getByRole('button', { name: 'New agent' })
  await button.click()
  await expectFocused(page.getByRole('dialog', { name: 'New agent' }).getByLabel('Name'))
  await page.keyboard.press('Escape')
  await expectFocused(button)
})
