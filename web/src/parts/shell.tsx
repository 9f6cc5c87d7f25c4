import './shell.css'
import { Outlet, useLocation, useNavigate, useRouterState } from '@tanstack/react-router'
import { Menu, Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useProject } from '../state/addresses.ts'
import { useFeed, useFeedStatus } from '../state/feed.ts'
import { useFrameProject, useLiveHome } from '../state/home.ts'
import { shortcuts } from '../state/navigation.ts'
import { liveQueries, queryClient } from '../state/queries.ts'
import { moveInRows } from '../state/rows.ts'
import { setPalette, usePaletteOpen } from '../state/search/open-palette.ts'
import { useFrameShortcuts } from '../state/shortcuts.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { late } from '../ui/late.tsx'
import { whenShown } from '../ui/when-shown.ts'
import { Banners } from './banners.tsx'
import { Brand } from './brand.tsx'
import { BuildStrip } from './home/build-strip.tsx'
import { SampleBanner } from './home/sample-banner.tsx'
import { Rail } from './rail.tsx'

/** The frame around every screen; that of an address without a page gives what is in it. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const project = useFrameProject()
  const main = useRef<HTMLElement>(null)
  const named = useProject()
  useEffect(() => {
    if (named !== '') localStorage.setItem('daybook.project', named)
  }, [named])
  useGlobalKeys(project)
  useRememberedVisits()
  useLiveLists(project)
  useLiveHome()
  useRetryWhenBack()
  useFocusAfterNavigation(main)
  useFocusAfterRemoval(main)
  return (
    <div className="shell stack">
      <a className="skip-link not-printed" href="#content">
        Skip to content
      </a>
      <header className="phone-bar not-printed">
        <MenuButton project={project} />
        <Brand />
        <IconButton
          label="Search everything"
          icon={Search}
          className="large push-end"
          onClick={() => setPalette(true)}
        />
      </header>
      <aside className="rail-box bg-sunken" aria-label="Daybook">
        <Rail project={project} />
      </aside>
      <main id="content" ref={main} tabIndex={-1}>
        <Banners />
        <SampleBanner />
        <BuildStrip />
        {children}
      </main>
      <LatePalette project={project} />
    </div>
  )
}

const Drawer = late(
  async () => (await import('./drawer.tsx')).Drawer,
  ({ open }) => open,
)

function MenuButton({ project }: { project: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label="Menu" icon={Menu} className="large" onClick={() => setOpen(true)} />
      <Drawer project={project} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

const loadPalette = () => import('./search/palette.tsx')

/** Loaded when the page has nothing else to do, so that it opens at once, also while the server is away. */
function LatePalette({ project }: { project: string }) {
  const isOpen = usePaletteOpen()
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof loadPalette>>>()
  useEffect(() => {
    const load = () => void loadPalette().then(setLoaded, () => undefined)
    if (isOpen) {
      load()
      return
    }
    return whenShown(load, 1500)
  }, [isOpen])
  return isOpen && loaded ? <loaded.Palette project={project} /> : null
}

/** Remembers what was opened, for the palette. Its title is known when it has been read, and is another page's until then. */
function useRememberedVisits(): void {
  const { pathname = '', href = '' } = useRouterState({ select: state => state.resolvedLocation }) ?? {}
  useEffect(() => {
    const remember = async () => {
      const title = document.title.replace(/ · Daybook$/, '')
      const { addRecent, isOfOneThing } = await import('../state/search/recents.ts')
      if (isOfOneThing(pathname)) addRecent({ address: href, title })
    }
    return whenShown(() => void remember(), 1000)
  }, [pathname, href])
}

function useGlobalKeys(project: string): void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const params = { project }
  useFrameShortcuts({
    'Mod+K': () => setPalette(true),
    // The search of the part one is in.
    '/': () => {
      if (focusSearch()) return
      if (/^\/p\/[^/]+(\/records|\/?$)/.test(pathname)) void navigate({ to: '/p/$project/records/search', params })
      else if (/^\/p\/[^/]+\/room/.test(pathname)) {
        void navigate({ to: '/p/$project/room/files', params })
        selectWhenShown('[data-filter]')
      } else if (pathname.startsWith('/diary')) void navigate({ to: '/diary/sessions' })
      else void navigate({ to: '/p/$project/search', params })
    },
    ...Object.fromEntries(shortcuts.map(({ keys = '', to }) => [keys, () => void navigate({ to, params })])),
    'g p': () => void navigate({ to: '/projects' }),
    'Shift+N': () => void navigate({ to: '/p/$project/records/new', params }),
    j: () => moveInRows(1),
    k: () => moveInRows(-1),
  })
}

/** On a search screen itself the query and filters stay. */
function focusSearch(): boolean {
  const words = document.querySelector<HTMLInputElement>('#search-words')
  words?.select()
  return words !== null
}

/** The field of a screen that is being opened, however long that takes; not when the reader does something else meanwhile. */
function selectWhenShown(selector: string): void {
  const observer = new MutationObserver(() => {
    const field = document.querySelector<HTMLInputElement>(selector)
    if (field) end()
    field?.select()
  })
  const end = () => observer.disconnect()
  observer.observe(document.body, { childList: true, subtree: true })
  for (const event of ['keydown', 'pointerdown']) document.addEventListener(event, end, { once: true })
}

/** Activity lists follow the feed; record lists wait for the reader to sync. */
function useLiveLists(project: string): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useFeed(entry => {
    if (entry.project_id !== project || timer.current) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      for (const queryKey of liveQueries(project)) void queryClient.invalidateQueries({ queryKey })
    }, 250)
  })
}

/** Repeats failed queries when the server is back, and asks again for what notices tell, which are not kept. */
function useRetryWhenBack(): void {
  const status = useFeedStatus()
  const wasLive = useRef(false)
  useEffect(() => {
    if (status !== 'live') return
    void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
    const told = wasLive.current ? [['home'], ['diary', 'days']] : []
    for (const queryKey of told) void queryClient.invalidateQueries({ queryKey })
    wasLive.current = true
  }, [status])
}

/** If the new screen removed the focused control, the focus moves to the main content. */
function useFocusAfterNavigation(main: React.RefObject<HTMLElement | null>): void {
  // Not the address that is loading: until its page is there, the focus is in the page before.
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const first = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of location matters
  useEffect(() => {
    if (!first.current && document.activeElement === document.body) main.current?.focus({ preventScroll: true })
    first.current = false
  }, [pathname, main])
}

/** If the control that has the focus is taken away, as the row of a dismissed item, the focus moves to the main content. */
function useFocusAfterRemoval(main: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const content = main.current
    let last: Element | undefined
    const note = ({ target }: FocusEvent) => {
      // A tree finds its next row by itself.
      last = target instanceof Element && !target.closest('[role="tree"]') ? target : undefined
    }
    const observer = new MutationObserver(() => {
      if (last?.isConnected === false && document.activeElement === document.body)
        content?.focus({ preventScroll: true })
    })
    content?.addEventListener('focusin', note)
    if (content) observer.observe(content, { childList: true, subtree: true })
    return () => {
      content?.removeEventListener('focusin', note)
      observer.disconnect()
    }
  }, [main])
}
