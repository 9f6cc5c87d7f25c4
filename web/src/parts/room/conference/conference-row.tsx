import '../talk.css'
import { Link } from '@tanstack/react-router'
import { CircleCheck, LoaderCircle, UsersRound } from 'lucide-react'
import { formatCount } from '../../../../../src/kernel/numbers.ts'
import type { Output } from '../../../operations.ts'
import { moveWithArrows } from '../../../state/rows.ts'
import { Ago } from '../../ago.tsx'
import { safeText } from '../../transcript/safe-text.ts'

type ConferenceHead = Output<'room_conference_list'>['conferences'][number]

interface Props {
  project: string
  conference: ConferenceHead
  /** Without counts, for narrow places. */
  isBrief?: boolean
}

export function ConferenceRow({ project, conference, isBrief = false }: Props) {
  const { id, agenda, state, attendees, roundCount, activeRoundId, updatedAt } = conference
  return (
    <li>
      <Link
        to="/p/$project/room/conferences/$conference"
        params={{ project, conference: id }}
        className="list-row"
        data-row
        onKeyDown={moveWithArrows}
      >
        {activeRoundId !== null ? (
          <LoaderCircle className="turning" aria-hidden="true" />
        ) : state === 'closed' ? (
          <CircleCheck aria-hidden="true" />
        ) : (
          <UsersRound aria-hidden="true" />
        )}
        <span className="min-w-0 break-anywhere weight-500">{safeText(agenda) || 'Without an agenda'}</span>
        <span className="row-facts">
          <span className="tag">
            {activeRoundId !== null ? 'round running' : state === 'open' && roundCount === 0 ? 'ready' : state}
          </span>
          {!isBrief && (
            <>
              <span>{formatCount(roundCount, 'round')}</span>
              <span>{formatCount(attendees.length, 'agent')}</span>
            </>
          )}
          <Ago time={updatedAt} />
        </span>
      </Link>
    </li>
  )
}
