import { expect, it } from 'vitest'
import { isId, mintId, requireId, runSession } from './ids.ts'

const random = (size: number) => new Uint8Array(size).fill(0xa1)

it('every kind of id is made in its form, from the bytes it is given', () => {
  expect(mintId('chat', random)).toBe('chat_a1a1a1a1a1a1a1a1')
  expect(mintId('run', random)).toBe('run_a1a1a1a1a1a1')
  expect(mintId('pkt', random)).toBe('pkt_a1a1a1a1a1a1')
  expect(runSession('run_a1a1a1a1a1a1')).toBe('pipeline-run_a1a1a1a1a1a1')
})

it('an id is known by its whole form', () => {
  expect(isId('turn', 'turn_00112233445566cc')).toBe(true)
  for (const other of [
    'turn_00112233445566c',
    'turn_00112233445566CC',
    'xturn_00112233445566cc',
    'turn_00112233445566cc\n',
  ])
    expect(isId('turn', other)).toBe(false)
})

it('an id from outside is taken as it is or not at all', () => {
  expect(requireId('chat_a-1')).toBe('chat_a-1')
  for (const bad of ['', '../x', '-a', '_a', 'a/b', 'a b', 'ä', 'x'.repeat(81), 'a\n'])
    expect(() => requireId(bad)).toThrow(expect.objectContaining({ wire: 'invalid_id' }))
})
