import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { callRoom } from '../../../api.ts'
import { announce } from '../../../state/announce.ts'
import { refreshRoom } from '../../../state/room/queries.ts'
import { FaultView } from '../../fault-view.tsx'
import { Field } from '../../field.tsx'
import { Modal } from '../../modal.tsx'

interface Props {
  project: string
  open: boolean
  onClose: () => void
}

/** Names a new file, which is then opened to be written. */
export function NewFile({ project, open, onClose }: Props) {
  const navigate = useNavigate()
  const [path, setPath] = useState('Story/Scenes/')
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
  function submit(event: FormEvent) {
    event.preventDefault()
    create.mutate()
  }
  return (
    <Modal open={open} onClose={onClose} title="New file">
      <form className="form" onSubmit={submit}>
        <Field label="Path" help="Below Story or Compendium, ending in .md, .markdown or .txt.">
          {control => (
            <input
              {...control}
              className="input mono"
              autoComplete="off"
              spellCheck={false}
              maxLength={1024}
              value={path}
              onChange={event => setPath(event.target.value)}
            />
          )}
        </Field>
        {create.error && <FaultView error={create.error} />}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={create.isPending || path.trim() === ''}>
            Create and write
          </button>
        </div>
      </form>
    </Modal>
  )
}
