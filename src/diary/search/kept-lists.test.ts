import { expect, it } from 'vitest'
import { KeptLists } from './kept-lists.ts'

function listOf(size: number) {
  return { passages: new Int32Array(size), scores: new Float32Array(size) }
}

it('the lists that were used last are kept, as many as there is room for', () => {
  const lists = new KeptLists(30_000)
  const [first, second, third] = [listOf(1000), listOf(1000), listOf(1000)]
  lists.keep('first', first)
  lists.keep('second', second)
  lists.keep('third', third)
  expect(lists.get('first')).toBe(first)
  lists.keep('fourth', listOf(1000))
  expect(['first', 'second', 'third'].map(name => lists.get(name))).toEqual([first, undefined, third])
})

it('a list that alone takes more than all the room is not kept', () => {
  const lists = new KeptLists(30_000)
  lists.keep('small', listOf(10))
  lists.keep('large', listOf(10_000))
  expect([lists.get('small'), lists.get('large')]).toEqual([undefined, undefined])
  lists.keep('small', listOf(10))
  expect(lists.get('small')).toEqual(listOf(10))
})
