import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, MessageCircleQuestion } from 'lucide-react'
import { useState } from 'react'
import { shortDate } from '../../../src/diary/report/text/names.ts'
import { plainLine } from '../../../src/diary/report/text/plain.ts'
import { formatCount } from '../../../src/kernel/numbers.ts'
import type { Output } from '../operations.ts'
import { useFolders } from '../state/folders.ts'
import { turnWords } from '../state/home-words.ts'
import { projectWorkQuery } from '../state/project-home.ts'
import { Button } from '../ui/button.tsx'
import { CodeText } from '../ui/code-text.tsx'
import { Section } from '../ui/section.tsx'
import { WorkItemLink } from './work-item-link.tsx'

type Work = Output<'home_project'>

const daysShown = 4
const itemsShown = 4

/** The last work in a project's repositories, what was left open there, and its cost; only the owner sees it. */
export function ProjectWork({ project }: { project: string }) {
  const { data } = useQuery({ ...projectWorkQuery(project), retry: false })
  const folderOf = useFolders(data?.days)
  if (!data || data.days.length === 0) return null
  return (
    <>
      <LeftOpen items={data.open_items} />
      <Section
        title="Work"
        {...(data.cost && { count: `${data.cost.amount} in ${formatCount(data.cost.days, 'day')}` })}
        more={
          <Link to="/p/$project/work" params={{ project }} className="block-more text-link">
            All work
          </Link>
        }
      >
        <ul className="rows">
          {data.days.slice(0, daysShown).map(day => (
            <Day key={`${day.date} ${day.project_key}`} day={day} folder={folderOf(day.project_key)} />
          ))}
        </ul>
      </Section>
    </>
  )
}

function Day({ day, folder }: { day: Work['days'][number]; folder: string | undefined }) {
  const { date, project_key, items } = day
  return (
    <li className="stack gap-4 py-10">
      <span className="row wrap gap-8">
        <Link to="/diary/$date/$key" params={{ date, key: project_key }} className="text-link" data-row>
          {shortDate(date)}
        </Link>
        <span className="muted text-s">{turnWords(day)}</span>
        {folder && <span className="muted text-s break-anywhere">in {folder}</span>}
      </span>
      {items.length > 0 && (
        <ul className="text-s">
          {items.slice(0, itemsShown).map(({ work_item_ref, title }) => (
            <li key={work_item_ref}>
              <WorkItemLink date={date} projectKey={project_key} item={work_item_ref} title={title} />
            </li>
          ))}
          {items.length > itemsShown && <li className="muted">and {items.length - itemsShown} more</li>}
        </ul>
      )}
    </li>
  )
}

/** Questions that wait for an answer first. */
function LeftOpen({ items }: { items: Work['open_items'] }) {
  const [isWhole, setWhole] = useState(false)
  if (items.length === 0) return null
  const ordered = [...items].sort((a, b) => Number(b.kind === 'question') - Number(a.kind === 'question'))
  return (
    <Section title="Left open" count={`${items.length} on its last three days of work`}>
      <ul className="rows">
        {ordered.slice(0, isWhole ? ordered.length : itemsShown).map(({ kind, text, date, project_key }) => {
          const Icon = kind === 'question' ? MessageCircleQuestion : CircleAlert
          return (
            <li key={`${date} ${text}`} className="row gap-8 items-start py-10 text-s">
              <Icon aria-hidden="true" className={kind === 'question' ? 'tone-open' : 'tone-warn'} />
              <Link
                to="/diary/$date/$key"
                params={{ date, key: project_key }}
                className="grow min-w-0 hover-ink break-anywhere"
                data-row
              >
                <CodeText text={plainLine(text)} /> <span className="muted">{shortDate(date)}</span>
              </Link>
            </li>
          )
        })}
      </ul>
      {items.length > itemsShown && (
        <Button small kind="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show ${items.length - itemsShown} more`}
        </Button>
      )}
    </Section>
  )
}
