import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { filesHolding, kept, linesSaying, secret, writeSession } from './forgetting.ts'
import { generated } from './generating.ts'
import { agentHome } from './home.ts'
import { openProgram } from './prepared.ts'
import type { startWriters } from './workspace-kills.ts'

const date = '2026-05-12'
const word = 'xylophone'
/** More than forgetting ever asks of the file system. */
const maxPoints = 2000
const ours = ['diary', 'archive', 'cache', 'forgotten', 'daybook.db', 'daybook.db-wal', 'daybook.db-shm']

/**
 * Forgetting is killed at the `first` point where it asks something of the file system, then `stride` later. The next start finds
 * that nothing has happened, or finishes it.
 */
export async function killAmidForgetting(
  start: ReturnType<typeof startWriters>,
  { first, stride }: { first: number; stride: number },
): Promise<{ untouched: number; finished: number }> {
  const machine = agentHome()
  const { home, environment } = machine
  writeSession(machine, kept, linesSaying('harmless', kept))
  writeSession(machine, secret, linesSaying(word, secret, '2026-05-12T03'))
  const program = await openProgram(machine)
  await generated(program)
  // The processes have a cache of their own.
  rmSync(join(home, 'diary', 'cache'), { recursive: true })
  const open = { do: 'open', home, root: program.workspace(), environment } as const
  const template = `${home}-template`
  cpSync(home, template, { recursive: true })
  const counts = { untouched: 0, finished: 0 }
  // One process is the next start each time: it opens everything anew, and need not load the program again.
  const next = start()
  let ready = start()
  for (let at = first, ended = false; at < maxPoints && !ended; at += stride) {
    for (const name of ours) rmSync(join(home, name), { recursive: true, force: true })
    for (const name of ours) {
      if (existsSync(join(template, name))) cpSync(join(template, name), join(home, name), { recursive: true })
    }
    const writer = ready
    // The next one loads the program meanwhile.
    ready = start()
    await writer.ask(open)
    await writer.ask({ do: 'die', at })
    writer.send({ do: 'calls', calls: [{ name: 'diary_forget', args: { session: secret, confirm: secret } }] })
    const answer = await writer.next()
    await writer.kill()
    if (answer) {
      expect(answer).toMatchObject({ status: 'ok', state: 'forgotten' })
      ended = true
    }
    await next.ask(open)
    next.send({ do: 'calls', calls: [{ name: 'diary_forgotten', args: {} }] })
    const { sessions } = await next.next()
    next.send({ do: 'calls', calls: [{ name: 'diary_verify', args: { date } }] })
    const { mismatches, certificate } = await next.next()
    await next.ask({ do: 'close' })
    expect([at, mismatches]).toEqual([at, []])
    if (sessions.length === 0) {
      counts.untouched++
      expect([at, certificate.turns]).toEqual([at, { indexed: 4, with_evidence: 4, in_items: 4 }])
    } else {
      counts.finished++
      expect([at, sessions[0].pending, filesHolding(home, word)]).toEqual([at, false, []])
      expect(certificate).toMatchObject({ turns: { indexed: 2, in_items: 2 }, forgotten: { sessions: 1, turns: 2 } })
    }
  }
  await Promise.all([ready.kill(), next.end()])
  rmSync(template, { recursive: true, force: true })
  return counts
}
