import { expect, it } from 'vitest'
import { argumentsIn } from './arguments-in-call.ts'

it('the arguments of a call are read by name, and what is inside of them line by line', () => {
  const todos = [
    { content: 'Round "half" up', status: 'pending' },
    { content: 'Test', status: 'completed' },
  ]
  expect(argumentsIn(JSON.stringify({ path: 'src/a.ts', limit: 60, todos }))).toEqual([
    ['path', 'src/a.ts'],
    ['limit', '60'],
    ['todos', '- content: Round "half" up · status: pending\n- content: Test · status: completed'],
  ])
})

it('an input that was cut off is shown up to where it was cut, wherever that was', () => {
  const whole = JSON.stringify({ a: 'one, "two"', list: [{ content: 'three', done: true }, { content: 'four' }] })
  for (let end = 2; end < whole.length; end++) {
    const read = argumentsIn(whole.slice(0, end))
    const words = (read ?? []).map(([, value]) => value).join('\n')
    expect(words, whole.slice(0, end)).not.toMatch(/[{}[\]]/)
    if (end > 10) expect(read?.[0]?.[0]).toBe('a')
  }
  expect(argumentsIn('{"todos":[{"content":"Move it","status":"pend\n...[trimmed]...\n')).toEqual([
    ['todos', '- content: Move it · status: pend'],
  ])
  expect(argumentsIn('ls -l')).toBeUndefined()
  expect(argumentsIn('["a"]')).toBeUndefined()
})

it('values in values are shown eight deep, however deep they are', () => {
  const nested = (depth: number) => `{"a":${'['.repeat(depth)}1${']'.repeat(depth)}}`
  expect(argumentsIn(nested(3))).toEqual([['a', '- - - 1']])
  expect(argumentsIn(nested(100_000))?.[0]?.[1]).toMatch(/^[- ]+…$/)
})
