import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, FileArchive, ScrollText, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { formatCount, formatNumber } from '../../../../src/kernel/numbers.ts'
import { callRoom } from '../../api.ts'
import { announce } from '../../state/announce.ts'
import { bytesOf, downloadBytes } from '../../state/download.ts'
import { queryClient } from '../../state/queries.ts'
import { refreshRoom, roomQuery } from '../../state/room/queries.ts'
import { useSessionTitles } from '../../state/room/session-titles.ts'
import { Button } from '../../ui/button.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { safeText } from '../transcript/safe-text.ts'
import { AuditMark, auditWords } from './audit-mark.tsx'
import { LongText } from './long-text.tsx'
import { ProblemList } from './problem-list.tsx'
import { ReceiptCard } from './receipt-card.tsx'

interface Props {
  project: string
  sessionId: string
  /** The receipt to start at. */
  receipt: string | undefined
}

const page = 200
/** So few are loaded at once, so that their rows say which tool ran. */
const mostLoaded = 20

/** The receipts of one session in order, its log byte for byte, and the verification of both. */
export function SessionReceipts({ project, sessionId, receipt }: Props) {
  const [most, setMost] = useState(page)
  const title = useSessionTitles(project).get(sessionId)
  const [shownLog, setShownLog] = useState(false)
  const session = useQuery(roomQuery(project, 'room_receipts', { sessionId }))
  const log = useQuery({ ...roomQuery(project, 'room_session_log', { sessionId }), enabled: shownLog })
  const verify = useMutation({
    mutationFn: () => callRoom(project, 'room_verify', { sessionId }),
    onSuccess: ({ status }) => {
      void refreshRoom(project, 'room_receipts', 'room_receipt_show', 'room_verify', 'room_status_show')
      announce(auditWords[status], status === 'ok' ? 'done' : 'alert')
    },
  })
  const saveLog = useMutation({
    mutationFn: () => queryClient.fetchQuery(roomQuery(project, 'room_session_log', { sessionId })),
    onSuccess: ({ base64 }) => downloadBytes(`${sessionId}.jsonl`, base64, 'application/x-ndjson'),
  })
  const saveZip = useMutation({
    mutationFn: () => callRoom(project, 'room_audit_export', { sessionId }),
    onSuccess: ({ base64, filename }) => {
      downloadBytes(filename, base64, 'application/zip')
      announce('The export is downloaded')
    },
  })
  const fault = verify.error ?? saveLog.error ?? saveZip.error ?? log.error

  return (
    <section className="stack cols-1 gap-12 min-w-0" aria-label="Session">
      <Loaded query={session} label="the session" lines={6}>
        {({ receipts, verification }) => (
          <>
            <header className="row wrap gap-y-6 gap-x-12">
              {title === undefined ? (
                <h2 className="mono text-m break-anywhere">{safeText(sessionId)}</h2>
              ) : (
                <h2 className="text-l break-anywhere">{safeText(title)}</h2>
              )}
              <AuditMark status={verification.status} />
            </header>
            <p className="muted">
              {formatCount(receipts.length, 'receipt')}. {auditWords[verification.status]}{' '}
              {title !== undefined && <code className="text-xs break-anywhere">{safeText(sessionId)}</code>}
            </p>
            <ProblemList problems={verification.problems} />
            <div className="flex wrap gap-8">
              <Button icon={ShieldCheck} small disabled={verify.isPending} onClick={() => verify.mutate()}>
                Verify
              </Button>
              <Button icon={ScrollText} small aria-pressed={shownLog} onClick={() => setShownLog(!shownLog)}>
                {shownLog ? 'Hide the log' : 'Show the log'}
              </Button>
              <Button icon={Download} small disabled={saveLog.isPending} onClick={() => saveLog.mutate()}>
                Log as JSONL
              </Button>
              <Button icon={FileArchive} small disabled={saveZip.isPending} onClick={() => saveZip.mutate()}>
                Export as ZIP
              </Button>
            </div>
            {fault && <FaultView error={fault} />}
            {shownLog && log.data && (
              <LongText label="The log" text={new TextDecoder().decode(bytesOf(log.data.base64))} />
            )}
            <div className="stack cols-1 gap-6">
              {receipts.slice(0, most).map((id, at) => (
                <ReceiptCard
                  key={id}
                  project={project}
                  id={id}
                  isLazy={receipts.length > mostLoaded}
                  startsOpen={id === receipt}
                  {...(isNamed(verification.problems, at + 1) && { note: 'does not verify' })}
                />
              ))}
            </div>
            {receipts.length > most && (
              <Button small onClick={() => setMost(most + page)}>
                Show more ({formatNumber(receipts.length - most)} left)
              </Button>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

function isNamed(problems: readonly { seq?: number | undefined }[], seq: number): boolean {
  return problems.some(problem => problem.seq === seq)
}
