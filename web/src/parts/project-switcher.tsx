import './shell.css'
import { useQuery } from '@tanstack/react-query'
import { ChevronsUpDown } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { announce } from '../state/announce.ts'
import { projectsQuery } from '../state/queries.ts'
import { whenShown } from '../ui/when-shown.ts'
import { ProjectInitial } from './project-initial.tsx'

const loadMenu = () => import('./project-menu.tsx')

export function ProjectSwitcher({ project }: { project: string }) {
  const { data } = useQuery(projectsQuery)
  const [pressed, setPressed] = useState(false)
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof loadMenu>>>()
  const trigger = useRef<HTMLButtonElement>(null)
  const name = data?.projects.find(({ id }) => id === project)?.name ?? project
  // Early, so that it opens at once, also while the server is away.
  useEffect(() => whenShown(() => void loadMenu().then(setLoaded, () => undefined), 1500), [])
  if (pressed && loaded)
    return (
      <loaded.ProjectMenu
        project={project}
        projects={data?.projects ?? []}
        trigger={<SwitcherButton ref={trigger} name={name} />}
        triggerRef={trigger}
      />
    )
  const press = () => {
    setPressed(true)
    void loadMenu().then(setLoaded, () => {
      setPressed(false)
      announce('The projects could not be loaded: Daybook does not answer', 'alert')
    })
  }
  return <SwitcherButton name={name} aria-haspopup="menu" onClick={press} />
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
