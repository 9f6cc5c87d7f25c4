import '../room.css'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { KeyRound, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { isFault } from '../../../api.ts'
import type { Output } from '../../../operations.ts'
import { useIsOwner } from '../../../state/role.ts'
import { providerName } from '../../../state/room/provider-words.ts'
import { roomQuery } from '../../../state/room/queries.ts'
import { useRoomWrite } from '../../../state/room/room-write.ts'
import { agentViews } from '../../../state/room/roster.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Section } from '../../../ui/section.tsx'
import { Ago } from '../../ago.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { RoomFault } from '../room-fault.tsx'
import { AddKey } from './add-key.tsx'
import { Vault } from './vault.tsx'

type Key = Output<'room_key_list'>['keys'][number]

/** The stored keys: listed, used and removed, never read. */
export function Keys({ project }: { project: string }) {
  const isOwner = useIsOwner(project)
  const keys = useQuery({ ...roomQuery(project, 'room_key_list', { limit: 500 }), enabled: isOwner })
  return (
    <Section title="Keys" count={keys.error ? undefined : keys.data?.keys.length}>
      {!isOwner && (
        <p className="block-none">
          Keys belong to the owner of the machine. Ask the owner to store one here or with daybook room keys add.
        </p>
      )}
      {isOwner && isFault(keys.error, 'vault_locked') && <Locked project={project} />}
      {isOwner && !isFault(keys.error, 'vault_locked') && <Listed project={project} query={keys} />}
    </Section>
  )
}

/** Not even names are shown while the keys are locked. */
function Locked({ project }: { project: string }) {
  return (
    <>
      <p className="block-none">Unlock the keys to see which are stored.</p>
      <div className="tiles mt-16">
        <Vault project={project} state="locked" />
      </div>
    </>
  )
}

interface ListedProps {
  project: string
  query: UseQueryResult<Output<'room_key_list'>>
}

function Listed({ project, query }: ListedProps) {
  return (
    <Loaded query={query} label="keys" lines={3}>
      {({ keys: stored, vault }) => (
        <>
          {stored.length === 0 && <p className="block-none">No key is stored.</p>}
          <ul className="stack">
            {stored.map(key => (
              <KeyRow key={`${key.provider} ${key.id}`} project={project} stored={key} />
            ))}
          </ul>
          <div className="tiles mt-16">
            <AddKey project={project} />
            <Vault project={project} state={vault} />
          </div>
        </>
      )}
    </Loaded>
  )
}

function KeyRow({
  project,
  stored: { provider, id, label, createdAt, lastUsedAt, origin },
}: {
  project: string
  stored: Key
}) {
  const [asked, setAsked] = useState(false)
  const remove = useRoomWrite(project, 'room_key_remove', {
    refresh: ['room_key_list', ...agentViews],
    announcement: () => 'The key is removed',
  })
  return (
    <li className="py-8 row wrap gap-y-6 gap-x-12 border-bottom">
      <KeyRound aria-hidden="true" />
      <span className="key-name stack gap-2 min-w-0 text-s">
        <strong>{safeText(label)}</strong>
        <span className="muted">
          {providerName(provider)} ·{' '}
          {origin === null ? 'for the first address it is chosen for' : `for ${safeText(origin)}`} · stored{' '}
          <Ago time={createdAt} /> ·{' '}
          {lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              used <Ago time={lastUsedAt} />
            </>
          )}
        </span>
      </span>
      {asked ? (
        <span className="row wrap gap-8">
          <Button small kind="danger" disabled={remove.isPending} onClick={() => remove.mutate({ provider, id })}>
            Remove permanently
          </Button>
          <Button small onClick={() => setAsked(false)}>
            Keep it
          </Button>
        </span>
      ) : (
        <IconButton label={`Remove ${safeText(label)}`} icon={Trash2} onClick={() => setAsked(true)} />
      )}
      <RoomFault error={remove.error} />
    </li>
  )
}
