import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useState } from 'react'
import { limits } from '../../../src/context/limits.ts'
import { CallFault, call } from '../api.ts'
import { announce } from '../state/announce.ts'
import { refreshProjects } from '../state/context/queries.ts'
import { freshKey } from '../state/fresh-key.ts'
import { useFrameProject } from '../state/home.ts'
import { useIsOwner } from '../state/role.ts'
import { TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ContextFault } from './context/context-fault.tsx'

interface Props {
  open: boolean
  returnTo: RefObject<HTMLElement | null>
  onClose: () => void
}

const blank = { name: '', id: '', projectPath: '', description: '' }

export function NewProject({ open, returnTo, onClose }: Props) {
  const navigate = useNavigate()
  const mayNameFolder = useIsOwner(useFrameProject())
  const [typed, setTyped] = useState(blank)
  // One key for each set of values: submitting again after a lost answer does not make a second project.
  const [key, setKey] = useState(() => freshKey())
  const create = useMutation({
    mutationFn: () =>
      call('project_create', {
        name: typed.name,
        ...(typed.id && { id: typed.id }),
        ...(typed.projectPath && { projectPath: typed.projectPath }),
        ...(typed.description && { description: typed.description }),
        idempotency_key: key,
      }),
    onSuccess: async ({ id, name }) => {
      announce(`Project ${name} created`)
      close()
      await refreshProjects()
      await navigate({ to: '/p/$project', params: { project: id } })
    },
    onError: () => announce('The project was not created', 'alert'),
  })
  const problems = create.error instanceof CallFault ? create.error.problems : []
  const text = (field: keyof typeof blank, label: string, help: string, limit: number, mono = false) => (
    <TextField
      label={label}
      help={help}
      fault={problems.find(({ at }) => at === field)?.message}
      isMono={mono}
      required={field === 'name'}
      maxLength={limit}
      value={typed[field]}
      onChange={value => {
        setTyped({ ...typed, [field]: value })
        setKey(freshKey())
      }}
    />
  )

  function close() {
    setTyped(blank)
    create.reset()
    onClose()
  }

  return (
    <FormDialog
      open={open}
      returnTo={returnTo}
      onClose={close}
      title="New project"
      lead="One project for all parts: its records, its diary and the context of its chats."
      verb="Create project"
      canSubmit={typed.name.trim() !== ''}
      isBusy={create.isPending}
      onSubmit={() => create.mutate()}
    >
      {text('name', 'Name', 'One line.', limits.name)}
      {text('id', 'Id', 'Optional; derived from the name. It cannot be changed later.', 64, true)}
      {mayNameFolder &&
        text('projectPath', 'Folder', 'Optional. The absolute path of its code.', limits.projectPath, true)}
      {text('description', 'Description', 'Optional. What it is, in a sentence.', limits.description)}
      {create.error && problems.length === 0 && <ContextFault error={create.error} project="" />}
    </FormDialog>
  )
}
