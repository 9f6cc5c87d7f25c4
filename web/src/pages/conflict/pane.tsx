import { type ReactNode, useId } from 'react'
import { DiffView } from '../../parts/diff-view.tsx'
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
        <PaneField label="Title" value={fields.title} old={base?.title} />
        <PaneField label="Summary" value={fields.summary} old={base?.summary} />
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
