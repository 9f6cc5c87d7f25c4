import { CircleAlert, CircleCheck, CircleDashed, CircleMinus, FolderPen, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { rootsVariableOf } from '../../../../src/transcripts/agents.ts'
import { sourceWord } from '../../state/diary/turn-words.ts'
import { dayWords, pluralize, sizeWords } from '../../state/words.ts'
import { Button } from '../button.tsx'
import { safeText } from '../transcript/safe-text.ts'
import { RootsDialog } from './roots-dialog.tsx'
import { exclusionWord, type SourceRow, warningWord } from './source-words.ts'
import { useSetRoots } from './use-set-roots.ts'

/** One agent: where its transcripts are and what was found there. */
export function SourceCard({ row }: { row: SourceRow }) {
  const [editing, setEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { source, roots, roots_from, files, excluded, warnings, unreadable, not_indexed } = row
  const isOff = roots.every(({ state }) => state === 'disabled')
  const isFixed = roots_from === 'environment'
  const name = sourceWord(source)
  return (
    <section className={files > 0 ? 'source-card' : 'source-card bare'} aria-labelledby={`source-${source}`}>
      <header>
        <h2 id={`source-${source}`}>{name}</h2>
        {isOff ? <span className="muted">excluded</span> : files === 0 && <span className="muted">nothing found</span>}
        {!isFixed && (
          <div className="source-actions">
            <OnOff row={row} isOff={isOff} name={name} />
            <Button icon={FolderPen} ref={opener} small onClick={() => setEditing(true)}>
              Folders…
              <span className="hidden-text"> of {name}</span>
            </Button>
          </div>
        )}
      </header>
      {!isOff && (
        <ul className="source-roots">
          {roots.map(({ root, state }) => (
            <li key={root}>
              <RootMark state={state} />
              <code>{safeText(root)}</code>
            </li>
          ))}
        </ul>
      )}
      {isFixed && (
        <p className="source-fixed">
          {isOff ? 'Excluded' : 'Set'} by the variable <code>{rootsVariableOf(source)}</code>, which overrides the
          settings: change it where Daybook is started.
        </p>
      )}
      {files > 0 && <Figures row={row} />}
      {not_indexed > 0 && (
        <p className="source-note">
          {pluralize(not_indexed, 'file')} {not_indexed === 1 ? 'is' : 'are'} new or changed since the last scan.
        </p>
      )}
      {(unreadable > 0 || Object.keys(warnings).length > 0) && (
        <ul className="source-warnings">
          {unreadable > 0 && <Warning>{pluralize(unreadable, 'file')} cannot be read; check the permissions</Warning>}
          {Object.entries(warnings).map(([warning, count]) => (
            <Warning key={warning}>
              {pluralize(count, 'session')} {warningWord(warning)}
            </Warning>
          ))}
        </ul>
      )}
      {Object.keys(excluded).length > 0 && (
        <p className="source-note">
          Excluded:{' '}
          {Object.entries(excluded)
            .map(([reason, count]) => `${count.toLocaleString('en')} ${exclusionWord(reason)}`)
            .join(', ')}
          .
        </p>
      )}
      <RootsDialog row={row} open={editing} opener={opener} onClose={() => setEditing(false)} />
    </section>
  )
}

function Figures({ row: { files, bytes, sessions, from_archive, oldest } }: { row: SourceRow }) {
  return (
    <dl className="source-figures">
      <div>
        <dt>Files</dt>
        <dd>{files.toLocaleString('en')}</dd>
      </div>
      <div>
        <dt>Size</dt>
        <dd>{sizeWords(bytes)}</dd>
      </div>
      <div>
        <dt>Sessions</dt>
        <dd>
          {(sessions + from_archive).toLocaleString('en')}
          {from_archive > 0 && <small>{from_archive.toLocaleString('en')} from the archive</small>}
        </dd>
      </div>
      <div>
        <dt>Oldest</dt>
        <dd>{oldest ? dayWords(oldest) : 'n/a'}</dd>
      </div>
    </dl>
  )
}

function OnOff({ row, isOff, name }: { row: SourceRow; isOff: boolean; name: string }) {
  const set = useSetRoots(row.source)
  return (
    <Button small kind="quiet" disabled={set.isPending} onClick={() => set.mutate(isOff ? null : [])}>
      {isOff ? `Include ${name}` : 'Exclude'}
      {!isOff && <span className="hidden-text"> {name}</span>}
    </Button>
  )
}

const marks = {
  ok: { icon: CircleCheck, word: 'found' },
  missing: { icon: CircleDashed, word: 'not found' },
  disabled: { icon: CircleMinus, word: 'excluded' },
  unreadable: { icon: CircleAlert, word: 'cannot be read' },
}

function RootMark({ state }: { state: SourceRow['roots'][number]['state'] }) {
  const { icon: Icon, word } = marks[state]
  return (
    <span className={`root-mark ${state}`}>
      <Icon aria-hidden="true" />
      {word}
    </span>
  )
}

function Warning({ children }: { children: React.ReactNode }) {
  return (
    <li>
      <TriangleAlert aria-hidden="true" />
      <span>{children}</span>
    </li>
  )
}
