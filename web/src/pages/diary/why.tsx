import '../../parts/diary/diary.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { longDate, shortDate } from '../../../../src/diary/report/text/names.ts'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import { tieTexts } from '../../../../src/diary/why/record-ties.ts'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { labelOf } from '../../../../src/transcripts/agents.ts'
import type { Output } from '../../operations.ts'
import { linesHash } from '../../parts/diary/citation-address.ts'
import { CommitLink } from '../../parts/diary/commit-links.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { SupersededMark } from '../../parts/state-mark.tsx'
import { useWhyAddress } from '../../state/diary/addresses.ts'
import { newestDaysQuery } from '../../state/diary/queries.ts'
import { commitsQuery, repositoriesQuery, useWhy, type WhyCommit, type WhyTurn } from '../../state/diary/why.ts'
import { Empty } from '../../ui/empty.tsx'
import { Field, TextField } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Section } from '../../ui/section.tsx'
import { toneOf } from '../../ui/tone.ts'

/** From a commit, line, file or folder to the turns that wrote it, the words that asked for it and what was decided. */
export function WhyPage() {
  const repositories = useQuery(repositoriesQuery)
  return (
    <div className="page">
      <PageHead
        title="Why"
        lead="Which turns wrote a commit or a line, the words that asked for it, and the records that decided it."
      />
      <Loaded query={repositories} label="the repositories">
        {found => <Asking repositories={found} />}
      </Loaded>
    </div>
  )
}

type Repositories = Output<'diary_repositories'>['repositories']

