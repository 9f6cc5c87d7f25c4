import { type ReactNode, useId } from 'react'
import { textFields } from '../../../../src/records/text-fields.ts'
import { DiffView } from '../../parts/diff-view.tsx'
import { fieldLabel } from '../../state/draft-form.ts'
import type { DraftFields } from '../../state/drafts.ts'

interface Props {
  title: string
  note: string
  fields: DraftFields
  /** When given, the pane shows what differs from it. */
  base?: DraftFields
  children?: ReactNode
}

/** One side of a conflict, to read. */
export function Pane({ title, note, fields, base, children }: Props) {
  const id = useId()
  return (
    <section className="pane" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <span className="muted">{note}</span>
        {children}
      </header>
      <dl className="pane-fields">
        {headerTexts.map(field => (
          <PaneField key={field} label={fieldLabel(field)} value={fields[field]} old={base?.[field]} />
        ))}
        {(fields.related || base?.related) && <PaneField label="Related" value={fields.related} old={base?.related} />}
        {(fields.metadata || base?.metadata) && (
          <PaneField label="Metadata" value={fields.metadata} old={base?.metadata} />
        )}
      </dl>
      {base && base.body !== fields.body ? (
        <DiffView from={base.body} to={fields.body} split={false} label={`${title}: changes of the body`} />
      ) : (
        <pre className="pane-body">{fields.body}</pre>
      )}
    </section>
  )
}

/** The body is shown below them. */
const headerTexts = textFields.filter(field => field !== 'body')

function PaneField({ label, value, old }: { label: string; value: string; old: string | undefined }) {
  const changed = old !== undefined && old !== value
  return (
    <div className={changed ? 'changed' : undefined}>
      <dt>
        {label}
        {changed && ' (changed)'}
      </dt>
      <dd>{value || 'none'}</dd>
    </div>
  )
}
