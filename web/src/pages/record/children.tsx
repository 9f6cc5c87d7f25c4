import '../../parts/records.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { RecordRef } from '../../../../src/records/schema.ts'
import { RecordRow } from '../../parts/record-row.tsx'
import { StateMark } from '../../parts/state-mark.tsx'
import { recordQuery } from '../../state/record-queries.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Section } from '../../ui/section.tsx'
import type { Shown } from './view.tsx'

/** Open children can be read in place; the others are links. */
export function Children({ project, shown }: { project: string; shown: Shown }) {
  const { children, children_total, record } = shown
  if (children_total === 0) return null
  const open = children.filter(({ state }) => state === 'OPEN')
  const other = children.filter(({ state }) => state !== 'OPEN')
  return (
    <Section
      title="Children"
      count={children_total}
      more={
        children_total > children.length && (
          <Link
            to="/p/$project/records/search"
            params={{ project }}
            search={{ under: record.id }}
            className="block-more text-link"
          >
            See all
          </Link>
        )
      }
    >
      <ul className="rows">
        {open.map(child => (
          <OpenChild key={child.id} project={project} child={child} />
        ))}
        {other.map(child => (
          <RecordRow key={child.id} project={project} record={child} />
        ))}
      </ul>
    </Section>
  )
}

function OpenChild({ project, child }: { project: string; child: RecordRef }) {
  const [unfolded, setUnfolded] = useState(false)
  return (
    <li className="py-8 border-bottom">
      <div className="row">
        <button
          type="button"
          className={unfolded ? 'icon-button tree-chevron open' : 'icon-button tree-chevron'}
          aria-expanded={unfolded}
          aria-label={`Read ${child.id} here`}
          onClick={() => setUnfolded(!unfolded)}
        >
          <ChevronRight aria-hidden="true" />
        </button>
        <Link
          to="/p/$project/records/$id"
          params={{ project, id: child.id }}
          className="py-4 px-8 gap-8 grow flex items-baseline min-w-0 rounded-s hoverable"
          data-row
        >
          <StateMark state={child.state} wordless />
          <span className="record-row-id text-xs mono muted">{child.id}</span>
          <span className="break-anywhere grow min-w-0 weight-500">{child.title}</span>
          <span className="tag">
            <span>{child.type}</span>
          </span>
        </Link>
      </div>
      <p className="pl-32 soft text-s break-anywhere">{child.summary}</p>
      {unfolded && <ChildText project={project} id={child.id} />}
    </li>
  )
}

function ChildText({ project, id }: { project: string; id: string }) {
  const shown = useQuery(recordQuery(project, id))
  return (
    <div className="open-child-text quote">
      <Loaded query={shown} label={`record ${id}`}>
        {({ record }) => <Markdown project={project} text={record.body} />}
      </Loaded>
    </div>
  )
}
