import { useEffect, useState } from 'react'
import type { DayStatus } from '../../state/diary/queries.ts'
import { useRunningRun } from '../../state/diary/run.ts'
import { Modal } from '../../ui/modal.tsx'
import { GenerateForm } from './generate-form.tsx'
import { RunView } from './run-view.tsx'

interface Props {
  date: string
  status: DayStatus
  open: boolean
  onClose: () => void
}

/** Generates the report of a day: who reads the transcripts, what that will cost and send, then the progress. */
export function GeneratePanel({ date, status, open, onClose }: Props) {
  const running = useRunningRun(date, status)
  const [runId, setRunId] = useState<string>()
  // The view of a run stays when the run has ended.
  useEffect(() => {
    if (open && running) setRunId(running)
  }, [open, running])
  function close() {
    setRunId(undefined)
    onClose()
  }
  return (
    <Modal
      open={open}
      onClose={close}
      title="Rewrite the day"
      lead="Every turn is read into evidence that cites its lines, then grouped into work items, then reported."
      wide
    >
      {runId === undefined ? (
        <GenerateForm date={date} onStarted={setRunId} onClose={close} />
      ) : (
        <RunView date={date} runId={runId} onClose={close} onAgain={() => setRunId(undefined)} />
      )}
    </Modal>
  )
}
