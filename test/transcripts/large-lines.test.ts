import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { largeLineGate, largeLineMemory } from '../../src/transcripts/lines.ts'

/** What `largeLineGate` does on the other thread, which runs no TypeScript. */
const otherThread = `
const { workerData, parentPort } = require('node:worker_threads')
const [taken, left] = workerData.map(memory => new Int32Array(memory))
while (Atomics.compareExchange(taken, 0, 0, 1) !== 0) Atomics.wait(taken, 0, 1)
parentPort.postMessage('in')
setTimeout(() => { left[0] = 1; Atomics.store(taken, 0, 0); Atomics.notify(taken, 0, 1) }, 150)
`

it('long lines are read by one thread at a time', async () => {
  const memory = largeLineMemory()
  const gate = largeLineGate(memory)
  gate.enter()
  const left = new SharedArrayBuffer(4)
  const worker = new Worker(otherThread, { eval: true, workerData: [memory, left] })
  let isIn = false
  const entered = new Promise<void>(resolve =>
    worker.once('message', () => {
      isIn = true
      resolve()
    }),
  )
  // Long enough for the other thread to come in if it could.
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(isIn).toBe(false)
  gate.leave()
  await entered
  gate.enter()
  expect(new Int32Array(left)[0]).toBe(1)
  gate.leave()
  await worker.terminate()
})
