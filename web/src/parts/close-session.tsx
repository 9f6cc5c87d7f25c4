import { useMutation, useQuery } from '@tanstack/react-query'
import { announce } from '../state/announce.ts'
import { sessionsQuery } from '../state/queries.ts'
import { pluralize, shortSession } from '../state/words.ts'
import { closeSession } from '../state/writes.ts'
import { FaultView } from './fault-view.tsx'
import { Modal } from './modal.tsx'
import type { SessionItem } from './session-row.tsx'

interface Props {
  project: string
  session: SessionItem | undefined
  onDone: () => void
}

/** Asks before a session is closed, and says what that means for its records. */
export function CloseSession({ project, session, onDone }: Props) {
  const close = useMutation({
    mutationFn: (id: string) => closeSession(project, id),
    onSuccess: ({ session_id, deactivated_records }) => {
      announce(
        `Session ${shortSession(session_id)} closed, ${pluralize(deactivated_records.length, 'record')} released`,
      )
      onDone()
    },
  })
  const sessions = useQuery({ ...sessionsQuery(project), enabled: session !== undefined })
  const unsaved = sessions.data?.sessions.find(({ id }) => id === session?.id)?.unsaved_records ?? []
  return (
    <Modal
      open={session !== undefined}
      onClose={onDone}
      title={`Close session ${shortSession(session?.id ?? '')}?`}
      lead="The chat loses its active records and must activate them again. Everything it wrote stays stored."
    >
      {unsaved.length > 0 && (
        <p className="note">
          {pluralize(unsaved.length, 'record')} changed since its last checkpoint: {unsaved.join(', ')}.
        </p>
      )}
      {close.error && <FaultView error={close.error} />}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onDone}>
          Cancel
        </button>
        <button
          type="button"
          className="button primary"
          disabled={close.isPending}
          onClick={() => session && close.mutate(session.id)}
        >
          Close session
        </button>
      </div>
    </Modal>
  )
}
