import './context.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { GitFork, GitMerge, X } from 'lucide-react'
import { useState } from 'react'
import { shortDate } from '../../../../src/diary/report/text/names.ts'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { call } from '../../api.ts'
import { announce } from '../../state/announce.ts'
import { refreshContext } from '../../state/context/queries.ts'
import { refreshHome } from '../../state/home.ts'
import { repositoriesQuery } from '../../state/project-home.ts'
import { projectsQuery, queryClient } from '../../state/queries.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { safeText } from '../transcript/safe-text.ts'
import { ContextFault } from './context-fault.tsx'

interface Props {
  project: string
  /** What is linked by its key, whether or not the diary knows it now. */
  links: readonly string[]
}

/** The repositories whose work belongs to this project; they are found by themselves and can be moved by hand. */
export function Repositories({ project, links }: Props) {
  const found = useQuery(repositoriesQuery)
  const change = useMutation({
    mutationFn: ({ run }: { run: () => Promise<unknown>; done: string }) => run(),
    onSuccess: async (_, { done }) => {
      announce(done)
      await Promise.all([
        refreshHome(),
        refreshContext(project),
        queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey }),
      ])
    },
    onError: () => announce('Nothing was changed', 'alert'),
  })
  return (
    <div className="field-row stack gap-16 min-w-0">
      <Loaded query={found} label="repositories" lines={3}>
        {({ repositories }) => {
          const own = repositories.filter(each => each.project?.id === project)
          const unknown = links.filter(key => !repositories.some(({ project_key }) => project_key === key))
          return (
            <>
              {own.length + unknown.length === 0 && (
                <p className="muted">
                  No repository yet. One appears when an agent works in the project’s folder, or choose one below.
                </p>
              )}
              <ul className="rows" aria-label="Repositories of this project">
                {own.map(({ project_key, label, folder, turns, last_day }) => (
                  <li key={project_key} className="row wrap gap-12 py-10">
                    <span className="stack grow min-w-0 gap-2">
                      <strong className="weight-550">{safeText(label)}</strong>
                      <span className="muted text-s break-anywhere">
                        {safeText(folder ?? 'not a git repository')} · {formatCount(turns, 'turn')}, last{' '}
                        {shortDate(last_day)}
                      </span>
                    </span>
                    {own.length > 1 && (
                      <Button
                        small
                        icon={GitFork}
                        disabled={change.isPending}
                        onClick={() =>
                          change.mutate({
                            run: () => call('home_separate_repository', { project_key }),
                            done: `${label} is a project of its own`,
                          })
                        }
                      >
                        Separate<span className="hidden-text"> {label}</span>
                      </Button>
                    )}
                  </li>
                ))}
                {unknown.map(key => (
                  <li key={key} className="row wrap gap-12 py-10">
                    <span className="stack grow min-w-0 gap-2">
                      <code className="break-anywhere">{key}</code>
                      <span className="muted text-s">linked; the diary has no turns of it</span>
                    </span>
                    <IconButton
                      label={`Unlink ${key}`}
                      icon={X}
                      onClick={() =>
                        change.mutate({
                          run: () => call('project_unlink', { id: project, diary_project_key: key }),
                          done: `${key} is no longer linked`,
                        })
                      }
                    />
                  </li>
                ))}
              </ul>
              <Merge
                project={project}
                repositories={repositories.filter(each => each.project?.id !== project && !each.is_sample)}
                isBusy={change.isPending}
                onChange={(run, done) => change.mutate({ run, done })}
              />
            </>
          )
        }}
      </Loaded>
      {change.error && <ContextFault error={change.error} project={project} />}
    </div>
  )
}

interface MergeProps {
  project: string
  repositories: readonly {
    project_key: string
    label: string
    project: { id: string; name: string } | null
  }[]
  isBusy: boolean
  onChange: (run: () => Promise<unknown>, done: string) => void
}

/** Takes over another project with its repositories, or a repository that has no project. */
function Merge({ project, repositories, isBusy, onChange }: MergeProps) {
  const [chosen, setChosen] = useState('')
  const projects = new Map(
    repositories.flatMap(({ project: other }) => (other ? [[other.id, other.name] as const] : [])),
  )
  const free = repositories.filter(each => each.project === null)
  if (projects.size + free.length === 0) return null
  const options = {
    '': 'Choose…',
    ...Object.fromEntries([...projects].map(([id, name]) => [`project ${id}`, `Project ${name}`])),
    ...Object.fromEntries(free.map(({ project_key, label }) => [`key ${project_key}`, `Folder ${label}`])),
  }
  function merge() {
    const [kind, name = ''] = chosen.split(' ')
    setChosen('')
    if (kind === 'project') {
      onChange(() => call('home_merge_projects', { id: name, into: project }), `${projects.get(name)} is merged`)
    } else {
      onChange(() => call('project_link', { id: project, diary_project_key: name }), 'Its work is shown here now')
    }
  }
  return (
    <div className="stack gap-6">
      <div className="row wrap gap-8 items-end">
        <SelectField label="Merge into this project" value={chosen} options={options} onChange={setChosen} />
        <Button icon={GitMerge} disabled={chosen === '' || isBusy} onClick={merge}>
          Merge
        </Button>
      </div>
      <p className="field-help">
        Its repositories come here. A project with no records and no room is then moved to the trash.
      </p>
    </div>
  )
}
