import { expect, test } from 'vitest'
import { replies, startScriptedRoomServer } from './scripted-agents.ts'
import { expectVisible } from './test-server.ts'

const { createSampleRoom, scriptAgents, callRoom, visit } = startScriptedRoomServer()
const { reading, done, grounded, hang } = replies

test('a queued turn keeps its position over a reload, and is cancelled in the queue or while it runs', async () => {
  const { id } = await createSampleRoom()
  const ids = await scriptAgents(id, { chief: [hang], critic: [reading, done, grounded] })
  const holding = callRoom(id, 'room_chat', {
    message: 'Think for long.',
    agentId: ids.chief,
  })
  await expect.poll(async () => (await callRoom(id, 'room_queue', {})).holder).toMatchObject({ agentId: ids.chief })
  const page = await visit(`/p/${id}/room/chat?agent=${ids.critic}`)
  await page.getByRole('textbox', { name: 'Question' }).fill('What color are her eyes?')
  await page.keyboard.press('Enter')
  const waits = page.getByText('Critic waits: next in the queue')
  await expectVisible(waits)
  await page.reload()
  await expectVisible(waits)
  await expect.poll(() => page.getByRole('button', { name: 'Ask', exact: true }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectVisible(page.getByText('Cancelled. No part of the answer was kept.'))
  expect(await page.getByRole('article', { name: 'Critic says' }).count()).toBe(0)

  await page.getByRole('link', { name: /Think for long/ }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Think for long.' }))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectVisible(page.getByText('Cancelled. No part of the answer was kept.'))
  expect(await holding).toMatchObject({ state: 'cancelled' })
})
