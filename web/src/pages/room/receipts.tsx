import '../../parts/room/talk.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { callRoom } from '../../api.ts'
import { AuditMark, auditWords } from '../../parts/room/audit-mark.tsx'
import { ProblemList } from '../../parts/room/problem-list.tsx'
import { SessionList } from '../../parts/room/session-list.tsx'
import { SessionReceipts } from '../../parts/room/session-receipts.tsx'
import { useProject } from '../../state/addresses.ts'
import { announce } from '../../state/announce.ts'
import { queryClient } from '../../state/queries.ts'
import { receiptsSearch } from '../../state/room/addresses.ts'
import { refreshRoom, roomQuery } from '../../state/room/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'

/** Every receipt log with its verification, and the receipts of one of them. */
export function ReceiptsPage() {
  const project = useProject()
  const { session, receipt } = receiptsSearch(useSearch({ strict: false }))
  const audit = useQuery(roomQuery(project, 'room_verify', {}))
  const verify = useMutation({
    mutationFn: () => callRoom(project, 'room_verify', {}),
    onSuccess: report => {
      queryClient.setQueryData(roomQuery(project, 'room_verify', {}).queryKey, report)
      void refreshRoom(project, 'room_receipts', 'room_receipt_show', 'room_status_show')
      announce(auditWords[report.status], report.status === 'ok' ? 'done' : 'alert')
    },
  })

  return (
    <div className="page wide">
      <PageHead
        title="Receipts"
        lead="Every tool run leaves a signed receipt, chained to the one before, so that a later change to any of them is found."
        actions={
          <Button icon={ShieldCheck} disabled={verify.isPending} onClick={() => verify.mutate()}>
            {verify.isPending ? 'Verifying…' : 'Verify everything'}
          </Button>
        }
      />
      {verify.error && <FaultView error={verify.error} onRetry={() => verify.mutate()} />}
      <Loaded query={audit} label="the audit" lines={6}>
        {report => (
          <>
            <section
              className={`audit-state flex items-baseline wrap gap-y-6 gap-x-12 mb-20 py-12 px-16 border rounded-l bg-surface text-s ${report.status}`}
              aria-label="The whole audit"
            >
              <AuditMark status={report.status} isEmpty={report.sessions.length === 0} />
              {(report.sessions.length > 0 || report.status !== 'ok') && <p>{auditWords[report.status]}</p>}
              <ProblemList problems={report.keys} />
              {report.issues
                .filter(({ problems }) => problems.length > 0)
                .map(({ issueId, problems }) => (
                  <div key={issueId} className="audit-issue">
                    <p>Issue #{issueId}</p>
                    <ProblemList problems={problems} />
                  </div>
                ))}
            </section>
            <div className={session === undefined ? 'split side-first alone' : 'split side-first'}>
              <div>
                {report.sessions.length === 0 ? (
                  <p className="block-none">No tool has run yet. Ask an agent about a file to see its receipts here.</p>
                ) : (
                  <SessionList project={project} sessions={report.sessions} chosen={session} />
                )}
              </div>
              {session !== undefined ? (
                <SessionReceipts key={session} project={project} sessionId={session} receipt={receipt} />
              ) : (
                report.sessions.length > 0 && (
                  <Empty title="Select a session">Its receipts, its log and its verification are shown here.</Empty>
                )
              )}
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}
