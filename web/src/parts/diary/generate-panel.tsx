import { useEffect, useState } from 'react'
import type { DayStatus } from '../../state/diary/queries.ts'
import { useRunningRun } from '../../state/diary/run.ts'
import { Modal } from '../modal.tsx'
import { GenerateForm } from './generate-form.tsx'
import { RunView } from './run-view.tsx'

interface Props {
  date: string
  status: DayStatus
  open: boolean
  onClose: () => void
}

/** Makes the report of a day: who reads, what that will use and send, then how far it is. */
export function GeneratePanel({ date, status, open, onClose }: Props) {
  const running = useRunningRun(date, status)
  const [runId, setRunId] = useState<string>()
  // A run on show stays on show when it has ended.
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
      title="Generate"
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
