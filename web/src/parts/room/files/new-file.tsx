import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { callRoom } from '../../../api.ts'
import { announce } from '../../../state/announce.ts'
import { refreshRoom, workspaceQuery } from '../../../state/room/queries.ts'
import { FaultView } from '../../../ui/fault-view.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'

interface Props {
  project: string
  open: boolean
  onClose: () => void
}

/** Asks for the name of a new file and opens it in the editor. */
export function NewFile({ project, open, onClose }: Props) {
  const navigate = useNavigate()
  const isCode = useQuery(workspaceQuery(project)).data?.template === 'code'
  const [path, setPath] = useState(isCode ? 'docs/' : 'Story/Scenes/')
  const create = useMutation({
    mutationFn: () => callRoom(project, 'room_file_create', { path: path.trim(), content: '' }),
    onSuccess: async made => {
      await refreshRoom(project, 'room_tree_show')
      announce(`${made.path} created`)
      onClose()
      await navigate({
        to: '/p/$project/room/files',
        params: { project },
        search: { path: made.path, edit: true },
      })
    },
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="New file"
      verb="Create and edit"
      canSubmit={path.trim() !== ''}
      isBusy={create.isPending}
      onSubmit={() => create.mutate()}
    >
      <TextField
        label="Path"
        help={
          isCode
            ? 'In the repository, ending in .md, .txt or as code does.'
            : 'Below Story or Compendium, ending in .md, .markdown or .txt.'
        }
        isMono
        maxLength={1024}
        value={path}
        onChange={setPath}
      />
      {create.error && <FaultView error={create.error} />}
    </FormDialog>
  )
}
