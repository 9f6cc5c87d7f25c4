import { expect, it } from 'vitest'
import type { TurnObserver } from '../../src/room/turns/turn.ts'
import { abstain, done, openMeeting, reading } from './support/conference.ts'

/** The books about a turn are kept only once the next agent is asked, or, of the last turn, after a moment. */
function slowBooks() {
  const asked: string[] = []
  const kept: string[] = []
  const waiting = new Set<() => void>()
  const observer: TurnObserver = Object.assign(
    async ({ agent, kind }: Parameters<TurnObserver>[0]) => {
      const turns = asked.length
      while (asked.length === turns && agent.id !== 'critic') await new Promise<void>(resolve => waiting.add(resolve))
      await new Promise(setImmediate)
      kept.push(`${kind} ${agent.id}`)
    },
    {
      async begun({ agent, kind }: Parameters<TurnObserver>[0]) {
        asked.push(`${kind} ${agent.id}`)
        for (const resolve of waiting) resolve()
        waiting.clear()
      },
    },
  )
  return { observer, kept }
}

const turns = ['phase1 chief', 'phase2 chief', 'phase2 critic']

it('a round asks the next agent while the last turn is still being recorded (room figures R3)', async () => {
  const { observer, kept } = slowBooks()
  const scripts = { chief: [reading, done, abstain], critic: [abstain] }
  const meeting = await openMeeting(scripts, { changed: { observers: [observer] } })
  expect(await meeting.round()).toMatchObject({ state: 'closed' })
  expect(kept).toEqual(turns)
})

it('a round waits for the observers whose results the next turn needs', async () => {
  const order: string[] = []
  const observer: TurnObserver = Object.assign(
    async ({ agent, kind }: Parameters<TurnObserver>[0]) => {
      await new Promise(setImmediate)
      order.push(`kept ${kind} ${agent.id}`)
    },
    {
      mustFinishFirst: true,
      async begun({ agent, kind }: Parameters<TurnObserver>[0]) {
        order.push(`asked ${kind} ${agent.id}`)
      },
    },
  )
  const scripts = { chief: [reading, done, abstain], critic: [abstain] }
  const meeting = await openMeeting(scripts, { changed: { observers: [observer] } })
  expect(await meeting.round()).toMatchObject({ state: 'closed' })
  expect(order).toEqual(turns.flatMap(turn => [`asked ${turn}`, `kept ${turn}`]))
})
