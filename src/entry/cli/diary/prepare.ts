import { diaryPrepare } from '../../../diary/operations/diary-prepare.ts'
import { usageFault } from '../failure.ts'
import type { Accepted, DiaryVerb } from './verb.ts'
import { counted } from './words.ts'

interface Options {
  refresh?: true
  force?: true
}

export const prepare: DiaryVerb<[], Options, Accepted<typeof diaryPrepare.output>> = {
  usage: 'prepare',
  summary: 'gather what all agents did on a day, ready to be read',
  options: [
    ['--refresh', 'read the transcripts again; what was written and still holds is kept'],
    ['--force', 'make the day anew; what was written is moved to previous/'],
  ],
  examples: ['prepare', 'prepare --yesterday', 'prepare --date 2026-05-12 --timezone Europe/Berlin --refresh'],
  progress: true,
  ask({ call, day, settings }, { refresh, force }) {
    if (refresh && force) throw usageFault('--refresh keeps what --force throws away.', 'Use one of the two.')
    const mode = force ? 'rebuild' : refresh ? 'refresh' : 'reuse'
    return call(diaryPrepare, { date: day, timezone: settings.diary.timezone, mode })
  },
  show({ date, result, counters }, page) {
    const count = (name: string) => Number(counters[name] ?? 0)
    const turns = count('turns_in_window')
    page.line(`${page.colors.bold(date)}  ${result}`)
    page.line(
      [
        counted(turns, 'turn'),
        `in ${counted(count('sessions_selected'), 'session')}`,
        `of ${counted(count('projects'), 'project')}`,
      ].join(' '),
    )
    if (count('chains_carried') + count('chains_dropped') > 0) {
      page.line(
        `${counted(count('chains_carried'), 'chain')} kept, ${count('chains_dropped')} dropped with their turns`,
      )
    }
    if (count('malformed_lines') > 0) {
      page.note(`${counted(count('malformed_lines'), 'line')} of all transcripts could not be read.`)
    }
    page.note(
      turns === 0
        ? 'No agent was asked anything on that day. Where transcripts are looked for: daybook diary sources'
        : result === 'reused'
          ? `It was there already and is left as it is. Report it: daybook diary generate --date ${date}`
          : `Next: daybook diary generate --date ${date}`,
    )
  },
}
