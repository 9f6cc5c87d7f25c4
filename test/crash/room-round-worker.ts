// A process of its own in a room: runs one round of a conference and ends itself at a boundary between two steps.
import { writeSync } from 'node:fs'
import { openDb } from '../../src/db/open.ts'
import { openConference } from '../../src/room/conference/conferences.ts'
import { startRound, waitForRound } from '../../src/room/conference/start.ts'
import { openConferences } from '../../src/room/conference/store.ts'
import { openSampleRoom, openTestRooms } from '../room/support/open-rooms.ts'
import { takeCommands } from './commands.ts'

export interface Command {
  location: string
  root: string
  home: string
  /** Ends at the nth boundary. */
  at: number
}

void takeCommands<Command>(async ({ location, root, home, at }) => {
  const db = await openDb({ location })
  const opened = await openSampleRoom(openTestRooms(db, home), root)
  let passed = 0
  const boundary = (step: string) => {
    if (++passed !== at) return
    say({ killed: step })
    process.kill(process.pid, 'SIGKILL')
    // The signal may arrive a moment later, and nothing may happen until then.
    for (;;);
  }
  const room = { ...opened, conferences: openConferences(opened, boundary) }
  const { id } = await openConference(room, { attendees: ['continuity'], openedBy: 'local' })
  say({ opened: id })
  const { number, roundId } = await startRound(room, id, {
    prompt: 'Check scene 4 against canon. Does anything contradict?',
  })
  say({ begun: roundId })
  const { state } = await waitForRound(room, id, number, 60_000)
  say({ ended: state })
})

function say(line: object): void {
  writeSync(1, `${JSON.stringify(line)}\n`)
}
