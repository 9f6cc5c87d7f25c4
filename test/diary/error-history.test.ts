import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../src/files/sha256.ts'
import { AU, type ClaudeLine, P, session, TR, TRX } from '../fixtures/transcripts/claude-code/builders.ts'
import type { Answer } from '../support/engines.ts'
import { type AgentHome, agentHome, settledFile } from './home.ts'
import { openProgram } from './prepared.ts'

async function openHistory(machine: AgentHome) {
  const program = await openProgram(machine)
  program.at('2026-05-15T08:00:00Z')
  const { call } = program
  await call('diary_index', {})
  return {
    call,
    /** What is known of the errors that are found, by their lines. */
    async histories(query = 'is:error'): Promise<Map<string, Answer>> {
      const { sessions } = await call('search_history', { query })
      return new Map(
        sessions.flatMap(({ session_ref, hits }: Answer) =>
          hits.map(({ lines, error_history }: Answer) => [`${session_ref} ${lines.split('-')[0]}`, error_history]),
        ),
      )
    },
  }
}

const edit = (id: string, file: string): ClaudeLine[] => [
  AU(id, 'Edit', { file_path: `/fake/ledger/${file}`, old_string: 'a', new_string: 'b' }),
  TR(id, 'The file was updated'),
]
const run = (id: string, command: string, output: string): ClaudeLine[] => [
  AU(id, 'Bash', { command }),
  TR(id, output, { stdout: output }),
]
const fails = (id: string, command: string, output: string): ClaudeLine[] => [
  AU(id, 'Bash', { command }),
  TRX(id, `Exit code 1\n${output}`),
]

const undefinedName = 'FAIL  test/money.test.ts\nReferenceError: roundHalf is not defined\nTests  1 failed | 2 passed'
const allPassed = 'Tests  3 passed (3)'

/** The error comes twice; what was tried first did not help. */
const twice = session(
  P('Round half down'),
  ...fails('a1', 'npx vitest run test/money.test.ts', undefinedName),
  ...edit('a2', 'src/till.ts'),
  ...fails('a3', 'npx vitest run test/money.test.ts', undefinedName.replace('2 passed', '9 passed')),
  ...edit('a4', 'src/money.ts'),
  ...run('a5', 'ls src', 'money.ts'),
  ...run('a6', 'npx vitest run', allPassed),
)

