import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { mutex } from './mutex.ts'

it('a mutex starts each piece of work when the one before it has ended, in the order they came', async () => {
  const queue = mutex()
  const seen: string[] = []
  const work = (name: string, ms: number) =>
    queue(async () => {
      seen.push(`${name} begins`)
      await sleep(ms)
      seen.push(`${name} ends`)
      return name
    })
  expect(await Promise.all([work('slow', 20), work('quick', 0), work('last', 5)])).toEqual(['slow', 'quick', 'last'])
  expect(seen).toEqual(['slow begins', 'slow ends', 'quick begins', 'quick ends', 'last begins', 'last ends'])
})

it('a mutex goes on after work that failed, and rejects only that caller', async () => {
  const queue = mutex()
  const failing = queue(async () => {
    throw new Error('no')
  })
  const next = queue(async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
