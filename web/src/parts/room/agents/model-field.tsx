import '../room.css'
import { useMutation } from '@tanstack/react-query'
import { ListRestart } from 'lucide-react'
import { useId } from 'react'
import { formatCount } from '../../../../../src/kernel/numbers.ts'
import { callRoom } from '../../../api.ts'
import type { EndpointDraft } from '../../../state/room/endpoint-draft.ts'
import { modelFaultWords } from '../../../state/room/provider-words.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { RoomFault } from '../room-fault.tsx'

interface Props {
  project: string
  draft: EndpointDraft
  fault: string | undefined
  onChange: (model: string) => void
}

/** A model's name; the service itself lists the available ones. */
export function ModelField({ project, draft, fault, onChange }: Props) {
  const list = useId()
  const { provider, baseUrl, keyRef } = draft
  const models = useMutation({
    mutationFn: () =>
      callRoom(project, 'room_provider_models', {
        provider,
        ...(baseUrl.trim() && { baseUrl: baseUrl.trim() }),
        ...(keyRef && { apiKeyRef: keyRef }),
      }),
  })
  const known = models.data?.models ?? []
  return (
    <div className="model-field stack cols-1-auto items-start gap-y-6 gap-x-8">
      <Field label="Model" help="The service’s name for it." fault={fault}>
        {control => (
          <>
            <input
              {...control}
              className="input mono"
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              list={list}
              value={draft.model}
              onChange={event => onChange(event.target.value)}
            />
            <datalist id={list}>
              {known.map(model => (
                <option key={model} value={model} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Button icon={ListRestart} disabled={models.isPending} onClick={() => models.mutate()}>
        {models.isPending ? 'Asking…' : 'List the models'}
      </Button>
      <div className="stack gap-8 col-all" role="status">
        {models.data && (
          <p className="field-help">
            {models.data.code === null
              ? `${formatCount(known.length, 'model')} at ${safeText(models.data.baseUrl)}`
              : modelFaultWords(models.data.code)}
          </p>
        )}
        {known.length > 0 && (
          <ul className="row wrap gap-6">
            {known.slice(0, 30).map(model => (
              <li key={model}>
                <button
                  type="button"
                  className="chip"
                  aria-pressed={model === draft.model}
                  onClick={() => onChange(model)}
                >
                  {safeText(model)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <RoomFault error={models.error} />
    </div>
  )
}
