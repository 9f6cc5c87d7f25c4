import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ExtractContext, extractChain } from '../../src/diary/extract/extract.ts'
import { Chain } from '../../src/diary/schema.ts'
import type { TurnEvent } from '../../src/transcripts/event.ts'
import { triggerKinds } from '../../src/transcripts/source.ts'
import { corpora } from '../transcripts/corpora.ts'
import { mutation } from '../transcripts/mutations.ts'
import { chainsIn, faultsOf } from './chains.ts'

const token = `gh${'p_'}${'x1'.repeat(18)}`
const words = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...['npm test', 'npm run lint && npm test | tail', 'git commit -m "x"', 'gh pr create', 'Continue', 'no, wrong'],
      ...[token, `password = "${'hunter22'}x"`, '/home/al/secret.txt', 'C:\\Users\\al\\x', '/fake/ledger/src/a.ts'],
      ...['bearer', '\u0000', '\ud800', '\u2028', '`', '“', '?', '.', '…', '[main 1a2b3c4d5e] Round amounts', ' '],
      ...[
        'Tests  1 failed | 2 passed (3)',
        'https://h/x/pull/12',
        '"Which?"="That one"',
        'x/home/al/y',
        '-'.repeat(400),
      ],
      ...["The user doesn't want to proceed", 'src/a.ts', 'README.md', '.claude/x.json', 'a.png', 'word '.repeat(2000)],
    ),
  },
)
const text = fc.array(words, { maxLength: 5 }).map(parts => parts.join(''))
const names = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom('Edit', 'Write', 'Bash', 'exec_command', 'apply_patch', 'Read', 'Grep', 'WebFetch'),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'AskUserQuestion',
      'ExitPlanMode',
      'TodoWrite',
      'Task',
      'wait_agent',
      'Skill',
      'mcp__a__b',
      'mcp__',
    ),
  },
  { weight: 1, arbitrary: text },
)
const ids = fc.constantFrom('a', 'b', 'c', 'd', null)
const input = fc.oneof(
  fc.record({ file_path: text }),
  fc.record({ command: fc.oneof(text, fc.array(text, { maxLength: 4 })) }),
  fc.record({ patch: text.map(path => `*** Update File: ${path}\n+a\n-b`) }),
  fc.record({ questions: fc.array(fc.anything(), { maxLength: 3 }), skill: text, paths: fc.array(fc.anything()) }),
  fc.dictionary(fc.string(), fc.anything()),
)
const detail = fc.oneof(
  fc.constant(undefined),
  fc.anything(),
  fc.record({ answers: fc.dictionary(text, fc.oneof(text, fc.array(text))) }),
  fc.record({
    structuredPatch: fc.array(fc.record({ lines: fc.array(text) })),
    filePath: text,
    type: fc.constant('create'),
  }),
)

type Unplaced = TurnEvent extends infer Event ? (Event extends TurnEvent ? Omit<Event, 'line'> : never) : never

const event: fc.Arbitrary<Unplaced> = fc.oneof(
  fc.record({ kind: fc.constant('user' as const), text }),
  fc.record({ kind: fc.constant('text' as const), text }),
  fc.record({ kind: fc.constant('call' as const), id: ids, name: names, input }),
  fc.record({
    kind: fc.constant('result' as const),
    id: ids,
    text,
    exit: fc.constantFrom(null, 0, 1, -1),
    error: fc.boolean(),
    interrupted: fc.boolean(),
    denied: fc.boolean(),
    detail,
  }),
  fc.constantFrom<Unplaced>({ kind: 'interrupt' }, { kind: 'api_error' }, { kind: 'malformed' }, { kind: 'context' }),
  fc.record({ kind: fc.constant('pr' as const), number: fc.oneof(fc.integer(), fc.double()) }),
  fc.record({ kind: fc.constant('shell_note' as const), text }),
)

const turn = fc
  .record({
    start: fc.integer({ min: 1, max: 1_000_000 }),
    steps: fc.array(fc.record({ event, step: fc.integer({ min: 0, max: 3 }) }), { maxLength: 60 }),
    trigger: fc.option(text),
    echoed: fc.boolean(),
    after: fc.integer({ min: 0, max: 3 }),
    ctx: fc.record({
      root: fc.constantFrom(null, '/fake/ledger', '/home/al', '/', 'C:/Users/al', ''),
      first_in_file: fc.boolean(),
      previous_interrupted: fc.boolean(),
      continued: fc.boolean(),
      trigger_kind: fc.constantFrom(...triggerKinds),
    }),
  })
  .map(({ start, steps, trigger, echoed, after, ctx }) => {
    let line = start
    const placed = steps.map(({ event: each, step }) => {
      line += step
      // An event with a line is what the reader gives.
      return { ...each, line } as TurnEvent
    })
    const echo_line = echoed ? start + 1 : null
    const events: TurnEvent[] = trigger === null ? placed : [{ kind: 'user', line: start, text: trigger }, ...placed]
    return {
      events,
      turn: { turn_ref: 'T0001', start_line: start, echo_line },
      end: Math.max(line, echo_line ?? 0) + after,
      ctx,
    }
  })

