import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServer } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'
import { checkBothThemes, expectToFit, type Found, waitUntilLoaded } from './accessibility.ts'
import { createRoomCaller } from './room-server.ts'
import { replies, repliesForEveryStatus, startScriptedRoomServer } from './scripted-agents.ts'
import { expectVisible, goTo } from './test-server.ts'

const { openConference, open } = startScriptedRoomServer()
const { reading, done, grounded, abstain, hang } = replies

test('a conference passes axe with its menu and a receipt, light and dark, wide and narrow', async () => {
  const { path, list, call, conference, ids } = await openConference(repliesForEveryStatus)
  await call('room_attendee_mute', { id: conference, agentId: ids.planner, muted: true })
  await call('room_round_start', { id: conference, prompt: 'What color are her eyes?' })
  const page = await open(path)
  await expectVisible(page.getByRole('link', { name: /Filed as issue/ }))
  const rejected = page.getByRole('article', { name: 'Writer: no answer' })
  await rejected.getByRole('button', { name: 'Show rejected text' }).click()
  const found: Found = {}
  await checkBothThemes(page, 'conference', found)
  await expectToFit(page, 1280, 'conference')
  await page.getByRole('button', { name: 'More about Chief' }).click()
  await expectVisible(page.getByRole('menuitem', { name: 'Mute' }))
  await checkBothThemes(page, 'menu of the Chief', found)
  await page.keyboard.press('Escape')
  const tools = page.getByRole('list', { name: 'Tools that ran' })
  await tools.getByRole('button', { name: /File reader/ }).click()
  await expectVisible(page.getByRole('dialog', { name: 'Receipt' }).getByText('Verified'))
  await checkBothThemes(page, 'receipt', found)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 380, height: 800 })
  await checkBothThemes(page, 'narrow', found)
  await expectToFit(page, 380, 'conference')
  await goTo(page, list)
  await waitUntilLoaded(page)
  await checkBothThemes(page, 'list', found)
  await expectToFit(page, 380, 'list')
  expect(found).toEqual({})
})

test('after the server was killed, a round waits until it is resumed', async () => {
  const home = tempHome()
  const file = join(home, 'script.json')
  const env = { DAYBOOK_TEST_PROVIDERS: '1', DAYBOOK_TEST_SCRIPT: file }
  const tell = (critic: string) =>
    writeFileSync(file, JSON.stringify({ chief: [reading, done, abstain], critic: [critic] }))
  tell(hang)
  let server = await startServer({ home, env })
  const call = createRoomCaller(() => server.url)
  await call('default', 'room_workspace_bind', { sample: true })
  await call('default', 'room_settings_save', { 'conference.autoResume': false })
  for (const id of ['chief', 'critic'])
    await call('default', 'room_endpoint_update', { id, provider: 'scripted', model: 'script' })
  const { id } = await call<{ id: string }>('default', 'room_conference_open', { attendees: ['critic'] })
  await call('default', 'room_round_start', { id, prompt: 'What color are her eyes?' })
  const path = `/p/default/room/conferences/${id}`
  const before = await open(path, {}, server.url)
  await expectVisible(before.getByRole('listitem', { name: 'Critic, Critic, Responding' }))
  await server.kill9()
  tell(grounded)
  server = await startServer({ home, env })

  const page = await open(path, {}, server.url)
  await expectVisible(page.getByText('The round was interrupted. Everything so far is kept.'))
  await expectVisible(page.getByRole('listitem', { name: 'Critic, Critic, Error' }))
  await page.getByRole('button', { name: 'Resume the round' }).click()
  await expectVisible(page.getByRole('article', { name: 'Critic says' }).getByText('green', { exact: true }))
  await expectVisible(page.getByRole('link', { name: /Filed as issue/ }))
})
