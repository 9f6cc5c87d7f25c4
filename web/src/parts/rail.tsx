import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { railSections } from '../rail-sections.ts'
import { useFeedStatus } from '../state/feed.ts'
import { Brand } from './brand.tsx'
import { HelpButton } from './keyboard-help.tsx'
import { ProjectSwitcher } from './project-switcher.tsx'
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

/** Whether this page receives changes of other sessions. */
function FeedMark() {
  const status = useFeedStatus()
  const words = { live: 'Live', connecting: 'Connecting', lost: 'Not connected' }[status]
  return (
    <span className={`feed-mark ${status}`} title={`Updates from other sessions: ${words.toLowerCase()}`}>
      <span className="dot" aria-hidden="true" />
      {words}
    </span>
  )
}

/** The link to search on every screen. */
function SearchBox({ project, onGo }: { project: string; onGo?: (() => void) | undefined }) {
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  return (
    <search>
      <form
        className="search-box"
        onSubmit={event => {
          event.preventDefault()
          void navigate({ to: '/p/$project/search', params: { project }, search: { q: words } })
          setWords('')
          onGo?.()
        }}
      >
        <Search aria-hidden="true" />
        <input
          type="search"
          aria-label="Search everything"
          placeholder="Search everything"
          value={words}
          onChange={event => setWords(event.target.value)}
        />
        <span aria-hidden="true">
          <kbd>/</kbd>
        </span>
      </form>
    </search>
  )
}
