import { Link } from '@tanstack/react-router'
import { shortDate } from '../../../../src/diary/report/text/names.ts'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import type { HomeView } from '../../state/home.ts'
import { CopyNextChat } from '../copy-next-chat.tsx'

type Project = HomeView['projects'][number]

/** Projects and repositories with their work of two weeks, the latest first. */
export function HomeProjects({ projects, days }: { projects: readonly Project[]; days: HomeView['days'] }) {
  if (projects.length === 0) return <p className="muted">Repositories appear here once an agent has worked in them.</p>
  return (
    <ul className="rows">
      {projects.map(project => (
        <li key={project.id ?? project.project_keys[0]} className="row wrap gap-12 py-10">
          {/* First, so that the charts stay under one another where a repository has no button. */}
          <Sparkline turns={project.turns} days={days} />
          <span className="row-text stack grow min-w-0 gap-2">
            <ProjectName project={project} />
            <span className="muted">
              {project.last_day ? `last work ${shortDate(project.last_day)}` : 'no work in the diary'}
              {project.open_records > 0 && ` · ${formatCount(project.open_records, 'open record')}`}
            </span>
          </span>
          {project.id !== null && <CopyNextChat project={project.id} />}
        </li>
      ))}
    </ul>
  )
}

function ProjectName({ project: { id, label, project_keys, last_day } }: { project: Project }) {
  if (id !== null) {
    return (
      <Link to="/p/$project" params={{ project: id }} className="text-link" data-row>
        {label}
      </Link>
    )
  }
  const [key = ''] = project_keys
  return (
    <Link to="/diary/$date/$key" params={{ date: last_day ?? '', key }} className="text-link" data-row>
      {label}
    </Link>
  )
}

function Sparkline({ turns, days }: { turns: readonly number[]; days: HomeView['days'] }) {
  const most = Math.max(1, ...turns)
  const total = turns.reduce((sum, count) => sum + count, 0)
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${turns.length * 4} 16`}
      role="img"
      aria-label={`${formatCount(total, 'turn')} in these two weeks`}
    >
      {turns.map((count, index) => {
        const height = count === 0 ? 1 : Math.max(2, (count / most) * 16)
        return <rect key={days[index]?.date} x={index * 4} y={16 - height} width={3} height={height} />
      })}
    </svg>
  )
}
