import { queryOptions, useQuery } from '@tanstack/react-query'
import { standupForms, standupNames } from '../../../../src/diary/report/text/names.ts'
import { call } from '../../api.ts'
import { CopyButton } from '../context/copy-button.tsx'

interface Props {
  span: { date: string } | { from: string; to: string }
}

/** The stand-up of a day or several in the form it is pasted in, one click each. */
export function CopyStandup({ span }: Props) {
  const { data } = useQuery(standupQuery(span))
  if (!data) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a form's
    <div role="group" aria-label="Copy stand-up" className="row wrap gap-4">
      <span className="muted text-xs">Copy stand-up</span>
      {standupForms.map(form => (
        <CopyButton
          key={form}
          small
          text={data[form]}
          label={standupNames[form]}
          what={`The stand-up for ${standupNames[form]}`}
        />
      ))}
    </div>
  )
}

const standupQuery = (span: Props['span']) =>
  queryOptions({
    // A day is read again with everything else of it.
    queryKey: 'date' in span ? ['diary', 'day', span.date, 'standup'] : ['diary', 'range', 'standup', span],
    queryFn: ({ signal }) => call('diary_standup', span, signal),
  })
