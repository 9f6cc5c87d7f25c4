import './context.css'
import '../shell.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EllipsisVertical, History, Library, MessageSquarePlus, SlidersHorizontal, Trash2 } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useRef } from 'react'
import { formatCount, formatNumber } from '../../../../src/kernel/numbers.ts'
import type { Output } from '../../operations.ts'
import { aboutQuery } from '../../state/context/queries.ts'
import { useIsAdmin } from '../../state/role.ts'
import { moveWithArrows } from '../../state/rows.ts'
import { Ago } from '../ago.tsx'
import { safeText } from '../transcript/safe-text.ts'

export type Row = Output<'project_list'>['projects'][number]

interface Props {
  project: Row
  open: number | undefined
  onDelete: (menu: HTMLElement | null) => void
}

export function ProjectRow({ project, open, onDelete }: Props) {
  const { id, name, slice, projectPath, updatedAt } = project
  const about = useQuery({ ...aboutQuery(id), refetchOnMount: 'always' })
  const last = about.data?.lastBuild
  return (
    <li className="row gap-4 pr-10 ruled hoverable">
      <Link
        to="/p/$project"
        params={{ project: id }}
        className="project-row-link grow min-w-0 stack items-center gap-16 inset-focus"
        data-row
        onKeyDown={moveWithArrows}
      >
        <span
          className="project-initial large stack place-center fixed-size rounded-m bg-accent tone-accent text-m"
          aria-hidden="true"
        >
          {[...name][0]?.toUpperCase()}
        </span>
        <span className="project-row-name stack gap-2 min-w-0">
          <strong className="truncate weight-600">{safeText(name)}</strong>
          <span className="truncate soft text-xs">
            <code className="mr-6 muted">{id}</code>
            {[projectPath, slice]
              .filter(each => each)
              .map(each => safeText(each ?? ''))
              .join(' · ')}
          </span>
        </span>
        <span className="project-row-fact stack gap-2 text-s">
          <small className="muted text-2xs">Changed</small>
          <Ago time={updatedAt} />
        </span>
        <span className="project-row-fact stack gap-2 text-s">
          <small className="muted text-2xs">Records</small>
          <span className="tabular">{open === undefined ? '' : `${formatNumber(open)} open`}</span>
        </span>
        <span className="project-row-fact stack gap-2 text-s">
          <small className="muted text-2xs">Last build</small>
          {about.data && (last ? <Ago time={last.timestamp} /> : <span className="muted">never</span>)}
          {last && <span className="hidden-text">, about {formatCount(last.estimatedTokens, 'token')}</span>}
        </span>
      </Link>
      <RowMenu project={project} onDelete={onDelete} />
    </li>
  )
}

function RowMenu({ project: { id, name }, onDelete }: Pick<Props, 'project' | 'onDelete'>) {
  const trigger = useRef<HTMLButtonElement>(null)
  const isAdmin = useIsAdmin(id)
  const params = { project: id }
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button ref={trigger} type="button" className="icon-button" aria-label={`More about ${name}`}>
          <EllipsisVertical aria-hidden="true" />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className="menu" align="end" sideOffset={4} collisionPadding={8}>
        <DropdownMenu.Item asChild className="menu-item">
          <Link to="/p/$project/context/project" params={params}>
            <SlidersHorizontal aria-hidden="true" /> Project settings
          </Link>
        </DropdownMenu.Item>
        <DropdownMenu.Item asChild className="menu-item">
          <Link to="/p/$project/context/state" params={params}>
            <History aria-hidden="true" /> State
          </Link>
        </DropdownMenu.Item>
        <DropdownMenu.Item asChild className="menu-item">
          <Link to="/p/$project/context/prompts" params={params}>
            <Library aria-hidden="true" /> Prompts
          </Link>
        </DropdownMenu.Item>
        <DropdownMenu.Item asChild className="menu-item">
          <Link to="/p/$project/context" params={params}>
            <MessageSquarePlus aria-hidden="true" /> Next chat
          </Link>
        </DropdownMenu.Item>
        {isAdmin && id !== 'default' && (
          <>
            <DropdownMenu.Separator className="menu-line" />
            <DropdownMenu.Item className="menu-item" onSelect={() => onDelete(trigger.current)}>
              <Trash2 aria-hidden="true" /> Move to the trash…
            </DropdownMenu.Item>
          </>
        )}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
