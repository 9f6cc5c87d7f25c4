import './shell.css'
import { useNavigate } from '@tanstack/react-router'
import { Check, Plus } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react'
import { formatCount } from '../../../src/kernel/numbers.ts'
import type { Output } from '../operations.ts'
import { NewProject } from './new-project.tsx'
import { ProjectInitial } from './project-initial.tsx'

interface Props {
  project: string
  projects: Output<'list_projects'>['projects']
  trigger: ReactElement
  triggerRef: RefObject<HTMLElement | null>
}

/** The projects to switch to; open from the start, because the press that loaded it asked for it. */
export function ProjectMenu({ project, projects, trigger, triggerRef }: Props) {
  const navigate = useNavigate()
  const [creating, setCreating] = useState(false)
  const first = useRef<HTMLDivElement>(null)
  // The menu was not there yet to see that a key opened it.
  useEffect(() => {
    const timer = setTimeout(() => first.current?.focus())
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <DropdownMenu.Root modal={false} defaultOpen>
        <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
        <DropdownMenu.Content className="menu project-menu" align="start" sideOffset={4} collisionPadding={8}>
          {projects.map(({ id, name, open_records }, index) => (
            <DropdownMenu.Item
              key={id}
              {...(index === 0 && { ref: first })}
              className="menu-item"
              onSelect={() => void navigate({ to: '/p/$project', params: { project: id } })}
            >
              <ProjectInitial name={name} />
              <span className="truncate">{name}</span>
              <span className="end">{formatCount(open_records, 'open record')}</span>
              {id === project && <Check aria-label="current" />}
            </DropdownMenu.Item>
          ))}
          <DropdownMenu.Separator className="menu-line" />
          <DropdownMenu.Item className="menu-item" onSelect={() => setCreating(true)}>
            <Plus aria-hidden="true" /> New project…
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      <NewProject open={creating} returnTo={triggerRef} onClose={() => setCreating(false)} />
    </>
  )
}
