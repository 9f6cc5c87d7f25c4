import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { shortDate } from '../../../../src/diary/report/text/names.ts'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import { call } from '../../api.ts'
import { announce } from '../../state/announce.ts'
import { type InboxItem, refreshHome } from '../../state/home.ts'
import { useLongerLabel } from '../../state/longer-label.ts'
import { CodeText } from '../../ui/code-text.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Ago } from '../ago.tsx'
import { AddressLink } from '../search/address-link.tsx'

/** What waits for the person, each with one way to deal with it and one to dismiss it for good. */
export function InboxList({ items }: { items: readonly InboxItem[] }) {
  const labelOf = useLongerLabel()
  const dismiss = useMutation({
    mutationFn: (id: string) => call('inbox_dismiss', { id }),
    onSuccess: async () => {
      await refreshHome()
      announce('Dismissed')
    },
    onError: () => announce('It could not be dismissed; try again', 'alert'),
  })
  if (items.length === 0) return <p className="muted">You’re all caught up.</p>
  return (
    <ul className="rows inbox-rows">
      {items.map(({ id, kind, text, about, where, project_key, at, action, path }) => (
        <li key={id} className="row wrap gap-12 py-10">
          <span className="row-text stack grow min-w-0 gap-2">
            {/* A question says what is wanted; of work that was left its name says more than how it ended. */}
            <CodeText text={plainLine(kind === 'question' ? text : about || text)} />
            <span className="muted">
              {kind === 'issue' && 'Issue · '}
              {about && (
                <>
                  <CodeText text={plainLine(kind === 'question' ? about : text)} /> ·{' '}
                </>
              )}
              {labelOf(where, project_key)} ·{' '}
              {at.length > 10 ? <Ago time={at} /> : <time dateTime={at}>{shortDate(at)}</time>}
            </span>
          </span>
          <span className="row gap-6">
            <AddressLink address={path} className="button small">
              {action}
            </AddressLink>
            <IconButton
              icon={Check}
              label={`Dismiss: ${plainLine(text)}`}
              disabled={dismiss.isPending}
              onClick={() => dismiss.mutate(id)}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
