import { expect, test } from 'vitest'
import { checkBothThemes, expectToFit, type Found } from './accessibility.ts'
import { replies, startScriptedRoomServer } from './scripted-agents.ts'
import { expectVisible } from './test-server.ts'

const { createSampleRoom, scriptAgents, open } = startScriptedRoomServer()
const { reading, done, grounded, invented, stop } = replies

/** Opens a chat with one question. */
async function openChat(
  { path, call }: Awaited<ReturnType<typeof createSampleRoom>>,
  agentId: string,
  message: string,
) {
  const { sessionId } = await call<{ sessionId: string }>('room_chat', { message, agentId })
  return open(`${path}/chat?chat=${sessionId}`)
}

test('a chat with an answer passes axe, light and dark, wide and narrow', async () => {
  const page = await openChat(await createSampleRoom(), 'continuity', 'Check scene 4 and scene 2 against canon.')
  const answer = page.getByRole('article', { name: 'Continuity says' })
  await expectVisible(answer.getByText('green eyes'), answer.getByRole('button', { name: /^Evidence/ }))
  const found: Found = {}
  await checkBothThemes(page, 'answered', found)
  await page.setViewportSize({ width: 380, height: 800 })
  await checkBothThemes(page, 'narrow', found)
  await expectToFit(page, 380, 'chat')
  expect(found).toEqual({})
})

test('a chat with an unverified answer says why, shows no sign of a verified one, and passes axe', async () => {
  const room = await createSampleRoom()
  const more = grounded.replace('here.', 'here, and her mother taught her to row when she was seven years old.')
  const { writer } = await scriptAgents(room.id, { writer: [reading, done, more] })
  const page = await openChat(room, writer, 'What color are her eyes?')
  const answer = page.getByRole('article', { name: 'Writer says' })
  await expectVisible(
    answer.getByText('it states more than its quote says.'),
    answer.locator('.evidence-chip.unverified'),
  )
  const found: Found = {}
  await checkBothThemes(page, 'unverified', found)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectToFit(page, 390, 'chat')
  expect(found).toEqual({})
})

test('a chat with a rejected reply passes axe, light and dark', async () => {
  const room = await createSampleRoom()
  const { chief } = await scriptAgents(room.id, { chief: [reading, done, invented, invented] })
  const page = await openChat(room, chief, 'What color are her eyes?')
  const notice = page.getByRole('article', { name: 'Chief: no answer' })
  await notice.getByRole('button', { name: 'Show rejected text' }).click()
  await expectVisible(notice.getByRole('region', { name: 'Rejected text' }))
  const found: Found = {}
  await checkBothThemes(page, 'rejected', found)
  expect(found).toEqual({})
})

test('a chat with an agent that stopped passes axe, light and dark', async () => {
  const room = await createSampleRoom()
  const { chief } = await scriptAgents(room.id, { chief: [stop] })
  const page = await openChat(room, chief, 'Make her eyes green everywhere.')
  await expectVisible(page.getByRole('article', { name: 'Chief stopped' }).getByText('approval-required'))
  const found: Found = {}
  await checkBothThemes(page, 'stopped', found)
  expect(found).toEqual({})
})
