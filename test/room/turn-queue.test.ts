import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openTurnQueue, QueueFull, type TurnQueue } from '../../src/room/turns/turn-queue.ts'
import { onBothEngines } from '../support/engines.ts'

const soon = { interval: 5 }
const turn = (turnId: string) => ({ turnId, agentId: 'chief', kind: 'tools', surface: 'chat' })

onBothEngines('The queue of a room', store => {
  const open = (project = 'default') => openTurnQueue({ db: store.app.db, project, clock: Date.now })

  it('The queue of a room lets whole turns in one after another, in the order they came', async () => {
    const queue = open()
    const order: string[] = []
    const names = Array.from({ length: 8 }, (_, index) => `turn_${index}`)
    let inside = 0
    const done: Promise<void>[] = []
    let letGo = () => {}
    const allHaveCome = new Promise<void>(resolve => {
      letGo = resolve
    })
    for (const name of names) {
      done.push(
        queue.enter(turn(name)).then(async slot => {
          expect(++inside).toBe(1)
          order.push(name)
          await allHaveCome
          inside--
          await slot.release()
        }),
      )
      await arrived(queue, name)
    }
    letGo()
    await Promise.all(done)
    expect(order).toEqual(names)
    expect(await queue.view()).toEqual({ holder: null, waiting: [] })
  })

  it('the queue never has two turns inside, however many come at once', async () => {
    const gates = [open(), open(), open()]
    let inside = 0
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const slot = await gates[index % 3]?.enter(turn(`turn_${index}`))
        expect(++inside).toBe(1)
        // Long enough for another one to come in, if it could.
        await sleep(5)
        inside--
        await slot?.release()
      }),
    )
    expect(inside).toBe(0)
  })

  it('the queue shows who is inside and who waits where, and informs the waiting when they move', async () => {
    const queue = open()
    const first = await queue.enter(turn('turn_a'))
    const moves: number[] = []
    const second = queue.enter(turn('turn_b'))
    await arrived(queue, 'turn_b')
    const third = queue.enter(turn('turn_c'), { onMove: position => moves.push(position) })
    await arrived(queue, 'turn_c')
    await expect.poll(() => moves, soon).toEqual([2])
    expect(await queue.view()).toMatchObject({
      holder: { turnId: 'turn_a', agentId: 'chief', kind: 'tools' },
      waiting: [
        { position: 1, turnId: 'turn_b' },
        { position: 2, turnId: 'turn_c' },
      ],
    })
    await first.release()
    const next = await second
    await expect.poll(() => moves, soon).toEqual([2, 1])
    await next.release()
    await (await third).release()
    expect(moves).toEqual([2, 1])
  })

  it('The queue of a room lets a waiting turn go without holding up the others, and knows no other project', async () => {
    const queue = open()
    const inside = await queue.enter(turn('turn_a'))
    const giving = new AbortController()
    const waiting = queue.enter(turn('turn_b'), { signal: giving.signal })
    await arrived(queue, 'turn_b')
    giving.abort(new Error('withdrawn'))
    await expect(waiting).rejects.toThrow()
    await (await open('other').enter(turn('turn_o'))).release()
    await inside.release()
    await (await queue.enter(turn('turn_c'))).release()
  })

  it('the queue does not wait for a turn whose process is gone or has long been silent', async () => {
    const queue = open()
    const old = new Date(Date.now() - 60_000).toISOString()
    await store.app.db.write(async tx => {
      await tx.raw(insertion('turn_1', 'elsewhere', 1, old))
      await tx.raw(insertion('turn_2', hostname(), 999_999_999, now()))
    })
    const slot = await queue.enter(turn('turn_3'))
    expect((await queue.view()).holder).toMatchObject({ turnId: 'turn_3' })
    await slot.release()
  })

  it('the queue of a room turns away who would be the hundred and first to wait, and changes nothing', async () => {
    const queue = open()
    await store.app.db.write(async tx => {
      for (let index = 0; index <= 100; index++)
        await tx.raw(insertion(`turn_${index}`, hostname(), process.pid, now()))
    })
    await expect(queue.enter(turn('turn_x'))).rejects.toThrow(QueueFull)
    expect((await queue.view()).waiting).toHaveLength(101)
  })
})

/** Waits until a turn is queued or running. */
async function arrived(queue: TurnQueue, turnId: string): Promise<void> {
  const present = async () => {
    const { holder, waiting } = await queue.view()
    return [holder, ...waiting].map(each => each?.turnId)
  }
  await expect.poll(present, soon).toContain(turnId)
}

function now(): string {
  return new Date().toISOString()
}

/** A ticket as another process leaves it. */
function insertion(turnId: string, host: string, pid: number, at: string): string {
  return `insert into room_tickets (project_id, turn_id, agent_id, kind, surface, host, pid, enqueued, heartbeat)
    values ('default', '${turnId}', 'a', 'tools', 'chat', '${host}', ${pid}, '${at}', '${at}')`
}
