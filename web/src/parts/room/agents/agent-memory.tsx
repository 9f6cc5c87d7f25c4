import '../room.css'
import { useQuery } from '@tanstack/react-query'
import { Archive, Pin, PinOff, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { Output } from '../../../operations.ts'
import { useMayWrite } from '../../../state/role.ts'
import { roomQuery } from '../../../state/room/queries.ts'
import { useRoomWrite } from '../../../state/room/room-write.ts'
import { Button } from '../../../ui/button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Section } from '../../../ui/section.tsx'
import { Ago } from '../../ago.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { RoomFault } from '../room-fault.tsx'

type Item = Output<'room_memory_list'>['items'][number]

/** An agent's memory; entries fade when they are not used, unless they are pinned. */
export function AgentMemory({ project, id }: { project: string; id: string }) {
  const memory = useQuery(roomQuery(project, 'room_memory_list', { agentId: id, limit: 100 }))
  return (
    <Section title="Memory" count={memory.data?.items.length}>
      <Loaded query={memory} label="memory" lines={2}>
        {({ items }) => (
          <>
            {items.length === 0 && <p className="block-none">No memories yet.</p>}
            <ul className="filed stack gap-4">
              {items.map(item => (
                <li key={item.id}>
                  <MemoryItem project={project} item={item} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Section>
  )
}

function MemoryItem({ project, item }: { project: string; item: Item }) {
  const mayWrite = useMayWrite(project)
  const [open, setOpen] = useState(false)
  const shown = useQuery({
    ...roomQuery(project, 'room_memory_show', { id: item.id, includeArchived: true, includeExpired: true }),
    enabled: open,
  })
  const refresh = ['room_memory_list', 'room_memory_show'] as const
  const pin = useRoomWrite(project, 'room_memory_pin', {
    refresh,
    announcement: ({ pinnedMinLevel }) => (pinnedMinLevel === undefined ? 'Unpinned' : 'Pinned: it does not fade'),
  })
  const put = useRoomWrite(project, 'room_memory_state', {
    refresh,
    announcement: ({ state }) => (state === 'active' ? 'Restored' : 'Archived'),
  })
  const isPinned = item.pinnedMinLevel !== undefined
  return (
    <details className="filed-file" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="py-6 text-s pointer break-anywhere">
        {safeText(item.topicKey)}{' '}
        <span className="muted text-xs">
          {stateWords[item.state]}
          {isPinned && ', pinned'}, <Ago time={item.lastAccessedAt} />
        </span>
      </summary>
      {open && (
        <Loaded query={shown} label="the text" lines={2}>
          {({ content }) => <p className="text-s pre-wrap break-anywhere">{safeText(content)}</p>}
        </Loaded>
      )}
      {mayWrite && open && (
        <div className="row wrap gap-8">
          <Button
            small
            disabled={pin.isPending}
            onClick={() => pin.mutate({ id: item.id, pinnedMinLevel: isPinned ? null : 3 })}
          >
            {isPinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />} {isPinned ? 'Unpin' : 'Pin'}
          </Button>
          <Button
            small
            disabled={put.isPending}
            onClick={() => put.mutate({ id: item.id, state: item.state === 'active' ? 'archived' : 'active' })}
          >
            {item.state === 'active' ? <Archive aria-hidden="true" /> : <RotateCcw aria-hidden="true" />}{' '}
            {item.state === 'active' ? 'Archive' : 'Restore'}
          </Button>
        </div>
      )}
      <RoomFault error={pin.error ?? put.error} />
    </details>
  )
}

const stateWords: { readonly [state in Item['state']]: string } = {
  active: 'in use',
  archived: 'archived',
  expired: 'expired',
}
