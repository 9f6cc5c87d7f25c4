import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { roleNamed } from '../../../../../src/room/agents/roles.ts'
import { roomQuery } from '../../../state/room/queries.ts'
import { FaultView } from '../../../ui/fault-view.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { safeText } from '../../transcript/safe-text.ts'

interface Props {
  project: string
  open: boolean
  title: string
  lead: string
  verb: string
  /** Who is selected when the dialog opens; all when undefined. */
  invited?: readonly string[]
  /** Only for a new conference. */
  agenda?: { text: string; onChange: (text: string) => void }
  onClose: () => void
  onDone: (agentIds: readonly string[]) => void
  isBusy: boolean
  error: unknown
  returnTo: RefObject<HTMLElement | null>
}

export const agendaLimit = 500

/** Selects the attendees. The Chief always takes part. */
export function InviteDialog(props: Props) {
  const { project, open, title, lead, verb, agenda, onClose, onDone, isBusy, error, returnTo } = props
  const status = useQuery({ ...roomQuery(project, 'room_status_show', {}), enabled: open })
  const [chosen, setChosen] = useState<readonly string[]>()
  const agents = status.data?.agents.filter(({ enabled }) => enabled) ?? []
  const invited = chosen ?? props.invited ?? agents.map(({ id }) => id)

  function close() {
    setChosen(undefined)
    onClose()
  }

  function submit() {
    onDone(agents.map(({ id }) => id).filter(id => invited.includes(id) || id === status.data?.chief))
    setChosen(undefined)
  }

  return (
    <FormDialog
      open={open}
      onClose={close}
      title={title}
      lead={lead}
      returnTo={returnTo}
      verb={verb}
      canSubmit={status.data !== undefined}
      isBusy={isBusy}
      onSubmit={submit}
    >
      {agenda && (
        <TextAreaField
          label="Agenda"
          help="Optional. Shown at the top, and offered as the first question."
          rows={2}
          maxLength={agendaLimit}
          value={agenda.text}
          onChange={text => agenda.onChange(text)}
        />
      )}
      <Loaded query={status} label="agents">
        {({ chief }) => (
          <fieldset className="stack gap-8 mt-6 py-10 px-12 border rounded-m">
            <legend className="px-4 muted text-xs">Agents</legend>
            {agents.map(({ id, name, role }) => (
              <label key={id} className="check row gap-8">
                <input
                  type="checkbox"
                  checked={id === chief || invited.includes(id)}
                  disabled={id === chief}
                  onChange={({ target }) =>
                    setChosen(target.checked ? [...invited, id] : invited.filter(each => each !== id))
                  }
                />
                <span>
                  {safeText(name)} {id === chief && <span aria-hidden="true">★</span>}
                </span>
                <span className="muted">
                  {id === chief
                    ? 'moderates, always takes part'
                    : roleNamed(role).label !== name && roleNamed(role).label}
                </span>
              </label>
            ))}
          </fieldset>
        )}
      </Loaded>
      {error !== null && error !== undefined && <FaultView error={error} />}
    </FormDialog>
  )
}
