import { Undo2 } from 'lucide-react'
import { useMayWrite } from '../../../state/role.ts'
import { useRoomWrite } from '../../../state/room/room-write.ts'
import { Button } from '../../../ui/button.tsx'
import { IssueLink } from '../issue-link.tsx'
import { RoomFault } from '../room-fault.tsx'

interface Props {
  project: string
  issue: number
  hasReceipts: boolean
  /** It was taken off the board, here or elsewhere. */
  isRemoved: boolean
}

/** The issue that a round was filed as. Filing is undone with one click, and can be done again. */
export function FiledIssue({ project, issue, hasReceipts, isRemoved }: Props) {
  const mayWrite = useMayWrite(project)
  const refresh = ['room_issue_show', 'room_issue_list', 'room_round_list'] as const
  const undo = useRoomWrite(project, 'room_issue_remove', {
    refresh,
    announcement: () => `Issue #${issue} is archived; the round stays`,
  })
  const redo = useRoomWrite(project, 'room_issue_revive', {
    refresh,
    announcement: () => `Issue #${issue} is open again`,
  })
  return (
    <>
      <p className="row wrap gap-x-8 mt-8 muted text-xs">
        {isRemoved ? (
          <span>Issue #{issue} is archived; this round stays.</span>
        ) : (
          <>
            <IssueLink project={project} issue={issue} label="Filed as issue" />
            {hasReceipts && <span>with its receipts</span>}
          </>
        )}
        {mayWrite && (
          <Button
            icon={Undo2}
            small
            kind="quiet"
            disabled={undo.isPending || redo.isPending}
            onClick={() => (isRemoved ? redo.mutate({ id: issue }) : undo.mutate({ id: issue }))}
          >
            {isRemoved ? 'File it again' : 'Undo'}
          </Button>
        )}
      </p>
      <RoomFault error={undo.error ?? redo.error} />
    </>
  )
}
