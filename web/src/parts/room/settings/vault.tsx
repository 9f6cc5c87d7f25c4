import { Lock, LockOpen, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import type { Output } from '../../../operations.ts'
import { ruleAt, useRoomWrite } from '../../../state/room/room-write.ts'
import { agentViews } from '../../../state/room/roster.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { toneOf } from '../../../ui/tone.ts'
import { RoomFault } from '../room-fault.tsx'

type State = Output<'room_key_list'>['vault']

/** Whether the stored keys are encrypted, and whether this process may use them now. */
export function Vault({ project, state }: { project: string; state: State }) {
  const [typed, setTyped] = useState('')
  const refresh = ['room_key_list', ...agentViews] as const
  const onDone = () => setTyped('')
  const protect = useRoomWrite(project, 'room_key_protect', {
    refresh,
    announcement: ({ vault }) =>
      vault === 'plain' ? 'The keys are stored without a passphrase' : 'The keys are encrypted',
    onDone,
  })
  const unlock = useRoomWrite(project, 'room_key_unlock', {
    refresh,
    announcement: () => 'The keys are unlocked',
    onDone,
  })
  const lock = useRoomWrite(project, 'room_key_lock', { refresh, announcement: () => 'The keys are locked' })
  const { Icon, word, about, action } = words[state]
  return (
    <form
      className="form align-start p-16 border rounded-l bg-surface"
      onSubmit={event => {
        event.preventDefault()
        const passphrase = typed
        if (state === 'locked') unlock.mutate({ passphrase })
        else protect.mutate({ passphrase })
      }}
    >
      <h3 className={`mark-line text-m tracking-0 ${toneOf(state)}`}>
        <Icon aria-hidden="true" /> {word}
      </h3>
      <p className="field-help">{about}</p>
      <TextField
        label={state === 'unlocked' ? 'New passphrase' : 'Passphrase'}
        help={state === 'locked' ? undefined : 'At least 8 characters. It cannot be recovered.'}
        fault={ruleAt(unlock.error ?? protect.error, 'passphrase')}
        type="password"
        maxLength={1024}
        value={typed}
        onChange={setTyped}
      />
      <RoomFault error={unlock.error ?? protect.error ?? lock.error} />
      <div className="row wrap gap-8">
        <Button
          type="submit"
          disabled={unlock.isPending || protect.isPending || typed.length < (state === 'locked' ? 1 : 8)}
        >
          {action}
        </Button>
        {state === 'unlocked' && (
          <>
            <Button icon={Lock} disabled={lock.isPending} onClick={() => lock.mutate({})}>
              Lock them now
            </Button>
            <Button kind="quiet" disabled={protect.isPending} onClick={() => protect.mutate({ passphrase: null })}>
              Remove the passphrase
            </Button>
          </>
        )}
      </div>
    </form>
  )
}

const words = {
  plain: {
    Icon: ShieldAlert,
    word: 'Not encrypted',
    about: 'The keys are in a file that only you can read. A passphrase encrypts them; you enter it once per start.',
    action: 'Encrypt with this passphrase',
  },
  locked: {
    Icon: Lock,
    word: 'Locked',
    about: 'The keys are encrypted. Agents that need one wait until you unlock them.',
    action: 'Unlock',
  },
  unlocked: {
    Icon: LockOpen,
    word: 'Encrypted and unlocked',
    about: 'Agents can use the keys until Daybook stops or you lock them.',
    action: 'Change the passphrase',
  },
}
