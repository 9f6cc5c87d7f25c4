import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { roomQuery } from '../../../state/room/queries.ts'
import { Field, TextField } from '../../../ui/field.tsx'
import { safeText } from '../../transcript/safe-text.ts'

interface Props {
  project: string
  provider: string
  /** `env:NAME` or `<provider>:<id>`, or empty. */
  value: string
  fault: string | undefined
  isOwner: boolean
  onChange: (value: string) => void
}

/** Which stored key is sent. The page only ever shows a key's name. */
export function EndpointKey({ project, provider, value, fault, isOwner, onChange }: Props) {
  const keys = useQuery({ ...roomQuery(project, 'room_key_list', {}), enabled: isOwner })
  const isVariable = value.startsWith('env:')
  const fitting = (keys.data?.keys ?? []).filter(key => key.provider === provider)
  const isKnown = value === '' || isVariable || fitting.some(({ id }) => value === `${provider}:${id}`)
  return (
    <>
      <Field
        label="Key"
        fault={fault}
        help={
          <>
            Keys are stored under{' '}
            <Link to="/p/$project/room/providers" params={{ project }} className="text-link">
              Providers and keys
            </Link>
            ; here you only select one.
          </>
        }
      >
        {control => (
          <select
            {...control}
            className="input"
            disabled={!isOwner}
            value={isVariable ? 'env:' : value}
            onChange={event => onChange(event.target.value)}
          >
            <option value="">The provider’s default, or none</option>
            {fitting.map(({ id, label }) => (
              <option key={id} value={`${provider}:${id}`}>
                {safeText(label)}
              </option>
            ))}
            {!isKnown && <option value={value}>{value} (not stored here)</option>}
            <option value="env:">From an environment variable…</option>
          </select>
        )}
      </Field>
      {isVariable && (
        <TextField
          label="Environment variable"
          help="A provider’s variable for its key, such as OPENAI_API_KEY."
          isMono
          maxLength={120}
          readOnly={!isOwner}
          value={value.slice('env:'.length)}
          onChange={text => onChange(`env:${text}`)}
        />
      )}
    </>
  )
}
