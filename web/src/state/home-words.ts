import { addDays } from '../../../src/diary/dates/calendar.ts'
import { shortDate, weekdays } from '../../../src/diary/report/text/names.ts'
import { checkVerdictsText } from '../../../src/diary/report/text/numbers.ts'
import { formatCount } from '../../../src/kernel/numbers.ts'
import type { HomeView } from './home.ts'

/** "Today", "Yesterday, Sun 15 Nov", "Fri 13 Nov". */
export function relativeDay(date: string, today: string): string {
  const weekday = weekdays[new Date(`${date}T12:00:00Z`).getUTCDay()]?.slice(0, 3) ?? ''
  const year = date.slice(0, 4) === today.slice(0, 4) ? '' : ` ${date.slice(0, 4)}`
  const day = `${weekday} ${shortDate(date)}${year}`
  if (date === today) return 'Today'
  return date === addDays(today, -1) ? `Yesterday, ${day}` : day
}

/** "4 of 5 work items finished in spotter · 56 files · 8 passed, 1 failed · cost ≈ $30.75". */
export function headlineWords(day: NonNullable<HomeView['last_day']>): string {
  const { finished, items, projects, files, checks, cost, open } = day
  const where = projects.length > 0 ? ` in ${projects.join(', ')}` : ''
  const begun = `${formatCount(items, 'work item')} begun${where}, ${items === 1 ? 'not' : 'none'} finished`
  const which =
    finished === items ? formatCount(items, 'work item') : `${finished} of ${formatCount(items, 'work item')}`
  // That nothing was finished is the title of such a day.
  const done = items === 0 ? '' : finished === 0 ? begun : `${which} finished${where}`
  return [
    done,
    files ? `${formatCount(files, 'file')} changed` : '',
    checks ? checkVerdictsText(checks) : '',
    cost ? `cost ${cost}` : '',
    open > 0 ? `${open} left open` : '',
  ]
    .filter(part => part !== '')
    .join(' · ')
}

/** What a button says that builds the days with work and without a report. */
export function buildWords(unread: number): string {
  return `Build ${formatCount(unread, 'missing day')}`
}

/** What a day of a project says beside its date; nothing where its turns are not known. */
export function turnWords({ turns, has_report }: { turns: number | null; has_report: boolean }): string {
  if (turns === null) return ''
  return has_report ? formatCount(turns, 'turn') : unreadWords(turns)
}

/** What a day of the strip and of the calendar says. */
export function unreadWords(turns: number): string {
  return `${formatCount(turns, 'turn')}, not read yet`
}
