import '../parts/records.css'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import { RecordTree } from '../parts/record-tree.tsx'
import { useProject, useRecordId } from '../state/addresses.ts'
import { childrenQuery, recordQuery } from '../state/record-queries.ts'
import { useMayWrite } from '../state/role.ts'
import { useTree } from '../state/tree.ts'
import { Empty } from '../ui/empty.tsx'
import { useTitle } from '../ui/page-head.tsx'
import { Tip } from '../ui/tip.tsx'

/** The tree on the left, and the record opened from it beside it. */
export function TreeLayout() {
  const project = useProject()
  // One tree per project: expanded rows of one project mean nothing in another.
  return <ProjectTree key={project} project={project} />
}

function ProjectTree({ project }: { project: string }) {
  const id = useRecordId()
  const tree = useTree(project)
  const mayWrite = useMayWrite(project)
  const { data } = useQuery({ ...recordQuery(project, id), enabled: id !== '' })
  const ancestors = data?.ancestors.map(ref => ref.id).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reader may collapse them again afterwards
  useEffect(() => {
    for (const ancestor of ancestors?.split(' ').filter(Boolean) ?? []) tree.expand(ancestor)
  }, [ancestors])
  // With nothing open beside it the tree is the screen's main content.
  const Heading = useLocation().pathname.endsWith('/tree') ? 'h1' : 'h2'
  return (
    <div className={id === '' ? 'tree-screen alone' : 'tree-screen'}>
      <section className="tree-pane flex downwards" aria-label="Tree of records">
        <header className="tree-head row justify-between">
          <Heading>Tree</Heading>
          {mayWrite && (
            <Tip label="New root record" keys="Shift N">
              <Link
                to="/p/$project/records/new"
                params={{ project }}
                className="icon-button"
                aria-label="New root record"
              >
                <Plus aria-hidden="true" />
              </Link>
            </Tip>
          )}
        </header>
        <RecordTree project={project} tree={tree} selected={id || undefined} />
      </section>
      <div className="tree-beside">
        <Outlet />
      </div>
    </div>
  )
}

/** The tree screen with nothing opened yet. */
export function TreePage() {
  const project = useProject()
  const roots = useQuery(childrenQuery(project, null))
  const mayWrite = useMayWrite(project)
  useTitle('Tree')
  const empty = roots.data?.total === 0
  return (
    <div className="page">
      <Empty
        title={empty ? 'The tree is empty' : 'Select a record'}
        step={
          empty &&
          mayWrite && (
            <Link to="/p/$project/records/new" params={{ project }} className="button primary">
              <Plus aria-hidden="true" /> Write the first record
            </Link>
          )
        }
      >
        {empty ? (
          'Its first record becomes a root; others are added below it.'
        ) : (
          <>
            Move with <kbd>j</kbd> and <kbd>k</kbd>, unfold with <kbd>l</kbd>, open with <kbd>Enter</kbd>.
          </>
        )}
      </Empty>
    </div>
  )
}
