import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { inventHome } from '../../bench/diary/home.ts'
import { tempHome } from '../support/tempdir.ts'
import { agentHome } from './home.ts'
import { openProgram } from './prepared.ts'

// The bench times a preparation; what it has to do at all is counted here (diary.md §5.3).
it.runIf(process.platform === 'linux')(
  'preparing a day reads an indexed transcript once and parses a part of it',
  async () => {
    const day = '2026-05-12'
    const sizes = Array.from({ length: 10 }, () => 500_000)
    const invented = inventHome(tempHome(), sizes, Date.parse(`${day}T00:00:00Z`), 0)
    const machine = agentHome(invented.folder)
    machine.env.DAYBOOK_CLAUDE_ROOTS = join(invented.claude, 'projects')
    machine.env.DAYBOOK_CODEX_ROOTS = join(invented.codex, 'sessions')
    const { call } = await openProgram(machine, { keeping: false })
    // The first preparation also loads modules, which are not counted.
    expect(await call('diary_prepare', { date: day, timezone: 'UTC' })).toMatchObject({ status: 'ok' })

    let parsed = 0
    const parse = JSON.parse
    const spy = vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
      parsed += text.length
      return parse(text, reviver)
    })
    const before = readSoFar()
    const again = await call('diary_prepare', { date: day, timezone: 'UTC', mode: 'rebuild' })
    const read = readSoFar() - before
    spy.mockRestore()
    expect(again).toMatchObject({ result: 'rebuilt', counters: { sessions_selected: sizes.length, bytes_read: 0 } })
    expect(read / invented.bytes).toBeGreaterThan(1)
    expect(read / invented.bytes).toBeLessThan(1.15)
    // Texts that edits replace are parsed too: more of them here than in real sessions, where they are 1.7 % of the bytes.
    expect(parsed / invented.bytes).toBeLessThan(0.4)
  },
)

/** The bytes that this process has read from files. */
function readSoFar(): number {
  return Number(/^rchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])
}
