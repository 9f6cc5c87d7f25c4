import './shell.css'
import { useNavigate } from '@tanstack/react-router'
import { Check, Plus } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactElement } from 'react'
import type { Output } from '../operations.ts'
import { pluralize } from '../state/words.ts'
import { ProjectInitial } from './project-initial.tsx'

interface Props {
  project: string
  projects: Output<'list_projects'>['projects']
  trigger: ReactElement
  onCreate: () => void
}

/** The projects to switch to; open from the start, because the press that loaded it asked for it. */
export function ProjectMenu({ project, projects, trigger, onCreate }: Props) {
  const navigate = useNavigate()
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content className="menu project-menu" align="start" sideOffset={4} collisionPadding={8}>
        {projects.map(({ id, name, open_records }) => (
          <DropdownMenu.Item
            key={id}
            className="menu-item"
            onSelect={() => void navigate({ to: '/p/$project/records', params: { project: id } })}
          >
            <ProjectInitial name={name} />
            <span className="truncate">{name}</span>
            <span className="end">{pluralize(open_records, 'open record')}</span>
            {id === project && <Check aria-label="current" />}
          </DropdownMenu.Item>
        ))}
        <DropdownMenu.Separator className="menu-line" />
        <DropdownMenu.Item className="menu-item" onSelect={onCreate}>
          <Plus aria-hidden="true" /> New project…
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
