import { useMutation } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { call } from '../../api.ts'
import { announce } from '../../state/announce.ts'
import { refreshProjects } from '../../state/context/queries.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { safeText } from '../transcript/safe-text.ts'
import { ContextFault } from './context-fault.tsx'
import type { Row } from './project-row.tsx'

interface Props {
  project: Row | undefined
  returnTo: RefObject<HTMLElement | null>
  onDone: () => void
}

/** Asks before a project goes to the trash. */
export function DeleteProject({ project, returnTo, onDone }: Props) {
  const remove = useMutation({
    mutationFn: ({ id, force }: { id: string; force: boolean }) => call('project_delete', { id, force }),
    onSuccess: async ({ id, name, records }) => {
      if (localStorage.getItem('daybook.project') === id) localStorage.setItem('daybook.project', 'default')
      announce(`${name} is in the trash, with ${formatCount(records, 'record')}`)
      close()
      await refreshProjects()
    },
    onError: () => announce('The project was not moved to the trash', 'alert'),
  })

  function close() {
    remove.reset()
    onDone()
  }

  return (
    <FormDialog
      open={project !== undefined}
      title={`Move ${safeText(project?.name ?? '')} to the trash?`}
      lead="The project, its records and its sessions are hidden from all users and agents. Nothing is erased: restore it from the trash below."
      verb="Move to the trash"
      isDangerous
      returnTo={returnTo}
      isBusy={remove.isPending}
      onSubmit={() => project && remove.mutate({ id: project.id, force: false })}
      onClose={close}
    >
      {remove.error && project && (
        <ContextFault
          error={remove.error}
          project={project.id}
          onRemedy={{ 'force-delete': () => remove.mutate({ id: project.id, force: true }) }}
        />
      )}
    </FormDialog>
  )
}
