import { expect, it } from 'vitest'
import { openDb } from '../../src/db/open.ts'
import { canonFiles } from '../../src/room/canon/files.ts'
import { canonStatus } from '../../src/room/canon/journal.ts'
import { resumeRun, runNamed } from '../../src/room/runs/lifecycle.ts'
import { allRuns, runFiles } from '../../src/room/runs/run-store.ts'
import { workers } from '../crash/processes.ts'
import { createEmptyStore } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'
import type { Command } from './jobs-worker.ts'
import { openTestRoom } from './support/open-room.ts'

const start = workers<Command>('test/room/jobs-worker.ts')

const answer = JSON.stringify({
  type: 'lore',
  scope: ['harbor'],
  hardness: 'soft',
  topics: ['fog'],
  defines: [],
  constraints: [],
  summary: 'A card.',
})

it('a job goes on where a killed process was: a build by itself, a run when asked, and no tool runs twice', async () => {
  const [root, home, store] = [tempHome(), tempHome(), await createEmptyStore('sqlite')]
  const worker = start()
  worker.send({ root, location: store.location, home, reply: answer })
  const place = { control: `${root}/.control-room`, clock: Date.now }
  const steps = async () =>
    Promise.all((await allRuns(place)).map(({ run_id }) => runFiles(place, run_id).steps.read()))
  const reached = async () => {
    const lines = await canonFiles(place).journal.read()
    const [run] = await allRuns(place)
    return [lines.filter(({ type }) => type === 'canon.progress').length, run?.phase]
  }
  await expect.poll(reached).toEqual([2, 'b'])
  await worker.kill()

  const db = await openDb({ location: store.location })
  const { room } = await openTestRoom({ at: { root, db }, home })
  const [run] = await allRuns(room)
  expect(run).toMatchObject({ status: 'interrupted', phase: 'b', attempt: 1 })
  await room.jobs.wait(canonFiles(room).ownerLock)
  expect(await canonStatus(room)).toMatchObject({ status: 'indexed', fileCount: 8, job: { done: 8, total: 8 } })
  const methods = (await canonFiles(room).meta.read())?.entries.map(({ method }) => method)
  expect(methods?.toSorted()).toEqual([...Array.from({ length: 6 }, () => 'deterministic'), 'model', 'model'])

  const before = await room.audit.receiptsOf(run?.session_id ?? '')
  expect(before).toHaveLength(1)
  const runId = run?.run_id ?? ''
  expect(await resumeRun(room, runId)).toMatchObject({ attempt: 2 })
  await room.jobs.wait(runId)
  expect(await runNamed(room, runId)).toMatchObject({ status: 'done', attempt: 2, error: null })
  expect(await room.audit.receiptsOf(run?.session_id ?? '')).toEqual(before)
  expect((await steps()).flat().map(({ status, attempt }) => [status, attempt])).toEqual([
    ['done', 1],
    ['done', 2],
  ])
  expect((await room.audit.verify()).status).toBe('ok')
  await db.close()
  await store.drop()
})
