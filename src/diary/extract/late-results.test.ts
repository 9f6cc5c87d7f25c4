import { expect, it } from 'vitest'
import { asked, call, result, said, turnOf } from '../../../test/diary/turn-script.ts'
import { hasOpenCalls, withLateResults } from './late-results.ts'

const calling = turnOf(asked('Go.'), call('Bash', { command: 'make' }, 'one'), call('Read', {}, 'two'), result('two'))
const later = (...steps: Parameters<typeof turnOf>) =>
  turnOf(...steps).map(event => ({ ...event, line: event.line + 4 }))

it('a result that was logged in the next turn belongs to the turn that made the call, at the line of the call', () => {
  const next = later(asked('And?'), result('one', { text: 'built', exit: 0 }), said('Built.'))
  const { events, apart } = withLateResults(calling, [next])
  expect(events).toEqual([...calling, { ...next[1], line: 2 }])
  expect(apart).toEqual([{ line: 2, apart: 6 }])
})

it('a turn whose calls all have results takes none, and a refusal is none', () => {
  expect(hasOpenCalls(calling.slice(2))).toBe(false)
  expect(withLateResults(calling.slice(2), [later(asked('x'), result('two'))])).toEqual({
    events: calling.slice(2),
    apart: [],
  })
  expect(withLateResults(calling, [later(asked('x'), result('one', { denied: true }))]).apart).toEqual([])
})

it('a result of a call that the later turn made itself stays there', () => {
  const again = later(asked('Again.'), call('Bash', { command: 'make' }, 'one'), result('one'))
  expect(withLateResults(calling, [again]).events).toEqual(calling)
})

it('a result is looked for in the next two turns only', () => {
  const empty = later(asked('And?'))
  const late = later(asked('So?'), result('one'))
  expect(withLateResults(calling, [empty, late]).apart).toHaveLength(1)
  expect(withLateResults(calling, [empty, empty, late]).apart).toHaveLength(0)
})
