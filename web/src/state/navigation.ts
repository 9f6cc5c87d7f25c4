import {
  CalendarDays,
  DoorOpen,
  FileClock,
  GitBranch,
  House,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  MessageSquarePlus,
  Settings,
  SlidersHorizontal,
} from 'lucide-react'

/** A link of the rail. */
export interface Screen {
  label: string
  to: ScreenPath
  keys?: string
  /** Addresses besides its own that belong to it. */
  also?: RegExp
}

export interface Entry extends Screen {
  icon: LucideIcon
  /** Every address of the entry and its children; the children are shown there only. */
  part: RegExp
  children?: readonly Screen[]
  /** It shows what is on the machine that Daybook runs on, which is for its owner; members of a team do not see it. */
  isOwners?: true
}

/** What belongs to the person. */
export const globalEntries: readonly Entry[] = [
  { label: 'Home', to: '/', icon: House, keys: 'g g', part: /^\/$/ },
  {
    label: 'Diary',
    to: '/diary',
    isOwners: true,
    icon: CalendarDays,
    keys: 'g d',
    part: /^\/diary/,
    children: [
      { label: 'Today', to: '/diary/today', keys: 'g y', also: /^\/diary\/today$/ },
      { label: 'Days', to: '/diary', also: /^\/diary\/\d{4}-/ },
      { label: 'Weeks', to: '/diary/range', keys: 'g r' },
      { label: 'Sessions', to: '/diary/sessions', keys: 'g e' },
      { label: 'Why', to: '/diary/why', keys: 'g w' },
      { label: 'Sources', to: '/diary/sources', keys: 'g s' },
    ],
  },
  { label: 'Inbox', to: '/inbox', icon: Inbox, isOwners: true, keys: 'g x', part: /^\/inbox/ },
]

/** What belongs to the project that is open. */
export const projectEntries: readonly Entry[] = [
  {
    label: 'Overview',
    to: '/p/$project',
    icon: LayoutDashboard,
    keys: 'g o',
    part: /^\/p\/[^/]+(?:\/published\/.*)?\/?$/,
  },
  {
    label: 'Decisions',
    to: '/p/$project/records/tree',
    icon: GitBranch,
    keys: 'g t',
    part: /^\/p\/[^/]+\/records/,
    children: [
      { label: 'Tree', to: '/p/$project/records/tree', also: /\/records\/(R\d|new)/i },
      { label: 'Search', to: '/p/$project/records/search' },
      { label: 'Sessions', to: '/p/$project/records/sessions' },
      { label: 'Activity', to: '/p/$project/records/activity', keys: 'g a' },
    ],
  },
  {
    label: 'Work',
    to: '/p/$project/work',
    isOwners: true,
    icon: FileClock,
    keys: 'g k',
    part: /^\/p\/[^/]+\/work/,
  },
  {
    label: 'Next chat',
    to: '/p/$project/context',
    icon: MessageSquarePlus,
    keys: 'g b',
    part: /^\/p\/[^/]+\/context\/?(state|prompts)?$/,
    children: [
      { label: 'Build', to: '/p/$project/context' },
      { label: 'State', to: '/p/$project/context/state' },
      { label: 'Prompts', to: '/p/$project/context/prompts' },
    ],
  },
  {
    label: 'Room',
    to: '/p/$project/room',
    icon: DoorOpen,
    keys: 'g m',
    part: /^\/p\/[^/]+\/room(?!\/(settings|agents|providers|prompts|telemetry|notifications))/,
    children: [
      { label: 'Ask', to: '/p/$project/room' },
      { label: 'Conferences', to: '/p/$project/room/conferences', keys: 'g c', also: /\/room\/conferences\/./ },
      { label: 'Chat', to: '/p/$project/room/chat', keys: 'g h' },
      { label: 'Files', to: '/p/$project/room/files', keys: 'g f' },
      { label: 'Issues', to: '/p/$project/room/issues', keys: 'g i', also: /\/room\/issues\/\d/ },
      { label: 'Runs', to: '/p/$project/room/runs', also: /\/room\/runs\/./ },
      { label: 'Canon', to: '/p/$project/room/canon' },
      { label: 'Receipts', to: '/p/$project/room/receipts' },
    ],
  },
  {
    label: 'Project settings',
    to: '/p/$project/context/project',
    icon: SlidersHorizontal,
    part: /^\/p\/[^/]+\/(context\/project|room\/(settings|agents|providers|prompts|telemetry|notifications))/,
    children: [
      { label: 'Project', to: '/p/$project/context/project' },
      {
        label: 'Room',
        to: '/p/$project/room/settings',
        also: /\/room\/(agents|providers|prompts|telemetry|notifications)/,
      },
    ],
  },
]

export const settingsEntry: Entry = {
  label: 'Settings',
  to: '/settings',
  icon: Settings,
  part: /^\/settings|^\/projects/,
}

/** Every link of the rail with a shortcut. */
export const shortcuts: readonly Screen[] = [...globalEntries, ...projectEntries, settingsEntry]
  .flatMap(entry => [entry, ...(entry.children ?? [])])
  .filter(({ keys }) => keys !== undefined)

type ScreenPath =
  | '/'
  | '/inbox'
  | '/settings'
  | '/diary'
  | '/diary/today'
  | '/diary/range'
  | '/diary/sessions'
  | '/diary/why'
  | '/diary/sources'
  | '/p/$project'
  | '/p/$project/work'
  | '/p/$project/records/tree'
  | '/p/$project/records/search'
  | '/p/$project/records/sessions'
  | '/p/$project/records/activity'
  | '/p/$project/context'
  | '/p/$project/context/state'
  | '/p/$project/context/prompts'
  | '/p/$project/context/project'
  | '/p/$project/room'
  | '/p/$project/room/files'
  | '/p/$project/room/chat'
  | '/p/$project/room/conferences'
  | '/p/$project/room/issues'
  | '/p/$project/room/canon'
  | '/p/$project/room/runs'
  | '/p/$project/room/receipts'
  | '/p/$project/room/settings'
