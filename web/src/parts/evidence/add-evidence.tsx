import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import type { Record as RecordShape } from '../../../../src/records/schema.ts'
import { announce } from '../../state/announce.ts'
import {
  distinct,
  type Evidence,
  placeOf,
  placeWords,
  refreshCitations,
  showEvidenceQuery,
  withHash,
} from '../../state/evidence.ts'
import { freshKey } from '../../state/fresh-key.ts'
import { updateRecord } from '../../state/writes.ts'
import { Button } from '../../ui/button.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { LongText } from '../room/long-text.tsx'
import { safeText } from '../transcript/safe-text.ts'
import { FileChoice, ItemChoice, LinesChoice } from './evidence-choices.tsx'
import { CommitChoice, IssueChoice, ReceiptChoice } from './project-choices.tsx'

const kinds = [
  ['item', 'Work item'],
  ['lines', 'Diary lines'],
  ['file', 'File'],
  ['commit', 'Commit'],
  ['issue', 'Issue'],
  ['receipt', 'Receipt'],
] as const
type Kind = (typeof kinds)[number][0]

interface Props {
  project: string
  record: RecordShape
  cited: readonly Evidence[]
}

/** Adds to what a record rests on; the hash is taken when it is added. */
export function AddEvidence({ project, record, cited }: Props) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button ref={button} small icon={Plus} onClick={() => setOpen(true)}>
        Add evidence
      </Button>
      {open && (
        <EvidencePicker
          project={project}
          record={record}
          cited={cited}
          returnTo={button}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface PickerProps extends Props {
  returnTo: RefObject<HTMLElement | null>
  onClose: () => void
}

function EvidencePicker({ project, record, cited, returnTo, onClose }: PickerProps) {
  const [kind, setKind] = useState<Kind>('item')
  const [picked, setPicked] = useState<Evidence>()
  const [key] = useState(() => freshKey())
  const preview = useQuery({
    ...showEvidenceQuery(project, picked ?? { kind: 'file', ref: '.' }),
    enabled: picked !== undefined,
    retry: false,
  })
  const text = preview.data?.text
  // A work item and a commit have no hash of their own; everything else is there only if it has one.
  const isThere =
    picked?.kind === 'work_item' || preview.data?.evidence.sha256 !== undefined || typeof text === 'string'
  const add = useMutation({
    mutationFn: async () => {
      if (!picked) return undefined
      const evidence = distinct([...cited, await withHash(project, picked)])
      return updateRecord(project, { id: record.id, metadata: { evidence }, base_version: record.version }, key)
    },
    onSuccess: async result => {
      if (result?.applied === false) return
      await refreshCitations()
      announce('Evidence added')
      onClose()
    },
  })
  const field = { project, picked, onPick: setPicked }
  return (
    <FormDialog
      open
      wide
      returnTo={returnTo}
      onClose={onClose}
      title={`Add evidence to ${record.id}`}
      verb="Add"
      canSubmit={picked !== undefined && isThere}
      isBusy={add.isPending || (picked !== undefined && preview.isFetching)}
      onSubmit={() => add.mutate()}
    >
      <Segmented
        label="Kind of evidence"
        options={kinds}
        value={kind}
        onChange={next => {
          setKind(next)
          setPicked(undefined)
        }}
      />
      {kind === 'item' && <ItemChoice {...field} />}
      {kind === 'lines' && <LinesChoice {...field} />}
      {kind === 'file' && <FileChoice {...field} />}
      {kind === 'commit' && <CommitChoice {...field} />}
      {kind === 'issue' && <IssueChoice {...field} />}
      {kind === 'receipt' && <ReceiptChoice {...field} />}
      {picked && (
        <div className="stack gap-6" role="status">
          <p className="text-s">
            <span className="mono">{safeText(placeWords(placeOf(picked)))}</span>{' '}
            <span className="muted">
              {preview.isFetching ? 'is being read…' : isThere ? 'is there.' : 'was not found; nothing can be cited.'}
            </span>
          </p>
          {typeof text === 'string' && <LongText label="What is cited" text={text} />}
        </div>
      )}
      {add.data?.applied === false && (
        <p className="field-fault" role="alert">
          {record.id} was changed meanwhile. Close this, look at it and try again.
        </p>
      )}
      {add.error && <FaultView error={add.error} />}
    </FormDialog>
  )
}
