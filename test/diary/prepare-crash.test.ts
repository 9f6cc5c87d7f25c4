import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { workers } from '../crash/processes.ts'
import { AT, P, session } from '../fixtures/transcripts/claude-code/builders.ts'
import { chainFor, ledger } from './build-workspace.ts'
import type { Command } from './clerk.ts'
import { agentHome, settledFile } from './home.ts'
import { openProgram } from './prepared.ts'

const start = workers<Command>('test/diary/clerk.ts')
const rounds = Number(process.env.DAYBOOK_CRASH_ROUNDS ?? 25)
const date = '2026-05-12'

describe('A preparation killed with SIGKILL', () => {
  it('leaves the old day or the new one, and every chain that was acknowledged', async () => {
    const machine = agentHome()
    const program = await openProgram(machine)
    const path = machine.claude('one')
    const lines = [P('One.'), AT('Yes.')]
    settledFile(path, session(...lines))
    await program.prepare({ timezone: 'UTC' })
    const chain = chainFor('T0001', 1, {
      trigger: {
        type: 'explicit_user_message',
        summary: 'Asked.',
        quoted_messages: [],
        citations: [{ lines: '1-1' }],
      },
    })
    const written = await program.call('write_evidence', {
      date,
      project_key: ledger,
      session_ref: 'S0001',
      evidence_chain: chain,
    })
    expect(written.status).toBe('appended')
    let done = 0
    let shown = 1
    for (let round = 0; done === 0 || round < rounds; round++) {
      const before = session(...lines).length
      const timestamp = new Date(Date.parse('2026-05-12T03:00:00Z') + round * 60_000).toISOString()
      lines.push(P(`Next ${round}.`, { timestamp }), AT('Yes.', { timestamp }))
      appendFileSync(path, session(...lines).subarray(before))
      const clerk = start()
      const { surroundings, home } = machine
      await clerk.ask({ do: 'open', home, root: program.workspace(), surroundings })
      await clerk.ask({ do: 'die', at: round * 4 + 1 })
      clerk.send({ do: 'calls', calls: [{ name: 'diary_prepare', args: { date, timezone: 'UTC', mode: 'refresh' } }] })
      const answer = await clerk.next()
      await clerk.kill()
      if (answer) {
        expect(answer).toMatchObject({ status: 'ok' })
        done++
      }
      const status = await program.call('diary_status', { date })
      expect([shown, lines.length / 2]).toContain(status.projects[0].turns)
      shown = status.projects[0].turns
      expect(status.projects).toMatchObject([{ chains: 1 }])
      expect(existsSync(join(program.workspace(), '.swap.json'))).toBe(false)
      const copy = join(program.workspace(), 'projects', ledger, 'sessions', 'claude-code', 'one.jsonl')
      expect(readFileSync(copy)).toEqual(session(...lines.slice(0, shown * 2)))
    }
    expect(await program.prepare({ timezone: 'UTC', mode: 'refresh' })).toMatchObject({ status: 'ok' })
    const left = readdirSync(program.workspace()).filter(name => name.startsWith('.trash'))
    expect(left).toEqual([])
  })
})
