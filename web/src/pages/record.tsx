import '../parts/records.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { useProject, useRecordId } from '../state/addresses.ts'
import { recordQuery } from '../state/record-queries.ts'
import { useMayWrite } from '../state/role.ts'
import { Loaded } from '../ui/loaded.tsx'
import { useTitle } from '../ui/page-head.tsx'
import { RecordEdit } from './record/edit.tsx'
import { RecordView } from './record/view.tsx'

export function RecordPage() {
  const project = useProject()
  const id = useRecordId()
  const { edit = false } = useSearch({ from: '/p/$project/records/tree-beside/$id' })
  const shown = useQuery(recordQuery(project, id))
  const home = shown.data?.record.project_id
  const mayWrite = useMayWrite(project)
  const navigate = useNavigate()
  // Ids are the same everywhere: a record of another project is shown in its own.
  useEffect(() => {
    if (home === undefined || home === project) return
    void navigate({ to: '/p/$project/records/$id', params: { project: home, id }, search: true, replace: true })
  }, [home, project, id, navigate])
  useTitle(shown.data ? `${id} ${shown.data.record.title}` : id)
  return (
    <article className="page record-page">
      <Link
        to="/p/$project/records/tree"
        params={{ project }}
        className="to-tree hover-ink inline-row gap-6 mb-12 muted text-s"
      >
        <ArrowLeft aria-hidden="true" /> Tree
      </Link>
      {!shown.data && <h1 className="hidden-text">{id}</h1>}
      <Loaded query={shown} label={`record ${id}`} lines={8}>
        {data =>
          edit && mayWrite ? (
            <RecordEdit key={id} project={project} record={data.record} />
          ) : (
            <RecordView key={id} project={project} shown={data} />
          )
        }
      </Loaded>
    </article>
  )
}
