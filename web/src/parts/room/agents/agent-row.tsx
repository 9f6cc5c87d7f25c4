import '../room.css'
import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { roleNamed } from '../../../../../src/room/agents/roles.ts'
import { providerName } from '../../../state/room/provider-words.ts'
import { useRoomWrite } from '../../../state/room/room-write.ts'
import { agentViews, type RosterAgent } from '../../../state/room/roster.ts'
import { moveWithArrows } from '../../../state/rows.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { AgentAvatar } from '../agent-avatar.tsx'
import { ModelStatusMark } from '../model-status-mark.tsx'
import { RoomFault } from '../room-fault.tsx'

interface Props {
  project: string
  agent: RosterAgent
  isAdmin: boolean
  isBusy: boolean
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

export function AgentRow({ project, agent, isAdmin, isBusy, onUp, onDown }: Props) {
  const { id, name, role, enabled, speaker } = agent
  const shown = safeText(name)
  const roleLabel = roleNamed(role).label
  const enable = useRoomWrite(project, 'room_agent_enable', {
    refresh: agentViews,
    announcement: ({ agent: { enabled } }) => `${shown} is switched ${enabled ? 'on' : 'off'}`,
  })
  return (
    <li
      className={
        enabled
          ? 'agent-row row wrap gap-y-4 gap-x-12 pr-12 ruled'
          : 'agent-row off row wrap gap-y-4 gap-x-12 pr-12 ruled'
      }
    >
      <Link
        to="/p/$project/room/agents/$agent"
        params={{ project, agent: id }}
        className="agent-row-link min-w-0 stack items-center gap-12 hoverable inset-focus"
        data-row
        onKeyDown={moveWithArrows}
      >
        <AgentAvatar name={name} />
        <span className="stack gap-2 min-w-0 text-s">
          <strong className="truncate">{shown}</strong>
          {roleLabel !== name && <span className="muted truncate text-xs">{safeText(roleLabel)}</span>}
        </span>
        <span className="agent-row-speaker stack gap-2 min-w-0 text-s">
          <ModelStatusMark status={speaker.status} />
          <span className="muted truncate text-xs">
            {speaker.status === 'builtin'
              ? 'answers without a model'
              : `${providerName(speaker.provider)} ${safeText(speaker.model ?? '')}`}
          </span>
        </span>
      </Link>
      {isAdmin && (
        <span className="agent-row-actions row gap-4">
          <IconButton label={`Move ${shown} up`} icon={ArrowUp} disabled={!onUp || isBusy} onClick={onUp} />
          <IconButton label={`Move ${shown} down`} icon={ArrowDown} disabled={!onDown || isBusy} onClick={onDown} />
          <Switch
            on={enabled}
            label={`${shown} takes part`}
            disabled={enable.isPending}
            onChange={on => enable.mutate({ id, enabled: on })}
          />
        </span>
      )}
      <RoomFault error={enable.error} />
    </li>
  )
}