const quiet: ExtractContext = {
  root: null,
  first_in_file: true,
  previous_interrupted: false,
  continued: false,
  trigger_kind: 'message',
}

const done = {
  kind: 'result' as const,
  text: '',
  exit: 0,
  error: false,
  interrupted: false,
  denied: false,
}

/** How much each property is tried. */
export interface Runs {
  turns: number
  brokenFiles: number
  cutTexts: number
  repeats: number
  /** Words of the long turn's question; its answer has two thirds of them. */
  words: number
}

export function testValidChains({ turns, brokenFiles, cutTexts, repeats, words: longest }: Runs): void {
  it('every chain is one that write_evidence accepts, whatever happened in the turn', () => {
    fc.assert(
      fc.property(turn, ({ events, turn: place, end, ctx }) => {
        const chain = extractChain(events, place, ctx)
        expect(faultsOf(chain, { start: place.start_line, end })).toEqual([])
        expect(Chain.parse(chain)).toEqual(chain)
      }),
      { numRuns: turns },
    )
  })

  it('a chain is accepted for every turn of the fixtures, broken in any way', () => {
    const files = corpora.flatMap(({ reader, file, fixtures }) =>
      fixtures.map(([, bytes]) => ({ reader, file, bytes })),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.array(mutation, { maxLength: 4 }),
        ({ reader, file, bytes }, changes) => {
          const broken = changes.reduce((before, change) => change(before), bytes)
          for (const { chain, span } of chainsIn(reader, file, broken)) expect(faultsOf(chain, span)).toEqual([])
        },
      ),
      { numRuns: brokenFiles },
    )
  })

  it('a chain holds no part of a secret, and no path of the machine but in the words of the user, wherever texts are cut', () => {
    const spoken = fc
      .array(
        fc.constantFrom('word', 'a', token, `token: ${'abcd1234efgh5678'}`, '/home/al/a/b.ts', '/fake/ledger/src'),
        {
          minLength: 1,
          maxLength: 60,
        },
      )
      .map(parts => parts.join(' '))
    fc.assert(
      fc.property(spoken, spoken, spoken, (asked, ran, said) => {
        const events: TurnEvent[] = [
          { kind: 'user', line: 1, text: `${asked} `.repeat(9) },
          { kind: 'call', line: 2, id: 'a', name: 'Bash', input: { command: ran } },
          { kind: 'call', line: 3, id: 'b', name: 'Write', input: { file_path: said } },
          { kind: 'call', line: 4, id: 'c', name: ran, input: {} },
          ...['a', 'b', 'c'].map((id): TurnEvent => ({ ...done, line: 5, id })),
          { kind: 'text', line: 6, text: said },
        ]
        const place = { turn_ref: 'T0001', start_line: 1, echo_line: null }
        const chain = extractChain(events, place, { ...quiet, root: '/fake/ledger' })
        expect(JSON.stringify(chain)).not.toMatch(/x1x1|abcd1234/)
        const ours = { ...chain, trigger: { ...chain.trigger, quoted_messages: [] } }
        expect(JSON.stringify(ours)).not.toMatch(/\/home|fake\/ledger/)
      }),
      { numRuns: cutTexts },
    )
  })

  it('a chain is the same bytes for the same events', () => {
    fc.assert(
      fc.property(turn, ({ events, turn: place, ctx }) => {
        const once = JSON.stringify(extractChain(events, place, ctx))
        expect(JSON.stringify(extractChain(structuredClone(events), place, ctx))).toBe(once)
      }),
      { numRuns: repeats },
    )
  })

  it('a chain is made for a turn of which nothing can be read', () => {
    const chain = extractChain([], { turn_ref: 'T0001', start_line: 5, echo_line: null }, quiet)
    expect(faultsOf(chain, { start: 5, end: 5 })).toEqual([])
    expect(chain.terminal_state.type).toBe('no_material')
  })

  it(`a chain is made for a turn of six hundred calls and ${longest} words`, () => {
    const events: TurnEvent[] = [{ kind: 'user', line: 1, text: 'word. '.repeat(longest) }]
    for (let i = 0; i < 600; i++) {
      const id = String(i)
      const command = i % 2 ? 'npm test' : `cat ${'x'.repeat(i % 97)}`
      events.push({ kind: 'call', line: 3 * i + 2, id, name: i % 3 ? 'Bash' : 'AskUserQuestion', input: { command } })
      events.push({
        ...{ kind: 'result', line: 3 * i + 4, id, text: 'Tests  1 passed (1)', exit: 0, error: false },
        ...{ interrupted: false, denied: false, detail: { answers: { [id]: 'yes' } } },
      })
    }
    events.push({ kind: 'text', line: 40_000, text: 'Done '.repeat((longest * 2) / 3) })
    const chain = extractChain(events, { turn_ref: 'T0001', start_line: 1, echo_line: null }, quiet)
    expect(faultsOf(chain, { start: 1, end: 40_000 })).toEqual([])
    expect(chain.observed_checks).toHaveLength(20)
    expect(chain.outcomes.length).toBeLessThanOrEqual(60)
  })
}
