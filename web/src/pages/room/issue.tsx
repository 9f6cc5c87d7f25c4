import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, RotateCcw } from 'lucide-react'
import { shownTitle } from '../../../../src/room/issues/shown-title.ts'
import { isFault } from '../../api.ts'
import { Ago } from '../../parts/ago.tsx'
import { CitedBy } from '../../parts/evidence/cited-by.tsx'
import { issueDecision } from '../../parts/evidence/issue-decision.ts'
import { SaveAsDecision } from '../../parts/evidence/save-as-decision.tsx'
import { IssueAudit } from '../../parts/room/issues/issue-audit.tsx'
import { IssueComments } from '../../parts/room/issues/issue-comments.tsx'
import { IssueFields } from '../../parts/room/issues/issue-fields.tsx'
import { IssueStatusMark, PriorityMark } from '../../parts/room/issues/issue-marks.tsx'
import { IssueText } from '../../parts/room/issues/issue-text.tsx'
import { RoomFault } from '../../parts/room/room-fault.tsx'
import { safeText } from '../../parts/transcript/safe-text.ts'
import { useProject } from '../../state/addresses.ts'
import { useMayWrite } from '../../state/role.ts'
import { roomQuery } from '../../state/room/queries.ts'
import { useRoomWrite } from '../../state/room/room-write.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useTitle } from '../../ui/page-head.tsx'

/** One issue: its text, its comments, and its evidence. */
export function IssuePage() {
  const project = useProject()
  const id = Number(useParams({ strict: false }).issue)
  const mayWrite = useMayWrite(project)
  const issue = useQuery({ ...roomQuery(project, 'room_issue_show', { id }), retry: false })
  useTitle(issue.data ? `#${id} ${safeText(shownTitle(issue.data))}` : `Issue #${id}`)
  return (
    <div className="page wide">
      <p className="mb-10 text-s">
        <Link to="/p/$project/room/issues" params={{ project }} className="text-link inline-row gap-6">
          <ArrowLeft aria-hidden="true" /> Issues
        </Link>
      </p>
      {isFault(issue.error, 'not_found') ? (
        <RemovedIssue project={project} id={id} />
      ) : (
        <Loaded query={issue} label="the issue" lines={8}>
          {shown => (
            <>
              <header className="mb-20">
                <h1 className="text-2xl tracking-tight break-anywhere">
                  <span className="tabular muted weight-400">#{id}</span> {safeText(shownTitle(shown))}
                </h1>
                <p className="row wrap gap-y-4 gap-x-12 mt-8 muted text-s">
                  <IssueStatusMark status={shown.status} />
                  <PriorityMark priority={shown.priority} />
                  <span>
                    opened by{' '}
                    {shown.conferenceId === undefined ? (
                      openerWords(shown.openedBy)
                    ) : (
                      <Link
                        to="/p/$project/room/conferences/$conference"
                        params={{ project, conference: shown.conferenceId }}
                        className="text-link"
                      >
                        a conference
                      </Link>
                    )}{' '}
                    <Ago time={shown.createdAt} />
                  </span>
                  <CitedBy places={[`issue:${id}`]} project={project} />
                </p>
                <div className="mt-8">
                  <SaveAsDecision project={project} source={() => issueDecision(project, shown)} />
                </div>
              </header>
              <div className="split">
                <div className="min-w-0">
                  <IssueText project={project} issue={shown} mayWrite={mayWrite} />
                  <IssueComments project={project} issue={shown} mayWrite={mayWrite} />
                </div>
                <aside className="min-w-0" aria-label="About the issue">
                  <IssueFields project={project} issue={shown} mayWrite={mayWrite} />
                  <IssueAudit project={project} id={id} mayWrite={mayWrite} />
                </aside>
              </div>
            </>
          )}
        </Loaded>
      )}
    </div>
  )
}

function openerWords(openedBy: string): string {
  return openedBy === 'user' ? 'a person' : safeText(openedBy)
}

/** Archived issues keep their text and files, so they can be restored. */
function RemovedIssue({ project, id }: { project: string; id: number }) {
  const mayWrite = useMayWrite(project)
  const restore = useRoomWrite(project, 'room_issue_revive', {
    refresh: ['room_issue_show', 'room_issue_list'],
    announcement: () => `Issue #${id} is restored`,
  })
  return (
    <>
      <Empty
        title={`Issue #${id} is archived or never existed`}
        step={
          mayWrite && (
            <Button icon={RotateCcw} disabled={restore.isPending} onClick={() => restore.mutate({ id })}>
              Restore it
            </Button>
          )
        }
      >
        An archived issue keeps its text, comments and files.
      </Empty>
      <RoomFault error={restore.error} />
    </>
  )
}
