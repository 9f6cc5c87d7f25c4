import { expect, test } from 'vitest'
import { type Found, fits, look } from './look.ts'
import { replies, visitingCasts } from './room-cast.ts'
import { shown } from './web-visitor.ts'

const { sampleRoom, cast, open } = visitingCasts()
const { reading, done, grounded, invented, stop } = replies

/** A page on a chat in which one question was asked. */
async function openChat({ path, call }: Awaited<ReturnType<typeof sampleRoom>>, agentId: string, message: string) {
  const { sessionId } = await call<{ sessionId: string }>('room_chat', { message, agentId })
  return open(`${path}/chat?chat=${sessionId}`)
}

test('a chat with an answer passes axe, light and dark, wide and narrow', async () => {
  const page = await openChat(await sampleRoom(), 'continuity', 'Check scene 4 and scene 2 against canon.')
  const answer = page.getByRole('article', { name: 'Continuity says' })
  await shown(answer.getByText('green eyes'), answer.getByRole('button', { name: /^Evidence/ }))
  const found: Found = {}
  await look(page, 'answered', found)
  await page.setViewportSize({ width: 380, height: 800 })
  await look(page, 'narrow', found)
  await fits(page, 380, 'chat')
  expect(found).toEqual({})
})

test('a chat with an unverified answer says why, shows no sign of a verified one, and passes axe', async () => {
  const room = await sampleRoom()
  const more = grounded.replace('here.', 'here, and her mother taught her to row when she was seven years old.')
  const { writer } = await cast(room.id, { writer: [reading, done, more] })
  const page = await openChat(room, writer, 'What color are her eyes?')
  const answer = page.getByRole('article', { name: 'Writer says' })
  await shown(answer.getByText('it states more than its quote says.'), answer.locator('.evidence-chip.unverified'))
  const found: Found = {}
  await look(page, 'unverified', found)
  await page.setViewportSize({ width: 390, height: 800 })
  await fits(page, 390, 'chat')
  expect(found).toEqual({})
})

test('a chat with a rejected reply passes axe, light and dark', async () => {
  const room = await sampleRoom()
  const { chief } = await cast(room.id, { chief: [reading, done, invented, invented] })
  const page = await openChat(room, chief, 'What color are her eyes?')
  const notice = page.getByRole('article', { name: 'Chief: no answer' })
  await notice.getByRole('button', { name: 'Show rejected text' }).click()
  await shown(notice.getByRole('region', { name: 'Rejected text' }))
  const found: Found = {}
  await look(page, 'rejected', found)
  expect(found).toEqual({})
})

test('a chat with an agent that stopped passes axe, light and dark', async () => {
  const room = await sampleRoom()
  const { chief } = await cast(room.id, { chief: [stop] })
  const page = await openChat(room, chief, 'Make her eyes green everywhere.')
  await shown(page.getByRole('article', { name: 'Chief stopped' }).getByText('approval-required'))
  const found: Found = {}
  await look(page, 'stopped', found)
  expect(found).toEqual({})
})
