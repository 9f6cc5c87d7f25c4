import { describe, expect, it } from 'vitest'
import { type Scheduled, schedule } from './plan.ts'

/** Tasks that end on command, and the order in which they began. */
function desk() {
  const began: string[] = []
  const endings = new Map<string, (error?: Error) => void>()
  return {
    began,
    task: (id: string, phase: Scheduled['phase'] = 'evidence', after: string[] = []): Scheduled => ({
      id,
      phase,
      after,
      run: () =>
        new Promise((resolve, reject) => {
          began.push(id)
          endings.set(id, error => (error ? reject(error) : resolve()))
        }),
    }),
    async end(id: string, error?: Error) {
      endings.get(id)?.(error)
      await new Promise(setImmediate)
    },
  }
}

describe('A schedule', () => {
  it('A schedule starts ready tasks in the order of their ids, so many of a phase at a time', async () => {
    const { began, task, end } = desk()
    const all = schedule([task('b'), task('d'), task('a'), task('c')], () => 2)
    expect(began).toEqual(['a', 'b'])
    await end('b')
    expect(began).toEqual(['a', 'b', 'c'])
    await end('a')
    await end('c')
    await end('d')
    await all
    expect(began).toEqual(['a', 'b', 'c', 'd'])
  })

  it('A schedule holds a task back until those before it have ended, and other phases beside it', async () => {
    const { began, task, end } = desk()
    const tasks = [task('a'), task('b'), task('s:1', 'synthesis', ['a']), task('s:2', 'synthesis', ['b'])]
    const all = schedule(tasks, phase => (phase === 'evidence' ? 2 : 1))
    await end('b')
    expect(began).toEqual(['a', 'b', 's:2'])
    await end('a')
    expect(began).toEqual(['a', 'b', 's:2'])
    await end('s:2')
    expect(began.at(-1)).toBe('s:1')
    await end('s:1')
    await all
  })

  it('A schedule starts nothing more after an error, waits for what is running and then throws it', async () => {
    const { began, task, end } = desk()
    const all = schedule([task('a'), task('b'), task('c')], () => 2)
    const ending = expect(all).rejects.toThrow('no program')
    await end('a', new Error('no program'))
    expect(began).toEqual(['a', 'b'])
    await end('b')
    await ending
    expect(began).toEqual(['a', 'b'])
  })

  it('A schedule is over at once when there is nothing to do', async () => {
    await schedule([], () => 1)
  })
})
