import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useState } from 'react'
import { call } from '../api.ts'
import { announce } from '../state/announce.ts'
import { freshKey } from '../state/fresh-key.ts'
import { queryClient } from '../state/queries.ts'
import { FaultView } from '../ui/fault-view.tsx'
import { TextAreaField, TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'

interface Props {
  open: boolean
  returnTo: RefObject<HTMLElement | null>
  onClose: () => void
}

export function CreateProject({ open, returnTo, onClose }: Props) {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  // One key for each set of values: submitting again after a lost answer does not make a second project.
  const [key, setKey] = useState(() => freshKey())
  const create = useMutation({
    mutationFn: () => call('create_project', { name, ...(description && { description }), idempotency_key: key }),
    onSuccess: async ({ id, name }) => {
      await queryClient.invalidateQueries({ queryKey: ['projects'] })
      announce(`Project ${name} created`)
      close()
      await navigate({ to: '/p/$project', params: { project: id } })
    },
  })

  function edit(change: () => void) {
    change()
    setKey(freshKey())
  }

  function close() {
    setName('')
    setDescription('')
    create.reset()
    onClose()
  }

  return (
    <FormDialog
      open={open}
      returnTo={returnTo}
      onClose={close}
      title="New project"
      lead="A project has its own records and its own clock."
      verb="Create project"
      canSubmit={name.trim() !== ''}
      isBusy={create.isPending}
      onSubmit={() => create.mutate()}
    >
      <TextField label="Name" required maxLength={200} value={name} onChange={text => edit(() => setName(text))} />
      <TextAreaField
        label="Description"
        help="Optional. What is decided here, in a sentence."
        value={description}
        onChange={text => edit(() => setDescription(text))}
      />
      {create.error && <FaultView error={create.error} />}
    </FormDialog>
  )
}
