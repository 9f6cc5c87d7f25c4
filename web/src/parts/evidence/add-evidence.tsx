import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, type RefObject, useDeferredValue, useRef, useState } from 'react'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import type { Record as RecordShape } from '../../../../src/records/schema.ts'
import { announce } from '../../state/announce.ts'
import {
  distinct,
  type Evidence,
  placeOf,
  placeWords,
  refreshCitations,
  showEvidenceQuery,
  transcriptEvidence,
  withHash,
} from '../../state/evidence.ts'
import { freshKey } from '../../state/fresh-key.ts'
import { projectWorkQuery } from '../../state/project-home.ts'
import { facetQuery } from '../../state/search/facets.ts'
import { updateRecord } from '../../state/writes.ts'
import { Button } from '../../ui/button.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { LongText } from '../room/long-text.tsx'
import { safeText } from '../transcript/safe-text.ts'

const kinds = [
  ['item', 'Work item'],
  ['lines', 'Diary lines'],
  ['file', 'File'],
  ['commit', 'Commit'],
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
      {kind === 'commit' && (
        <RefChoice
          {...field}
          label="Commit"
          help="Its hash, whole or the first seven digits; it must be in the project’s repository."
          evidenceOf={typed => (/^[0-9a-f]{7,40}$/.test(typed) ? { kind: 'file', ref: `commit:${typed}` } : undefined)}
        />
      )}
      {kind === 'receipt' && (
        <RefChoice
          {...field}
          label="Receipt"
          help="The id of a receipt of this project’s room, such as rcpt_0123456789ab."
          evidenceOf={typed => (/^rcpt_[0-9a-f]{12}$/.test(typed) ? { kind: 'receipt', ref: typed } : undefined)}
        />
      )}
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

interface ChoiceProps {
  project: string
  picked: Evidence | undefined
  onPick: (evidence: Evidence | undefined) => void
}

/** The work items of the project's repository, newest first. */
function ItemChoice({ project, picked, onPick }: ChoiceProps) {
  const [words, setWords] = useState('')
  const work = useQuery({ ...projectWorkQuery(project), retry: false })
  const items = (work.data?.days ?? []).flatMap(({ date, project_key, items }) =>
    items.map(({ work_item_ref, title }) => ({
      ref: `diary:${date}/${project_key}/${work_item_ref}`,
      date,
      title: plainLine(title),
    })),
  )
  const shown = items.filter(({ title, date }) => `${title} ${date}`.toLowerCase().includes(words.toLowerCase()))
  return (
    <>
      <TextField label="Find" placeholder="Words of its title, or a day" value={words} onChange={setWords} />
      <Choices
        empty={items.length === 0 ? 'No day of this project has work items yet.' : 'No work item has these words.'}
        options={shown.slice(0, mostShown).map(({ ref, date, title }) => ({
          key: ref,
          isChosen: picked?.ref === ref,
          onChoose: () => onPick({ kind: 'work_item', ref }),
          content: (
            <>
              {safeText(title)} <span className="muted">{date}</span>
            </>
          ),
        }))}
      />
    </>
  )
}

const mostShown = 8

/** Lines that a search of all sessions finds, or those of an address. */
function LinesChoice({ picked, onPick }: ChoiceProps) {
  const [words, setWords] = useState('')
  const query = useDeferredValue(words.trim())
  const given = transcriptEvidence(query)
  const found = useQuery({ ...facetQuery('sessions', query, mostShown), enabled: query !== '' && !given, retry: false })
  const hits = given
    ? []
    : (found.data?.state === 'answered' ? found.data.hits : []).flatMap(({ title, passages = [] }) =>
        passages.flatMap(({ address, excerpt }) => {
          const evidence = transcriptEvidence(address)
          return evidence ? [{ evidence, title, excerpt }] : []
        }),
      )
  return (
    <>
      <TextField
        label="Find"
        help="Words that were said, or the address of lines that are selected in a transcript."
        value={words}
        onChange={text => {
          setWords(text)
          onPick(transcriptEvidence(text.trim()))
        }}
      />
      <Choices
        empty={query === '' || given ? '' : 'No session has these words.'}
        options={hits.slice(0, mostShown).map(({ evidence, title, excerpt }) => ({
          key: `${evidence.ref} ${evidence.lines}`,
          isChosen: picked?.ref === evidence.ref && picked.lines === evidence.lines,
          onChoose: () => onPick(evidence),
          content: (
            <>
              {safeText(excerpt)} <span className="muted">{safeText(title)}</span>
            </>
          ),
        }))}
      />
    </>
  )
}

function FileChoice({ onPick }: ChoiceProps) {
  const [path, setPath] = useState('')
  const [lines, setLines] = useState('')
  function change(nextPath: string, nextLines: string) {
    setPath(nextPath)
    setLines(nextLines)
    const span = /^([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?$/.exec(nextLines.trim())
    const isReady = nextPath.trim() !== '' && (nextLines.trim() === '' || span !== null)
    const cited = span ? { lines: `${span[1]}-${span[2] ?? span[1]}` } : {}
    onPick(isReady ? { kind: 'file', ref: nextPath.trim(), ...cited } : undefined)
  }
  return (
    <div className="form-row">
      <TextField
        label="Path"
        help="Within the folder of the project or of its room."
        isMono
        placeholder="src/ledger.ts"
        value={path}
        onChange={text => change(text, lines)}
      />
      <TextField label="Lines" placeholder="12-15" isMono value={lines} onChange={text => change(path, text)} />
    </div>
  )
}

interface RefChoiceProps extends ChoiceProps {
  label: string
  help: string
  evidenceOf: (typed: string) => Evidence | undefined
}

function RefChoice({ label, help, evidenceOf, onPick }: RefChoiceProps) {
  const [typed, setTyped] = useState('')
  return (
    <TextField
      label={label}
      help={help}
      isMono
      value={typed}
      onChange={text => {
        setTyped(text)
        onPick(evidenceOf(text.trim()))
      }}
    />
  )
}

interface Choice {
  key: string
  isChosen: boolean
  onChoose: () => void
  content: ReactNode
}

function Choices({ options, empty }: { options: readonly Choice[]; empty: string }) {
  if (options.length === 0) return empty === '' ? null : <p className="muted text-s">{empty}</p>
  return (
    <ul className="stack gap-6" aria-label="Found">
      {options.map(({ key, isChosen, onChoose, content }) => (
        <li key={key}>
          <button type="button" className="chip sentence" aria-pressed={isChosen} onClick={onChoose}>
            <span>{content}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
