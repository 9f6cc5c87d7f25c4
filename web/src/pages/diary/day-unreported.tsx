import { Link } from '@tanstack/react-router'
import { Sparkles } from 'lucide-react'
import { sum } from '../../../../src/diary/report/charts/bars.ts'
import { Progress } from '../../parts/diary/progress.tsx'
import type { DayStatus } from '../../state/diary/queries.ts'
import { pluralize } from '../../state/words.ts'
import { Empty } from '../../ui/empty.tsx'
import { Section } from '../../ui/section.tsx'

/** A day that is prepared and has no report yet: the progress of each project, and the next step. */
export function Unreported({ date, status }: { date: string; status: DayStatus }) {
  const { projects } = status
  const turns = sum(projects.map(each => each.turns))
  if (turns === 0) {
    return (
      <Empty title="Nothing happened on this day">
        No transcript has a turn that started on it. If an agent keeps its transcripts elsewhere, add that folder under
        Sources and refresh the day.
      </Empty>
    )
  }
  return (
    <>
      <Empty
        title="No report yet"
        step={
          <Link to="." search={before => ({ ...before, generate: true as const })} className="button primary">
            <Sparkles aria-hidden="true" /> Generate the report
          </Link>
        }
      >
        {pluralize(turns, 'turn')} of {pluralize(projects.length, 'project')} are ready to be read. The built-in reader
        works on this machine and costs nothing.
      </Empty>
      <Section title="Evidence so far">
        <ul className="rows">
          {projects.map(({ project_key, project_label, turns, chains, sessions }) => (
            <li key={project_key} className="stack cols-1-auto items-end gap-16 py-10 text-s">
              <Progress label={`${project_label}, ${pluralize(sessions, 'session')}`} done={chains} total={turns} />
              <Link
                to="/diary/$date/$key/$session"
                params={{ date, key: project_key, session: 'S0001' }}
                className="text-link"
              >
                Read S0001
              </Link>
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}
