import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as passed } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { tempHome } from '../../../test/support/tempdir.ts'
import { threadPool } from './pool.ts'

const script = `const { parentPort } = require('node:worker_threads')
parentPort.on('message', job => {
  if (job === null) process.exit()
  if (job.leave) setTimeout(() => process.exit())
  if (!job.hang) parentPort.postMessage(job.say)
})`

it('a pool of threads closes where one is idle, one is at work and one ended by itself', async () => {
  const file = join(tempHome(), 'thread.cjs')
  writeFileSync(file, script)
  const pool = threadPool<{ say: number; leave?: true; hang?: true }, number>(file, 3)
  const hanging = pool.run({ say: 1, hang: true }).catch((error: Error) => error.message)
  expect(await Promise.all([pool.run({ say: 2, leave: true }), pool.run({ say: 3 })])).toEqual([2, 3])
  await passed(200)

  await pool.close()
  expect(await hanging).toBe('A thread that reads transcripts ended early.')
})
