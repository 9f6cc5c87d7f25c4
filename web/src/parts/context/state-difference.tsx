import { useMutation } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '../../api.ts'
import { announce } from '../../state/announce.ts'
import { comparable } from '../../state/context/join-texts.ts'
import { type Entry, noteProject } from '../../state/context/queries.ts'
import { DiffView } from '../diff-view.tsx'
import { Modal } from '../modal.tsx'
import { Segmented } from '../segmented.tsx'
import { ContextFault } from './context-fault.tsx'

interface Props {
  project: string
  chosen: Entry
  newest: Entry
  from: Entry
  to: Entry
  against: boolean
  onAgainst: (now: boolean) => void
  mayWrite: boolean
  /** When the selected entry was written. */
  children: ReactNode
}

/** What an entry changed, or how it differs from the current text. */
export function StateDifference({ project, chosen, newest, from, to, against, onAgainst, mayWrite, children }: Props) {
  const isNow = chosen.n === newest.n
  return (
    <section className="difference" aria-label="Difference">
      <div className="state-difference-head">
        <p className="difference-head">
          <span className="mono">{chosen.n}</span> {children}
        </p>
        {!isNow && (
          <Segmented
            label="Compare with"
            options={[
              [false, 'What it changed'],
              [true, 'Up to now'],
            ]}
            value={against}
            onChange={onAgainst}
          />
        )}
        {!isNow && mayWrite && <RestoreEntry project={project} entry={chosen} />}
      </div>
      <Changes label="Summary" from={from.recentEvents} to={to.recentEvents} />
      <Changes label="Notes" from={from.additionalNotes} to={to.additionalNotes} />
    </section>
  )
}

function Changes({ label, from = '', to = '' }: { label: string; from: string | undefined; to: string | undefined }) {
  const [before, after] = comparable(from, to)
  return (
    <div className="state-changes">
      <h3>{label}</h3>
      {from === to ? (
        <p className="muted">{to === '' ? 'None.' : 'The same.'}</p>
      ) : (
        <DiffView from={before} to={after} split={false} label={`Changes of the ${label.toLowerCase()}`} />
      )}
    </div>
  )
}

function RestoreEntry({ project, entry: { n } }: { project: string; entry: Entry }) {
  const [asking, setAsking] = useState(false)
  const restore = useMutation({
    mutationFn: () => call('context_restore', { projectId: project, n }),
    onSuccess: data => {
      noteProject(data)
      setAsking(false)
      announce(`Entry ${n} is restored`)
    },
    onError: () => announce(`Entry ${n} was not restored`, 'alert'),
  })
  return (
    <>
      <button type="button" className="button small" onClick={() => setAsking(true)}>
        <RotateCcw aria-hidden="true" /> Restore {n}
      </button>
      <Modal
        open={asking}
        onClose={() => setAsking(false)}
        title={`Restore entry ${n}?`}
        lead="Its summary and notes become the state, as a new entry. What is stored now stays in the history."
      >
        {restore.error && <ContextFault error={restore.error} project={project} />}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={() => setAsking(false)}>
            Cancel
          </button>
          <button
            type="button"
            className="button primary"
            disabled={restore.isPending}
            onClick={() => restore.mutate()}
          >
            Restore
          </button>
        </div>
      </Modal>
    </>
  )
}
