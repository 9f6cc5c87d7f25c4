import { describe, expect, it } from 'vitest'
import { chainsIn } from '../../../test/diary/chains.ts'
import { corpora } from '../../../test/transcripts/corpora.ts'
import type { Chain } from '../schema.ts'

/** The chains of a fixture, by its name without `.jsonl`. */
function chains(name: string): Chain[] {
  return corpora.flatMap(({ reader, file, fixtures }) =>
    fixtures
      .filter(([fixture]) => fixture.replace('.jsonl', '') === name)
      .flatMap(([, bytes]) => chainsIn(reader, file, bytes).map(({ chain }) => chain)),
  )
}

const at = (...lines: string[]) => lines.map(each => ({ lines: each }))

describe('The worked example', () => {
  const [first, second] = chains('c1-basic')

  it('The worked example reports the change, the tests and the answer, each with its lines', () => {
    const text = 'Round amounts half to even in src/money.ts and run the tests.'
    expect(first).toEqual({
      turn_ref: 'T0001',
      trigger: {
        type: 'explicit_user_message',
        summary: `User asked: “${text}”`,
        quoted_messages: [{ text, citations: at('2-2') }],
        citations: at('2-2'),
      },
      agent_reactions: [
        { summary: 'Edited 1 file: src/money.ts.', citations: at('5-6') },
        { summary: 'Ran 1 command: `npm test`.', citations: at('7-8') },
        {
          summary: 'Replied in 2 messages; the last begins: “Rounding is now half to even; all 42 tests pass.”',
          citations: at('4-4', '9-9'),
        },
      ],
      outcomes: [
        { category: 'code_outcome', summary: 'Changed 1 file: src/money.ts (+2 −1).', citations: at('5-6') },
        {
          category: 'validation_outcome',
          summary: 'Last test run passed after the last edit: `npm test` (42 passed).',
          citations: at('5-8'),
        },
      ],
      observed_checks: [
        {
          type: 'test_output',
          summary: 'Ran `npm test` (test); output reports 42 passed, 0 failed.',
          citations: at('7-8'),
        },
      ],
      terminal_state: {
        type: 'material_result',
        summary:
          "The turn ended with a result; the agent's last message: “Rounding is now half to even; all 42 tests pass.”",
        citations: at('9-9'),
      },
      materiality: 'material',
    })
  })

  it('The worked example reports the thanks without making something of them', () => {
    expect(second).toEqual({
      turn_ref: 'T0002',
      trigger: {
        type: 'user_approval',
        summary: 'User approved: “Thanks, looks good.”',
        quoted_messages: [{ text: 'Thanks, looks good.', citations: at('12-12') }],
        citations: at('12-12'),
      },
      agent_reactions: [{ summary: 'Replied: “You are welcome.”', citations: at('13-13') }],
      outcomes: [],
      observed_checks: [],
      terminal_state: {
        type: 'no_material',
        summary: 'The agent replied without a material result.',
        citations: at('13-13'),
      },
      materiality: 'none',
    })
  })

  it('The worked example gives its keys in the order of the card', () => {
    expect(Object.keys(first ?? {})).toEqual([
      ...['turn_ref', 'trigger', 'agent_reactions', 'outcomes', 'observed_checks', 'terminal_state', 'materiality'],
    ])
    expect(Object.keys(first?.trigger ?? {})).toEqual(['type', 'summary', 'quoted_messages', 'citations'])
  })
})

describe('Other turns of the fixtures', () => {
  it.each([
    ['c3-machine-rows', 1, 'explicit_user_message', 'interrupted', '3-3', 'minor'],
    ['c3-machine-rows', 2, 'explicit_user_message', 'no_material', '8-8', 'none'],
    ['c3-machine-rows', 4, 'implicit_context', 'no_material', '16-16', 'none'],
    ['c4-steering', 1, 'explicit_user_message', 'no_material', '3-3', 'minor'],
    ['c5-parallel', 1, 'explicit_user_message', 'blocked', '4-4', 'material'],
    ['x4-abort', 1, 'explicit_user_message', 'interrupted', '4-4', 'minor'],
    ['x4-abort', 2, 'user_correction', 'no_material', '8-8', 'none'],
    ['x5-patch', 1, 'explicit_user_message', 'blocked', '8-8', 'material'],
  ])('%s turn %i is %s and ends %s at %s, %s', (name, number, trigger, terminal, lines, materiality) => {
    const chain = chains(name)[number - 1]
    expect(chain?.trigger.type).toBe(trigger)
    expect(chain?.terminal_state).toMatchObject({ type: terminal, citations: at(lines) })
    expect(chain?.materiality).toBe(materiality)
  })

  it('a command of the user is named as such', () => {
    expect(chains('c3-machine-rows')[1]?.trigger.summary).toBe('User ran: “/ship staging”')
  })

  it('a picture without words has no quote, and the command typed beside it is seen once', () => {
    const chain = chains('c3-machine-rows')[3]
    expect(chain?.trigger.quoted_messages).toEqual([])
    expect(chain?.observed_checks).toEqual([
      { type: 'command_output', summary: "User ran a command in the agent's shell.", citations: at('17-18') },
    ])
  })

  it('a failing lint run is a blocker', () => {
    const [chain] = chains('c5-parallel')
    expect(chain?.outcomes).toEqual([
      {
        category: 'blocker_outcome',
        summary: 'Last lint run failed: `npm run lint` (2 failures).',
        citations: at('3-4'),
      },
    ])
    expect(chain?.agent_reactions.map(({ summary, citations }) => [summary, citations])).toEqual([
      ['Read 1 file: ci.yml.', at('2-2', '5-5')],
      ['Ran 1 command: `npm run lint`. 1 call reported an error.', at('3-4')],
      ['Replied: “Lint reports two errors in src/tax.ts.”', at('6-6')],
    ])
    expect(chain?.terminal_state.summary).toBe('The turn ended with a failing lint run.')
  })

  it('the counts decide where a pipe hides the exit status', () => {
    const [chain] = chains('x5-patch')
    expect(chain?.trigger.citations).toEqual(at('2-3'))
    expect(chain?.outcomes).toEqual([
      { category: 'code_outcome', summary: 'Changed 1 file: src/page.ts (+1 −1).', citations: at('5-6') },
      {
        category: 'blocker_outcome',
        summary: 'Last test run failed after the last edit: `vitest run` (1 failure).',
        citations: at('5-8'),
      },
    ])
    expect(chain?.observed_checks[0]?.summary).toBe('Ran `vitest run` (test); output reports 11 passed, 1 failed.')
  })

  it('waiting for a helper is not another task', () => {
    expect(chains('x7-sub-agents-parent')[0]?.agent_reactions[0]).toEqual({
      summary: 'Delegated 1 task to sub-agents.',
      citations: at('4-7'),
    })
  })

  it('c3 and c4 have no outcome', () => {
    const all = ['c3-machine-rows', 'c4-steering', 'x4-abort'].flatMap(chains)
    expect(all.flatMap(({ outcomes }) => outcomes)).toEqual([])
  })
})
