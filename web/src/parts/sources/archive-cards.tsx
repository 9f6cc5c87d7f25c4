import '../transcript/transcript.css'
import '../diary/diary.css'
import '../records.css'
import { Archive, Clock, HeartCrack } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount, formatSize } from '../../../../src/kernel/numbers.ts'
import { sourceWord } from '../../state/diary/turn-words.ts'
import { dayWords } from '../../state/words.ts'
import { safeText } from '../transcript/safe-text.ts'
import { archiveWords, type Survey } from './source-words.ts'

/** What the agents delete by themselves, what Daybook has archived of it, and what is lost. */
export function ArchiveCards({ survey, scanButton }: { survey: Survey; scanButton: ReactNode }) {
  return (
    <div className="tiles mb-24">
      <ArchiveCard archive={survey.archive} />
      {survey.deletes.map(each => (
        <DeletesCard key={each.source} deletes={each} scanButton={scanButton} />
      ))}
      <LostCard lost={survey.lost} />
    </div>
  )
}

function ArchiveCard({ archive }: { archive: Survey['archive'] }) {
  const { state, transcripts, bytes, stored_bytes, keep_days } = archive
  return (
    <section className={state === 'on' ? 'kept-card' : 'kept-card warned'} aria-labelledby="archive-title">
      <h2 className="row gap-8 soft text-s" id="archive-title">
        <Archive aria-hidden="true" /> Archive
      </h2>
      <p className="text-xl weight-600 tracking-tight tabular">
        {formatCount(transcripts, 'transcript')}
        <small className="as-block soft text-xs weight-400 tracking-0">
          {formatSize(stored_bytes)} on disk{bytes > 0 && ` for ${formatSize(bytes)} of lines`}
        </small>
      </p>
      <p>{archiveWords(state)}</p>
      {state === 'on' && (
        <p className="muted">
          {keep_days === null
            ? 'Kept forever.'
            : `Kept for ${formatCount(keep_days, 'day')} after the last change (diary.archive.keep_days).`}
        </p>
      )}
    </section>
  )
}

function DeletesCard({ deletes, scanButton }: { deletes: Survey['deletes'][number]; scanButton: ReactNode }) {
  const { source, after_days, soon, soon_bytes, unarchived, next } = deletes
  return (
    <section className={unarchived > 0 ? 'kept-card warned' : 'kept-card'} aria-labelledby={`deletes-${source}`}>
      <h2 className="row gap-8 soft text-s" id={`deletes-${source}`}>
        <Clock aria-hidden="true" /> Deleted next
      </h2>
      <p className="text-xl weight-600 tracking-tight tabular">
        {formatCount(soon, 'transcript')}
        <small className="as-block soft text-xs weight-400 tracking-0">
          within a week{soon > 0 && `, ${formatSize(soon_bytes)}`}
        </small>
      </p>
      <p>
        {sourceWord(source)} deletes what has not changed for {formatCount(after_days, 'day')} when it starts (
        <code>cleanupPeriodDays</code> in its settings).{' '}
        {soon > 0 && unarchived === 0 && 'All of them are in the archive and can be read here.'}
      </p>
      {unarchived > 0 && (
        <div className="stack justify-items-start gap-8">
          <p>
            <strong>{formatCount(unarchived, 'transcript')}</strong> would be lost: not in the archive yet.
          </p>
          {scanButton}
        </div>
      )}
      {next.length > 0 && (
        <details className="deletes-next">
          <summary className="tone-accent text-xs pointer">Which ones</summary>
          <ul>
            {next.map(({ session_id, at, archived }) => (
              <li className="stack gap-10 py-4 text-xs" key={session_id}>
                <code className="truncate">{safeText(session_id)}</code>
                <time dateTime={at}>{dayWords(at)}</time>
                <span>{archived ? 'kept' : 'not kept'}</span>
              </li>
            ))}
          </ul>
          {soon > next.length && <p className="muted">and {formatCount(soon - next.length, 'more', 'more')}</p>}
        </details>
      )}
    </section>
  )
}

function LostCard({ lost }: { lost: Survey['lost'] }) {
  const found = lost.filter(({ sessions }) => sessions > 0)
  const sessions = found.reduce((sum, each) => sum + each.sessions, 0)
  return (
    <section className="kept-card" aria-labelledby="lost-title">
      <h2 className="row gap-8 soft text-s" id="lost-title">
        <HeartCrack aria-hidden="true" /> Already lost
      </h2>
      <p className="text-xl weight-600 tracking-tight tabular">
        {formatCount(sessions, 'session')}
        <small className="as-block soft text-xs weight-400 tracking-0">
          according to the agents’ own prompt history
        </small>
      </p>
      {found.length === 0 ? (
        <p>Every session the agents know of still exists or is in the archive.</p>
      ) : (
        <ul className="stack gap-6">
          {found.map(each => (
            <li key={each.source}>
              <strong>{sourceWord(each.source)}</strong> {formatCount(each.sessions, 'session')} with{' '}
              {formatCount(each.prompts, 'prompt')}
              {each.first_at && each.last_at && `, ${spanWords(each.first_at, each.last_at)}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function spanWords(first: string, last: string): string {
  const [from, to] = [dayWords(first), dayWords(last)]
  return from === to ? from : `${from} – ${to}`
}
