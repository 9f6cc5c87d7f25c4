import type { RecentWorkItem } from '../../diary/ports/recent-work-items.ts'
import type { OpenRecord } from '../../records/open-records.ts'
import { type Piece, piece } from './draft.ts'
import { flatten } from './facts.ts'

export const maxRecords = 20
export const maxWorkItems = 10

const titleLength = 120
const summaryLength = 160

export function recordLine({ id, type, title, summary, version, modified_tick }: OpenRecord): Piece {
  const line = `- ${id} [${flatten(type, titleLength)}] ${flatten(title, titleLength)} — ${flatten(summary, summaryLength)}`
  return piece(line, { source: 'record', id, version, tick: modified_tick })
}

export function moreRecords(left: number): Piece {
  return piece(`- … and ${left} more open record${left === 1 ? '' : 's'} (list_records shows all)`, {
    source: 'record',
    id: 'list_records',
  })
}

export function workItemLine({ date, work_item_ref, title, outcome, project_key }: RecentWorkItem): Piece {
  const result = outcome === null ? '' : ` — ${flatten(outcome, summaryLength)}`
  return piece(`- ${date} ${work_item_ref}: ${flatten(title, titleLength)}${result}`, {
    source: 'work_item',
    id: `diary:${date}/${project_key}/${work_item_ref}`,
  })
}
