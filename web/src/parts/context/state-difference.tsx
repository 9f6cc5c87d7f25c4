import { useMutation } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api.ts'
import { announce } from '../../state/announce.ts'
import { comparable } from '../../state/context/join-texts.ts'
import { cacheProject, type Entry } from '../../state/context/queries.ts'
import { Button } from '../../ui/button.tsx'
import { DiffView } from '../../ui/diff-view.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Ago } from '../ago.tsx'
import { ContextFault } from './context-fault.tsx'

interface Props {
  project: string
  chosen: Entry
  newest: Entry
  /** The entry before the chosen one; null before the first, undefined while it is not loaded. */
  previous: Entry | null | undefined
  compareWith: 'previous' | 'newest'
  onCompareWith: (other: 'previous' | 'newest') => void
  mayWrite: boolean
}

/** What an entry changed, or how it differs from the current text. */
export function StateDifference(props: Props) {
  const { project, chosen, newest, previous, compareWith, onCompareWith, mayWrite } = props
  const isNow = chosen.n === newest.n
  const [from, to] = compareWith === 'newest' ? [chosen, newest] : [previous, chosen]
  return (
    <section className="difference" aria-label="Difference">
      <div className="row wrap gap-y-8 gap-x-12 mb-12">
        <p className="flex wrap gap-8 mb-12 soft text-s items-baseline">
          Entry {chosen.n}, <Ago time={chosen.timestamp} />
        </p>
        {!isNow && (
          <Segmented
            label="Compare with"
            options={[
              ['previous', 'What it changed'],
              ['newest', 'Up to now'],
            ]}
            value={compareWith}
            onChange={onCompareWith}
          />
        )}
        {!isNow && mayWrite && <RestoreEntry project={project} entry={chosen} />}
      </div>
      {from === undefined ? (
        <Skeleton lines={4} label="the entry before" />
      ) : (
        <>
          <Changes label="Summary" from={from?.recentEvents} to={to.recentEvents} />
          <Changes label="Notes" from={from?.additionalNotes} to={to.additionalNotes} />
        </>
      )}
    </section>
  )
}

function Changes({ label, from = '', to = '' }: { label: string; from: string | undefined; to: string | undefined }) {
  const [before, after] = comparable(from, to)
  return (
    <div className="stack gap-6 mb-16">
      <h3 className="soft text-s weight-550">{label}</h3>
      {from === to ? (
        <p className="muted text-s">{to === '' ? 'None.' : 'The same.'}</p>
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
      cacheProject(data)
      setAsking(false)
      announce(`Entry ${n} is restored`)
    },
    onError: () => announce(`Entry ${n} was not restored`, 'alert'),
  })
  return (
    <>
      <Button icon={RotateCcw} small onClick={() => setAsking(true)}>
        Restore {n}
      </Button>
      <FormDialog
        open={asking}
        title={`Restore entry ${n}?`}
        lead="Its summary and notes become the state, as a new entry. What is stored now stays in the history."
        verb="Restore"
        isBusy={restore.isPending}
        onSubmit={() => restore.mutate()}
        onClose={() => setAsking(false)}
      >
        {restore.error && <ContextFault error={restore.error} project={project} />}
      </FormDialog>
    </>
  )
}
