import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { agentHome, settledFile } from '../diary/home.ts'
import { AT, P, session } from '../fixtures/transcripts/claude-code/builders.ts'
import { startTestServer } from './test-server.ts'

/** A server with one session about a stairway, and a project with a room, an issue and a record about it. */
export function startSearchServer() {
  const server = startTestServer(folder => {
    const machine = agentHome(folder)
    settledFile(
      machine.claude('stairs'),
      session(P('Why does the stairway flicker at night?'), AT('The **stairway** lamp is on the dimmer of the hall.')),
    )
    return { ...machine.env, HOME: folder, DAYBOOK_TIMEZONE: 'UTC' }
  })
  return { ...server, createProjectWithRoom: () => createProjectWithRoom(server) }
}

export const field = (page: Page) => page.getByRole('combobox', { name: 'Search everything' })
export const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

async function createProjectWithRoom({
  createProject,
  startChat,
  home,
  url,
}: Pick<ReturnType<typeof startTestServer>, 'createProject' | 'startChat' | 'home' | 'url'>) {
  const { id, path } = await createProject()
  const root = join(home, `room-of-${id}`)
  mkdirSync(join(root, 'Story'), { recursive: true })
  writeFileSync(join(root, 'Story', 'Lamp.md'), '# Lamp\n\nThe stairway lamp hums.\n')
  const room = async (name: string, body: object) => {
    const response = await fetch(`${url()}/api/room/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-daybook-project': id },
      body: JSON.stringify(body),
    })
    expect(response.ok).toBe(true)
  }
  await room('room_workspace_bind', { path: root })
  await room('room_issue_open', { title: 'The stairway is dark', body: 'Since Monday.' })
  const record = await startChat(id).write({ title: 'Stairway light', body: 'We keep the dimmer in the stairway.' })
  return { id, path, record }
}
