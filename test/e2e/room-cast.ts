import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { visitingRooms } from './room-visitor.ts'

export const scene = 'Story/Scenes/SCN-04-the-causeway.md'
const quote = 'out of her green eyes'

const call = (tool: string, args: object) => JSON.stringify({ tool, args, nonce: '{{nonce}}' })

/** Replies that a script is made of. */
export const replies = {
  reading: call('file_reader', { file_path: scene, start_line: 17, end_line: 17 }),
  done: JSON.stringify({ action: 'final', nonce: '{{nonce}}' }),
  grounded: `Her eyes are **green** here.\n**Evidence:** ${scene} line 17: "${quote}" receipt_id: {{receipt:last}}`,
  invented: `Blue <img src=x onerror=alert(1)>\u202e.\nEvidence: ${scene}: "out of her bright blue eyes" receipt_id: {{receipt:last}}`,
  abstain: 'ABSTAIN',
  stop: 'STOP_HOOK: approval-required\nMay I change the color in canon?',
  hang: '{{hang}}',
}

/** What agents say so that after a round each stands otherwise; mute the planner first. */
export const everyStanding = {
  chief: [replies.reading, replies.done, replies.abstain],
  planner: [replies.abstain],
  writer: [replies.invented, replies.invented],
  editor: [replies.stop],
  critic: [replies.abstain],
  continuity: [replies.grounded],
}

const roster = ['chief', 'planner', 'writer', 'editor', 'critic', 'continuity']

/** One server for a file of tests, whose agents say what a test tells them to, or answer without a model. */
export function visitingCasts() {
  const script: { [agentId: string]: readonly string[] } = {}
  let file = ''
  const visitor = visitingRooms(home => {
    file = join(home, 'script.json')
    writeFileSync(file, '{}')
    return { DAYBOOK_TEST_PROVIDERS: '1', DAYBOOK_TEST_SCRIPT: file }
  })
  let casts = 0
  const { inRoom, sampleRoom } = visitor

  return {
    ...visitor,
    cast,
    /** A conference of agents that say what they are told to, with nothing asked yet. */
    async meeting<R extends string>(said: { [role in R]: readonly string[] }) {
      const { id, path, call } = await sampleRoom()
      const ids = await cast(id, said)
      const { id: conference } = await call<{ id: string }>('room_conference_open', {
        agenda: 'What color are her eyes?',
      })
      return { ids, conference, call, list: `${path}/conferences`, path: `${path}/conferences/${conference}` }
    },
  }

  /** Agents of their own for a room, by role, with what each says; answers their ids. */
  async function cast<R extends string>(project: string, said: { [role in R]: readonly string[] }) {
    casts += 1
    for (const id of roster) await inRoom(project, 'room_agent_enable', { id, enabled: false })
    const ids = Object.entries<readonly string[]>(said).map(([role, lines]) => {
      const id = `${role}-${casts}`
      script[id] = lines
      return [role, id] as const
    })
    writeFileSync(file, JSON.stringify(script))
    for (const [role, id] of ids) {
      const name = `${role.charAt(0).toUpperCase()}${role.slice(1)}`
      await inRoom(project, 'room_agent_create', { id, name, role: role === 'chief' ? 'assistant' : role })
      await inRoom(project, 'room_endpoint_update', { id, provider: 'scripted', model: 'script' })
    }
    // Every role that was given has its id.
    return Object.fromEntries(ids) as { [role in R]: string }
  }
}

/** Keeps everything that the page reads out; call before it is opened further. */
export async function listening(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(`{
    window.said = []
    const region = document.querySelector('[role="status"][aria-live="polite"]')
    new MutationObserver(changes => {
      for (const { addedNodes } of changes) for (const node of addedNodes) window.said.push(node.textContent)
    }).observe(region, { childList: true })
  }`)
  return () => page.evaluate('window.said.join("\\n")')
}
