import { useQuery } from '@tanstack/react-query'
import './shell.css'
import { useLocation } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFeedStatus } from '../state/feed.ts'
import { homeQuery, useIsMember } from '../state/home.ts'
import { type Entry, globalEntries, projectEntries, type Screen, settingsEntry } from '../state/navigation.ts'
import { paletteKeys, setPalette } from '../state/search/open-palette.ts'
import { toneOf } from '../ui/tone.ts'
import { Brand } from './brand.tsx'
import { HelpButton } from './keyboard-help.tsx'
import { ProjectSwitcher } from './project-switcher.tsx'
import { AddressLink } from './search/address-link.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

/** The left rail: search, what belongs to the person, what belongs to the project, settings at the foot. */
export function Rail({ project, onGo }: { project: string; onGo?: () => void }) {
  const { data } = useQuery(homeQuery)
  const { pathname } = useLocation()
  const inbox = data?.inbox.total ?? 0
  const isMember = useIsMember()
  const isShown = ({ isOwners }: Entry) => !(isOwners && isMember)
  // The day that is today belongs to Today.
  const place = data && pathname === `/diary/${data.today}` ? '/diary/today' : pathname
  return (
    <div className="rail flex downwards gap-10">
      <div className="rail-head row justify-between">
        <Brand />
        <FeedMark />
      </div>
      <SearchButton onGo={onGo} />
      <nav aria-label="Daybook">
        <ul>
          {globalEntries.filter(isShown).map(entry => (
            <RailEntry
              key={entry.to}
              entry={entry}
              project={project}
              place={place}
              onGo={onGo}
              count={entry.to === '/inbox' ? inbox : 0}
            />
          ))}
        </ul>
      </nav>
      <nav aria-label="Project">
        <ProjectSwitcher project={project} />
        <ul>
          {projectEntries.filter(isShown).map(entry => (
            <RailEntry key={entry.to} entry={entry} project={project} place={place} onGo={onGo} />
          ))}
        </ul>
      </nav>
      <div className="rail-foot row wrap justify-between gap-y-6 pt-12">
        <nav aria-label="Settings" className="full">
          <ul>
            <RailEntry entry={settingsEntry} project={project} place={place} onGo={onGo} />
          </ul>
        </nav>
        <ThemeToggle />
        <HelpButton />
      </div>
    </div>
  )
}

interface EntryProps {
  entry: Entry
  project: string
  /** The address that is open. */
  place: string
  onGo?: (() => void) | undefined
  /** How many things wait there. */
  count?: number
}

/** An entry, and its children while one of them is open. */
function RailEntry({ entry, project, place, onGo, count = 0 }: EntryProps) {
  const { icon: Icon, label, part, children } = entry
  const isOpen = part.test(place)
  return (
    <li>
      <RailLink screen={entry} project={project} place={place} isActive={isOpen} isPage={!children} onGo={onGo}>
        <Icon aria-hidden="true" />
        {label}
        {count > 0 && (
          <span className="push-end px-6 rounded-full bg-accent text-2xs">
            {count}
            <span className="hidden-text"> waiting</span>
          </span>
        )}
        {count === 0 && <Keys keys={entry.keys} />}
      </RailLink>
      {isOpen && children && (
        <ul className="pl-16" aria-label={label}>
          {children.map(child => (
            <li key={child.to}>
              <RailLink
                screen={child}
                project={project}
                place={place}
                isActive={child.also?.test(place) ?? false}
                onGo={onGo}
              >
                {child.label}
                <Keys keys={child.keys} />
              </RailLink>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

interface LinkProps {
  screen: Screen
  project: string
  place: string
  isActive: boolean
  /** Open means that its own page is. */
  isPage?: boolean
  onGo?: (() => void) | undefined
  children: ReactNode
}

/** Plain, because a link of the router costs ten times as much to draw, and the rail has sixteen on every page. */
function RailLink({ screen, project, place, isActive, isPage = false, onGo, children }: LinkProps) {
  const address = screen.to.replace('$project', encodeURIComponent(project))
  const isCurrent = place === address || place === `${address}/`
  return (
    <AddressLink
      address={address}
      className={isCurrent || isActive ? `${linkClass} active` : linkClass}
      {...((isCurrent || (isActive && isPage)) && { 'aria-current': 'page' as const })}
      {...(onGo && { onClick: onGo })}
    >
      {children}
    </AddressLink>
  )
}

const linkClass = 'rail-link row gap-10 px-8 rounded-m soft text-s weight-500'

function Keys({ keys }: { keys: string | undefined }) {
  if (keys === undefined) return null
  return (
    <span className="rail-keys push-end soft text-2xs" aria-hidden="true">
      {keys}
    </span>
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
