import '../room/talk.css'
import { FolderPlus, X } from 'lucide-react'
import { type FormEvent, type RefObject, useState } from 'react'
import { CallFault } from '../../api.ts'
import { sourceWord } from '../../state/diary/turn-words.ts'
import { Button } from '../../ui/button.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { safeText } from '../transcript/safe-text.ts'
import type { SourceRow } from './source-words.ts'
import { useSetRoots } from './use-set-roots.ts'

interface Props {
  row: SourceRow
  onClose: () => void
}

interface OpenedBy {
  open: boolean
  /** Gets the focus back. */
  opener: RefObject<HTMLButtonElement | null>
}

/** Sets the folders an agent's transcripts are read from. */
export function RootsDialog({ row, open, opener, onClose }: Props & OpenedBy) {
  return (
    <Modal
      open={open}
      onClose={onClose}
      returnTo={opener}
      title={`Folders of ${sourceWord(row.source)}`}
      lead="Daybook reads them and never writes there. Takes effect here at once; other running Daybook programs see it after a restart."
    >
      <RootsForm row={row} onClose={onClose} />
    </Modal>
  )
}

/** Created anew whenever the dialog opens. */
function RootsForm({ row, onClose }: Props) {
  const name = sourceWord(row.source)
  const before = row.roots.flatMap(({ root, state }) => (state === 'ok' ? [root] : []))
  const [roots, setRoots] = useState(before)
  const [typed, setTyped] = useState('')
  const set = useSetRoots(row.source, onClose)
  const wanted = typed.trim() === '' ? roots : [...roots, typed.trim()]
  // Saving an empty list excludes the agent, which nobody wants whose agent only has not written anything yet.
  const isSame = wanted.length === before.length && wanted.every((root, at) => root === before[at])
  const isAwaited = isSame && row.roots.some(({ state }) => state !== 'disabled')
  const faultOf = (index: number) => problemAt(set.error, index)

  function submit(event: FormEvent) {
    event.preventDefault()
    set.mutate(wanted)
  }

  return (
    <form className="form" onSubmit={submit}>
      <ul className="stack gap-4">
        {roots.map((root, index) => (
          <li key={root} className="stack cols-1-auto items-center text-s">
            <code className="break-anywhere">{safeText(root)}</code>
            <IconButton
              label={`Remove ${safeText(root)}`}
              icon={X}
              onClick={() => setRoots(roots.filter(other => other !== root))}
            />
            {faultOf(index) && <p className="field-fault col-all">{faultOf(index)}</p>}
          </li>
        ))}
        {wanted.length === 0 && (
          <li className="muted">
            {isAwaited
              ? 'None of its own folders is there yet. They are looked at until you add another one.'
              : `Without a folder ${name} is excluded.`}
          </li>
        )}
      </ul>
      <Field
        label="Add a folder"
        help="The absolute path, such as /home/you/transcripts."
        fault={typed.trim() === '' ? undefined : faultOf(roots.length)}
      >
        {control => (
          <div className="flex gap-8">
            <input
              {...control}
              className="input mono"
              value={typed}
              spellCheck={false}
              autoComplete="off"
              onChange={event => setTyped(event.target.value)}
            />
            <Button
              icon={FolderPlus}
              disabled={typed.trim() === '' || roots.includes(typed.trim())}
              onClick={() => {
                setRoots(wanted)
                setTyped('')
              }}
            >
              Add
            </Button>
          </div>
        )}
      </Field>
      {set.error && !hasPlaces(set.error) && <FaultView error={set.error} />}
      <div className="dialog-actions">
        {row.roots_from === 'config' && (
          <Button kind="quiet" className="mr-auto" disabled={set.isPending} onClick={() => set.mutate(null)}>
            Use {name}’s own folders
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" disabled={set.isPending || isSame}>
          Save folders
        </Button>
      </div>
    </form>
  )
}

function problemAt(error: unknown, index: number): string | undefined {
  const problem = error instanceof CallFault ? error.problems.find(({ at }) => at === `roots[${index}]`) : undefined
  return problem && `${problem.message}; ${problem.hint}.`
}

function hasPlaces(error: unknown): boolean {
  return error instanceof CallFault && error.problems.some(({ at }) => at.startsWith('roots['))
}
