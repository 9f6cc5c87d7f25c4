import { Link, useLocation } from '@tanstack/react-router'
import { railSections } from '../rail-sections.ts'
import { Brand } from './brand.tsx'
import { FeedMark } from './feed-mark.tsx'
import { HelpButton } from './keyboard-help.tsx'
import { ProjectSwitcher } from './project-switcher.tsx'
import { SearchBox } from './search-box.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

/** The left rail: project, search, the screens of each part, and the page's own settings at the foot. */
export function Rail({ project, onGo }: { project: string; onGo?: () => void }) {
  const { pathname } = useLocation()
  return (
    <div className="rail">
      <div className="rail-head">
        <Brand />
        <FeedMark />
      </div>
      <ProjectSwitcher project={project} />
      <SearchBox project={project} onGo={onGo} />
      {railSections.map(({ part, screens }) => (
        <nav key={part} aria-label={part}>
          <h2 className="rail-part">{part}</h2>
          <ul>
            {screens.map(({ label, to, icon: Icon, keys, also }) => (
              <li key={to}>
                <Link
                  to={to}
                  params={{ project }}
                  className={also?.test(pathname) ? 'rail-link active' : 'rail-link'}
                  activeProps={{ className: 'rail-link active' }}
                  activeOptions={{ exact: true, includeSearch: false }}
                  {...(onGo && { onClick: onGo })}
                >
                  <Icon aria-hidden="true" />
                  {label}
                  {keys && (
                    <span className="rail-keys" aria-hidden="true">
                      {keys}
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ))}
      <div className="rail-foot">
        <ThemeToggle />
        <HelpButton />
      </div>
    </div>
  )
}
