import { z } from 'zod'
import { byteOrder } from '../../kernel/byte-order.ts'
import { enabledAgent } from '../agents/edit-agents.ts'
import { registerSession } from '../direct/direct-calls.ts'
import { roomFault } from '../faults.ts'
import { mintId } from '../ids.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import {
  AttendeeCard,
  attendeeCards,
  requireChief,
  withAttendee,
  withChief,
  withMuted,
  withoutAttendee,
} from './attendees.ts'
import { releaseLastRound } from './end-round.ts'
import { isActive } from './round.ts'
import { Conference, Round } from './schema.ts'
import { type ConferenceFiles, changeConference, conferenceOf, latestRound } from './store.ts'

interface NewConference {
  agenda?: string | undefined
  attendees?: readonly string[] | undefined
  openedBy: string
}

/** Opens a conference of the Chief and the agents that are named; without names, of all enabled agents. */
export async function openConference(
  room: Room,
  { agenda = '', attendees, openedBy }: NewConference,
): Promise<Conference> {
  const registry = await room.agents.read()
  const chief = requireChief(registry)
  const invited = attendees ?? registry.agents.filter(({ enabled }) => enabled).map(({ id }) => id)
  const agents = invited.map(agentId => enabledAgent(registry, agentId))
  const at = instant(room)
  const empty: Conference = {
    v: 1,
    id: mintId('conf', room.random),
    projectId: room.project,
    agenda,
    state: 'open',
    chiefId: chief.id,
    attendees: [],
    roundCount: 0,
    activeRoundId: null,
    createdAt: at,
    updatedAt: at,
  }
  const conference = agents.reduce((each, { id }) => withAttendee(each, id, at), withChief(empty, chief.id, at))
  const files = room.conferences.files(conference.id)
  await registerSession(room, { session_id: conference.id, kind: 'conference', opened_by: openedBy })
  await files.conference.change(() => ({ next: conference, result: null }))
  await files.journal.add([{ type: 'conference.opened', attendees: attendeeCards(conference, registry) }])
  return conference
}

export const ConferenceView = Conference.extend({ cards: z.array(AttendeeCard), activeRound: Round.nullable() })
type ConferenceView = z.output<typeof ConferenceView>

/** As people see it now, after a reload as before. */
export async function viewConference(room: Room, id: string): Promise<ConferenceView> {
  const files = room.conferences.files(id)
  const conference = await conferenceOf(files)
  const [registry, round, queue] = await Promise.all([room.agents.read(), latestRound(files), room.turnQueue.view()])
  const turns = new Set(round ? [round.phase1.turnId, ...round.turns.map(({ turnId }) => turnId)] : [])
  const waiting = queue.waiting.find(({ turnId }) => turns.has(turnId))
  const cards = attendeeCards(conference, registry, round, waiting)
  return { ...conference, cards, activeRound: round && isActive(round) ? round : null }
}

/** Newest first. */
export async function listConferences(room: Room): Promise<Conference[]> {
  const all = await Promise.all((await room.conferences.ids()).map(id => room.conferences.files(id).conference.read()))
  return all.filter(each => each !== null).sort((a, b) => byteOrder(b.createdAt, a.createdAt) || byteOrder(a.id, b.id))
}

export async function inviteAgent(room: Room, id: string, agentId: string): Promise<ConferenceView> {
  const agent = enabledAgent(await room.agents.read(), agentId)
  return changeAttendees(room, id, conference => withAttendee(conference, agent.id, instant(room)))
}

export function muteAgent(room: Room, id: string, agentId: string, muted: boolean): Promise<ConferenceView> {
  return changeAttendees(room, id, conference => withMuted(conference, agentId, muted, instant(room)))
}

export function kickAgent(room: Room, id: string, agentId: string): Promise<ConferenceView> {
  return changeAttendees(room, id, conference => withoutAttendee(conference, agentId, instant(room)))
}

export async function closeConference(room: Room, id: string): Promise<Conference> {
  const files = room.conferences.files(id)
  const before = await releaseLastRound(room, files)
  if (before.state === 'closed') return before
  const conference = await changeConference(files, each => {
    if (each.activeRoundId !== null) throw roomFault('round_running')
    return each.state === 'closed' ? each : { ...each, state: 'closed', updatedAt: instant(room) }
  })
  await files.journal.add([{ type: 'conference.closed', attendees: (await viewConference(room, id)).cards }])
  return conference
}

async function changeAttendees(
  room: Room,
  id: string,
  work: (conference: Conference) => Conference,
): Promise<ConferenceView> {
  const files: ConferenceFiles = room.conferences.files(id)
  await changeConference(files, conference => {
    if (conference.state === 'closed') throw roomFault('conference_closed')
    return work(conference)
  })
  const view = await viewConference(room, id)
  await files.journal.add([{ type: 'attendee.updated', attendees: view.cards }])
  return view
}
