import { follow, type LoggedEvent } from '../../../jobs/follow.ts'
import { pollMs } from '../../../jobs/jobs.ts'
import { formatCount } from '../../../kernel/numbers.ts'
import { reasonInWords } from '../../../room/conference/reason-words.ts'
import type { Group } from '../command-line.ts'
import { usageFault } from '../failure.ts'
import { textOrStdin } from '../input.ts'
import { interruptible } from '../stopping.ts'
import type { Terminal } from '../terminal.ts'
import type { Input, Output } from '../verb.ts'
import { cancelledExit, ignoreFault, type RoomCli, roomVerb } from './part.ts'

export const conferenceVerbs: Group['commands'] = {
  conference: roomVerb('room_conference_open', {
    summary: 'one round of all agents; exit code 0 closed, 3 every answer rejected, 4 cancelled (Ctrl-C)',
    flags: [['with <agents>', 'attendees', 'only these and the Chief, separated by commas']],
    own: {
      '<prompt>': 'what is discussed, or - for stdin',
      'id <conference>': 'a further round of this conference, in place of a new one',
      'tool <id...>': 'the Chief may use only this tool; may be given more than once',
    },
    examples: [
      'conference "Check scene 4 against canon. Does anything contradict?"',
      'conference "And scene 5?" --id conf_…',
      'conference "Is the pace right?" --with editor,critic',
    ],
    usesKeys: true,
    async ask(cli, { attendees }, { prompt: given, id, tool }) {
      const prompt = await textOrStdin(given)
      if (attendees !== undefined && id !== undefined) {
        throw usageFault('--with says who takes part in a new conference.', 'Leave it out, or leave out --id.')
      }
      // The agenda is one short line; what is discussed is the prompt.
      const agenda = Array.from(prompt.split('\n', 1)[0] ?? '')
        .slice(0, 200)
        .join('')
      const opened =
        id === undefined
          ? await cli.call('room_conference_open', { agenda, attendees })
          : await cli.call('room_conference_show', { id })
      const names = new Map(opened.cards.map(card => [card.agentId, card.name]))
      const round = { id: opened.id, prompt, ...(tool && { toolPolicy: { allowedTools: tool } }) }
      return interruptible(signal => followRound(cli, round, names, signal))
    },
    show({ conferenceId, state, issueId, receiptIds, turns }, page) {
      page.line()
      page.list(turns, ['agentId', 'state', 'reason'])
      const issue = issueId === undefined ? '' : ` as issue ${issueId}`
      page.line(`${conferenceId}  ${state}${issue}, ${formatCount(receiptIds.length, 'receipt')}`)
    },
    notes: ({ conferenceId, state }) => [
      state === 'closed' && `Play it again: daybook room replay ${conferenceId}`,
      state === 'interrupted' && 'The round was left in the middle; it goes on when the room is next opened.',
    ],
    exit({ state, turns }) {
      if (state === 'cancelled' || state === 'canceling') return cancelledExit
      if (state !== 'closed') return 1
      const answered = turns.filter(turn => turn.state !== 'skipped')
      return answered.length > 0 && answered.every(turn => failures.has(turn.state)) ? 3 : 0
    },
  }),
  conferences: roomVerb('room_conference_list', {
    summary: 'the conferences there were, newest first',
    examples: ['conferences', 'conferences --json'],
    list: 'conferences',
    columns: [
      ...(['id', 'state'] as const),
      ({ roundCount }) => formatCount(roundCount, 'round'),
      'createdAt',
      ({ agenda }) => agenda.split('\n', 1)[0],
    ],
    empty: 'There was none yet: daybook room conference "…"',
    notes: ({ nextCursor }) =>
      nextCursor !== null && 'There are more: --json and daybook call room_conference_list page through them.',
  }),
  replay: roomVerb('room_conference_replay', {
    summary:
      'run the engine again on the recorded replies and compare every verdict and receipt; exit code 1 if one differs',
    args: { conference: 'id' },
    examples: ['replay conf_…', 'replay conf_… --json'],
    show({ reproduced, rounds, turns, replies, receipts, mismatch }, page) {
      const { green, red } = page.colors
      const what = [
        formatCount(rounds, 'round'),
        formatCount(turns, 'turn'),
        `${replies} replies`,
        formatCount(receipts, 'receipt'),
      ]
      page.line(reproduced ? green('reproduced') : red('differs'), `  ${what.join(', ')}`)
      if (mismatch) {
        const { turnId, agentId, ...differs } = mismatch
        page.facts({ turn: turnId, agent: agentId, ...differs })
      }
    },
    notes: ({ changedFiles, promptsChanged }) => [
      changedFiles.length > 0 && `Changed since then: ${changedFiles.join(', ')}`,
      promptsChanged > 0 && `${formatCount(promptsChanged, 'prompt')} would be worded differently now.`,
    ],
  }),
}

