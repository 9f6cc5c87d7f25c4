import { describe, expect, it } from 'vitest'
import { asked, call, done, mark, ran, result, type Step, said, turnOf } from '../../../test/diary/turn-script.ts'
import { extractChain } from './extract.ts'

const chainOf = (continued: boolean, ...steps: Step[]) =>
  extractChain(
    turnOf(asked('Do it.'), ...steps),
    { turn_ref: 'T0001', start_line: 1, echo_line: null },
    { root: null, first_in_file: true, previous_interrupted: false, continued, trigger_kind: 'message' },
  )

const endOf = (...steps: Step[]) => {
  const { terminal_state, materiality } = chainOf(false, ...steps)
  const { type, summary, citations } = terminal_state
  return `${type}: ${summary} ${citations.map(({ lines }) => lines).join(' ')}, ${materiality}`
}

const failing = { text: 'Tests  1 failed (1)', error: true, exit: 1 }
const edit = done('Edit', { file_path: 'a.ts' })
const long = (size: number) => said('x'.repeat(size))

describe('A turn ends', () => {
  it.each<[string, Step[], string]>([
    [
      'by an interruption',
      [call('Bash', {}), mark('interrupt')],
      'interrupted: The user interrupted the agent. 3-3, minor',
    ],
    [
      'by an interruption before the results came',
      [call('Bash', {}, 'a'), mark('interrupt'), result('a')],
      'interrupted: The user interrupted the agent. 3-3, minor',
    ],
    [
      'by what came after an interruption',
      [mark('interrupt'), said('Fine, I stop here.')],
      'no_material: The agent replied without a material result. 3-3, none',
    ],
    [
      'with an error of the model',
      [said('I try.'), mark('api_error')],
      'failed: The turn ended with an error reported by the model service. 3-3, none',
    ],
    [
      'unreadable',
      [mark('malformed'), mark('context'), mark('malformed')],
      'evidence_gap: No readable agent record; 2 lines could not be parsed. 2-2 4-4, none',
    ],
    [
      'during a call, whatever was announced before it',
      [...edit, said('Now let me run the tests.'), call('Bash', {}, 'b')],
      'material_result: The turn ended after its last recorded action. 4-5, material',
    ],
    ['in silence', [mark('context')], 'no_material: No agent reaction is recorded before the next trigger. 1-1, none'],
    [
      'with a declined call',
      [...done('Write', { file_path: 'a.ts' }, { error: true, denied: true })],
      'blocked: The user declined a Write call and the turn ended. 3-3, minor',
    ],
    [
      'with a failing check',
      [...edit, ...ran('npm test', failing), said('One fails.')],
      'blocked: The turn ended with a failing test run. 5-5, material',
    ],
    [
      'with a change after the failing check',
      [...ran('npm test', failing), ...edit, said('Fixed.')],
      "material_result: The turn ended with a result; the agent's last message: “Fixed.” 6-6, material",
    ],
    [
      'with a change and no word after it',
      [said('I change it.'), ...edit],
      'material_result: The turn ended after its last recorded action. 2-2 4-4, material',
    ],
    [
      'with a passing lint run',
      [...ran('npm run lint', { exit: 0 }), said('Clean.')],
      "material_result: The turn ended with a result; the agent's last message: “Clean.” 4-4, minor",
    ],
    [
      'with a question',
      [call('Read', { file_path: 'a' }), said('Which one do you mean?')],
      'clarification_only: The agent ended by asking: “Which one do you mean?” 3-3, minor',
    ],
    [
      'with a question in Chinese',
      [said('用哪一个？ ')],
      'clarification_only: The agent ended by asking: “用哪一个？” 2-2, none',
    ],
    [
      'without a word',
      [call('Read', { file_path: 'a' }, 'a'), result('a')],
      'no_material: The agent acted, but no result is recorded before the next trigger. 3-3, minor',
    ],
    ['with a short reply', [said('Hello.')], 'no_material: The agent replied without a material result. 2-2, none'],
    ['with a long reply', [long(200)], 'no_material: The agent replied without a material result. 2-2, minor'],
  ])('A turn ends %s', (_, steps, expected) => expect(endOf(...steps)).toBe(expected))

  it('when the user adds a message while the agent works, with no outcome yet', () => {
    expect(chainOf(true, call('Read', { file_path: 'a' }, 'a'), result('a')).terminal_state).toEqual({
      type: 'no_material',
      summary: 'The user added a message while the agent was working.',
      citations: [{ lines: '3-3' }],
    })
  })
})

describe('A turn weighs', () => {
  const reads = (count: number) => Array.from({ length: count }, (_, i) => done('Read', { file_path: `${i}` })).flat()
  const weight = (...steps: Step[]) => chainOf(false, ...steps).materiality

  it('A turn weighs by what came of it', () => {
    expect(weight(...ran('npm test', { exit: 0 }))).toBe('material')
    expect(weight(...ran('npm run build', { exit: 0 }))).toBe('material')
    expect(weight(...ran('npx tsc', { exit: 0 }))).toBe('minor')
    expect(weight(...done('Write', { file_path: 'a.png' }))).toBe('minor')
    expect(weight(...done('ExitPlanMode', {}))).toBe('material')
  })

  it('A turn weighs as a study only when it looked and wrote enough', () => {
    expect(weight(...reads(4), long(400))).toBe('minor')
    expect(weight(...reads(5), long(399))).toBe('minor')
    expect(weight(...reads(5), long(400))).toBe('material')
    expect(weight(...done('WebFetch', { url: 'x' }), long(400))).toBe('material')
  })
})
