import { CircleCheck, CircleX, PlugZap } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatNumber } from '../../../../../src/kernel/numbers.ts'
import type { Endpoint } from '../../../../../src/room/agents/endpoints.ts'
import type { Output } from '../../../operations.ts'
import {
  changeOf,
  draftOf,
  type EndpointDraft,
  isHosted,
  type LimitName,
  limitNames,
} from '../../../state/room/endpoint-draft.ts'
import { modelFaultWords, providerName } from '../../../state/room/provider-words.ts'
import { ruleAt, useRoomWrite } from '../../../state/room/room-write.ts'
import { agentViews } from '../../../state/room/roster.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { Section } from '../../../ui/section.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { ModelStatusMark } from '../model-status-mark.tsx'
import { RoomFault } from '../room-fault.tsx'
import { EndpointKey } from './endpoint-key.tsx'
import { ModelField } from './model-field.tsx'
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
    announcement: () => 'The endpoint is saved',
    onDone: () => setEdited(undefined),
  })
  const test = useRoomWrite(project, 'room_provider_test', { refresh: agentViews })
  const set = (part: Partial<EndpointDraft>) => {
    test.reset()
    setEdited({ ...draft, ...part })
  }
  const hosted = isHosted(draft.provider)
  return (
    <Section
      title="Endpoint"
      more={
        view && (
          <span className="block-more">
            <ModelStatusMark status={view.speaker.status} />
          </span>
        )
      }
    >
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
          <div className="row wrap gap-8">
            <Button type="submit" kind="primary" disabled={!edited || save.isPending}>
              Save the endpoint
            </Button>
            <Button
              icon={PlugZap}
              ref={testButton}
              disabled={edited !== undefined || test.isPending}
              onClick={() => test.mutate({ agentId: id })}
            >
              {test.isPending ? 'Asking…' : 'Test the connection'}
            </Button>
            {edited && <span className="muted">Save first, then test.</span>}
          </div>
        )}
        <TestResult result={test.data} />
      </form>
    </Section>
  )
}

/** The result of the test question: success with its latency, or the failure's reason. */
function TestResult({ result }: { result: Output<'room_provider_test'> | undefined }) {
  return (
    <div role="status">
      {result &&
        (result.ok ? (
          <p className="note bg-good flex items-start gap-8">
            <CircleCheck aria-hidden="true" />
            <span>
              {providerName(result.provider)} answered in {formatNumber(result.latencyMs)} ms with{' '}
              <code>{safeText(result.model)}</code>.
            </span>
          </p>
        ) : (
          <p className="note bg-bad flex items-start gap-8">
            <CircleX aria-hidden="true" />
            <span>
              {providerName(result.provider)}: {modelFaultWords(result.code ?? '')}{' '}
              {result.code && <code>{result.code}</code>}
            </span>
          </p>
        ))}
    </div>
  )
}

interface EndpointLimitsProps {
  draft: EndpointDraft
  error: unknown
  onChange: (part: Partial<EndpointDraft>) => void
}

/** Limits of a model call; empty fields use the defaults of the role and the program. */
function EndpointLimits({ draft: { numbers }, error, onChange }: EndpointLimitsProps) {
  return (
    <details className="stack gap-12" open={limitNames.some(name => ruleAt(error, name) !== undefined)}>
      <summary className="soft text-s weight-500 pointer">Limits and sampling</summary>
      <div className="tiles small mt-10">
        {limitNames.map(name => (
          <TextField
            key={name}
            label={words[name].label}
            help={words[name].help}
            fault={ruleAt(error, name)}
            className="tabular"
            inputMode="decimal"
            value={numbers[name]}
            onChange={text => onChange({ numbers: { ...numbers, [name]: text } })}
          />
        ))}
      </div>
    </details>
  )
}

const words: { readonly [name in LimitName]: { label: string; help: string } } = {
  temperature: { label: 'Temperature', help: '0 to 2; the role’s default when empty.' },
  topP: { label: 'Top P', help: '0 to 1; the role’s default when empty.' },
  maxOutputTokens: { label: 'Max tokens per reply', help: '1 to 100,000; 1,200 when empty.' },
  timeoutMs: { label: 'Time limit in milliseconds', help: '1,000 to 600,000; 120,000 when empty.' },
  maxRetries: { label: 'Retries after a failure', help: '0 to 6; 2 when empty.' },
}
