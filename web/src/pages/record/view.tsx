import '../../parts/records.css'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FilePen } from 'lucide-react'
import { useState } from 'react'
import type { Output } from '../../operations.ts'
import { Ago } from '../../parts/ago.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { StateMark } from '../../parts/state-mark.tsx'
import { recordViews, type RecordView as View } from '../../state/addresses.ts'
import { draftName, dropDraft, readDraft } from '../../state/drafts.ts'
import { Button } from '../../ui/button.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { RecordActions } from './actions.tsx'
import { Children } from './children.tsx'
import { ContextView } from './context.tsx'
import { EvidenceSection } from './evidence.tsx'
import { Facts } from './facts.tsx'
import { Links } from './links.tsx'

export type Shown = Output<'show_record'>

/** A record to read, with everything around it. */
export function RecordView({ project, shown }: { project: string; shown: Shown }) {
  const { record, ancestors } = shown
  const { view = 'text' } = useSearch({ from: '/p/$project/records/tree-beside/$id' })
  const done = record.state === 'DISCARDED' || record.superseded_by !== undefined
  return (
    <>
      <nav aria-label="Ancestors" className="crumbs">
        <ol className="flex wrap gap-y-2 gap-x-6 mb-12 muted text-s">
          {ancestors.map(({ id, title }) => (
            <li className="flex gap-6 min-w-0" key={id}>
              <Link className="truncate" to="/p/$project/records/$id" params={{ project, id }} title={title}>
                {title}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <header className="record-head">
        <p className="row wrap gap-y-6 gap-x-12 soft text-s">
          <StateMark state={record.state} />
          <span className="mono">{record.id}</span>
          <span className="tag">
            <span>{record.type}</span>
          </span>
          <span className="muted">version {record.version}</span>
        </p>
        <h1 className={done ? 'struck' : undefined} tabIndex={-1}>
          {record.title}
        </h1>
        <p className="record-summary mt-8 soft text-l leading-normal break-anywhere pretty">{record.summary}</p>
        <RecordActions project={project} record={record} />
      </header>
      {record.superseded_by && (
        <p className="note mb-16">
          This no longer holds: it was superseded by <RecordLink project={project} id={record.superseded_by} />.
        </p>
      )}
      <DraftNotice project={project} id={record.id} />
      <ViewSwitch view={view} />
      {view === 'context' ? (
        <ContextView project={project} id={record.id} />
      ) : (
        <div className="record-columns stack pt-16 border-top">
          <div className="min-w-0">
            <Markdown project={project} text={record.body} />
            <EvidenceSection project={project} shown={shown} />
            <Children project={project} shown={shown} />
          </div>
          <div className="min-w-0">
            <Facts project={project} shown={shown} />
            <Links project={project} shown={shown} />
          </div>
        </div>
      )}
    </>
  )
}

const viewWords: { [view in View]: string } = { text: 'Record', context: 'What an agent gets' }

function ViewSwitch({ view }: { view: View }) {
  const navigate = useNavigate({ from: '/p/$project/records/$id' })
  return (
    <Segmented
      className="mb-24"
      label="View"
      options={recordViews.map(name => [name, viewWords[name]] as const)}
      value={view}
      onChange={name => void navigate({ search: name === 'text' ? {} : { view: name } })}
    />
  )
}

function DraftNotice({ project, id }: { project: string; id: string }) {
  const name = draftName(project, id)
  const [draft, setDraft] = useState(() => readDraft(name))
  if (!draft) return null
  return (
    <div className="note with-actions">
      <FilePen aria-hidden="true" />
      <span>
        You have an unsaved draft of this record, last touched <Ago time={draft.changedAt} />.
      </span>
      <Link to="/p/$project/records/$id" params={{ project, id }} search={{ edit: true }} className="button small">
        Continue
      </Link>
      <Button
        small
        kind="quiet"
        onClick={() => {
          dropDraft(name)
          setDraft(undefined)
        }}
      >
        Discard
      </Button>
    </div>
  )
}
