import { ShieldQuestion } from 'lucide-react'
import type { Output } from '../../../operations.ts'
import { providerName } from '../../../state/room/provider-words.ts'
import { useRoomWrite } from '../../../state/room/room-write.ts'
import { agentViews } from '../../../state/room/roster.ts'
import { Button } from '../../../ui/button.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { RoomFault } from '../room-fault.tsx'

interface Props {
  project: string
  id: string
  sending: NonNullable<Output<'room_endpoint_list'>['endpoints'][number]['unconfirmed']>
  isOwner: boolean
  onUsed: () => void
}

/** An endpoint that came with the folder: what it would send where, for the owner's consent. */
export function UnconfirmedEndpoint({ project, id, sending, isOwner, onUsed }: Props) {
  const { provider, model, to, key } = sending
  const confirm = useRoomWrite(project, 'room_endpoint_confirm', {
    refresh: [...agentViews, 'room_tier_caps', 'room_key_list'],
    announcement: () => 'The endpoint is confirmed',
    onDone: onUsed,
  })
  return (
    <section className="stack gap-12 mb-20 p-16 border rounded-l bg-surface" aria-label="Endpoint of the folder">
      <h3 className="mark-line tone-warn text-m tracking-0">
        <ShieldQuestion aria-hidden="true" /> An endpoint came with the folder
      </h3>
      <p>
        The agent does not answer yet: nothing is sent there until the owner of this machine agrees. If used, it would
        send:
      </p>
      <dl className="facts">
        <div>
          <dt>Address</dt>
          <dd>
            {to === null ? (
              'none: this provider or address cannot be used here'
            ) : (
              <code className="pre-wrap">{safeText(to)}</code>
            )}
          </dd>
        </div>
        <div>
          <dt>Provider and model</dt>
          <dd>{safeText([providerName(provider), model].filter(Boolean).join(', '))}</dd>
        </div>
        <div>
          <dt>Key</dt>
          <dd>{key === null ? 'none' : <KeyName name={key} />}</dd>
        </div>
        <div>
          <dt>Texts</dt>
          <dd>questions to the agent, and what it reads in this workspace</dd>
        </div>
      </dl>
      <RoomFault error={confirm.error} />
      {isOwner && (
        <div className="row wrap gap-8">
          {to !== null && (
            <Button kind="primary" disabled={confirm.isPending} onClick={() => confirm.mutate({ id, to, key })}>
              Use this endpoint
            </Button>
          )}
          <span className="field-help">{to === null ? 'Choose' : 'Or choose'} another provider below and save it.</span>
        </div>
      )}
      {!isOwner && (
        <p className="field-help">
          Ask the owner to agree here or with <code>daybook room agents confirm {safeText(id)}</code>.
        </p>
      )}
    </section>
  )
}

function KeyName({ name }: { name: string }) {
  const [, variable] = /^env:(.+)$/.exec(name) ?? []
  if (variable === undefined) return <code>{safeText(name)}</code>
  return (
    <>
      <code>{safeText(variable)}</code> of the environment
    </>
  )
}
