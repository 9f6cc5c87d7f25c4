import '../talk.css'
import {
  Check,
  CircleMinus,
  CircleX,
  LoaderCircle,
  type LucideIcon,
  MicOff,
  Star,
  TriangleAlert,
  UserRound,
} from 'lucide-react'
import { type Card, statusOf } from '../../../state/room/card-announcements.ts'
import { timeWords } from '../../../state/words.ts'
import { Tip } from '../../../ui/tip.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { AgentAvatar } from '../agent-avatar.tsx'
import { CardMenu } from './card-menu.tsx'

interface Props {
  project: string
  conference: string
  card: Card
  /** Whether attendees can be changed at all. */
  isOpen: boolean
}

/** An attendee and its status, as the server reports it. */
export function AgentCard({ project, conference, card, isOpen }: Props) {
  const { name, role, chief, subtitle, tone, badge, tooltip, repliedAt } = card
  const state = <CardState label={subtitle} tone={tone} />
  return (
    <li
      className={`agent-card stack cols-auto-1-auto items-center gap-10 border rounded-l bg-surface ${tone}`}
      aria-label={`${safeText(name)}, ${safeText(role)}, ${statusOf(card)}`}
      data-agent={card.agentId}
    >
      <AgentAvatar name={name} />
      <div className="stack gap-4 min-w-0">
        <p className="flex items-baseline gap-6 min-w-0">
          <strong className="truncate text-s weight-600">{safeText(name)}</strong>
          {chief && (
            <span className="agent-star">
              <span aria-hidden="true">★</span>
              <span className="hidden-text">Chief</span>
            </span>
          )}
          {role !== name && <span className="agent-card-role truncate muted text-xs">{safeText(role)}</span>}
        </p>
        <p className="row wrap gap-y-4 gap-x-8">
          {tooltip === undefined ? (
            state
          ) : (
            <Tip label={tipWords(tooltip, repliedAt)}>
              <button type="button" className="card-tip inline-flex">
                {state}
              </button>
            </Tip>
          )}
          {badge && (
            <span className={`card-badge inline-flex px-6 border-strong rounded-full ${badge.tone}`}>
              <CardState label={badge.label} tone={badge.tone} />
            </span>
          )}
        </p>
      </div>
      <CardMenu project={project} conference={conference} card={card} isOpen={isOpen} />
    </li>
  )
}

function CardState({ label, tone }: { label: string; tone: Card['tone'] }) {
  const Icon = icons[label] ?? UserRound
  return (
    <span className={`card-state inline-row gap-6 soft text-xs weight-500 ${tone}`}>
      <Icon aria-hidden="true" className={label === 'Responding' ? 'turning' : undefined} />
      {safeText(label)}
    </span>
  )
}

const icons: { readonly [label: string]: LucideIcon } = {
  Moderator: Star,
  Participant: UserRound,
  Responding: LoaderCircle,
  Responded: Check,
  Abstained: CircleMinus,
  Rejected: CircleX,
  Error: TriangleAlert,
  Muted: MicOff,
}

/** The time of a reply in the reader's format. */
function tipWords(tooltip: string, repliedAt: string | undefined): string {
  if (repliedAt === undefined) return safeText(tooltip)
  return safeText(tooltip.replace(/Replied on [^.]{1,60} UTC\./, `Replied ${timeWords(repliedAt)}.`))
}
