import './records.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { governingQuery } from '../state/record-queries.ts'
import { StateMark } from './state-mark.tsx'

/** The current records that govern a file; nothing where there is none. */
export function GovernedBy({ project, file }: { project: string; file: string }) {
  const { data } = useQuery(governingQuery(project, file))
  if (!data || data.decisions.length === 0) return null
  return (
    <section className="mb-20" aria-labelledby="governed-by">
      <h2 className="mb-8 muted text-xs weight-500 tracking-0" id="governed-by">
        Governed by
      </h2>
      <ul className="links stack gap-2">
        {data.decisions.map(({ id, title, state, affects }) => (
          <li key={id}>
            <Link to="/p/$project/records/$id" params={{ project, id }} className="list-row rounded-s text-s">
              <StateMark state={state} wordless />
              <span>{title}</span>
              <span className="mono muted">{id}</span>
              <span className="row-below muted text-xs mono">{affects.join(', ')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
