import { GitMerge } from 'lucide-react'
import type { Edit } from '../../state/context/field-edits.ts'
import { comparable, joinTexts } from '../../state/context/join-texts.ts'
import { Button } from '../../ui/button.tsx'
import { DiffView } from '../../ui/diff-view.tsx'
import { safeText } from '../transcript/safe-text.ts'

interface Props {
  label: string
  edit: Edit
  stored: string
  /** Texts of several lines can be merged; of a single line one side is taken. */
  isText: boolean
  onSettle: (value: string) => void
}

/** Another text was stored while this one was being edited: nothing is merged without a click. */
export function ChangedElsewhere({ label, edit, stored, isText, onSettle }: Props) {
  const joined = isText ? joinTexts(edit.base, edit.value, stored) : undefined
  const [from, to] = comparable(stored, edit.value)
  return (
    <section className="stack gap-10 p-12 rounded-m bg-warn text-s" aria-label={`${label} was changed elsewhere`}>
      <p role="status">
        <GitMerge aria-hidden="true" className="inline-icon" /> <strong>Changed elsewhere.</strong> Another text was
        stored after you started editing. Other fields are saved as usual.
      </p>
      {isText ? (
        <DiffView from={from} to={to} split={false} label={`From the stored ${label} to yours`} />
      ) : (
        <dl className="tiles small">
          <div>
            <dt className="soft text-xs">Stored now</dt>
            <dd className="break-anywhere">{safeText(stored) || <span className="muted">nothing</span>}</dd>
          </div>
          <div>
            <dt className="soft text-xs">Yours</dt>
            <dd className="break-anywhere">{safeText(edit.value) || <span className="muted">nothing</span>}</dd>
          </div>
        </dl>
      )}
      <div className="row wrap gap-6 text-xs">
        {joined && (
          <Button small kind="primary" onClick={() => onSettle(joined.text)}>
            {joined.overlaps > 0 ? 'Merge both; yours wins where they overlap' : 'Merge both'}
          </Button>
        )}
        <Button small onClick={() => onSettle(edit.value)}>
          Keep mine
        </Button>
        <Button small onClick={() => onSettle(stored)}>
          Take theirs
        </Button>
      </div>
    </section>
  )
}
