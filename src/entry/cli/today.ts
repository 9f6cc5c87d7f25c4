import { dayStart } from '../../diary/dates/window.ts'
import { dayAt } from '../../diary/dates/zone.ts'
import { withIndex } from '../../diary/prepare/open-index.ts'
import { shortDate } from '../../diary/report/text/names.ts'
import { checkVerdictsText } from '../../diary/report/text/numbers.ts'
import { formatCount } from '../../kernel/numbers.ts'
import { ownerVerb } from './parts.ts'
import type { Output } from './verb.ts'

type Home = Output<'home'>

export const today = ownerVerb('home', {
  summary: 'today in five lines: agents at work, the last day, what needs you (also: daybook alone)',
  async ask({ app, call }) {
    const { timezone } = app.diary
    // Only what changed today is read first, so that the answer is of this minute and comes at once.
    const began = dayStart(dayAt(app.clock(), timezone), timezone)
    await withIndex(app, index => index.updateSince(began, () => {}))
    return { home: await call('home', {}), now: app.clock() }
  },
  json: ({ home }) => home,
  show({ home, now }, page) {
    const row = (name: string, text: string) => page.shortLine(page.colors.bold(name.padEnd(10)), '  ', text)
    row('Today', todayText(home, now))
    row('Last day', lastDayText(home))
    row('Needs you', needsText(home))
    row('Not read', unreadText(home))
    row('Next', 'daybook start opens it in a browser; --help lists the commands')
  },
})

function todayText({ today, sessions_today }: Home, now: number): string {
  const [last] = sessions_today
  if (!last) return `${shortDate(today)}: no agent has worked yet`
  const turns = sessions_today.reduce((sum, each) => sum + each.turns, 0)
  const minutes = Math.max(0, Math.round((now - Date.parse(last.last_at)) / 60_000))
  const prompt = last.prompt === null ? '' : `: ${last.prompt}`
  return `${shortDate(today)}: ${formatCount(turns, 'turn')} in ${formatCount(sessions_today.length, 'session')}; ${last.agent} in ${last.project_label}, ${minutes} min ago${prompt}`
}

function lastDayText({ last_day }: Home): string {
  if (!last_day) return 'no day was read yet'
  const { date, is_sample, finished, items, projects, files, checks, cost } = last_day
  const where = projects.length > 0 ? ` in ${projects.join(', ')}` : ''
  const all = formatCount(items, 'work item')
  const done = finished === 0 ? `${all} begun${where}, none finished` : `${finished} of ${all} finished${where}`
  return [
    `${shortDate(date)}${is_sample ? ' (sample)' : ''}: ${items === 0 ? 'nothing finished' : done}`,
    files ? formatCount(files, 'file') : '',
    checks ? checkVerdictsText(checks) : '',
    cost ? `cost ${cost}` : '',
  ]
    .filter(part => part !== '')
    .join(' · ')
}

function needsText({ inbox: { total, items } }: Home): string {
  const [first] = items
  return first ? `${formatCount(total, 'item')}; first: ${first.text}` : 'nothing'
}

function unreadText({ unread_days, build }: Home): string {
  if (build) return `reading now${build.day === null ? '' : `: ${shortDate(build.day)}`}`
  return unread_days === 0
    ? 'every day with work is read'
    : `${formatCount(unread_days, 'day')}; daybook start reads the newest`
}
