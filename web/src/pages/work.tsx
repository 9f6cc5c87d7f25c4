import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { longDate } from '../../../src/diary/report/text/names.ts'
import { plainLine } from '../../../src/diary/report/text/plain.ts'
import { WorkItemLink } from '../parts/work-item-link.tsx'
import { useProject } from '../state/addresses.ts'
import { useFolders } from '../state/folders.ts'
import { turnWords } from '../state/home-words.ts'
import { projectWorkQuery } from '../state/project-home.ts'
import { Empty } from '../ui/empty.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Section } from '../ui/section.tsx'

/** The days and work items of one project. */
export function WorkPage() {
  const project = useProject()
  const work = useQuery(projectWorkQuery(project))
  const folderOf = useFolders(work.data?.days)
  return (
    <div className="page">
      <PageHead title="Work" lead="What agents did in this project, day by day." />
      <Loaded query={work} label="the work" lines={8}>
        {({ days, project_keys }) =>
          days.length === 0 ? (
            <Empty
              title={project_keys.length === 0 ? 'No repository is linked to this project' : 'No work in the diary yet'}
              step={
                <Link to="/p/$project/context/project" params={{ project }} className="button">
                  Project settings
                </Link>
              }
            >
              Set the folder of the project, and the days of agents who work there appear here.
            </Empty>
          ) : (
            days.map(({ date, project_key, turns, has_report, items }) => (
              <Section
                key={`${date} ${project_key}`}
                title={longDate(date)}
                count={[turnWords({ turns, has_report }), ...[folderOf(project_key)].flatMap(name => name ?? [])].join(
                  ', in ',
                )}
                more={
                  <Link
                    to="/diary/$date/$key"
                    params={{ date, key: project_key }}
                    className="block-more text-link"
                    data-row
                  >
                    Read the day
                  </Link>
                }
              >
                <ul className="rows">
                  {items.map(({ work_item_ref, title, outcome }) => (
                    <li key={work_item_ref} className="stack gap-2 py-6">
                      <WorkItemLink date={date} projectKey={project_key} item={work_item_ref} title={title} />
                      {outcome && <span className="muted text-s break-anywhere">{plainLine(outcome)}</span>}
                    </li>
                  ))}
                </ul>
              </Section>
            ))
          )
        }
      </Loaded>
    </div>
  )
}
