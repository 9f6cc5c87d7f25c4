import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { AT, P, session } from '../fixtures/transcripts/claude-code/builders.ts'
import { chainFor, ledger } from './build-workspace.ts'
import { agentHome, settledFile } from './home.ts'
import { openProgram } from './prepared.ts'
import type { startWriters } from './workspace-kills.ts'

const date = '2026-05-12'
/** More than a preparation ever asks of the file system. */
const maxPoints = 400

/** Refreshing a day is killed at the `first` point where it asks something of the file system, then `stride` later. */
export async function killAmidPreparation(
  start: ReturnType<typeof startWriters>,
  { first, stride }: { first: number; stride: number },
): Promise<void> {
  const machine = agentHome()
  const program = await openProgram(machine)
  const path = machine.claude('one')
  const lines = [P('One.'), AT('Yes.')]
  settledFile(path, session(...lines))
  await program.prepare({ timezone: 'UTC' })
  const evidence_chain = chainFor('T0001', 1, {
    trigger: { type: 'explicit_user_message', summary: 'Asked.', quoted_messages: [], citations: [{ lines: '1-1' }] },
  })
  const chain = { date, project_key: ledger, session_ref: 'S0001', evidence_chain }
  expect((await program.call('write_evidence', chain)).status).toBe('appended')

  let ended: number | undefined
  let shown = 1
  let ready = start()
  for (let at = first; at < maxPoints && ended === undefined; at += stride) {
    const before = session(...lines).length
    const timestamp = new Date(Date.parse('2026-05-12T03:00:00Z') + at * 60_000).toISOString()
    lines.push(P(`Next ${at}.`, { timestamp }), AT('Yes.', { timestamp }))
    appendFileSync(path, session(...lines).subarray(before))
    const writer = ready
    // The next one loads the program meanwhile.
    ready = start()
    const { environment, home } = machine
    await writer.ask({ do: 'open', home, root: program.workspace(), environment })
    await writer.ask({ do: 'die', at })
    writer.send({ do: 'calls', calls: [{ name: 'diary_prepare', args: { date, timezone: 'UTC', mode: 'refresh' } }] })
    const answer = await writer.next()
    await writer.kill()
    if (answer) {
      expect(answer).toMatchObject({ status: 'ok' })
      ended = at
    }
    const status = await program.call('diary_status', { date })
    expect([shown, lines.length / 2]).toContain(status.projects[0].turns)
    shown = status.projects[0].turns
    expect(status.projects).toMatchObject([{ chains: 1 }])
    expect(existsSync(join(program.workspace(), '.swap.json'))).toBe(false)
    const copy = join(program.workspace(), 'projects', ledger, 'sessions', 'claude-code', 'one.jsonl')
    expect(readFileSync(copy)).toEqual(session(...lines.slice(0, shown * 2)))
  }
  await ready.kill()
  expect(ended).toBeGreaterThan(50)
  expect(await program.prepare({ timezone: 'UTC', mode: 'refresh' })).toMatchObject({ status: 'ok' })
  const left = readdirSync(program.workspace()).filter(name => name.startsWith('.trash'))
  expect(left).toEqual([])
}
