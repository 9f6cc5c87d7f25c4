import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { visitingRooms } from './room-visitor.ts'

export const scene = 'Story/Scenes/SCN-04-the-causeway.md'
export const quote = 'out of her green eyes'

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
  const { inRoom } = visitor

  return {
    ...visitor,
    /** Agents of their own for a room, by role, with what each says; answers their ids. */
    async cast<R extends string>(project: string, said: { [role in R]: readonly string[] }) {
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
    },
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