const endings: ReadonlySet<string> = new Set(['round.closed', 'round.cancelled', 'round.interrupted'])
const failures: ReadonlySet<string> = new Set(['rejected', 'error', 'stopped', 'cancelled'])

/** Starts a round and prints its events until it has ended; a signal cancels it. */
async function followRound(
  cli: RoomCli,
  round: Input<'room_round_start'>,
  names: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<Output<'room_round_status'>> {
  const [{ conferenceEvents }, { roundFailure }, { StopHookShape }] = await Promise.all([
    import('../../../room/conference/store.ts'),
    import('../../../room/conference/start.ts'),
    import('../../../room/conference/schema.ts'),
  ])
  const room = await cli.room()
  const events = conferenceEvents(room, round.id)
  const why = (stopHook: unknown) => reasonInWords(StopHookShape.safeParse(stopHook).data)
  const known = (await events.after(0)).at(-1)?.seq ?? 0
  const { number, roundId } = await cli.call('room_round_start', round)
  const readStatus = () => cli.call('room_round_status', { conferenceId: round.id, number })
  let cancelling: Promise<unknown> | undefined
  const following = { after: known, silenceMs: pollMs, end: room.jobs.wait(roundId) }
  for await (const latest of follow(async () => events, following)) {
    for (const event of latest) showRoundEvent(event, names, why, cli)
    if (latest.some(({ type }) => endings.has(type)) || (await readStatus()).state === 'interrupted') break
    // No process drives the round any more, and the event that would say so could not be written.
    const failure = roundFailure(room, roundId)
    if (failure) throw failure
    if (signal.aborted)
      cancelling ??= cli.call('room_round_cancel', { id: round.id, n: number }).catch(ignoreFault('round_state'))
    await cancelling
  }
  return readStatus()
}

/** One event of a round as a line, an accepted answer with its text; all on stderr where stdout is for JSON. */
function showRoundEvent(
  { type, data }: LoggedEvent,
  names: ReadonlyMap<string, string>,
  why: (stopHook: unknown) => string,
  { page, flags }: { page: Terminal; flags: { json?: true } },
): void {
  const blank = { agentId: '', number: 0, phase: 0, toolId: '', receiptId: '', ok: true, reason: '', content: '' }
  const event: typeof blank & { stopHook?: unknown } = { ...blank, ...data }
  const name = names.get(event.agentId) ?? event.agentId
  const sentences: { [type: string]: () => string } = {
    'round.started': () => `Round ${event.number}`,
    'round.resumed': () => `Round ${event.number} goes on`,
    'round.closed': () => `Round ${event.number} closed`,
    'round.cancelled': () => `Round ${event.number} cancelled`,
    'round.interrupted': () => `Round ${event.number} interrupted`,
    'phase.started': () => (event.phase === 1 ? 'Phase 1: the Chief gathers' : 'Phase 2: all answer'),
    'tool.finished': () => `  ${event.toolId} ${event.ok ? 'done' : 'failed'}, receipt ${event.receiptId}`,
    'turn.retry': () => `  ${name} is asked again: ${event.reason}`,
    'turn.accepted': () => `${name}:`,
    'turn.abstained': () => `${name} abstains`,
    'turn.skipped': () => `${name} is skipped`,
    'turn.rejected': () => `${name} rejected. ${why(event.stopHook)}`,
    'turn.stopped': () => `${name} stopped. ${why(event.stopHook)}`,
    'turn.error': () => `${name} failed. ${why(event.stopHook)}`,
  }
  const line = sentences[type]?.()
  if (line === undefined) return
  const print = flags.json ? page.note : page.line
  print(line)
  if (type === 'turn.accepted' && !flags.json) page.block(event.content)
}
