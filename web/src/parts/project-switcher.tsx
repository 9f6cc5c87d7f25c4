import './shell.css'
import { useQuery } from '@tanstack/react-query'
import { ChevronsUpDown } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useRef, useState } from 'react'
import { projectsQuery } from '../state/queries.ts'
import { ProjectInitial } from './project-initial.tsx'

// The menu and its dialog are loaded with the first press.
const ProjectMenu = lazy(async () => ({ default: (await import('./project-menu.tsx')).ProjectMenu }))

export function ProjectSwitcher({ project }: { project: string }) {
  const { data } = useQuery(projectsQuery)
  const [pressed, setPressed] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const name = data?.projects.find(({ id }) => id === project)?.name ?? project
  const plain = <SwitcherButton name={name} aria-haspopup="menu" onClick={() => setPressed(true)} />
  return (
    <>
      {pressed ? (
        <Suspense fallback={plain}>
          <ProjectMenu
            project={project}
            projects={data?.projects ?? []}
            trigger={<SwitcherButton ref={trigger} name={name} />}
            triggerRef={trigger}
          />
        </Suspense>
      ) : (
        plain
      )}
    </>
  )
}

function SwitcherButton({ name, ...rest }: { name: string } & ComponentProps<'button'>) {
  return (
    <button
      {...rest}
      type="button"
      className="project-switcher row full px-8 border-strong rounded-m bg-surface text-s weight-550 text-left"
      aria-label={`Project: ${name}. Switch project`}
    >
      <ProjectInitial name={name} />
      <span className="truncate" title={name}>
        {name}
      </span>
      <ChevronsUpDown aria-hidden="true" />
    </button>
  )
}
