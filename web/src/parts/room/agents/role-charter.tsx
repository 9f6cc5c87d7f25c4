import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { roleNamed } from '../../../../../src/room/agents/roles.ts'
import type { Output } from '../../../operations.ts'
import { roomQuery } from '../../../state/room/queries.ts'
import { ruleAt, useRoomWrite } from '../../../state/room/room-write.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextAreaField } from '../../../ui/field.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Section } from '../../../ui/section.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { RoomFault } from '../room-fault.tsx'

interface Props {
  project: string
  role: string
  isAdmin: boolean
}

const freedomWords = {
  '': 'As shipped',
  supervised: 'Asks before it acts',
  'semi-autonomous': 'Acts, and asks when in doubt',
  autonomous: 'Acts on its own',
}

/** The instructions of every agent with this role. */
export function RoleCharter({ project, role, isAdmin }: Props) {
  const roles = useQuery(roomQuery(project, 'room_role_list', { limit: 500 }))
  return (
    <Section title="Charter of the role" count={safeText(roleNamed(role).label)}>
      <Loaded query={roles} label="the role" lines={4}>
        {({ roleSettings }) => {
          const found = roleSettings.find(each => each.role === role)
          return found ? (
            <RoleForm key={JSON.stringify(found.settings)} project={project} view={found} isAdmin={isAdmin} />
          ) : (
            <p className="block-none">No settings for this role.</p>
          )
        }}
      </Loaded>
    </Section>
  )
}

function RoleForm(props: {
  project: string
  view: Output<'room_role_list'>['roleSettings'][number]
  isAdmin: boolean
}) {
  const { project, view, isAdmin } = props
  const { roleCharter, freedomLevel } = view.settings
  const [draft, setDraft] = useState({
    roleCharter: typeof roleCharter === 'string' ? roleCharter : '',
    // The server stores no other words.
    freedomLevel: (typeof freedomLevel === 'string' ? freedomLevel : '') as keyof typeof freedomWords,
  })
  const save = useRoomWrite(project, 'room_role_update', {
    refresh: ['room_role_list'],
    announcement: () => 'The charter of the role is saved',
  })
  return (
    <form
      className="form"
      onSubmit={event => {
        event.preventDefault()
        save.mutate({
          role: view.role,
          roleCharter: draft.roleCharter.trim() || null,
          freedomLevel: draft.freedomLevel || null,
        })
      }}
    >
      <blockquote className="quote soft text-s">{safeText(view.shippedCharter)}</blockquote>
      <fieldset className="bare-fields" disabled={!isAdmin}>
        <TextAreaField
          label="Override for this project"
          help="Replaces the text above for every agent with this role. Empty: the text above is used."
          fault={ruleAt(save.error, 'roleCharter')}
          maxLength={4000}
          value={draft.roleCharter}
          onChange={text => setDraft({ ...draft, roleCharter: text })}
        />
        <SelectField
          label="Autonomy"
          value={draft.freedomLevel}
          options={freedomWords}
          onChange={freedomLevel => setDraft({ ...draft, freedomLevel })}
        />
      </fieldset>
      <RoomFault error={save.error} />
      {isAdmin && (
        <Button type="submit" className="at-start" disabled={save.isPending}>
          Save for the role
        </Button>
      )}
    </form>
  )
}
