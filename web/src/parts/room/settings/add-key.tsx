import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isHosted } from '../../../state/room/endpoint-draft.ts'
import { providerName } from '../../../state/room/provider-words.ts'
import { roomQuery } from '../../../state/room/queries.ts'
import { ruleAt, useRoomWrite } from '../../../state/room/room-write.ts'
import { agentViews } from '../../../state/room/roster.ts'
import { Field } from '../../field.tsx'
import { Choice } from '../choice.tsx'
import { RoomFault } from '../room-fault.tsx'

/** Takes a key once. Nothing gives it back: not this page, not the program. */
export function AddKey({ project }: { project: string }) {
  const endpoints = useQuery(roomQuery(project, 'room_endpoint_list', {}))
  const hosted = (endpoints.data?.providers ?? ['openai']).filter(isHosted)
  const [provider, setProvider] = useState('openai')
  const [label, setLabel] = useState('')
  const [value, setValue] = useState('')
  const [baseUrl, setBaseUrl] = useState('')
  const add = useRoomWrite(project, 'room_key_add', {
    refresh: ['room_key_list', ...agentViews],
    said: () => 'The key is stored',
    onDone: () => {
      setLabel('')
      setValue('')
      setBaseUrl('')
      // What was sent stays with the call; a key does not.
      add.reset()
    },
  })
  return (
    <form
      className="form panel"
      autoComplete="off"
      onSubmit={event => {
        event.preventDefault()
        const address = baseUrl.trim()
        add.mutate({ provider, label: label.trim(), value: value.trim(), ...(address && { baseUrl: address }) })
      }}
    >
      <h3>Store a key</h3>
      <Choice
        label="Provider"
        value={provider}
        words={Object.fromEntries(hosted.map(name => [name, providerName(name)]))}
        fault={ruleAt(add.error, 'provider')}
        onChange={setProvider}
      />
      <Field label="What you call it" fault={ruleAt(add.error, 'label')}>
        {control => (
          <input
            {...control}
            className="input"
            maxLength={80}
            autoComplete="off"
            value={label}
            onChange={event => setLabel(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="Address it is for"
        help="It is never sent anywhere else. Empty: the usual address of the provider, or the first one you choose it for."
        fault={ruleAt(add.error, 'baseUrl')}
      >
        {control => (
          <input
            {...control}
            className="input mono"
            autoComplete="off"
            spellCheck={false}
            maxLength={2000}
            value={baseUrl}
            onChange={event => setBaseUrl(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="The key"
        help="Stored on the machine Daybook runs on, and never shown again."
        fault={ruleAt(add.error, 'value')}
      >
        {control => (
          <input
            {...control}
            type="password"
            className="input mono"
            autoComplete="new-password"
            spellCheck={false}
            maxLength={4096}
            value={value}
            onChange={event => setValue(event.target.value)}
          />
        )}
      </Field>
      <RoomFault error={add.error} />
      <button
        type="submit"
        className="button primary at-start"
        disabled={add.isPending || label.trim() === '' || value.trim() === ''}
      >
        Store the key
      </button>
    </form>
  )
}
