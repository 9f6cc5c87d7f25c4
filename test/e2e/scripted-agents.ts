import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startRoomServer } from './room-server.ts'

export const scene = 'Story/Scenes/SCN-04-the-causeway.md'
const quote = 'out of her green eyes'

const call = (tool: string, args: object) => JSON.stringify({ tool, args, nonce: '{{nonce}}' })

/** Replies for scripts. */
export const replies = {
  reading: call('file_reader', { file_path: scene, start_line: 17, end_line: 17 }),
  done: JSON.stringify({ action: 'final', nonce: '{{nonce}}' }),
  grounded: `Her eyes are **green** here.\n**Evidence:** ${scene} line 17: "${quote}" receipt_id: {{receipt:last}}`,
  invented: `Blue <img src=x onerror=alert(1)>\u202e.\nEvidence: ${scene}: "out of her bright blue eyes" receipt_id: {{receipt:last}}`,
  abstain: 'ABSTAIN',
  stop: 'STOP_HOOK: approval-required\nMay I change the color in canon?',
  hang: '{{hang}}',
}

/** Scripts after which each agent has another status; mute the planner first. */
export const repliesForEveryStatus = {
  chief: [replies.reading, replies.done, replies.abstain],
  planner: [replies.abstain],
  writer: [replies.invented, replies.invented],
  editor: [replies.stop],
  critic: [replies.abstain],
  continuity: [replies.grounded],
}

const roster = ['chief', 'planner', 'writer', 'editor', 'critic', 'continuity']

/** Starts a server whose agents give scripted replies, or answer without a model. */
export function startScriptedRoomServer() {
  const script: { [agentId: string]: readonly string[] } = {}
  let file = ''
  const server = startRoomServer(home => {
    file = join(home, 'script.json')
    writeFileSync(file, '{}')
    return { DAYBOOK_TEST_PROVIDERS: '1', DAYBOOK_TEST_SCRIPT: file }
  })
  let scriptedGroups = 0
  const { callRoom, createSampleRoom } = server

  return {
    ...server,
    scriptAgents,
    /** Opens a conference of scripted agents, before its first question. */
    async openConference<R extends string>(said: { [role in R]: readonly string[] }) {
      const { id, path, call } = await createSampleRoom()
      const ids = await scriptAgents(id, said)
      const { id: conference } = await call<{ id: string }>('room_conference_open', {
        agenda: 'What color are her eyes?',
      })
      return { ids, conference, call, list: `${path}/conferences`, path: `${path}/conferences/${conference}` }
    },
  }

  /** Replaces a room's agents by scripted ones, by role; returns their ids. */
  async function scriptAgents<R extends string>(project: string, said: { [role in R]: readonly string[] }) {
    scriptedGroups += 1
    for (const id of roster) await callRoom(project, 'room_agent_enable', { id, enabled: false })
    const ids = Object.entries<readonly string[]>(said).map(([role, lines]) => {
      const id = `${role}-${scriptedGroups}`
      script[id] = lines
      return [role, id] as const
    })
    writeFileSync(file, JSON.stringify(script))
    for (const [role, id] of ids) {
      const name = `${role.charAt(0).toUpperCase()}${role.slice(1)}`
      await callRoom(project, 'room_agent_create', { id, name, role: role === 'chief' ? 'assistant' : role })
      await callRoom(project, 'room_endpoint_update', { id, provider: 'scripted', model: 'script' })
    }
    // Every role that was given has its id.
    return Object.fromEntries(ids) as { [role in R]: string }
  }
}

/** Records the page's live announcements from now on. */
export async function recordAnnouncements(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(`{
    window.said = []
    const region = document.querySelector('[role="status"][aria-live="polite"]')
    new MutationObserver(changes => {
      for (const { addedNodes } of changes) for (const node of addedNodes) window.said.push(node.textContent)
    }).observe(region, { childList: true })
  }`)
  return () => page.evaluate('window.said.join("\\n")')
}
