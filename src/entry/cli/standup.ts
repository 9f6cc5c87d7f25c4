import { spawnSync } from 'node:child_process'
import { addDays, daysOfWeek, isDay, weekOf } from '../../diary/dates/calendar.ts'
import { dayAt } from '../../diary/dates/zone.ts'
import { standupNames } from '../../diary/report/text/names.ts'
import { faultTable } from '../../kernel/fault.ts'
import { type DiaryCli, diaryVerb } from './diary/part.ts'
import { Refused, usageFault } from './failure.ts'
import type { Input } from './verb.ts'

export const standup = diaryVerb('diary_standup', {
  summary: 'what was done and what is open, as text for Slack, Markdown or e-mail',
  own: {
    '[when]': 'today, yesterday, a day, week, 2026-W20 or 2026-05-11..2026-05-15; the newest day with a report',
    'date <day>': 'a day, named as other commands take it',
    copy: 'put it on the clipboard',
    'for <form=slack|markdown|email>': 'slack when not named',
  },
  examples: ['standup', 'standup --copy yesterday', 'standup --for email week', 'standup 2026-05-11..2026-05-15'],
  dayless: true,
  async ask(cli, _, { when, date, copy, for: form = 'slack' }) {
    if (when !== undefined && date !== undefined)
      throw usageFault('Two days are named.', 'Leave out --date or the day.')
    const days = daysOf(when ?? date, dayAt(cli.app.clock(), cli.settings.diary.timezone))
    const answer = await cli.call('diary_standup', days).catch(async error => {
      if (!(error instanceof Refused) || error.exit !== faultTable.NOT_FOUND.exit) throw error
      await readDays(cli, days)
      return cli.call('diary_standup', days)
    })
    return { ...answer, form, copied: copy === true ? copyToClipboard(answer[form]) : null }
  },
  json: ({ days, subject, form, ...texts }) => ({ days, subject, form, text: texts[form] }),
  show({ form, subject, copied, ...texts }, page) {
    page.block(form === 'email' ? `Subject: ${subject}\n\n${texts[form]}` : texts[form])
    page.note(
      copied === true && `Copied for ${standupNames[form]}.`,
      copied === false && 'No program that sets the clipboard was found (pbcopy, wl-copy, xclip, xsel, clip.exe).',
    )
  },
  exit: ({ copied }) => (copied === false ? 1 : 0),
})

/** Days that were not read yet are read first, by the built-in reader. */
async function readDays({ call, app, page }: DiaryCli, { date, week, ...span }: Input<'diary_standup'>): Promise<void> {
  page.note('No report yet; reading the transcripts on this machine …')
  const named = date !== undefined ? { from: date, to: date } : week !== undefined ? daysOfWeek(week) : span
  const { build_id } = await call('diary_build', named?.from === undefined ? { newest: 1 } : named)
  await app.jobs.wait(build_id)
}

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
