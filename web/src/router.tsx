import './parts/records.css'
import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { FailedPage, lazyPage } from './lazy-page.tsx'
import { HomePage } from './pages/home.tsx'
import { NotFound } from './pages/not-found.tsx'
import { Shell } from './parts/shell.tsx'
import { roomRoutes } from './room-routes.tsx'
import { project, root } from './root-routes.tsx'
import {
  activitySearch,
  everythingSearch,
  historySearch,
  newSearch,
  recordSearch,
  searchSearch,
  sessionsSearch,
} from './state/addresses.ts'
import { promptsSearch, stateSearch } from './state/context/addresses.ts'
import { daySearch, daysSearch, rangeSearch, transcriptSearch, whySearch } from './state/diary/addresses.ts'

// What belongs to the person and to no project.
const person = createRoute({ getParentRoute: () => root, id: 'person', component: Shell })
const home = createRoute({ getParentRoute: () => person, path: '/', component: HomePage })
const inbox = createRoute({
  getParentRoute: () => person,
  path: 'inbox',
  component: lazyPage(() => import('./pages/inbox.tsx'), 'InboxPage'),
})
const settings = createRoute({
  getParentRoute: () => person,
  path: 'settings',
  component: lazyPage(() => import('./pages/settings.tsx'), 'SettingsPage'),
})
const settingsSources = createRoute({
  getParentRoute: () => person,
  path: 'settings/sources',
  beforeLoad: () => redirect({ to: '/diary/sources', replace: true, throw: true }),
})

const overview = createRoute({
  getParentRoute: () => project,
  path: '/',
  component: lazyPage(() => import('./pages/overview.tsx'), 'OverviewPage'),
})
const work = createRoute({
  getParentRoute: () => project,
  path: 'work',
  component: lazyPage(() => import('./pages/work.tsx'), 'WorkPage'),
})
const published = createRoute({
  getParentRoute: () => project,
  path: 'published/$author/$date',
  component: lazyPage(() => import('./pages/published.tsx'), 'PublishedPage'),
})
const records = createRoute({ getParentRoute: () => project, path: 'records' })
// Until 0.1 the overview of a project was part of its records.
const recordsOverview = createRoute({
  getParentRoute: () => records,
  path: '/',
  beforeLoad: ({ params }) => redirect({ to: '/p/$project', params, replace: true, throw: true }),
})
const search = createRoute({
  getParentRoute: () => records,
  path: 'search',
  component: lazyPage(() => import('./pages/search.tsx'), 'SearchPage'),
  validateSearch: searchSearch,
})
const everything = createRoute({
  getParentRoute: () => project,
  path: 'search',
  component: lazyPage(() => import('./pages/search-everything.tsx'), 'SearchEverythingPage'),
  validateSearch: everythingSearch,
})
const sessions = createRoute({
  getParentRoute: () => records,
  path: 'sessions',
  component: lazyPage(() => import('./pages/sessions.tsx'), 'SessionsPage'),
  validateSearch: sessionsSearch,
})
const activity = createRoute({
  getParentRoute: () => records,
  path: 'activity',
  component: lazyPage(() => import('./pages/activity.tsx'), 'ActivityPage'),
  validateSearch: activitySearch,
})

// The tree stays in place while records beside it change.
const beside = createRoute({
  getParentRoute: () => records,
  id: 'tree-beside',
  component: lazyPage(() => import('./pages/tree.tsx'), 'TreeLayout'),
})
const tree = createRoute({
  getParentRoute: () => beside,
  path: 'tree',
  component: lazyPage(() => import('./pages/tree.tsx'), 'TreePage'),
})
const fresh = createRoute({
  getParentRoute: () => beside,
  path: 'new',
  component: lazyPage(() => import('./pages/new-record.tsx'), 'NewRecordPage'),
  validateSearch: newSearch,
})
const record = createRoute({
  getParentRoute: () => beside,
  path: '$id',
  component: lazyPage(() => import('./pages/record.tsx'), 'RecordPage'),
  validateSearch: recordSearch,
})
const history = createRoute({
  getParentRoute: () => records,
  path: '$id/history',
  component: lazyPage(() => import('./pages/history.tsx'), 'HistoryPage'),
  validateSearch: historySearch,
})
const conflict = createRoute({
  getParentRoute: () => records,
  path: '$id/conflict',
  component: lazyPage(() => import('./pages/conflict.tsx'), 'ConflictPage'),
})

