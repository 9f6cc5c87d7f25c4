import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { longDate } from '../../../src/diary/report/text/names.ts'
import { WorkItemLink } from '../parts/work-item-link.tsx'
import { useProject } from '../state/addresses.ts'
import { turnWords } from '../state/home-words.ts'
import { projectWorkQuery } from '../state/project-home.ts'
import { Empty } from '../ui/empty.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { PageHead } from '../ui/page-head.tsx'

/** The days and work items of one project. */
export function WorkPage() {
  const project = useProject()
  const work = useQuery(projectWorkQuery(project))
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
            <ul className="rows">
              {days.map(({ date, project_key, turns, has_report, items }) => (
                <li key={`${date} ${project_key}`} className="row wrap gap-12 py-10">
                  <span className="row-text stack grow min-w-0 gap-2">
                    <Link to="/diary/$date/$key" params={{ date, key: project_key }} className="text-link" data-row>
                      {longDate(date)}
                    </Link>
                    <span className="muted">{turnWords({ turns, has_report })}</span>
                    {items.length > 0 && (
                      <ul className="plain-list">
                        {items.map(({ work_item_ref, title }) => (
                          <li key={work_item_ref}>
                            <WorkItemLink date={date} projectKey={project_key} item={work_item_ref} title={title} />
                          </li>
                        ))}
                      </ul>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  )
}
