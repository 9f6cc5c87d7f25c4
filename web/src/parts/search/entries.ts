import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import {
  ClipboardCopy,
  FilePlus2,
  FolderKanban,
  Hammer,
  History,
  Keyboard,
  type LucideIcon,
  Moon,
  Search,
} from 'lucide-react'
import { call } from '../../api.ts'
import { announce } from '../../state/announce.ts'
import { today } from '../../state/diary/calendar.ts'
import { useIsMember } from '../../state/home.ts'
import { globalEntries, projectEntries, settingsEntry } from '../../state/navigation.ts'
import { projectsQuery } from '../../state/queries.ts'
import { useIsOwner, useMayWrite } from '../../state/role.ts'
import { matchesWords } from '../../state/search/match-words.ts'
import { useRecents } from '../../state/search/recents.ts'
import { press } from '../../state/shortcuts.ts'
import { faultText } from '../../ui/fault-words.ts'
import { copyText } from '../copy-text.ts'
import { switchTheme } from '../theme-toggle.tsx'

/** One line of the palette. */
export interface Entry {
  id: string
  title: string
  icon: LucideIcon
  /** What it is, at the end of the line. */
  label?: string
  excerpt?: string
  matches?: ReadonlyArray<readonly number[]>
  keys?: string
  run(): void
}

export interface EntryGroup {
  title: string
  entries: Entry[]
}

/** What the palette offers without asking the server: recent things, actions, pages and projects. */
export function useLocalGroups(project: string, typed: string): EntryGroup[] {
  const recents = useRecentEntries()
  const actions = useActions(project)
  const pages = usePages(project)
  const projects = useProjects(project)
  const groups = [
    { title: 'Recent', entries: recents },
    { title: 'Actions', entries: actions },
    { title: 'Pages', entries: pages },
    { title: 'Switch project', entries: projects },
  ]
  return groups.flatMap(({ title, entries }) => {
    const fitting = entries.filter(entry => matchesWords(`${entry.title} ${entry.label ?? ''}`, typed))
    return fitting.length > 0 ? [{ title, entries: fitting }] : []
  })
}

function useRecentEntries(): Entry[] {
  const { history } = useRouter()
  return useRecents().map(({ address, title }) => ({
    id: `recent ${address}`,
    title,
    icon: History,
    run: () => history.push(address),
  }))
}

function usePages(project: string): Entry[] {
  const navigate = useNavigate()
  const isMember = useIsMember()
  const shown = [...globalEntries, ...projectEntries, settingsEntry].filter(({ isOwners }) => !(isOwners && isMember))
  return shown.flatMap(entry =>
    (entry.children ?? [entry]).map(({ label, to, keys = entry.to === to ? entry.keys : undefined }) => ({
      id: `page ${to}`,
      title: label,
      label: entry.children ? entry.label : 'Page',
      icon: entry.icon,
      ...(keys && { keys }),
      run: () => void navigate({ to, params: { project } }),
    })),
  )
}

function useProjects(current: string): Entry[] {
  const navigate = useNavigate()
  const { data } = useQuery(projectsQuery)
  return (data?.projects ?? [])
    .filter(({ id }) => id !== current)
    .map(({ id, name }) => ({
      id: `project ${id}`,
      title: name,
      label: 'Project',
      icon: FolderKanban,
      run: () => void navigate({ to: '/p/$project', params: { project: id } }),
    }))
}

function useActions(project: string): Entry[] {
  const navigate = useNavigate()
  const mayWrite = useMayWrite(project)
  const isOwner = useIsOwner(project)
  const params = { project }
  const action = (title: string, icon: LucideIcon, run: () => void, keys?: string): Entry => ({
    id: `action ${title}`,
    title,
    icon,
    run,
    ...(keys && { keys }),
  })
  const writing = action(
    'New record',
    FilePlus2,
    () => void navigate({ to: '/p/$project/records/new', params }),
    'Shift+N',
  )
  const ofOwner = [
    action('Build today’s report', Hammer, () => {
      void navigate({ to: '/diary/$date', params: { date: today() }, search: { generate: true } })
    }),
    action('Copy stand-up', ClipboardCopy, () => void saying(copyStandup())),
  ]
  return [
    ...(mayWrite ? [writing] : []),
    action('Copy next-chat block', ClipboardCopy, () => void saying(copyBlock(project))),
    ...(isOwner ? ofOwner : []),
    action('Switch theme', Moon, switchTheme),
    action('Search page', Search, () => void navigate({ to: '/p/$project/search', params })),
    action('Keyboard shortcuts', Keyboard, () => void press('?'), '?'),
  ]
}

async function copyBlock(project: string): Promise<void> {
  const { text } = await call('context_build', { projectId: project })
  await copyText(text, 'Next-chat block')
}

/** Of the newest day that has a report. */
async function copyStandup(): Promise<void> {
  const { days, slack } = await call('diary_standup', {})
  await copyText(slack, `Stand-up of ${days.join(', ')}`)
}

/** The palette is closed by then, so a failure is announced. */
async function saying(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    announce(`Not copied. ${faultText(error)}`, 'alert')
  }
}