// The screens of a project's context are loaded on the first visit.
const context = createRoute({ getParentRoute: () => project, path: 'context' })
const build = createRoute({
  getParentRoute: () => context,
  path: '/',
  component: lazyPage(() => import('./pages/context/build.tsx'), 'BuildPage'),
})
const projectFields = createRoute({
  getParentRoute: () => context,
  path: 'project',
  component: lazyPage(() => import('./pages/context/project.tsx'), 'ProjectPage'),
})
const projectState = createRoute({
  getParentRoute: () => context,
  path: 'state',
  component: lazyPage(() => import('./pages/context/state.tsx'), 'StatePage'),
  validateSearch: stateSearch,
})
const prompts = createRoute({
  getParentRoute: () => context,
  path: 'prompts',
  component: lazyPage(() => import('./pages/context/prompts.tsx'), 'PromptsPage'),
  validateSearch: promptsSearch,
})
const allProjects = createRoute({ getParentRoute: () => root, path: '/projects', component: Shell })
const projectList = createRoute({
  getParentRoute: () => allProjects,
  path: '/',
  component: lazyPage(() => import('./pages/context/projects.tsx'), 'ProjectsPage'),
})

// The diary belongs to the person, not to a project; its screens are loaded on the first visit.
const diary = createRoute({ getParentRoute: () => root, path: '/diary', component: Shell })
const days = createRoute({
  getParentRoute: () => diary,
  path: '/',
  component: lazyPage(() => import('./pages/diary/days.tsx'), 'DaysPage'),
  validateSearch: daysSearch,
})
const today = createRoute({
  getParentRoute: () => diary,
  path: 'today',
  component: lazyPage(() => import('./pages/diary/today.tsx'), 'TodayPage'),
})
const range = createRoute({
  getParentRoute: () => diary,
  path: 'range',
  component: lazyPage(() => import('./pages/diary/range.tsx'), 'RangePage'),
  validateSearch: rangeSearch,
})
const diarySessions = createRoute({
  getParentRoute: () => diary,
  path: 'sessions',
  component: lazyPage(() => import('./pages/diary/sessions.tsx'), 'SessionsPage'),
  validateSearch: everythingSearch,
})
const why = createRoute({
  getParentRoute: () => diary,
  path: 'why',
  component: lazyPage(() => import('./pages/diary/why.tsx'), 'WhyPage'),
  validateSearch: whySearch,
})
const sources = createRoute({
  getParentRoute: () => diary,
  path: 'sources',
  component: lazyPage(() => import('./pages/diary/sources.tsx'), 'SourcesPage'),
})
const day = createRoute({
  getParentRoute: () => diary,
  path: '$date',
  component: lazyPage(() => import('./pages/diary/day.tsx'), 'DayPage'),
  validateSearch: daySearch,
  // The screen says so itself where it cannot be loaded.
  loader: async ({ params }) => {
    const page = await import('./pages/diary/day.tsx').catch(() => undefined)
    void page?.askForDay(params.date)
  },
})
const dayProject = createRoute({
  getParentRoute: () => diary,
  path: '$date/$key',
  component: lazyPage(() => import('./pages/diary/project.tsx'), 'ProjectPage'),
  validateSearch: daySearch,
})
const transcript = createRoute({
  getParentRoute: () => diary,
  path: '$date/$key/$session',
  component: lazyPage(() => import('./pages/diary/transcript.tsx'), 'TranscriptPage'),
  validateSearch: transcriptSearch,
})

export const router = createRouter({
  routeTree: root.addChildren([
    person.addChildren([home, inbox, settings, settingsSources]),
    project.addChildren([
      overview,
      work,
      published,
      everything,
      records.addChildren([
        recordsOverview,
        search,
        sessions,
        activity,
        history,
        conflict,
        beside.addChildren([tree, fresh, record]),
      ]),
      context.addChildren([build, projectFields, projectState, prompts]),
      roomRoutes,
    ]),
    allProjects.addChildren([projectList]),
    diary.addChildren([days, today, range, diarySessions, why, sources, day, dayProject, transcript]),
  ]),
  scrollRestoration: true,
  // Inside the frame, which stays usable.
  defaultErrorComponent: FailedPage,
  defaultNotFoundComponent: NotFound,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
