import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { tempHome } from '../../test/support/tempdir.ts'
import { LockBusy } from '../files/lock.ts'
import { type EventLog, follow, isLastWritten } from './follow.ts'
import { isCancelled, isHeld, isLeft, type Job, type Jobs, openJobs, runIfFree } from './jobs.ts'

const never = (signal: AbortSignal) => sleep(60_000, undefined, { signal }).catch(() => {})

/** A job that works until its signal is aborted, and the signal itself. */
async function hanging(jobs: Jobs, { id = 'job', atExit = 'leave' as Job<void>['atExit'], lock = '' } = {}) {
  return jobs.start<AbortSignal>({
    id,
    atExit,
    async work({ answer, signal, hold }) {
      const work = async () => {
        answer(signal)
        await never(signal)
      }
      await (lock ? hold(lock, 0, work) : work())
    },
  })
}

describe('a job', () => {
  it('a job answers its caller and goes on behind the answer', async () => {
    const jobs = openJobs(() => {})
    const signal = await hanging(jobs)
    expect(jobs.isRunning('job')).toBe(true)
    await jobs.cancel({ id: 'job', lock: '' })
    await jobs.wait('job')
    expect(jobs.isRunning('job')).toBe(false)
    expect(isCancelled(signal)).toBe(true)
  })

  it('a job throws to its caller what fails before its answer, and remembers what fails after', async () => {
    const log: string[] = []
    const jobs = openJobs(line => log.push(line))
    const fault = new Error('No.')
    const early = jobs.start({ id: 'early', atExit: 'leave', work: () => Promise.reject(fault) })
    await expect(early).rejects.toBe(fault)
    expect(log).toEqual([])
    await jobs.start<void>({
      id: 'late',
      atExit: 'leave',
      async work({ answer }) {
        answer()
        throw fault
      },
    })
    await jobs.wait('late')
    expect([jobs.failureOf('early'), jobs.failureOf('late'), log]).toEqual([
      undefined,
      fault,
      ['job late: ended by Error'],
    ])
  })

  it('a job owns its lock until it has ended, so no other process works on it meanwhile', async () => {
    const lock = join(tempHome(), 'owner.lock')
    expect(await isHeld(lock)).toBe(false)
    expect(existsSync(lock)).toBe(false)
    const [ours, others] = [openJobs(() => {}), openJobs(() => {})]
    await hanging(ours, { lock })
    expect(await isHeld(lock)).toBe(true)
    expect(await runIfFree(lock, async () => 'free')).toBe(undefined)
    await expect(hanging(others, { lock })).rejects.toBeInstanceOf(LockBusy)
    await ours.leave()
    expect(await runIfFree(lock, async () => 'free')).toBe('free')
  })

  it('a job is cancelled by another process by its id, and a request for another one does not reach it', async () => {
    const lock = join(tempHome(), 'owner.lock')
    const [ours, others] = [openJobs(() => {}), openJobs(() => {})]
    expect(await others.cancel({ id: 'job', lock })).toBe(false)
    const signal = await hanging(ours, { lock })
    expect(await others.cancel({ id: 'another', lock })).toBe(true)
    await sleep(400)
    expect(signal.aborted).toBe(false)
    expect(await others.cancel({ id: 'job', lock })).toBe(true)
    await ours.wait('job')
    expect(isCancelled(signal)).toBe(true)
    expect(existsSync(`${lock}.cancel`)).toBe(false)
  })

  it('a job is left when the program ends, or waited for, as it wants', async () => {
    const jobs = openJobs(() => {})
    const left = await hanging(jobs, { id: 'left' })
    const awaited = await hanging(jobs, { id: 'awaited', atExit: 'finish' })
    await jobs.leave()
    expect([isLeft(left), awaited.aborted]).toEqual([true, false])
    await jobs.finish({ cancel: true })
    expect(isCancelled(awaited)).toBe(true)
  })
})

it('a log is followed to its end: what is new, a sign of life in between, and the rest when the work ends', async () => {
  const types = ['begun']
  let isOver = false
  const log: EventLog = {
    isKnown: async () => true,
    isOver: async () => isOver,
    after: async seq => types.map((type, index) => ({ seq: index + 1, type, data: {} })).filter(each => each.seq > seq),
  }
  const seen: string[] = []
  for await (const events of follow(async () => log, { silenceMs: 1, end: sleep(20) })) {
    seen.push(events.map(({ type }) => type).join() || 'silence')
    if (seen.length === 2) types.push('ended')
    if (seen.length === 3) isOver = true
  }
  expect(seen).toEqual(['begun', 'silence', 'ended'])
})

it('a log whose work ended is over with its last event, or when its writer must have died before writing it', () => {
  const endedAt = '2026-05-12T10:00:00.000Z'
  const ended = (type: string, afterMs: number, at: string | null = endedAt) =>
    isLastWritten([{ type: 'begun' }, { type }], { type: 'closed', endedAt: at, now: Date.parse(endedAt) + afterMs })
  expect(ended('closed', 0)).toBe(true)
  expect(ended('changed', 0)).toBe(false)
  expect(ended('changed', 5001)).toBe(true)
  expect(ended('changed', 0, null)).toBe(true)
})
