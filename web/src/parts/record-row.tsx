import './records.css'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount } from '../../../src/kernel/numbers.ts'
import type { RecordRef } from '../../../src/records/schema.ts'
import { moveWithArrows } from '../state/rows.ts'
import { Ago } from './ago.tsx'
import { StateMark, SupersededMark } from './state-mark.tsx'

interface Props {
  project: string
  record: RecordRef
  /** The title with its matches marked. */
  title?: ReactNode
  children?: ReactNode
}

/** One record in a list: its state, title and age. */
export function RecordRow({ project, record, title, children }: Props) {
  const { id, type, state, modified, children_count, open_children_count, superseded_by } = record
  return (
    <li>
      <Link
        to="/p/$project/records/$id"
        params={{ project, id }}
        className="list-row record-row"
        data-row
        onKeyDown={moveWithArrows}
      >
        <StateMark state={state} wordless />
        <span className="record-row-id text-xs mono muted">{id}</span>
        <span className={superseded_by ? 'break-anywhere weight-500 struck' : 'break-anywhere weight-500'}>
          {title ?? record.title}
        </span>
        <span className="row-facts">
          <SupersededMark by={superseded_by} />
          {children_count > 0 && (
            <span
              className="fact tabular"
              title={`${formatCount(children_count, 'child', 'children')}, ${open_children_count} open`}
            >
              {open_children_count}/{children_count}
              <span className="hidden-text"> children open</span>
            </span>
          )}
          <span className="tag">
            <span>{type}</span>
          </span>
          <span className="text-right">
            <Ago time={modified} />
          </span>
        </span>
        {children}
      </Link>
    </li>
  )
}
