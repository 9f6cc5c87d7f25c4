import { join } from 'node:path'
import { diaryRender } from '../../../diary/operations/diary-render.ts'
import { diaryReport } from '../../../diary/operations/diary-report.ts'
import { workspaceFolder } from '../../../diary/settings.ts'
import { visible } from '../visible.ts'
import { gapsIn } from './report-parts.ts'
import type { Accepted, DiaryVerb } from './verb.ts'
import { counted } from './words.ts'

interface Rendered {
  result: Accepted<typeof diaryRender.output>
  gaps: string[]
  folder: string
  allowed: boolean
}

/** The report stands, but turns are in it about which nothing is claimed. */
const incompleteExit = 8

export const render: DiaryVerb<[], { allowGaps?: true }, Rendered> = {
  usage: 'render',
  summary: 'write daily-report.json, report.md and report.html from evidence and work items',
  options: [['--allow-gaps', 'also while turns are in no work item; they are listed as gaps']],
  examples: ['render --date 2026-05-12', 'render --yesterday --allow-gaps'],
  async ask({ call, target, settings }, { allowGaps = false }) {
    const result = await call(diaryRender, { ...target, allow_gaps: allowGaps })
    const { report } = await call(diaryReport, target)
    const folder = target.date ? workspaceFolder(settings.diary.root, target.date) : (settings.diary.workspace ?? '')
    return { result, gaps: gapsIn(report), folder, allowed: allowGaps }
  },
  json: ({ result }) => result,
  show({ result, gaps, folder }, page) {
    for (const file of result.files) page.line(visible(join(folder, file)))
    if (gaps.length > 0) {
      page.note(`Nothing is claimed about ${counted(gaps.length, 'turn')}: ${gaps.slice(0, 20).join(', ')}`)
    }
    page.note(`Confidence ${result.overall_confidence ?? 'n/a'}. Look at it: daybook diary open --date ${result.date}`)
  },
  exit: ({ gaps, allowed }) => (gaps.length > 0 && !allowed ? incompleteExit : 0),
}