function Asking({ repositories }: { repositories: Repositories }) {
  const address = useWhyAddress()
  const repository = address.repository ?? repositories[0]?.folder
  const navigate = useNavigate()
  const [of, setOf] = useState(address.of ?? '')
  const inRepository = repository === undefined ? {} : { repository }
  const answer = useWhy({ ...address, ...inRepository })
  const ask = (search: typeof address) => void navigate({ to: '/diary/why', search })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (of.trim() !== '') ask({ of: of.trim(), ...inRepository })
  }
  return (
    <>
      <form className="why-form stack gap-12 items-end mb-20" onSubmit={submit}>
        <Field label="Repository">
          {control => (
            <select
              {...control}
              className="input"
              value={repository ?? ''}
              disabled={repositories.length === 0}
              onChange={event =>
                ask({ ...(address.of !== undefined && { of: address.of }), repository: event.target.value })
              }
            >
              {repositories.length === 0 && <option value="">None on this machine</option>}
              {repositories.map(({ folder, label, sessions }) => (
                <option key={folder} value={folder}>
                  {label} ({formatCount(sessions, 'session')})
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextField
          label="Commit, file, line or folder"
          isMono
          value={of}
          onChange={setOf}
          placeholder="HEAD, src/money.ts:12"
          autoFocus
        />
        <button type="submit" className="button primary" disabled={of.trim() === ''}>
          Why?
        </button>
      </form>
      {repositories.length === 0 && (
        <p className="note mb-12">
          No git repository that agents worked in is on this machine, or their transcripts were not read yet. A commit
          that a transcript shows can be asked about by its hash.
        </p>
      )}
      {address.of === undefined ? (
        <>
          <p className="muted text-s">
            Name a commit such as HEAD or its hash, a file, a line as src/money.ts:12, or a folder.
          </p>
          <LatestCommits />
        </>
      ) : (
        <Loaded query={answer} label="the answer" lines={6}>
          {found => <Answer answer={found} />}
        </Loaded>
      )}
    </>
  )
}

/** The commits of the newest day that is prepared, to begin with. */
function LatestCommits() {
  const days = useQuery(newestDaysQuery(1))
  const date = days.data?.[0]?.date
  return date === undefined ? null : <CommitsOf date={date} />
}

function CommitsOf({ date }: { date: string }) {
  const commits = useQuery(commitsQuery(date))
  return (
    <Section title={`Commits of ${longDate(date)}`}>
      <Loaded query={commits} label="the commits">
        {projects => {
          const found = projects.flatMap(({ repository, commits: own }) =>
            own.map(commit => ({ ...commit, repository })),
          )
          if (found.length === 0) return <p className="block-none">No commit with work of that day was found.</p>
          return (
            <ul className="bullets">
              {found.map(({ hash, subject, repository }) => (
                <li key={hash}>
                  <CommitLink hash={hash} subject={subject} repository={repository} />
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Section>
  )
}

function Answer({ answer: { line, commits } }: { answer: Output<'diary_why'> }) {
  return (
    <>
      {line && (
        <Section title={`${line.path}:${line.line}`} count={line.commit === null ? 'not committed' : undefined}>
          <pre className="code-block">{line.text}</pre>
          <p>
            <Confidence value={line.confidence} />{' '}
            {line.turn === null
              ? 'No known turn wrote this line.'
              : `Written by turn ${line.turn} of session ${line.session_id?.slice(0, 8)}.`}
          </p>
        </Section>
      )}
      {commits.map(commit => (
        <Commit key={commit.hash} commit={commit} />
      ))}
      {commits.length === 0 && !line && <Empty title="Nothing is committed there" />}
    </>
  )
}

const words = { certain: 'Certain', likely: 'Likely', uncertain: 'Uncertain' } as const

function Confidence({ value }: { value: keyof typeof words }) {
  return <span className={`weight-600 ${toneOf(value)}`}>{words[value]}</span>
}

/** The chain of a commit as steps. */
function Commit({ commit }: { commit: WhyCommit }) {
  return (
    <Section title={plainLine(commit.subject) || commit.hash.slice(0, 10)} count={commit.hash.slice(0, 10)}>
      <p>
        <Confidence value={commit.confidence} /> {plainLine(commit.reason)}
      </p>
      <p className="muted text-s">
        {commit.author && `${plainLine(commit.author)}, `}
        <time dateTime={commit.authored_at}>{commit.authored_at.slice(0, 16).replace('T', ' ')}</time>
      </p>
      <ol className="stack gap-20 quote mt-16 mb-16">
        {commit.turns.map(turn => (
          <Turn key={`${turn.session_id}/${turn.turn}`} turn={turn} />
        ))}
      </ol>
      <Records records={commit.records} />
      {isUndecided(commit) && <p className="muted text-s">No record cites this work or names the commit.</p>}
    </Section>
  )
}

function Turn({ turn }: { turn: WhyTurn }) {
  const { prepared, asked, files, records } = turn
  return (
    <li>
      <h3 className="text-m">
        {labelOf(turn.source)}, turn {turn.turn}{' '}
        <span className="muted weight-400">of session {turn.session_id.slice(0, 8)}</span>
      </h3>
      <p className="muted text-s">
        {[
          turn.at.slice(0, 16).replace('T', ' '),
          turn.branch && `branch ${plainLine(turn.branch)}`,
          turn.made_commit && 'made the commit',
          typeof turn.minutes_before === 'number' &&
            `${turn.files.length > 0 ? 'changed the same files' : 'worked on the same branch'} ${formatCount(turn.minutes_before, 'minute')} before`,
          turn.written > 0 &&
            `${formatCount(turn.written, 'line')} in ${files.map(({ path }) => plainLine(path)).join(', ')}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {asked.map(({ text, lines }) => (
        <blockquote key={lines} className="quote mt-8 mb-8">
          <p>{text}</p>
          <footer className="muted text-s">
            {prepared ? (
              <Link
                to="/diary/$date/$key/$session"
                params={{ date: prepared.date, key: prepared.project_key, session: prepared.session_ref }}
                search={{ turn: prepared.turn_ref }}
                hash={linesHash(lines)}
              >
                Line {lines.split('-')[0]} of the transcript
              </Link>
            ) : (
              <>Line {lines.split('-')[0]} of the transcript; its day is not read yet</>
            )}
          </footer>
        </blockquote>
      ))}
      {prepared?.work_item_ref && (
        <p>
          Work item{' '}
          <Link
            to="/diary/$date"
            params={{ date: prepared.date }}
            search={{ item: `${prepared.project_key}/${prepared.work_item_ref}` }}
          >
            {plainLine(prepared.title ?? prepared.work_item_ref)}
          </Link>{' '}
          of {shortDate(prepared.date)}
        </p>
      )}
      <Records records={records} />
    </li>
  )
}

function isUndecided({ turns, records }: WhyCommit): boolean {
  return records.length === 0 && turns.every(turn => turn.records.length === 0)
}

/** The records that decided it, each with what ties it to the commit. */
function Records({ records }: { records: WhyTurn['records'] }) {
  if (records.length === 0) return null
  return (
    <ul className="bullets" aria-label="Records">
      {records.map(({ id, project_id, title: name, superseded_by, because }) => (
        <li key={id}>
          <RecordLink project={project_id} id={id} /> {plainLine(name)}
          {because && <span className="muted"> {tieTexts[because]}</span>} <SupersededMark by={superseded_by} />
        </li>
      ))}
    </ul>
  )
}
