import '../../parts/records.css'
import { useQuery } from '@tanstack/react-query'
import { formatCount, formatSize } from '../../../../src/kernel/numbers.ts'
import { call } from '../../api.ts'
import type { Output } from '../../operations.ts'
import { RecordRow } from '../../parts/record-row.tsx'
import { StateMark, SupersededMark } from '../../parts/state-mark.tsx'
import { byteSize } from '../../state/words.ts'
import { Loaded } from '../../ui/loaded.tsx'

type Bundle = NonNullable<Output<'show_record'>['bundle']>
type Delivered = Bundle['target']

/** The bundle that activate returns, as an agent would receive it. Looking at it activates nothing. */
export function ContextView({ project, id }: { project: string; id: string }) {
  const shown = useQuery({
    queryKey: ['in', project, 'bundle', id],
    queryFn: ({ signal }) => call('show_record', { id, bundle: true }, signal),
  })
  return (
    <Loaded query={{ ...shown, data: shown.data?.bundle }} label="the context bundle" lines={6}>
      {bundle => <BundleView project={project} bundle={bundle} />}
    </Loaded>
  )
}

function BundleView({ project, bundle }: { project: string; bundle: Bundle }) {
  const { target, parent, children, grandchildren, warnings = [] } = bundle
  const refs = [...children.other, ...grandchildren]
  const full = [target, ...(parent ? [parent] : []), ...children.open]
  const size = full.reduce((sum, record) => sum + sizeOf(record), 0) + byteSize(JSON.stringify(refs))
  return (
    <div className="stack gap-24 pt-16 border-top">
      <p className="soft">
        <strong className="ink">{formatSize(size)}</strong> in all: {formatCount(full.length, 'record')} in full,{' '}
        {formatCount(refs.length, 'reference')}
        {bundle.truncated && ', cut to the limits'}. An agent that activates {target.id} gets this; looking at it
        changes nothing.
      </p>
      {warnings.map(({ message }) => (
        <p key={message} className="note">
          {message}
        </p>
      ))}
      <Ring title="Target" note="in full" records={[target]} project={project} />
      <Ring title="Parent" note="in full" records={parent ? [parent] : []} project={project} none="This is a root." />
      <Ring
        title="Open children"
        note={children.open_total > 0 ? `in full, ${children.open_total} in all` : ''}
        records={children.open}
        project={project}
        none="No child is open."
      />
      <Refs title="Other children" total={children.other_total} refs={children.other} project={project} />
      <Refs title="Grandchildren" total={bundle.grandchildren_total} refs={grandchildren} project={project} />
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
    <section className="min-w-0">
      <h2 className="mb-6 text-s">
        {title} <span className="muted weight-400">{note}</span>
      </h2>
      {records.length === 0 && <p className="block-none">{none}</p>}
      {records.map(record => (
        <details key={record.id} className="ring-record mt-6">
          <summary>
            {'state' in record && <StateMark state={record.state} wordless />}
            <span className="mono muted">{record.id}</span>
            <span className="break-anywhere">{'title' in record ? record.title : 'as you have it'}</span>
            {'superseded_by' in record && <SupersededMark by={record.superseded_by} />}
            <span className="push-end nowrap muted tabular">{formatSize(sizeOf(record))}</span>
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
  refs: Bundle['grandchildren']
  project: string
}

function Refs({ title, total, refs, project }: RefsProps) {
  if (total === 0) return null
  return (
    <section className="min-w-0">
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
