import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { largeLineGate, largeLineMemory } from '../../src/transcripts/large-lines.ts'

/** What `largeLineGate` does on the other thread, which runs no TypeScript. */
const otherThread = `
const { workerData, parentPort } = require('node:worker_threads')
const taken = new Int32Array(workerData)
while (Atomics.compareExchange(taken, 0, 0, 1) !== 0) Atomics.wait(taken, 0, 1)
parentPort.postMessage('in')
setTimeout(() => { Atomics.store(taken, 0, 0); Atomics.notify(taken, 0, 1) }, 150)
`

it('lets one thread at a time in', async () => {
  const memory = largeLineMemory()
  const gate = largeLineGate(memory)
  gate.enter()
  const worker = new Worker(otherThread, { eval: true, workerData: memory })
  let isIn = false
  const entered = new Promise<void>(resolve =>
    worker.once('message', () => {
      isIn = true
      resolve()
    }),
  )
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(isIn).toBe(false)
  gate.leave()
  await entered
  const before = Date.now()
  gate.enter()
  expect(Date.now() - before).toBeGreaterThan(20)
  gate.leave()
  await worker.terminate()
})
