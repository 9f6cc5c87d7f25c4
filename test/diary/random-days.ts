import fc from 'fast-check'
import { expect } from 'vitest'
import { openWorkspace } from '../../src/diary/workspace/open.ts'
import { progressOf } from '../../src/diary/workspace/progress.ts'
import { loadProjects } from '../../src/diary/workspace/project.ts'
import {
  AT,
  AU,
  BARE,
  type ClaudeLine,
  P,
  RAW,
  session,
  TR,
  TRX,
} from '../fixtures/transcripts/claude-code/builders.ts'
import { faultsOf } from './chains.ts'
import { date, generated } from './generating.ts'
import { agentHome, settledFile } from './home.ts'
import { openProgram } from './prepared.ts'

const words = [
  'Continue',
  'no, that is wrong',
  'thanks',
  'Fix the rounding in src/money.ts',
  'run the tests',
  '/ship',
  '?',
  '',
]
const commands = ['npm test', 'npm run lint | tail', 'git commit -m "x"', 'cat /home/al/notes', 'gh pr create', 'ls']
const outputs = ['Tests  1 failed | 2 passed (3)', '[main 1a2b3c4] Round', 'ok', 'x'.repeat(3000), '']

/** What an agent did in a turn: kinds of lines by small numbers. */
const turn = fc.record({
  words: fc.constantFrom(...words),
  steps: fc.array(fc.tuple(fc.nat(7), fc.nat(5)), { maxLength: 5 }),
})

/** A session of so many turns; the same few turns come again and again, each at a time and with ids of its own. */
function transcript(turns: Array<{ words: string; steps: [number, number][] }>, repeat: number, name: string): Buffer {
  const lines: ClaudeLine[] = []
  for (let n = 0; n < repeat; n++) {
    for (const { words: said, steps } of turns) {
      const at = lines.length
      const timestamp = new Date(Date.parse('2026-05-12T01:00:00Z') + at * 1000).toISOString()
      const own = (index: number) => ({ timestamp, uuid: `${name}-${at}-${index}`, cwd: `/fake/${name.slice(0, 5)}` })
      lines.push(P(`${said} ${at % 7}`, own(0)))
      for (const [index, [kind, which]] of steps.entries())
        lines.push(...step(kind, which, `${name}-${at}-${index}`, own(index + 1)))
    }
  }
  return session(...lines.slice(0, 50_000))
}

function step(kind: number, which: number, id: string, own: { timestamp: string; uuid: string }): ClaudeLine[] {
  const stamped =
    (line: ClaudeLine): ClaudeLine =>
    n => ({ ...(line(n) as object), ...own })
  switch (kind) {
    case 0:
      return [AT(`Done with ${which}.`, own)]
    case 1:
      return [AU(id, 'Bash', { command: commands[which] ?? 'ls' }), TR(id, outputs[which] ?? '')].map(stamped)
    case 2:
      return [
        AU(id, 'Edit', { file_path: `/fake/src/${which}.ts`, old_string: 'a', new_string: 'b' }),
        TR(id, 'ok'),
      ].map(stamped)
    case 3:
      return [AU(id, 'Bash', { command: 'npm test' }), TRX(id, 'failed')].map(stamped)
    case 4:
      return [RAW({ type: 'user', message: { role: 'user', content: '[Request interrupted by user]' }, ...own })]
    case 5:
      return [BARE({ type: 'summary', summary: 'x' })]
    case 6:
      return [stamped(AU(id, 'WebFetch', { url: 'https://example.org' }))]
    default:
      return [AT('Shall I go on?', own)]
  }
}

async function holds(sessions: Buffer[], least: number): Promise<void> {
  const machine = agentHome()
  for (const [index, bytes] of sessions.entries()) settledFile(machine.claude(`s${index}`), bytes)
  const program = await openProgram(machine, { keeping: false })
  const run = await generated(program, { timezone: 'UTC' })
  expect(run).toMatchObject({ state: 'complete', totals: { uncovered_turns: 0, gaps: 0, failed: 0 } })
  expect(run.totals.turns).toBeGreaterThanOrEqual(least)
  for (const project of await loadProjects(await openWorkspace(program.app.diary, date))) {
    const { cards, uncovered, turns } = await progressOf(project)
    expect(uncovered).toEqual([])
    const spans = new Map(turns.map(each => [`${each.session_ref} ${each.turn_ref}`, each]))
    for (const [session_ref, { chains }] of cards) {
      for (const chain of chains) {
        const span = spans.get(`${session_ref} ${chain.turn_ref}`) ?? { start: 0, end: 0 }
        expect(faultsOf(chain, span)).toEqual([])
      }
    }
  }
}

/** So many random days without a model: every turn is covered, and every chain is valid. */
export async function generateDays(runs: number): Promise<void> {
  const day = fc.array(fc.array(turn, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(day, sessions =>
      holds(
        sessions.map((turns, index) => transcript(turns, 2, `p${index}`)),
        0,
      ),
    ),
    { numRuns: runs },
  )
}

/** A day of so many sessions with two hundred turns each; every seed has other turns. */
export async function generateLargeDay(sessions: number, seed: number): Promise<void> {
  const shapes = fc.sample(fc.array(turn, { minLength: 10, maxLength: 10 }), { seed, numRuns: sessions })
  await holds(
    shapes.map((turns, index) => transcript(turns, 20, `big${String(index % 10)}-${index}`)),
    sessions * 180,
  )
}
