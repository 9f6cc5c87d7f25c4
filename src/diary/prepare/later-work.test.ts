import { setImmediate as letOthersRun } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { LaterWork } from './stage.ts'

it('later work runs in the order it was added, a few at a time, without being awaited', async () => {
  const later = new LaterWork()
  const begun: number[] = []
  let running = 0
  let mostRunning = 0
  for (let i = 0; i < 50; i++) {
    later.add(async () => {
      begun.push(i)
      mostRunning = Math.max(mostRunning, ++running)
      await letOthersRun()
      running--
    })
  }
  expect(begun.length).toBeLessThan(50)
  await later.settled()
  expect(begun).toEqual(Array.from({ length: 50 }, (_, i) => i))
  expect(running).toBe(0)
  expect(mostRunning).toBe(8)
})

it('later work does the rest when something fails, and throws the first failure at the end', async () => {
  const later = new LaterWork()
  await expect(later.settled()).resolves.toBeUndefined()
  const done: number[] = []
  for (let i = 0; i < 20; i++) {
    later.add(async () => {
      await letOthersRun()
      if (i % 7 === 3) throw new Error(`number ${i}`)
      done.push(i)
    })
  }
  await expect(later.settled()).rejects.toThrow('number 3')
  expect(done).toHaveLength(17)
})
