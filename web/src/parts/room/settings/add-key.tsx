import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isHosted } from '../../../state/room/endpoint-draft.ts'
import { providerName } from '../../../state/room/provider-words.ts'
import { roomQuery } from '../../../state/room/queries.ts'
import { ruleAt, useRoomWrite } from '../../../state/room/room-write.ts'
import { agentViews } from '../../../state/room/roster.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { RoomFault } from '../room-fault.tsx'

/** Takes a key once. Neither this page nor the program returns it. */
export function AddKey({ project }: { project: string }) {
  const endpoints = useQuery(roomQuery(project, 'room_endpoint_list', {}))
  const hosted = (endpoints.data?.providers ?? ['openai']).filter(isHosted)
  const [provider, setProvider] = useState('openai')
  const [label, setLabel] = useState('')
  const [value, setValue] = useState('')
  const [baseUrl, setBaseUrl] = useState('')
  const add = useRoomWrite(project, 'room_key_add', {
    refresh: ['room_key_list', ...agentViews],
    announcement: () => 'The key is stored',
    onDone: () => {
      setLabel('')
      setValue('')
      setBaseUrl('')
      // The mutation keeps its variables; the key must not be among them.
      add.reset()
    },
  })
  return (
    <form
      className="form align-start p-16 border rounded-l bg-surface"
      autoComplete="off"
      onSubmit={event => {
        event.preventDefault()
        const address = baseUrl.trim()
        add.mutate({ provider, label: label.trim(), value: value.trim(), ...(address && { baseUrl: address }) })
      }}
    >
      <h3 className="tracking-0">Store a key</h3>
      <SelectField
        label="Provider"
        value={provider}
        options={Object.fromEntries(hosted.map(name => [name, providerName(name)]))}
        fault={ruleAt(add.error, 'provider')}
        onChange={setProvider}
      />
      <TextField label="Label" fault={ruleAt(add.error, 'label')} maxLength={80} value={label} onChange={setLabel} />
      <TextField
        label="Address"
        help="It is never sent anywhere else. Empty: the provider’s default address, or the first one you use it for."
        fault={ruleAt(add.error, 'baseUrl')}
        isMono
        maxLength={2000}
        value={baseUrl}
        onChange={setBaseUrl}
      />
      <TextField
        label="The key"
        help="Stored on the machine Daybook runs on, and never shown again."
        fault={ruleAt(add.error, 'value')}
        type="password"
        isMono
        autoComplete="new-password"
        maxLength={4096}
        value={value}
        onChange={setValue}
      />
      <RoomFault error={add.error} />
      <Button
        type="submit"
        kind="primary"
        className="at-start"
        disabled={add.isPending || label.trim() === '' || value.trim() === ''}
      >
        Store the key
      </Button>
    </form>
  )
}
