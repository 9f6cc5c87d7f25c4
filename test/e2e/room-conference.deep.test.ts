import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServer } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'
import { type Found, fits, loaded, look } from './look.ts'
import { everyStanding, replies, visitingCasts } from './room-cast.ts'
import { roomCaller } from './room-visitor.ts'
import { goTo, shown } from './web-visitor.ts'

const { meeting, open } = visitingCasts()
const { reading, done, grounded, abstain, hang } = replies

test('a conference passes axe with its menu and a receipt, light and dark, wide and narrow', async () => {
  const { path, list, call, conference, ids } = await meeting(everyStanding)
  await call('room_attendee_mute', { id: conference, agentId: ids.planner, muted: true })
  await call('room_round_start', { id: conference, prompt: 'What color are her eyes?' })
  const page = await open(path)
  await shown(page.getByRole('link', { name: /Filed as issue/ }))
  const rejected = page.getByRole('article', { name: 'Writer: no answer' })
  await rejected.getByRole('button', { name: 'Show rejected text' }).click()
  const found: Found = {}
  await look(page, 'conference', found)
  await fits(page, 1280, 'conference')
  await page.getByRole('button', { name: 'More about Chief' }).click()
  await shown(page.getByRole('menuitem', { name: 'Mute' }))
  await look(page, 'menu of the Chief', found)
  await page.keyboard.press('Escape')
  const tools = page.getByRole('list', { name: 'Tools that ran' })
  await tools.getByRole('button', { name: /file_reader/ }).click()
  await shown(page.getByRole('dialog', { name: 'Receipt' }).getByText('Verified'))
  await look(page, 'receipt', found)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 380, height: 800 })
  await look(page, 'narrow', found)
  await fits(page, 380, 'conference')
  await goTo(page, list)
  await loaded(page)
  await look(page, 'list', found)
  await fits(page, 380, 'list')
  expect(found).toEqual({})
})

test('a round waits, after the program was killed, until somebody resumes it', async () => {
  const home = tempHome()
  const file = join(home, 'script.json')
  const env = { DAYBOOK_TEST_PROVIDERS: '1', DAYBOOK_TEST_SCRIPT: file }
  const tell = (critic: string) =>
    writeFileSync(file, JSON.stringify({ chief: [reading, done, abstain], critic: [critic] }))
  tell(hang)
  let server = await startServer({ home, env })
  const call = roomCaller(() => server.url)
  await call('default', 'room_workspace_bind', { sample: true })
  await call('default', 'room_settings_save', { 'conference.autoResume': false })
  for (const id of ['chief', 'critic'])
    await call('default', 'room_endpoint_update', { id, provider: 'scripted', model: 'script' })
  const { id } = await call<{ id: string }>('default', 'room_conference_open', { attendees: ['critic'] })
  await call('default', 'room_round_start', { id, prompt: 'What color are her eyes?' })
  const path = `/p/default/room/conferences/${id}`
  const before = await open(path, {}, server.url)
  await shown(before.getByRole('listitem', { name: 'Critic, Critic, Responding' }))
  await server.kill9()
  tell(grounded)
  server = await startServer({ home, env })

  const page = await open(path, {}, server.url)
  await shown(page.getByText('The round was interrupted. Everything so far is kept.'))
  await shown(page.getByRole('listitem', { name: 'Critic, Critic, Error' }))
  await page.getByRole('button', { name: 'Resume the round' }).click()
  await shown(page.getByRole('article', { name: 'Critic says' }).getByText('green', { exact: true }))
  await shown(page.getByRole('link', { name: /Filed as issue/ }))
})
