import '../diary/diary.css'
import { CircleAlert, CircleCheck, CircleDashed, CircleMinus, FolderPen, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatCount, formatNumber, formatSize } from '../../../../src/kernel/numbers.ts'
import { rootsVariableOf } from '../../../../src/transcripts/agents.ts'
import { sourceWord } from '../../state/diary/turn-words.ts'
import { dayWords } from '../../state/words.ts'
import { StatusMark } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { toneOf } from '../../ui/tone.ts'
import { safeText } from '../transcript/safe-text.ts'
import { RootsDialog } from './roots-dialog.tsx'
import { exclusionWords, type SourceRow, warningWord } from './source-words.ts'
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
    <section
      className={
        files > 0
          ? 'source-card stack gap-12 min-w-0 p-16 border rounded-l bg-surface'
          : 'source-card bare stack gap-12 min-w-0 p-16 border rounded-l bg-surface'
      }
      aria-labelledby={`source-${source}`}
    >
      <header className="row wrap gap-y-4 gap-x-10 text-s">
        <h2 className="text-l" id={`source-${source}`}>
          {name}
        </h2>
        {isOff ? <span className="muted">excluded</span> : files === 0 && <span className="muted">nothing found</span>}
        {!isFixed && (
          <div className="flex gap-6 push-end">
            <OnOff row={row} isOff={isOff} name={name} />
            <Button icon={FolderPen} ref={opener} small onClick={() => setEditing(true)}>
              Folders…
              <span className="hidden-text"> of {name}</span>
            </Button>
          </div>
        )}
      </header>
      {!isOff &&
        (files === 0 && roots.length > rootsShown ? (
          <details className="text-s">
            <summary>Looked in {formatCount(roots.length, 'folder')}</summary>
            <Roots roots={roots} />
          </details>
        ) : (
          <Roots roots={roots} />
        ))}
      {isFixed && (
        <p className="soft text-xs">
          {isOff ? 'Excluded' : 'Set'} by the variable <code>{rootsVariableOf(source)}</code>, which overrides the
          settings: change it where Daybook is started.
        </p>
      )}
      {files > 0 && <Figures row={row} />}
      {not_indexed > 0 && (
        <p className="soft text-xs">
          {formatCount(not_indexed, 'file')} {not_indexed === 1 ? 'is' : 'are'} new or changed since the last scan.
        </p>
      )}
      {(unreadable > 0 || Object.keys(warnings).length > 0) && (
        <ul className="stack gap-4">
          {unreadable > 0 && <Warning>{formatCount(unreadable, 'file')} cannot be read; check the permissions</Warning>}
          {Object.entries(warnings).map(([warning, count]) => (
            <Warning key={warning}>
              {formatCount(count, 'session')} {warningWord(warning)}
            </Warning>
          ))}
        </ul>
      )}
      {Object.keys(excluded).length > 0 && <p className="soft text-xs">{exclusionWords(excluded)}</p>}
      <RootsDialog row={row} open={editing} opener={opener} onClose={() => setEditing(false)} />
    </section>
  )
}

/** Of an agent that was not found; an editor has many places for its extensions. */
const rootsShown = 3

function Roots({ roots }: Pick<SourceRow, 'roots'>) {
  return (
    <ul className="source-roots stack gap-4">
      {roots.map(({ root, state }) => (
        <li className="stack items-baseline text-s" key={root}>
          <RootMark state={state} />
          <code className="break-anywhere text-xs">{safeText(root)}</code>
        </li>
      ))}
    </ul>
  )
}

function Figures({ row: { files, bytes, sessions, from_archive, oldest } }: { row: SourceRow }) {
  return (
    <dl className="source-figures stack gap-y-8 gap-x-16 py-10 border-top border-bottom">
      <div>
        <dt className="muted text-xs">Files</dt>
        <dd className="weight-550 tabular">{formatNumber(files)}</dd>
      </div>
      <div>
        <dt className="muted text-xs">Size</dt>
        <dd className="weight-550 tabular">{formatSize(bytes)}</dd>
      </div>
      <div>
        <dt className="muted text-xs">Sessions</dt>
        <dd className="weight-550 tabular">
          {formatNumber(sessions + from_archive)}
          {from_archive > 0 && (
            <small className="as-block muted text-xs weight-400">{formatNumber(from_archive)} from the archive</small>
          )}
        </dd>
      </div>
      <div>
        <dt className="muted text-xs">Oldest</dt>
        <dd className="weight-550 tabular">{oldest ? dayWords(oldest) : 'n/a'}</dd>
      </div>
    </dl>
  )
}

function OnOff({ row, isOff, name }: { row: SourceRow; isOff: boolean; name: string }) {
  const set = useSetRoots(row.source)
  return (
    <Button small kind="quiet" disabled={set.isPending} onClick={() => set.mutate(isOff ? null : [])}>
      {isOff ? 'Include' : 'Exclude'}
      <span className="hidden-text"> {name}</span>
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
    <StatusMark icon={Icon} tone={state === 'missing' ? 'tone-quiet' : toneOf(state)}>
      {word}
    </StatusMark>
  )
}

function Warning({ children }: { children: React.ReactNode }) {
  return (
    <li className="flex items-start gap-8 tone-warn text-xs">
      <TriangleAlert aria-hidden="true" />
      <span>{children}</span>
    </li>
  )
}
