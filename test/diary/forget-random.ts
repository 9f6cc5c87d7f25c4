import fc from 'fast-check'
import { expect } from 'vitest'
import { AT, AU, type ClaudeLine, P, TR, TRX } from '../fixtures/transcripts/claude-code/builders.ts'
import { filesHolding, type Program, packedHolding, writeSession } from './forgetting.ts'
import { generated } from './generating.ts'
import { agentHome } from './home.ts'
import { openProgram } from './prepared.ts'

/** What may happen in a session, each with its word in it. */
const steps: ((word: string, n: number) => ClaudeLine[])[] = [
  word => [P(`How about ${word}?`), AT(`Let us see what ${word} is.`)],
  (word, n) => [
    AU(`w${n}`, 'Write', { file_path: `/fake/ledger/src/${word}.ts`, content: `const ${word} = ${n}\n` }),
    TR(`w${n}`, `File created: src/${word}.ts`),
  ],
  (word, n) => [
    AU(`b${n}`, 'Bash', { command: `npm test -- ${word}` }),
    TRX(`b${n}`, `FAIL ${word}.test.ts\n1 failed`),
  ],
  (word, n) => [
    AU(`c${n}`, 'Bash', { command: `git commit -am 'Fix ${word}'` }),
    TR(`c${n}`, `[main 1a2b3c${n % 10}] Fix ${word}\n 2 files changed`),
  ],
  word => [P(`No, do ${word} otherwise: rename it to ${word}Renamed.`), AT(`Shall I rename ${word} everywhere?`)],
]

const Session = fc.record({
  steps: fc.array(fc.nat(steps.length - 1), { minLength: 1, maxLength: 6 }),
  hour: fc.integer({ min: 0, max: 45 }),
  goesOn: fc.boolean(),
})
const Home = fc.record({ sessions: fc.array(Session, { minLength: 2, maxLength: 4 }), forgotten: fc.nat(3) })

/** In random homes a session is forgotten; then nothing that anybody can ask or read holds its words. */
export async function forgetRandomly(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(Home, async ({ sessions, forgotten }) => {
      const machine = agentHome()
      const program = await openProgram(machine)
      const words = sessions.map((_, at) => `quagga${at}zorilla`)
      const ids = sessions.map((_, at) => `${String(at).repeat(8)}-0000-4000-8000-000000000000`)
      sessions.forEach(({ steps: chosen, hour, goesOn }, at) => {
        const lines = linesOf(words[at] ?? '', ids[at] ?? '', chosen, hour)
        writeSession(machine, ids[at] ?? '', lines)
        // A session that was resumed in another file, which begins with a copy of it.
        if (goesOn)
          writeSession(machine, `9${(ids[at] ?? '').slice(1)}`, [
            ...lines,
            ...linesOf(words[at] ?? '', `again-${at}`, [0], hour + 1),
          ])
      })
      for (const date of days) await generated(program, { date })
      await program.call('diary_index', {})
      await program.call('diary_range_report', { from: days[0], to: days[1] })
      const at = forgotten % sessions.length
      const word = words[at] ?? ''
      // Otherwise this would show nothing.
      expect((await answersHolding(program, word)).length).toBeGreaterThan(4)
      const answer = await program.call('diary_forget', { session: ids[at], confirm: ids[at] })
      expect(answer).toMatchObject({ status: 'ok', state: 'forgotten' })
      const check = async () => {
        expect(filesHolding(machine.home, word)).toEqual([])
        expect(packedHolding(machine.home, word)).toEqual([])
        expect(await answersHolding(program, word)).toEqual([])
      }
      await check()
      await program.call('diary_index', { rebuild: true })
      for (const date of days) await program.prepare({ date, mode: 'refresh' })
      for (const date of days) await generated(program, { date })
      await check()
      for (const [other, id] of ids.entries()) {
        if (other !== at) expect(packedHolding(machine.home, words[other] ?? '').length, id).toBeGreaterThan(0)
      }
      for (const date of days) {
        const { mismatches, certificate } = await program.call('diary_verify', { date })
        expect(mismatches).toEqual([])
        expect(certificate.turns.in_items).toBe(certificate.turns.indexed)
      }
    }),
    { numRuns },
  )
}

const days = ['2026-05-12', '2026-05-13'] as const

function linesOf(word: string, id: string, chosen: readonly number[], hour: number): ClaudeLine[] {
  const begin = Date.parse('2026-05-11T17:00:00Z') + hour * 3_600_000
  const lines = [0, ...chosen].flatMap((step, n) => steps[step]?.(word, n) ?? [])
  return lines.map((line, at): ClaudeLine => {
    const own = { sessionId: id, uuid: `${id}-${at}`, timestamp: new Date(begin + at * 30_000).toISOString() }
    return n => Object.assign({}, line(n), own)
  })
}

/** The operations whose answers hold a word. */
async function answersHolding(program: Program, word: string): Promise<string[]> {
  const { call } = program
  const asked: [string, object][] = [
    ['search_history', { query: word }],
    ['search_history', { query: `${word}*` }],
    ['diary_search', { query: word }],
    ['diary_days', {}],
    ['diary_sources', {}],
    ['diary_secrets', {}],
    ['diary_forgotten', {}],
    ['diary_repositories', {}],
    ['diary_range', { from: days[0], to: days[1] }],
    ['get_recent_activity', {}],
    ...days.flatMap((date): [string, object][] => [
      ['diary_status', { date }],
      ['diary_next', { date }],
      ['diary_report', { date }],
      ['diary_report', { date, format: 'markdown' }],
      ['diary_report', { date, format: 'html' }],
      ['diary_verify', { date }],
      ['diary_costs', { date, by: 'work_item' }],
    ]),
  ]
  for (const date of days) {
    for (const { project_key } of (await call('diary_status', { date })).projects ?? []) {
      asked.push(['diary_chains', { date, project_key }])
    }
  }
  const held: string[] = []
  for (const [name, args] of asked) {
    const answer = JSON.stringify(await call(name, args))
    if (answer.toLowerCase().includes(word)) held.push(`${name} ${JSON.stringify(args)}`)
  }
  return held
}
