import { describe, it } from 'vitest'
import { appendAtOnce, killAmidExchange, killAmidWrite, killAtRandom, startWriters } from './workspace-kills.ts'

const start = startWriters()

it('eight processes append 400 chains to one session, and all of them are there', () =>
  appendAtOnce(
    Array.from({ length: 8 }, () => start()),
    50,
  ))

describe('A process killed with SIGKILL', () => {
  it('at any step of a write leaves the old card or the new one, and its lock free', () => killAmidWrite(start, 1))

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('at random times, 25 times over, loses nothing it had acknowledged (%i)', () =>
    killAtRandom(start, 25),
  )

  it.each([1, 2, 3])(
    'at any step of an exchange leaves the old workspace or the new one, finished by the next to come (from %i, every third)',
    first => killAmidExchange(start, 3, first),
  )
})
