import '../../parts/records.css'
import { useQuery } from '@tanstack/react-query'
import { ScanEye } from 'lucide-react'
import { useState } from 'react'
import type { Output } from '../../operations.ts'
import { RecordRow } from '../../parts/record-row.tsx'
import { StateMark } from '../../parts/state-mark.tsx'
import { activeSessionsQuery } from '../../state/queries.ts'
import { activateHere, useTabSession } from '../../state/tab-session.ts'
import { byteSize, pluralize, sizeWords } from '../../state/words.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'

type Activation = Output<'activate'>
type Delivered = Activation['context']['target']

/** The bundle that activate returns, as an agent would receive it. */
export function ContextView({ project, id }: { project: string; id: string }) {
  const own = useTabSession(project)
  const holders = useQuery(activeSessionsQuery(project, id))
  const [wanted, setWanted] = useState(false)
  const active = holders.data?.sessions.some(({ session_id }) => session_id === own) ?? false
  const activation = useQuery({
    queryKey: ['in', project, 'bundle', id],
    queryFn: () => activateHere(project, id),
    enabled: wanted || active,
  })
  if (!wanted && !active && !activation.data) {
    return (
      <div className="note with-actions">
        <ScanEye aria-hidden="true" />
        <span>Looking at the bundle activates {id} in a session of this tab, as it would for an agent.</span>
        <Button small kind="primary" onClick={() => setWanted(true)}>
          Activate and show
        </Button>
      </div>
    )
  }
  return (
    <Loaded query={activation} label="the context bundle" lines={6}>
      {data => <Bundle project={project} activation={data} />}
    </Loaded>
  )
}

function Bundle({ project, activation: { context, conflict } }: { project: string; activation: Activation }) {
  const { target, parent, children, grandchildren, warnings = [] } = context
  const refs = [...children.other, ...grandchildren]
  const full = [target, ...(parent ? [parent] : []), ...children.open]
  const size = full.reduce((sum, record) => sum + sizeOf(record), 0) + byteSize(JSON.stringify(refs))
  return (
    <div className="stack gap-24 pt-16 border-top">
      <p className="soft">
        <strong className="ink">{sizeWords(size)}</strong> in all: {pluralize(full.length, 'record')} in full,{' '}
        {pluralize(refs.length, 'reference')}
        {context.truncated && ', cut to the limits'}
      </p>
      {[...(conflict ? [conflict.message] : []), ...warnings.map(({ message }) => message)].map(message => (
        <p key={message} className="note">
          {message}
        </p>
      ))}
      <Ring title="Target" note="in full" records={[target]} project={project} />
      <Ring title="Parent" note="in full" records={parent ? [parent] : []} project={project} none="This is a root." />
      <Ring
        title="Open children"
        note={`in full, ${children.open_total} in all`}
        records={children.open}
        project={project}
        none="No child is open."
      />
      <Refs title="Other children" total={children.other_total} refs={children.other} project={project} />
      <Refs title="Grandchildren" total={context.grandchildren_total} refs={grandchildren} project={project} />
    </div>
  )
}

interface RingProps {
  title: string
  note: string
  records: Delivered[]
  project: string
  none?: string
}

function Ring({ title, note, records, none }: RingProps) {
  return (
    <section>
      <h2 className="mb-6 text-s">
        {title} <span className="muted weight-400">{note}</span>
      </h2>
      {records.length === 0 && <p className="block-none">{none}</p>}
      {records.map(record => (
        <details key={record.id} className="ring-record mt-6">
          <summary>
            {'state' in record && <StateMark state={record.state} wordless />}
            <span className="mono muted">{record.id}</span>
            <span className="truncate">{'title' in record ? record.title : 'as you have it'}</span>
            <span className="push-end nowrap muted tabular">{sizeWords(sizeOf(record))}</span>
          </summary>
          <pre className="code-block">{JSON.stringify(record, null, 2)}</pre>
        </details>
      ))}
    </section>
  )
}

interface RefsProps {
  title: string
  total: number
  refs: Activation['context']['grandchildren']
  project: string
}

function Refs({ title, total, refs, project }: RefsProps) {
  if (total === 0) return null
  return (
    <section>
      <h2 className="mb-6 text-s">
        {title} <span className="muted weight-400">as references, {total} in all</span>
      </h2>
      <ul className="rows">
        {refs.map(record => (
          <RecordRow key={record.id} project={project} record={record} />
        ))}
      </ul>
    </section>
  )
}

function sizeOf(record: Delivered): number {
  return byteSize(JSON.stringify(record))
}
