import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import { labelOf } from '../../../../src/transcripts/agents.ts'
import type { Output } from '../../operations.ts'
import { linesHash } from '../../parts/diary/citation-address.ts'
import { Empty } from '../../parts/empty.tsx'
import { Field, TextField } from '../../parts/field.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { Section } from '../../parts/section.tsx'
import { repositoriesQuery, useWhy, useWhyAddress, type WhyCommit, type WhyTurn } from '../../state/diary/why.ts'
import { pluralize } from '../../state/words.ts'

/** From a commit, line, file or folder to the turns that wrote it, the words that asked for it and what was decided. */
export function WhyPage() {
  const repositories = useQuery(repositoriesQuery)
  return (
    <div className="page why">
      <PageHead
        title="Why"
        lead="Which turns wrote a commit or a line, the words that asked for it, and the records that decided it."
      />
      <Loaded query={repositories} label="the repositories">
        {found =>
          found.length > 0 ? (
            <Asking repositories={found} />
          ) : (
            <Empty title="No repository is known">
              Agents have not worked in a git repository that is on this machine, or their transcripts were not read
              yet.
            </Empty>
          )
        }
      </Loaded>
    </div>
  )
}

type Repositories = Output<'diary_repositories'>['repositories']

function Asking({ repositories }: { repositories: Repositories }) {
  const address = useWhyAddress()
  const repository = address.repository ?? repositories[0]?.folder ?? ''
  const navigate = useNavigate()
  const [of, setOf] = useState(address.of ?? '')
  const answer = useWhy({ ...address, repository })
  const ask = (search: typeof address) => void navigate({ to: '/diary/why', search })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (of.trim() !== '') ask({ of: of.trim(), repository })
  }
  return (
    <>
      <form className="why-form" onSubmit={submit}>
        <Field label="Repository">
          {control => (
            <select
              {...control}
              className="input"
              value={repository}
              onChange={event =>
                ask({ ...(address.of !== undefined && { of: address.of }), repository: event.target.value })
              }
            >
              {repositories.map(({ folder, label, sessions }) => (
                <option key={folder} value={folder}>
                  {label} ({pluralize(sessions, 'session')})
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
      {address.of === undefined ? (
        <p className="note">Name a commit such as HEAD or its hash, a file, a line as src/money.ts:12, or a folder.</p>
      ) : (
        <Loaded query={answer} label="the answer" lines={6}>
          {found => <Answer answer={found} />}
        </Loaded>
      )}
    </>
  )
}

function Answer({ answer: { line, commits } }: { answer: Output<'diary_why'> }) {
  return (
    <>
      {line && (
        <Section title={`${line.path}:${line.line}`} count={line.commit === null ? 'not committed' : undefined}>
          <pre className="why-line mono">{line.text}</pre>
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
  return <span className={`why-confidence ${value}`}>{words[value]}</span>
}

/** The chain of a commit as steps. */
function Commit({ commit }: { commit: WhyCommit }) {
  return (
    <Section title={plainLine(commit.subject) || commit.hash.slice(0, 10)} count={commit.hash.slice(0, 10)}>
      <p className="why-reason">
        <Confidence value={commit.confidence} /> {plainLine(commit.reason)}
      </p>
      <p className="note">
        {plainLine(commit.author)},{' '}
        <time dateTime={commit.authored_at}>{commit.authored_at.slice(0, 16).replace('T', ' ')}</time>
      </p>
      <ol className="why-steps">
        {commit.turns.map(turn => (
          <Turn key={`${turn.session_id}/${turn.turn}`} turn={turn} />
        ))}
      </ol>
      {commit.records.length > 0 && <Records title="Named in" records={commit.records} />}
    </Section>
  )
}

function Turn({ turn }: { turn: WhyTurn }) {
  const { prepared, asked, files, records } = turn
  return (
    <li>
      <h3>
        {labelOf(turn.source)}, turn {turn.turn} <span className="note">of session {turn.session_id.slice(0, 8)}</span>
      </h3>
      <p className="note">
        {[
          turn.at.slice(0, 16).replace('T', ' '),
          turn.branch && `branch ${plainLine(turn.branch)}`,
          turn.made_commit && 'made the commit',
          turn.written > 0 &&
            `${pluralize(turn.written, 'line')} in ${files.map(({ path }) => plainLine(path)).join(', ')}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {asked.map(({ text, lines }) => (
        <blockquote key={lines}>
          <p>{text}</p>
          <footer>
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
              <>Line {lines.split('-')[0]} of the transcript; its day is not prepared</>
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
          of {prepared.date}
        </p>
      )}
      {records.length > 0 && <Records title="Decided in" records={records} />}
    </li>
  )
}

function Records({ title, records }: { title: string; records: WhyTurn['records'] }) {
  return (
    <p>
      {title}{' '}
      {records.map(({ id, project_id, title: name }) => (
        <span key={id} className="why-record">
          <RecordLink project={project_id} id={id} /> {plainLine(name)}{' '}
        </span>
      ))}
    </p>
  )
}
