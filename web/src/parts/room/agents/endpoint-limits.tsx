import { type EndpointDraft, type LimitName, limitNames } from '../../../state/room/endpoint-draft.ts'
import { ruleAt } from '../../../state/room/room-write.ts'
import { TextField } from '../../field.tsx'

interface Props {
  draft: EndpointDraft
  error: unknown
  onChange: (part: Partial<EndpointDraft>) => void
}

/** Limits of a model call; empty fields use the defaults of the role and the program. */
export function EndpointLimits({ draft: { numbers }, error, onChange }: Props) {
  return (
    <details className="more-fields" open={limitNames.some(name => ruleAt(error, name) !== undefined)}>
      <summary>Limits and sampling</summary>
      <div className="number-fields">
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
