import { expect, vi } from 'vitest'
import { running } from '../cli/running.ts'
import { agentHome } from '../diary/home.ts'
import { appendTurn, writeOwnDay } from '../diary/own-days.ts'

const clock = { DAYBOOK_TIMEZONE: 'UTC', DAYBOOK_NOW: '2026-05-13T08:00:00Z' }

/** `daybook start` in an empty home on a machine with these days of work; answers the address it would open. */
export async function started(...days: string[]) {
  const machine = agentHome()
  for (const day of days) writeOwnDay(machine.claude(day), day)
  const path = machine.claude(days.at(-1) ?? '')
  if (days.length > 0)
    appendTurn(
      path,
      `${days.at(-1)}T02:20:00.000Z`,
      'And the fees?',
      'Should I round the fees half up, or half to even as well?',
    )
  const run = (port = '0') =>
    running(['start', '--no-open', '--port', port], machine.home, { ...machine.env, ...clock })
  const first = run()
  const url = await first.url()
  const opened = async () => {
    await vi.waitFor(() => expect(first.seen.stderr).toMatch(/→ \S+\n/), { timeout: 30_000, interval: 50 })
    return /→ (\S+)\n/.exec(first.seen.stderr)?.[1] ?? ''
  }
  return { machine, first, url, opened, again: () => run(new URL(url).port) }
}

export const desktop = { viewport: { width: 1280, height: 800 }, permissions: ['clipboard-read', 'clipboard-write'] }
