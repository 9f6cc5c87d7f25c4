import type { z } from 'zod'
import { follow } from '../../../jobs/follow.ts'
import { pollMs } from '../../../jobs/jobs.ts'
import {
  roomConferenceList,
  roomConferenceOpen,
  roomConferenceShow,
  roomRoundCancel,
  roomRoundStart,
  roomRoundStatus,
} from '../../../room/conference/operations.ts'
import { roundFailure } from '../../../room/conference/start.ts'
import { conferenceEvents } from '../../../room/conference/store.ts'
import { RoomFault } from '../../../room/faults.ts'
import { usageFault } from '../failure.ts'
import { readText } from '../read-text.ts'
import { when } from '../records/words.ts'
import { rows } from '../rows.ts'
import { cancelledExit, interruptible } from './interrupt.ts'
import { showRoundEvent } from './round-events.ts'
import type { RoomCli, RoomVerb } from './verb.ts'
import { painted } from './words.ts'

interface Options {
  with?: string
  id?: string
  tool?: string[]
}

type Report = z.output<typeof roomRoundStatus.output>

export const conference: RoomVerb<[prompt: string], Options, Report> = {
  usage: 'conference <prompt>',
  summary: 'one round of all agents; exit code 0 closed, 3 every answer rejected, 4 cancelled (Ctrl-C)',
  options: [
    ['--with <agents>', 'only these and the Chief, separated by commas'],
    ['--id <conference>', 'a further round of this conference, in place of a new one'],
    ['--tool <id>', 'the Chief may use only this tool; may be given more than once', 'many'],
  ],
  examples: [
    'conference "Check scene 4 against canon. Does anything contradict?"',
    'conference "And scene 5?" --id conf_…',
    'conference "Is the pace right?" --with editor,critic',
  ],
  speaks: true,
  async ask(cli, { with: named, id, tool, json }, given) {
    const prompt = given === '-' ? await readText('-') : given
    if (named !== undefined && id !== undefined) {
      throw usageFault('--with says who takes part in a new conference.', 'Leave it out, or leave out --id.')
    }
    const opened = id === undefined ? await opening(cli, prompt, named) : await cli.call(roomConferenceShow, { id })
    const names = new Map(opened.cards.map(({ agentId, name }) => [agentId, name]))
    const room = await cli.room()
    const events = conferenceEvents(room, opened.id)
    const known = (await events.after(0)).at(-1)?.seq ?? 0
    const interrupt = interruptible()
    try {
      const toolPolicy = tool && { allowedTools: tool }
      const wanted = { id: opened.id, prompt, ...(toolPolicy && { toolPolicy }) }
      const { number, roundId } = await cli.call(roomRoundStart, wanted)
      const status = () => cli.call(roomRoundStatus, { conferenceId: opened.id, number })
      const cancel = () => cli.call(roomRoundCancel, { id: opened.id, n: number }).catch(hasEnded)
      let cancelling: Promise<unknown> | undefined
      const following = { after: known, silenceMs: pollMs, end: room.jobs.wait(roundId) }
      for await (const told of follow(async () => events, following)) {
        for (const event of told) showRoundEvent(event, names, cli.page, json === true)
        if (told.some(({ type }) => endings.has(type))) break
        if ((await status()).state === 'interrupted') break
        // Nobody drives the round any more, and what would tell so could not be written.
        const failure = roundFailure(room, roundId)
        if (failure) throw failure
        if (interrupt.signal.aborted) cancelling ??= cancel()
        await cancelling
      }
      return await status()
    } finally {
      interrupt.release()
    }
  },
  show({ conferenceId, state, issueId, receiptIds, turns }, page) {
    page.line()
    page.data(
      rows(
        turns.map(turn => [turn.agentId, painted(turn.state, page.colors), turn.reason ?? '']),
        page,
      ),
    )
    const issue = issueId === undefined ? '' : ` as issue ${issueId}`
    page.line(
      `${conferenceId}  ${state}${issue}, ${receiptIds.length === 1 ? '1 receipt' : `${receiptIds.length} receipts`}`,
    )
    if (state === 'closed') page.note(`Play it again: daybook room replay ${conferenceId}`)
    if (state === 'interrupted') page.note('The round was left in the middle; it goes on when the room is next opened.')
  },
  exit({ state, turns }) {
    if (state === 'cancelled' || state === 'canceling') return cancelledExit
    if (state !== 'closed') return 1
    const spoke = turns.filter(turn => turn.state !== 'skipped')
    return spoke.length > 0 && spoke.every(turn => failures.has(turn.state)) ? 3 : 0
  },
}

export const conferences: RoomVerb<[], { limit?: string }, z.output<typeof roomConferenceList.output>> = {
  usage: 'conferences',
  summary: 'the conferences there were, newest first',
  examples: ['conferences', 'conferences --json'],
  ask: ({ call }) => call(roomConferenceList, {}),
  show({ conferences: all, nextCursor }, page) {
    page.data(
      rows(
        all.map(({ id, state, roundCount, createdAt, agenda }) => [
          { text: id, paint: page.colors.bold },
          state,
          `${roundCount} ${roundCount === 1 ? 'round' : 'rounds'}`,
          when(createdAt),
          agenda.split('\n', 1)[0] ?? '',
        ]),
        page,
      ),
    )
    if (all.length === 0) page.note('There was none yet: daybook room conference "…"')
    if (nextCursor !== null)
      page.note('There are more; --json and daybook call room_conference_list page through them.')
  },
}

const endings: ReadonlySet<string> = new Set(['round.closed', 'round.cancelled', 'round.interrupted'])
const failures: ReadonlySet<string> = new Set(['rejected', 'error', 'stopped', 'cancelled'])

function opening(cli: RoomCli, prompt: string, named: string | undefined) {
  const attendees = named?.split(',').map(agent => agent.trim())
  // The agenda is one short line; what is discussed is the prompt.
  const agenda = Array.from(prompt.split('\n', 1)[0] ?? '')
    .slice(0, 200)
    .join('')
  return cli.call(roomConferenceOpen, { agenda, ...(attendees && { attendees }) })
}

/** Whoever cancels a round that has just ended has what they want. */
function hasEnded(error: unknown): void {
  if (!(error instanceof RoomFault) || error.wire !== 'round_state') throw error
}
