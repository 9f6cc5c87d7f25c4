import '../talk.css'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EllipsisVertical, MessageSquare, Mic, MicOff, UserRoundMinus } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { callRoom } from '../../../api.ts'
import { announce } from '../../../state/announce.ts'
import { useMayWrite } from '../../../state/role.ts'
import type { Card } from '../../../state/room/card-announcements.ts'
import { refreshRoom } from '../../../state/room/queries.ts'
import { safeText } from '../../transcript/safe-text.ts'

interface Props {
  project: string
  conference: string
  card: Card
  isOpen: boolean
}

const chiefStays = 'The Chief moderates and cannot be muted or removed.'

export function CardMenu({ project, conference: id, card, isOpen }: Props) {
  const { agentId, name, chief, muted } = card
  const mayWrite = useMayWrite(project)
  const failed = () => announce('The change failed; try again', 'alert')
  const mute = useMutation({
    mutationFn: () => callRoom(project, 'room_attendee_mute', { id, agentId, muted: !muted }),
    onSuccess: () => refreshRoom(project, 'room_conference_show'),
    onError: failed,
  })
  const kick = useMutation({
    mutationFn: () => callRoom(project, 'room_attendee_remove', { id, agentId }),
    onSuccess: async () => {
      await refreshRoom(project, 'room_conference_show')
      announce(`${name} was removed from the conference`)
    },
    onError: failed,
  })
  const isLocked = chief || !isOpen || !mayWrite
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button type="button" className="icon-button" aria-label={`More about ${safeText(name)}`}>
          <EllipsisVertical aria-hidden="true" />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className="menu" align="end" sideOffset={4} collisionPadding={8}>
        <DropdownMenu.Item className="menu-item" disabled={isLocked} onSelect={() => mute.mutate()}>
          {muted ? <Mic aria-hidden="true" /> : <MicOff aria-hidden="true" />} {muted ? 'Unmute' : 'Mute'}
        </DropdownMenu.Item>
        <DropdownMenu.Item className="menu-item" disabled={isLocked} onSelect={() => kick.mutate()}>
          <UserRoundMinus aria-hidden="true" /> Kick
        </DropdownMenu.Item>
        {chief && <DropdownMenu.Label className="menu-label">{chiefStays}</DropdownMenu.Label>}
        <DropdownMenu.Separator className="menu-line" />
        <DropdownMenu.Item asChild className="menu-item">
          <Link to="/p/$project/room/chat" params={{ project }} search={{ agent: agentId }}>
            <MessageSquare aria-hidden="true" /> Open chat
          </Link>
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
