import { diaryDays } from '../../../diary/operations/diary-days.ts'
import { rows } from '../rows.ts'
import type { Accepted, DiaryVerb } from './verb.ts'
import { head, numberIn } from './words.ts'

export const list: DiaryVerb<[], { limit?: string }, Accepted<typeof diaryDays.output>> = {
  usage: 'list',
  summary: 'the days that were prepared, newest first',
  options: [['--limit <n>', 'at most so many (default 30)']],
  examples: ['list', 'list --limit 7 --json'],
  dayless: true,
  ask: ({ call }, { limit }) => call(diaryDays, { limit: numberIn(limit, '--limit') }),
  show({ days }, page) {
    const { colors } = page
    if (days.length === 0) {
      page.note('No day was prepared yet. Begin with: daybook diary prepare')
      return
    }
    const names = ['day', 'status', 'projects', 'turns', 'evidence', 'covered', 'report']
    const table = days.map(({ date, day_status, projects, turns, chains, covered_turns, has_report }) => [
      { text: date, paint: colors.bold },
      day_status ?? 'unknown',
      String(projects),
      String(turns),
      { text: `${chains} of ${turns}`, paint: chains < turns ? colors.yellow : colors.green },
      { text: `${covered_turns} of ${turns}`, paint: covered_turns < turns ? colors.yellow : colors.green },
      has_report ? 'yes' : 'no',
    ])
    page.data(rows([head(names, colors), ...table], page))
  },
}
