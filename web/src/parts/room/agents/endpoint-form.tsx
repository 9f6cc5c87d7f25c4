import { PlugZap } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Endpoint } from '../../../../../src/room/agents/endpoints.ts'
import type { Output } from '../../../operations.ts'
import { changeOf, draftOf, type EndpointDraft, isHosted } from '../../../state/room/endpoint-draft.ts'
import { providerName } from '../../../state/room/provider-words.ts'
import { ruleAt, useRoomWrite } from '../../../state/room/room-write.ts'
import { agentViews } from '../../../state/room/roster.ts'
import { SelectField, TextField } from '../../field.tsx'
import { RoomFault } from '../room-fault.tsx'
import { SpeakerMark } from '../speaker-mark.tsx'
import { EndpointKey } from './endpoint-key.tsx'
import { EndpointLimits } from './endpoint-limits.tsx'
import { ModelField } from './model-field.tsx'
import { TestResult } from './test-result.tsx'
import { UnconfirmedEndpoint } from './unconfirmed-endpoint.tsx'

interface Props {
  project: string
  id: string
  view: Output<'room_endpoint_list'>['endpoints'][number] | undefined
  providers: readonly string[]
  isAdmin: boolean
  isOwner: boolean
}

/** An agent's model endpoint: chosen, saved, and tested with one fixed question. */
export function EndpointForm({ project, id, view, providers, isAdmin, isOwner }: Props) {
  // Complete on the wire; the schema there names only what every caller needs.
  const stored = draftOf((view?.endpoint ?? null) as Endpoint | null)
  const [edited, setEdited] = useState<EndpointDraft>()
  const draft = edited ?? stored
  const testButton = useRef<HTMLButtonElement>(null)
  const save = useRoomWrite(project, 'room_endpoint_update', {
    refresh: [...agentViews, 'room_tier_caps'],
    said: () => 'The endpoint is saved',
    onDone: () => setEdited(undefined),
  })
  const test = useRoomWrite(project, 'room_provider_test', { refresh: agentViews })
  const set = (part: Partial<EndpointDraft>) => {
    test.reset()
    setEdited({ ...draft, ...part })
  }
  const hosted = isHosted(draft.provider)
  return (
    <section className="block" aria-label="Endpoint">
      <div className="block-head">
        <h2>Endpoint</h2>
        {view && (
          <span className="block-more">
            <SpeakerMark status={view.speaker.status} />
          </span>
        )}
      </div>
      {view?.unconfirmed && (
        <UnconfirmedEndpoint
          project={project}
          id={id}
          sending={view.unconfirmed}
          isOwner={isOwner}
          // Its button goes with it; the next step is to test the endpoint.
          onUsed={() => testButton.current?.focus()}
        />
      )}
      <form
        className="form"
        onSubmit={event => {
          event.preventDefault()
          save.mutate({ id, ...changeOf(draft) })
        }}
      >
        <fieldset className="bare-fields" disabled={!isAdmin}>
          <SelectField
            label="Provider"
            value={draft.provider}
            options={Object.fromEntries(providers.map(provider => [provider, providerName(provider)]))}
            fault={ruleAt(save.error, 'provider')}
            onChange={provider => set({ provider, baseUrl: '', keyRef: '', model: '' })}
          />
          {hosted && (
            <>
              <TextField
                label="Address"
                help={
                  isOwner
                    ? 'Only if it differs from the provider’s default. After a change the key must be selected again.'
                    : 'Only the machine’s owner can set it.'
                }
                fault={ruleAt(save.error, 'baseUrl')}
                isMono
                maxLength={2000}
                readOnly={!isOwner}
                value={draft.baseUrl}
                onChange={text => set({ baseUrl: text, keyRef: '' })}
              />
              <EndpointKey
                project={project}
                provider={draft.provider}
                value={draft.keyRef}
                fault={ruleAt(save.error, 'apiKeyRef')}
                isOwner={isOwner}
                onChange={keyRef => set({ keyRef })}
              />
              <ModelField
                project={project}
                draft={draft}
                fault={ruleAt(save.error, 'model')}
                onChange={model => set({ model })}
              />
              <EndpointLimits draft={draft} error={save.error} onChange={set} />
            </>
          )}
        </fieldset>
        <RoomFault error={save.error ?? test.error} />
        {isAdmin && (
          <div className="button-line">
            <button type="submit" className="button primary" disabled={!edited || save.isPending}>
              Save the endpoint
            </button>
            <button
              ref={testButton}
              type="button"
              className="button"
              disabled={edited !== undefined || test.isPending}
              onClick={() => test.mutate({ agentId: id })}
            >
              <PlugZap aria-hidden="true" /> {test.isPending ? 'Asking…' : 'Test the connection'}
            </button>
            {edited && <span className="muted">Save first, then test.</span>}
          </div>
        )}
        <TestResult result={test.data} />
      </form>
    </section>
  )
}
