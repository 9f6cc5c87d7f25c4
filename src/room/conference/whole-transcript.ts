import { tampered } from '../audit/context.ts'
import { issueLimits } from '../issues/schema.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { cutTo } from '../text/cut.ts'
import type { Conference, Round } from './schema.ts'
import { conferenceOf } from './store.ts'
import { type Message, messagesOf, roundAsMarkdown } from './transcript.ts'

/** All rounds of a conference, the first one first. */
export async function allRounds(room: Room, id: string): Promise<Round[]> {
  const files = room.conferences.files(id)
  const { roundCount } = await conferenceOf(files)
  const numbers = Array.from({ length: roundCount }, (_, index) => index + 1)
  const rounds = await Promise.all(numbers.map(number => files.round(number).read()))
  return rounds.filter(round => round !== null)
}

export interface WholeTranscript {
  conference: Conference
  messages: Message[]
  markdown: string
}

/** One continuous chat, from the records of the rounds. */
export async function wholeTranscript(room: Room, id: string): Promise<WholeTranscript> {
  const [conference, rounds] = await Promise.all([conferenceOf(room.conferences.files(id)), allRounds(room, id)])
  const parts = rounds.map(round => `## Turn ${round.number}\n\n${roundAsMarkdown(round)}`)
  const heading = `# Conference ${id}${conference.agenda && `\n\n${conference.agenda}`}`
  return { conference, messages: rounds.flatMap(messagesOf), markdown: `${[heading, ...parts].join('\n\n')}\n` }
}

/** Keeps the whole conference as one more issue, with the receipts of all its rounds. */
export async function saveAsIssue(room: Room, id: string, title?: string): Promise<{ issueId: number }> {
  const { conference, markdown } = await wholeTranscript(room, id)
  const { status, problems } = await room.audit.verifySession(id, { fresh: true })
  if (status !== 'ok') throw tampered('The session does not verify, so nothing of it is saved.', problems)
  const { issue } = await room.issues.open(
    {
      title: title ?? `Conference ${id}`,
      body: cutTo(markdown, issueLimits.body),
      openedBy: 'user',
      tags: ['conference-transcript'],
      status: 'closed',
      conferenceId: conference.id,
    },
    instant(room),
  )
  await room.audit.link({ sessionId: id, issueId: issue.id })
  return { issueId: issue.id }
}
