import './shell.css'
import { Link, useLocation } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { railSections } from '../rail-sections.ts'
import { useFeedStatus } from '../state/feed.ts'
import { paletteKeys, setPalette } from '../state/search/open-palette.ts'
import { toneOf } from '../ui/tone.ts'
import { Brand } from './brand.tsx'
import { HelpButton } from './keyboard-help.tsx'
import { ProjectSwitcher } from './project-switcher.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

/** The left rail: project, search, the screens of each part, and the page's own settings at the foot. */
export function Rail({ project, onGo }: { project: string; onGo?: () => void }) {
  const { pathname } = useLocation()
  return (
    <div className="rail flex downwards gap-10">
      <div className="rail-head row justify-between">
        <Brand />
        <FeedMark />
      </div>
      <ProjectSwitcher project={project} />
      <SearchButton onGo={onGo} />
      {railSections.map(({ part, screens }) => (
        <nav key={part} aria-label={part}>
          <h2 className="rail-part muted text-xs weight-500 tracking-0">{part}</h2>
          <ul>
            {screens.map(({ label, to, icon: Icon, keys, also }) => (
              <li key={to}>
                <Link
                  to={to}
                  params={{ project }}
                  className={
                    also?.test(pathname)
                      ? 'rail-link active row gap-10 px-8 rounded-m soft text-s weight-500'
                      : 'rail-link row gap-10 px-8 rounded-m soft text-s weight-500'
                  }
                  activeProps={{ className: 'rail-link active row gap-10 px-8 rounded-m soft text-s weight-500' }}
                  activeOptions={{ exact: true, includeSearch: false }}
                  {...(onGo && { onClick: onGo })}
                >
                  <Icon aria-hidden="true" />
                  {label}
                  {keys && (
                    <span className="rail-keys push-end soft text-2xs" aria-hidden="true">
                      {keys}
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ))}
      <div className="rail-foot row justify-between pt-12">
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
    <span className="inline-row gap-6 muted text-2xs" title={`Updates from other sessions: ${words.toLowerCase()}`}>
      <span className={`dot ${status} ${toneOf(status)}`} aria-hidden="true" />
      {words}
    </span>
  )
}

/** Opens the palette; on every screen. */
function SearchButton({ onGo }: { onGo?: (() => void) | undefined }) {
  return (
    <search>
      <button
        type="button"
        className="search-field filled full pointer text-s"
        onClick={() => {
          onGo?.()
          setPalette(true)
        }}
      >
        <Search aria-hidden="true" />
        Search everything
        <span className="push-end" aria-hidden="true">
          <kbd>{paletteKeys}</kbd>
        </span>
      </button>
    </search>
  )
}
