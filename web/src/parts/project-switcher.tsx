import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Check, ChevronsUpDown, Plus } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useRef, useState } from 'react'
import { projectsQuery } from '../state/queries.ts'
import { pluralize } from '../state/words.ts'
import { CreateProject } from './create-project.tsx'

export function ProjectSwitcher({ project }: { project: string }) {
  const navigate = useNavigate()
  const { data } = useQuery(projectsQuery)
  const [creating, setCreating] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const name = data?.projects.find(({ id }) => id === project)?.name ?? project
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <button
            ref={trigger}
            type="button"
            className="project-switcher"
            aria-label={`Project: ${name}. Switch project`}
          >
            <span className="project-initial" aria-hidden="true">
              {[...name][0]?.toUpperCase()}
            </span>
            <span className="truncate">{name}</span>
            <ChevronsUpDown aria-hidden="true" />
          </button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content className="menu project-menu" align="start" sideOffset={4} collisionPadding={8}>
          {data?.projects.map(({ id, name, open_records }) => (
            <DropdownMenu.Item
              key={id}
              className="menu-item"
              onSelect={() => void navigate({ to: '/p/$project', params: { project: id } })}
            >
              <span className="project-initial" aria-hidden="true">
                {[...name][0]?.toUpperCase()}
              </span>
              <span className="truncate">{name}</span>
              <span className="end">{pluralize(open_records, 'open record')}</span>
              {id === project && <Check aria-label="current" />}
            </DropdownMenu.Item>
          ))}
          <DropdownMenu.Separator className="menu-line" />
          <DropdownMenu.Item className="menu-item" onSelect={() => setCreating(true)}>
            <Plus aria-hidden="true" /> New project…
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      <CreateProject open={creating} returnTo={trigger} onClose={() => setCreating(false)} />
    </>
  )
}
