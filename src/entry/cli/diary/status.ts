import { diaryNext } from '../../../diary/operations/diary-next.ts'
import { diaryStatus } from '../../../diary/operations/diary-status.ts'
import { auditedFolders } from '../../../diary/prepare/audit.ts'
import { rows } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import { visible } from '../visible.ts'
import type { Accepted, DiaryVerb } from './verb.ts'
import { counted, head, heading } from './words.ts'

type Status = Accepted<typeof diaryStatus.output>
type Next = Accepted<typeof diaryNext.output>

interface Seen {
  status: Status
  missing: Next
  /** Real folders by project; empty unless asked for. */
  folders: ReadonlyMap<string, readonly string[]>
}

export const status: DiaryVerb<[], { verbose?: true }, Seen> = {
  usage: 'status',
  summary: 'how far a day is: counts, gaps, what to do next',
  options: [['-v, --verbose', 'with the real folders of the projects']],
  examples: ['status', 'status --yesterday -v'],
  async ask({ call, target, settings }, { verbose }) {
    const result = await call(diaryStatus, target)
    const missing = await call(diaryNext, { ...target, phase: 'evidence', limit: 20 })
    const folders = verbose ? await auditedFolders(settings.diary.root, result.date) : new Map<string, string[]>()
    return { status: result, missing, folders }
  },
  json: seen => seen.status,
  show({ status: day, missing, folders }, page) {
    const { colors, line } = page
    line(visible(`${colors.bold(day.date)}  ${day.timezone ?? ''}  ${day.day_status ?? ''}`))
    showProjects(day, folders, page)
    const { turns_without_chain, uncovered_turns } = missing.remaining
    if (turns_without_chain > 0) {
      heading(page, `Without evidence: ${counted(turns_without_chain, 'turn')}`)
      for (const { project_key, session_ref, turn_ref } of missing.items) {
        line(visible(`${project_key} ${session_ref}/${turn_ref}`))
      }
      if (turns_without_chain > missing.items.length) line(`… and ${turns_without_chain - missing.items.length} more`)
    }
    if (uncovered_turns > 0) page.note(`${counted(uncovered_turns, 'turn')} in no work item.`)
    for (const file of day.stale) page.note(`Stale: ${visible(file)}`)
    page.note(nextStep(day, uncovered_turns))
  },
}

function showProjects({ projects }: Status, folders: Seen['folders'], page: Terminal): void {
  if (projects.length === 0) return
  const { colors } = page
  const names = ['project', 'sessions', 'turns', 'evidence', 'covered', 'items', '']
  const table = projects.map(project => [
    { text: project.project_key, paint: colors.bold },
    String(project.sessions),
    String(project.turns),
    { text: String(project.chains), paint: project.chains < project.turns ? colors.yellow : colors.green },
    {
      text: String(project.covered_turns),
      paint: project.covered_turns < project.turns ? colors.yellow : colors.green,
    },
    String(project.work_items),
    (folders.get(project.project_key) ?? []).join(', '),
  ])
  page.data(rows([head(names, colors), ...table], page))
}

function nextStep({ date, projects, report, stale }: Status, uncovered: number): string {
  if (projects.length === 0) return 'No agent was asked anything on that day.'
  if (uncovered > 0) return `Next: daybook diary generate --date ${date}`
  if (!report.json || stale.length > 0) return `Next: daybook diary render --date ${date}`
  return `The report is written. Look at it: daybook diary open --date ${date}`
}
