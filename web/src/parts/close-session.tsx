import { useMutation, useQuery } from '@tanstack/react-query'
import { formatCount } from '../../../src/kernel/numbers.ts'
import { announce } from '../state/announce.ts'
import { sessionsQuery } from '../state/record-queries.ts'
import { closeSession } from '../state/writes.ts'
import { FaultView } from '../ui/fault-view.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
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
    onSuccess: ({ deactivated_records }) => {
      announce(`Session closed, ${formatCount(deactivated_records.length, 'record')} released`)
      onDone()
    },
  })
  const sessions = useQuery({ ...sessionsQuery(project), enabled: session !== undefined })
  const unsaved = sessions.data?.sessions.find(({ id }) => id === session?.id)?.unsaved_records ?? []
  return (
    <FormDialog
      open={session !== undefined}
      title="Close this session?"
      lead="The chat loses its active records and must activate them again. Everything it wrote stays stored."
      verb="Close session"
      isBusy={close.isPending}
      onSubmit={() => session && close.mutate(session.id)}
      onClose={onDone}
    >
      {unsaved.length > 0 && (
        <p className="note">
          It changed {formatCount(unsaved.length, 'record')} since it last saved: {unsaved.join(', ')}.
        </p>
      )}
      {close.error && <FaultView error={close.error} />}
    </FormDialog>
  )
}
