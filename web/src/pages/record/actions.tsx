import '../../parts/records.css'
import { useNavigate } from '@tanstack/react-router'
import { Copy, CornerDownRight, Ellipsis, History, Pencil, Replace, Tag, TreePine, Waypoints } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useRef, useState } from 'react'
import type { Record as RecordShape } from '../../../../src/records/schema.ts'
import { copyText } from '../../parts/copy-text.ts'
import { useIsAdmin, useMayWrite } from '../../state/role.ts'
import { useShortcuts } from '../../state/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Tip } from '../../ui/tip.tsx'
import { MoveDialog } from './move.tsx'
import { RetypeDialog } from './retype.tsx'
import { SupersedeDialog } from './supersede.tsx'
import { TransitionMenu } from './transition-menu.tsx'

/** What can be done with a record, each by button and by key. */
export function RecordActions({ project, record }: { project: string; record: RecordShape }) {
  const navigate = useNavigate()
  const mayWrite = useMayWrite(project)
  const { id } = record
  const edit = () => void navigate({ to: '/p/$project/records/$id', params: { project, id }, search: { edit: true } })
  const addChild = () => void navigate({ to: '/p/$project/records/new', params: { project }, search: { parent: id } })
  const history = () => void navigate({ to: '/p/$project/records/$id/history', params: { project, id } })
  useShortcuts({ d: history, ...(mayWrite && { e: edit, n: addChild }) })
  return (
    <div className="row wrap gap-8 mt-16 mb-20">
      {mayWrite && (
        <>
          <Tip label="Edit" keys="e">
            <Button icon={Pencil} data-edit onClick={edit}>
              Edit
            </Button>
          </Tip>
          <Tip label="New child" keys="n">
            <Button icon={CornerDownRight} onClick={addChild}>
              New child
            </Button>
          </Tip>
          {record.superseded_by === undefined && <TransitionMenu project={project} record={record} />}
        </>
      )}
      <Tip label="History and differences" keys="d">
        <Button icon={History} kind="quiet" onClick={history}>
          History
        </Button>
      </Tip>
      <MoreMenu project={project} record={record} />
    </div>
  )
}

function MoreMenu({ project, record }: { project: string; record: RecordShape }) {
  const isAdmin = useIsAdmin(project)
  const mayWrite = useMayWrite(project)
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'move' | 'retype' | 'supersede'>()
  const trigger = useRef<HTMLButtonElement>(null)
  const { id } = record
  const dialogs = { record, returnTo: trigger, onClose: () => setDialog(undefined) }
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <button ref={trigger} type="button" className="icon-button" aria-label={`More actions for ${id}`}>
            <Ellipsis aria-hidden="true" />
          </button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4} collisionPadding={8}>
          <DropdownMenu.Item className="menu-item" onSelect={() => void copyText(id, id)}>
            <Copy aria-hidden="true" /> Copy id
          </DropdownMenu.Item>
          <DropdownMenu.Item
            className="menu-item"
            onSelect={() =>
              void navigate({ to: '/p/$project/records/activity', params: { project }, search: { record: id } })
            }
          >
            <Waypoints aria-hidden="true" /> Activity of this record
          </DropdownMenu.Item>
          {mayWrite && (
            <DropdownMenu.Item className="menu-item" onSelect={() => setDialog('supersede')}>
              <Replace aria-hidden="true" /> {record.superseded_by ? 'Supersession…' : 'Superseded by…'}
            </DropdownMenu.Item>
          )}
          {isAdmin && (
            <>
              <DropdownMenu.Separator className="menu-line" />
              <DropdownMenu.Item className="menu-item" onSelect={() => setDialog('move')}>
                <TreePine aria-hidden="true" /> Move…
              </DropdownMenu.Item>
              <DropdownMenu.Item className="menu-item" onSelect={() => setDialog('retype')}>
                <Tag aria-hidden="true" /> Change type…
              </DropdownMenu.Item>
            </>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      <SupersedeDialog
        key={`supersede ${record.version}`}
        project={project}
        open={dialog === 'supersede'}
        {...dialogs}
      />
      <MoveDialog key={`move ${record.version}`} open={dialog === 'move'} {...dialogs} />
      <RetypeDialog key={`retype ${record.version}`} open={dialog === 'retype'} {...dialogs} />
    </>
  )
}
