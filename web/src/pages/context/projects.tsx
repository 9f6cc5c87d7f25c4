import { useMutation, useQuery } from '@tanstack/react-query'
import { FileDown, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { call } from '../../api.ts'
import { DeleteProject } from '../../parts/context/delete-project.tsx'
import { FilterBox } from '../../parts/context/filter-box.tsx'
import { ImportWizard } from '../../parts/context/import-wizard.tsx'
import { ProjectRow, type Row } from '../../parts/context/project-row.tsx'
import { Trash } from '../../parts/context/trash.tsx'
import { NewProject } from '../../parts/new-project.tsx'
import { announce } from '../../state/announce.ts'
import { useContextKeys, useFilterKey } from '../../state/context/keys.ts'
import { projectListQuery } from '../../state/context/queries.ts'
import { downloadText } from '../../state/download.ts'
import { useFrameProject } from '../../state/home.ts'
import { projectsQuery } from '../../state/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'

const pageSize = 50

/** Every project with its status, and the trash. */
export function ProjectsPage() {
  const list = useQuery({ ...projectListQuery, refetchOnMount: 'always' })
  const counts = useQuery({ ...projectsQuery, refetchOnMount: 'always' })
  const [words, setWords] = useState('')
  const [limit, setLimit] = useState(pageSize)
  const [creating, setCreating] = useState(false)
  const [deleting, setDeleting] = useState<Row>()
  const opener = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLElement>(null)
  useContextKeys(useFrameProject())
  useFilterKey()
  return (
    <div className="page">
      <PageHead
        title="Projects"
        lead="For each: where its code is, what is being worked on, and what happened last."
        actions={
          <>
            <ExportButton />
            <ImportWizard />
            <Button icon={Plus} ref={opener} kind="primary" onClick={() => setCreating(true)}>
              New project
            </Button>
          </>
        }
      />
      <Loaded query={list} label="projects" lines={6}>
        {({ projects }) => {
          const shown = projects.filter(project => fits(project, words))
          return (
            <>
              {projects.length > 5 && <FilterBox what="projects" words={words} onChange={setWords} />}
              {projects.length === 0 && (
                <Empty title="No project yet">
                  Create one, import existing ones, or ask the owner of the server for a role in one that is there.
                </Empty>
              )}
              {projects.length > 0 && shown.length === 0 && (
                <Empty title="No matching projects">Shorten or clear the filter.</Empty>
              )}
              <ul className="clipped border rounded-l bg-surface">
                {shown.slice(0, limit).map(project => (
                  <ProjectRow
                    key={project.id}
                    project={project}
                    open={counts.data?.projects.find(({ id }) => id === project.id)?.open_records}
                    onDelete={button => {
                      menu.current = button
                      setDeleting(project)
                    }}
                  />
                ))}
              </ul>
              {shown.length > limit && (
                <Button onClick={() => setLimit(limit + pageSize)}>
                  Show more of {formatCount(shown.length, 'project')}
                </Button>
              )}
            </>
          )
        }}
      </Loaded>
      <Trash />
      <NewProject open={creating} returnTo={opener} onClose={() => setCreating(false)} />
      <DeleteProject project={deleting} returnTo={menu} onDone={() => setDeleting(undefined)} />
    </div>
  )
}

function fits({ id, name, slice, projectPath = '' }: Row, words: string): boolean {
  return `${name} ${id} ${slice} ${projectPath}`.toLowerCase().includes(words.trim().toLowerCase())
}

/** All projects as one file that another Daybook can import. */
function ExportButton() {
  const all = useMutation({
    mutationFn: () => call('project_export', {}),
    onSuccess: ({ json, count }) => {
      downloadText('projects.json', json, 'application/json')
      announce(`${formatCount(count, 'project')} exported`)
    },
    onError: () => announce('The export failed; try again', 'alert'),
  })
  return (
    <Button icon={FileDown} disabled={all.isPending} onClick={() => all.mutate()}>
      Export
    </Button>
  )
}
