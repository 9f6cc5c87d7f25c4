import '../transcript/transcript.css'
import './diary.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { commitsQuery, type DayCommits, sessionCommitsQuery } from '../../state/diary/why.ts'
import { Loaded } from '../../ui/loaded.tsx'

interface Props {
  date: string
  projectKey: string
  /** Which turns the commits are to carry. */
  isMeant: (turn: DayCommits[number]['commits'][number]['turns'][number]) => boolean
}

/** The commits that carry some turns of a day, each leading to why it is there. */
export function CommitLinks({ date, projectKey, isMeant }: Props) {
  const commits = useQuery(commitsQuery(date))
  return (
    <Loaded query={commits} label="the commits" lines={1}>
      {projects => {
        const project = projects.find(({ project_key }) => project_key === projectKey)
        const found = (project?.commits ?? []).flatMap(commit => {
          const turns = commit.turns.filter(isMeant)
          return turns.length > 0 ? [{ ...commit, turns }] : []
        })
        return <CommitList commits={found} repository={project?.repository ?? null} />
      }}
    </Loaded>
  )
}

/** The commits that carry a session; asked for when a person wants to see them. */
export function SessionCommits({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="session-commits" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="pointer muted text-xs">Commits</summary>
      {isOpen && <LoadedCommits id={id} />}
    </details>
  )
}

function LoadedCommits({ id }: { id: string }) {
  const commits = useQuery(sessionCommitsQuery(id))
  return (
    <Loaded query={commits} label="the commits" lines={1}>
      {({ commits: found, repository }) => <CommitList commits={found} repository={repository} />}
    </Loaded>
  )
}

interface ListProps {
  commits: readonly {
    hash: string
    subject: string
    turns: readonly { lines: number; made_commit: boolean; confidence: string }[]
  }[]
  repository: string | null
}

function CommitList({ commits, repository }: ListProps) {
  if (commits.length === 0) return <p className="muted text-s">No commit of this work was found.</p>
  return (
    <ul className="bullets">
      {commits.map(({ hash, subject, turns }) => (
        <li key={hash}>
          <CommitLink hash={hash} subject={subject} repository={repository} />{' '}
          <span className="muted">
            {turns.some(turn => turn.made_commit) && 'made by the agent, '}
            {turns.some(turn => turn.lines > 0) &&
              `${formatCount(
                turns.reduce((sum, { lines }) => sum + lines, 0),
                'line',
              )}, `}
            {turns[0]?.confidence}
          </span>
        </li>
      ))}
    </ul>
  )
}

interface CommitProps {
  hash: string
  subject: string
  /** The folder of its repository; null where that is not on this machine. */
  repository: string | null
}

export function CommitLink({ hash, subject, repository }: CommitProps) {
  return (
    <Link to="/diary/why" search={{ of: hash, ...(repository !== null && { repository }) }} className="text-link">
      <span className="mono">{hash.slice(0, 7)}</span> {plainLine(subject)}
    </Link>
  )
}
