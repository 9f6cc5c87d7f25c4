import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useState } from 'react'
import { roomQuery } from '../../../state/room/queries.ts'
import { ruleAt, useRoomWrite } from '../../../state/room/room-write.ts'
import { agentViews } from '../../../state/room/roster.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { RoomFault } from '../room-fault.tsx'

interface Props {
  project: string
  open: boolean
  returnTo: RefObject<HTMLElement | null>
  onClose: () => void
}

const blank = { name: '', role: 'writer' }

export function NewAgent({ project, open, returnTo, onClose }: Props) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(blank)
  const roles = useQuery({ ...roomQuery(project, 'room_role_list', {}), enabled: open })
  const create = useRoomWrite(project, 'room_agent_create', {
    refresh: agentViews,
    announcement: ({ agent }) => `${safeText(agent.name)} is added`,
    onDone: ({ agent }) => {
      close()
      void navigate({ to: '/p/$project/room/agents/$agent', params: { project, agent: agent.id } })
    },
  })

  function close() {
    setTyped(blank)
    create.reset()
    onClose()
  }

  return (
    <FormDialog
      open={open}
      returnTo={returnTo}
      onClose={close}
      title="New agent"
      lead="It takes the last turn, with the built-in responder until you choose a model."
      verb="Add the agent"
      canSubmit={typed.name.trim() !== ''}
      isBusy={create.isPending}
      onSubmit={() => create.mutate(typed)}
    >
      <TextField
        label="Name"
        help="Its id is derived from the name and cannot be changed later."
        fault={ruleAt(create.error, 'name')}
        required
        maxLength={60}
        value={typed.name}
        onChange={name => setTyped({ ...typed, name })}
      />
      <SelectField
        label="Role"
        value={typed.role}
        options={Object.fromEntries(
          (roles.data?.roleSettings ?? [{ role: 'writer', label: 'Writer' }]).map(({ role, label }) => [
            role,
            safeText(label),
          ]),
        )}
        onChange={role => setTyped({ ...typed, role })}
      />
      <RoomFault error={create.error} />
    </FormDialog>
  )
}
