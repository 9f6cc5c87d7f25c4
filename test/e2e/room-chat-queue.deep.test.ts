import { expect, test } from 'vitest'
import { replies, visitingCasts } from './room-cast.ts'
import { shown } from './web-visitor.ts'

const { sampleRoom, cast, inRoom, visit } = visitingCasts()
const { reading, done, grounded, hang } = replies

test('a turn that has not ended waits in the queue at a place that a reload does not change, and is cancelled there or while it runs', async () => {
  const { id } = await sampleRoom()
  const ids = await cast(id, { chief: [hang], critic: [reading, done, grounded] })
  const holding = inRoom(id, 'room_chat', {
    message: 'Think for long.',
    agentId: ids.chief,
  })
  await expect.poll(async () => (await inRoom(id, 'room_queue', {})).holder).toMatchObject({ agentId: ids.chief })
  const page = await visit(`/p/${id}/room/chat?agent=${ids.critic}`)
  await page.getByRole('textbox', { name: 'Question' }).fill('What color are her eyes?')
  await page.keyboard.press('Enter')
  const waits = page.getByText('Critic waits: next in the queue')
  await shown(waits)
  await page.reload()
  await shown(waits)
  await expect.poll(() => page.getByRole('button', { name: 'Ask', exact: true }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await shown(page.getByText('Cancelled. No part of the answer was kept.'))
  expect(await page.getByRole('article', { name: 'Critic says' }).count()).toBe(0)

  await page.getByRole('link', { name: /Think for long/ }).click()
  await shown(page.getByRole('heading', { level: 1, name: 'Think for long.' }))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await shown(page.getByText('Cancelled. No part of the answer was kept.'))
  expect(await holding).toMatchObject({ state: 'cancelled' })
})
