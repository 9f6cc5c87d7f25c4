import { spawnSync } from 'node:child_process'
import { addDays, isDay, weekOf } from '../../diary/dates/calendar.ts'
import { dayAt } from '../../diary/dates/zone.ts'
import { standupNames } from '../../diary/report/text/standup-forms.ts'
import { diaryVerb } from './diary/part.ts'
import { usageFault } from './failure.ts'
import type { Input } from './verb.ts'
import { visibleLines } from './visible.ts'

export const standup = diaryVerb('diary_standup', {
  summary: 'what was done and what is open, as text for Slack, Markdown or e-mail',
  own: {
    '[when]': 'today, yesterday, a day, week, 2026-W20 or 2026-05-11..2026-05-15; the newest day with a report',
    copy: 'put it on the clipboard',
    'for <form=slack|markdown|email>': 'slack when not named',
  },
  examples: ['standup', 'standup --copy yesterday', 'standup --for email week', 'standup 2026-05-11..2026-05-15'],
  dayless: true,
  async ask({ call, app, settings }, _, { when, copy, for: form = 'slack' }) {
    const answer = await call('diary_standup', daysOf(when, dayAt(app.clock(), settings.diary.timezone)))
    return { ...answer, form, copied: copy === true ? copyToClipboard(answer[form]) : null }
  },
  json: ({ days, subject, form, ...texts }) => ({ days, subject, form, text: texts[form] }),
  show({ form, subject, copied, ...texts }, page) {
    if (form === 'email') page.line(visibleLines(`Subject: ${subject}\n`))
    page.line(visibleLines(texts[form].trimEnd()))
    page.note(
      copied === true && `Copied for ${standupNames[form]}.`,
      copied === false && 'No program that sets the clipboard was found (pbcopy, wl-copy, xclip, xsel, clip.exe).',
    )
  },
  exit: ({ copied }) => (copied === false ? 1 : 0),
})

function daysOf(when: string | undefined, today: string): Input<'diary_standup'> {
  if (when === undefined) return {}
  if (when === 'today') return { date: today }
  if (when === 'yesterday') return { date: addDays(today, -1) }
  if (when === 'week') return { week: weekOf(today) }
  if (/^\d{4}-W\d{2}$/.test(when)) return { week: when }
  const [from = '', to] = when.split('..')
  if (to !== undefined) return { from, to }
  if (isDay(when)) return { date: when }
  throw usageFault('That names no day.', 'Use today, yesterday, week, 2026-05-12, 2026-W20 or 2026-05-11..2026-05-15.')
}

/** The programs of the systems that have a clipboard, in the order they are tried. */
const clipboards: ReadonlyArray<readonly [string, ...string[]]> = [
  ['pbcopy'],
  ['wl-copy'],
  ['xclip', '-selection', 'clipboard'],
  ['xsel', '--clipboard', '--input'],
  ['clip.exe'],
]

function copyToClipboard(text: string): boolean {
  return clipboards.some(([program, ...args]) => {
    const { status, error } = spawnSync(program, args, { input: text, stdio: ['pipe', 'ignore', 'ignore'] })
    return error === undefined && status === 0
  })
}
