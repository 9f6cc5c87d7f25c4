import './context.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { call } from '../../api.ts'
import type { Output } from '../../operations.ts'
import { announce } from '../../state/announce.ts'
import { refreshProjects, trashQuery } from '../../state/context/queries.ts'
import { moveWithArrows } from '../../state/rows.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { Ago } from '../ago.tsx'
import { safeText } from '../transcript/safe-text.ts'
import { ContextFault } from './context-fault.tsx'

type Trashed = Output<'project_trash'>['projects'][number]

/** Deleted projects: each can be restored as it was, or erased for good. */
export function Trash() {
  const trash = useQuery({ ...trashQuery, refetchOnMount: 'always' })
  const [purging, setPurging] = useState<Trashed>()
  const restore = useMutation({
    mutationFn: (id: string) => call('project_restore', { id }),
    onSuccess: async ({ name }) => {
      announce(`${name} is restored`)
      await refreshProjects()
    },
    onError: () => announce('The project was not restored', 'alert'),
  })
  return (
    <Section title="Trash" count={trash.data?.count}>
      {restore.error && <ContextFault error={restore.error} project="" />}
      <Loaded query={trash} label="the trash" lines={2}>
        {({ projects }) =>
          projects.length === 0 ? (
            <p className="block-none">Empty. A project you move here can be restored with all its records.</p>
          ) : (
            <ul>
              {projects.map(project => (
                <li
                  className="trash-row stack items-center gap-y-4 gap-x-20 py-8 border-bottom text-s"
                  key={project.id}
                >
                  <span className="flex items-baseline gap-8 min-w-0">
                    <strong className="truncate weight-550">{safeText(project.name)}</strong>{' '}
                    <code className="muted">{project.id}</code>
                  </span>
                  <span className="muted">
                    {formatCount(project.records, 'record')}, moved here <Ago time={project.deletedAt} />
                  </span>
                  <span className="flex gap-4">
                    <Button
                      icon={RotateCcw}
                      small
                      data-row
                      onKeyDown={moveWithArrows}
                      disabled={restore.isPending}
                      onClick={() => restore.mutate(project.id)}
                    >
                      Restore<span className="hidden-text"> {project.name}</span>
                    </Button>
                    <Button small kind="quiet" onClick={() => setPurging(project)}>
                      Erase…<span className="hidden-text"> {project.name}</span>
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {purging && <Purge key={purging.id} project={purging} onDone={() => setPurging(undefined)} />}
    </Section>
  )
}

/** The id has to be typed, because erasing cannot be undone. */
function Purge({ project: { id, name, records }, onDone }: { project: Trashed; onDone: () => void }) {
  const [typed, setTyped] = useState('')
  const purge = useMutation({
    mutationFn: () => call('project_purge', { id, confirm: typed }),
    onSuccess: async () => {
      announce(`${name} is erased`)
      onDone()
      await refreshProjects()
    },
    onError: () => announce('Nothing was erased', 'alert'),
  })
  return (
    <FormDialog
      open
      title={`Erase ${safeText(name)} for good?`}
      lead={`${formatCount(records, 'record')}, all sessions and every summary are erased. This cannot be undone; the id stays reserved.`}
      verb="Erase for good"
      isDangerous
      canSubmit={typed === id}
      isBusy={purge.isPending}
      onSubmit={() => purge.mutate()}
      onClose={onDone}
    >
      <TextField label={`Type ${id} to erase it`} isMono value={typed} onChange={setTyped} />
      {purge.error && <ContextFault error={purge.error} project={id} />}
    </FormDialog>
  )
}