describe('What is known of an error', () => {
  it('What is known of an error is what was tried, where it was seen again, and where the same check passed, each with its lines', async () => {
    const machine = agentHome()
    settledFile(machine.claude('one'), twice)
    const { histories } = await openHistory(machine)
    const [[ref, first] = [], [, second] = []] = [...(await histories())]
    const session_ref = String(ref).split(' ')[0]
    const lines = readFileSync(machine.claude('one'), 'utf8').split('\n')
    const cited = (line: number) => ({ lines: `${line}-${line}`, span_sha256: sha256(lines[line - 1] ?? '') })
    const passed = {
      command: 'npx vitest run',
      session_ref,
      at: expect.stringContaining('2026-05-12'),
      ...cited(13),
      call: cited(12),
    }
    expect(first).toEqual({
      error: 'ReferenceError: roundHalf is not defined',
      tried: [{ what: 'edit', text: 'src/till.ts', ...cited(4) }],
      seen_again: { session_ref, at: expect.stringContaining('2026-05-12'), ...cited(7) },
      passed: { ...passed, tried: [{ what: 'edit', text: 'src/money.ts', ...cited(8) }] },
    })
    expect(second).toEqual({
      error: 'ReferenceError: roundHalf is not defined',
      tried: [{ what: 'edit', text: 'src/money.ts', ...cited(8) }],
      seen_again: null,
      passed,
    })
  })
  it('What is known of an error is told for an error that was not solved here but elsewhere, and never from a copy of the session', async () => {
    const machine = agentHome()
    const later =
      (line: ClaudeLine): ClaudeLine =>
      n => ({ ...Object(line(n)), timestamp: `2026-05-14T02:00:0${n}.000Z` })
    settledFile(machine.claude('one'), twice)
    // A resumed session begins with a copy of what it resumes.
    settledFile(machine.claude('two'), twice)
    settledFile(machine.claude('three'), session(...[P('Again'), ...fails('b1', 'npm test', undefinedName)].map(later)))
    const { histories, call } = await openHistory(machine)
    const known = await histories('is:error roundHalf after:2026-05-13')
    const [history] = [...known.values()]
    expect(known.size).toBe(1)
    expect(history).toMatchObject({
      tried: [],
      seen_again: null,
      passed: { command: 'npx vitest run', lines: '13-13', tried: [{ text: 'src/money.ts', lines: '8-8' }] },
    })
    const before = await histories('is:error roundHalf before:2026-05-13')
    const places = [...before].map(([place, { seen_again }]) => [
      place.split(' ')[1],
      seen_again.session_ref === place.split(' ')[0],
      seen_again.lines,
    ])
    expect(places.sort()).toEqual([
      ['3', true, '7-7'],
      ['3', true, '7-7'],
      ['7', false, '3-3'],
      ['7', false, '3-3'],
    ])
    const { facets } = await call('search', { query: 'is:error roundHalf after:2026-05-13', in: ['sessions'] })
    expect(facets[0].hits[0].passages[0].error_history).toEqual(history)
  })

  it('What is known of an error is never of a session that was forgotten', async () => {
    const machine = agentHome()
    const id = '22222222-2222-4222-8222-222222222222'
    const own =
      (line: ClaudeLine): ClaudeLine =>
      n => ({ ...Object(line(n)), sessionId: id, uuid: `v${n}`, timestamp: `2026-05-14T02:00:0${n}.000Z` })
    settledFile(machine.claude('one'), session(P('Round'), ...fails('b1', 'npx vitest run', undefinedName)))
    const solved = [
      ...fails('c1', 'npx vitest run', undefinedName),
      ...edit('c2', 'src/money.ts'),
      ...run('c3', 'npx vitest run', allPassed),
    ]
    settledFile(machine.claude(id), session(...[P('Round again'), ...solved].map(own)))
    const { histories, call } = await openHistory(machine)
    const told = [...(await histories('is:error before:2026-05-13')).values()]
    expect(told).toMatchObject([{ seen_again: { lines: '3-3' }, passed: { lines: '7-7' } }])
    expect(await call('diary_forget', { session: id, confirm: id })).toMatchObject({ status: 'ok' })
    expect([...(await histories('is:error')).values()]).toEqual([undefined])
  })

  it('What is known of an error says nothing about calls that a person refused, a check of other files, or a command whose end does not show', async () => {
    const machine = agentHome()
    settledFile(
      machine.claude('one'),
      session(
        P('Round'),
        ...fails('a1', 'npx vitest run test/money.test.ts', undefinedName),
        ...run('a2', 'npx vitest run test/till.test.ts', allPassed),
        ...fails('b1', 'git push', 'fatal: could not read from remote repository'),
        ...run('b2', 'git push || true', ''),
        ...fails('c1', 'go test ./cmd/...', '--- FAIL: TestRounding (0.01s)'),
        ...run('c2', 'cd other && go test ./cmd/...', 'ok  	cmd	0.1s'),
      ),
    )
    const { histories } = await openHistory(machine)
    expect([...(await histories()).values()]).toEqual([undefined, undefined, undefined])
  })

  it('What is known of an error takes what a shell says of one command for no error of another', async () => {
    const machine = agentHome()
    const twice = (id: string, complaint: string) => [
      ...fails(`${id}1`, 'A=$(go env GOROOT) && grep round', complaint),
      ...edit(`${id}2`, 'src/money.ts'),
      ...fails(`${id}3`, 'B=$(go env GOPATH) && grep till', complaint),
    ]
    const complaints = ["(eval):1: parse error near `('", '/bin/bash: -c: line 1: syntax error near `(']
    settledFile(machine.claude('one'), session(P('Round'), ...complaints.flatMap((each, n) => twice(`c${n}`, each))))
    const { histories } = await openHistory(machine)
    // A session shows three of its hits.
    expect([...(await histories()).values()]).toEqual([undefined, undefined, undefined])
  })

  it('What is known of an error counts only what was called after the error was seen, and quotes the line as it was here', async () => {
    const machine = agentHome()
    const lint = (line: number) => `src/money.ts:${line}:4: rate is never used (unused)`
    settledFile(
      machine.claude('one'),
      session(
        P('Round'),
        AU('a1', 'Bash', { command: 'npm run lint' }),
        AU('a2', 'Bash', { command: 'npm install left' }),
        TRX('a1', `Exit code 1\n${lint(12)}`),
        TR('a2', 'added 1 package', { stdout: 'added 1 package' }),
        ...edit('a3', 'src/money.ts'),
        ...fails('a4', 'npm run lint', lint(14)),
        ...edit('a5', 'src/till.ts'),
        ...run('a6', 'npm run lint', ''),
      ),
    )
    const { histories } = await openHistory(machine)
    const [first] = [...(await histories()).values()]
    expect(first).toMatchObject({
      error: lint(12),
      tried: [{ what: 'edit', text: 'src/money.ts' }],
      seen_again: { lines: '9-9' },
      passed: { lines: '13-13', tried: [{ what: 'edit', text: 'src/till.ts' }] },
    })
  })

  it('What is known of an error is about the line that says what failed, not about what a test logged', async () => {
    const machine = agentHome()
    const output = (value: number) =>
      `=== RUN   TestRound\n    money_test.go:4${value}: input of the till\n    money_test.go:61: ${value} instead of 2\n--- FAIL: TestRound (0.0${value}s)`
    settledFile(
      machine.claude('one'),
      session(
        P('Round'),
        ...fails('a1', 'go test ./...', output(1)),
        ...fails('a2', 'go vet ./till', 'till.go:9: input of the till'),
        ...run('a3', 'go test ./...', 'ok  	till	0.1s'),
      ),
    )
    const { histories } = await openHistory(machine)
    expect((await histories('is:error TestRound')).values().next().value).toMatchObject({
      error: '--- FAIL: TestRound (0.01s)',
      seen_again: null,
      passed: { command: 'go test ./...' },
    })
  })

  it('What is known of an error takes an edit of other lines of the same file for another edit', async () => {
    const machine = agentHome()
    const change = (id: string, old_string: string): ClaudeLine =>
      AU(id, 'Edit', {
        file_path: '/fake/ledger/src/money.ts',
        old_string,
        new_string: `${old_string} // half to even`,
      })
    const missing = '<tool_use_error>String to replace not found in file.</tool_use_error>'
    settledFile(
      machine.claude('one'),
      session(
        P('Round'),
        ...[change('a1', 'return cents'), TRX('a1', missing)],
        ...[change('a2', 'import { till }'), TR('a2', 'The file was updated')],
        ...[change('b1', 'const half = 0.5\n}'), TRX('b1', missing)],
        ...[change('b2', '  const half = 0.5'), TR('b2', 'The file was updated')],
      ),
    )
    const { histories } = await openHistory(machine)
    const known = await histories('is:error')
    expect([...known].map(([place, history]) => [place.split(' ')[1], history?.passed?.lines])).toEqual([
      ['3', undefined],
      ['7', '9-9'],
    ])
  })

  it('What is known of an error says only what the cited lines hold, whatever happened', async () => {
    const machine = agentHome()
    const Step = fc.record({ kind: fc.constantFrom('fail', 'pass', 'edit', 'look'), which: fc.nat(2) })
    const sessions = fc.sample(fc.array(Step, { minLength: 4, maxLength: 14 }), { numRuns: 12, seed: 7 })
    const lineOf = (file: string, line: string) => readFileSync(file, 'utf8').split('\n')[Number(line) - 1] ?? ''
    sessions.forEach((steps, at) => {
      const lines = steps.flatMap(({ kind, which }, n) => {
        const id = `s${at}n${n}`
        if (kind === 'edit') return edit(id, `src/part${which}.ts`)
        if (kind === 'look')
          return run(id, `grep -n name${which} src/part${which}.ts`, 'TypeError: name is not a function')
        const command = `npx vitest run test/part${which}.test.ts`
        return kind === 'pass'
          ? run(id, command, allPassed)
          : fails(id, command, `TypeError: name${which} is not a function`)
      })
      settledFile(machine.claude(`s${at}`), session(P(`Session ${at}`), ...lines))
    })
    const { histories, call } = await openHistory(machine)
    const files = new Map<string, string>()
    for (let at = 0; at < sessions.length; at++) {
      const { sessions: found } = await call('search_history', { query: `"Session ${at}" role:user` })
      files.set(found[0].session_ref, machine.claude(`s${at}`))
    }
    let told = 0
    for (let which = 0; which < 3; which++) {
      for (const [place, history] of await histories(`is:error name${which}`)) {
        if (!history) continue
        const [ref = '', line = ''] = place.split(' ')
        const held = ({ lines, span_sha256 }: Answer, session = ref) => {
          const text = lineOf(files.get(session) ?? '', lines.split('-')[0])
          expect(sha256(text)).toBe(span_sha256)
          return text
        }
        expect(lineOf(files.get(ref) ?? '', line)).toContain(history.error)
        for (const step of history.tried) expect(held(step)).toContain(step.text)
        const { seen_again, passed } = history
        if (seen_again) expect(held(seen_again, seen_again.session_ref)).toContain(history.error)
        if (passed) {
          expect(held(passed.call, passed.session_ref)).toContain(passed.command)
          expect(held(passed, passed.session_ref)).toContain(allPassed)
          expect(held(passed, passed.session_ref)).not.toContain('is_error')
          for (const step of passed.tried ?? []) expect(held(step, passed.session_ref)).toContain(step.text)
        }
        told++
      }
    }
    expect(told).toBeGreaterThan(5)
  })
})
