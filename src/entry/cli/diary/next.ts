import { diaryNext } from '../../../diary/operations/diary-next.ts'
import { usageFault } from '../failure.ts'
import { rows } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import type { Accepted, DiaryVerb } from './verb.ts'
import { counted, head, numberIn } from './words.ts'

interface Options {
  project?: string
  phase?: string
  limit?: string
}

type Next = Accepted<typeof diaryNext.output>

export const next: DiaryVerb<[], Options, Next> = {
  usage: 'next',
  summary: 'what is still to be done for a day: turns without evidence, then turns in no work item',
  options: [
    ['--project <key>', 'only this project'],
    ['--phase <phase>', 'evidence or synthesis'],
    ['--limit <n>', 'at most so many (default 5)'],
  ],
  examples: ['next --date 2026-05-12', 'next --phase synthesis --json'],
  ask({ call, target }, { project, phase, limit }) {
    if (phase !== undefined && phase !== 'evidence' && phase !== 'synthesis') {
      throw usageFault('No such phase.', 'The phases are evidence and synthesis.', { phase })
    }
    return call(diaryNext, { ...target, project_key: project, phase, limit: numberIn(limit, '--limit') })
  },
  show({ phase, items, remaining }, page) {
    if (phase === 'done') {
      page.note('Every turn is accounted for. Next: daybook diary render')
      return
    }
    if (phase === 'evidence') evidence(items, page)
    else synthesis(items, page)
    page.note(
      `${counted(remaining.turns_without_chain, 'turn')} without evidence, ${counted(remaining.uncovered_turns, 'turn')} in no work item.`,
    )
  },
}

function evidence(items: Next['items'], page: Terminal): void {
  const table = items.map(({ project_key, session_ref, turn_ref, start_line, end_line, span_sha256 }) => [
    String(project_key),
    String(session_ref),
    String(turn_ref),
    `${start_line}-${end_line}`,
    String(span_sha256).slice(0, 12),
  ])
  page.data(rows([head(['project', 'session', 'turn', 'lines', 'span'], page.colors), ...table], page))
}

function synthesis(items: Next['items'], page: Terminal): void {
  for (const { project_key, next_work_item_ref, uncovered_turns } of items) {
    const turns = Array.isArray(uncovered_turns) ? uncovered_turns : []
    page.data(rows([[String(project_key), `next ${next_work_item_ref}`, counted(turns.length, 'turn')]], page))
    const table = turns.map(({ session_ref, turn_ref, has_chain }) => [
      String(session_ref),
      String(turn_ref),
      has_chain ? '' : 'no evidence',
    ])
    page.data(rows(table, page, '  '))
  }
}
