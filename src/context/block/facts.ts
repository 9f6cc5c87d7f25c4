import type { ProjectRow } from '../../db/tables.ts'
import type { RecentWorkItem } from '../../diary/ports/recent-work-items.ts'
import type { OpenRecord } from '../../records/open-records.ts'
import { type Piece, piece } from './draft.ts'

/** What a block needs to know of its project, overrides applied. */
export interface BlockFacts {
  row: ProjectRow
  slice: string
  taskFile: string
  instruction: string
  developmentPhase: string
  workType: 'start' | 'continue'
  currentDate: string
}

/** One `key: value` line for everything that has a value, and nothing else. */
export function factLines({ row, slice, taskFile, developmentPhase, currentDate }: BlockFacts): string {
  const monorepo = row.is_monorepo === 1
  const facts: [key: string, value: string][] = [
    ['project', row.name],
    ['description', flatten(row.description, 300)],
    ['template', monorepo && row.template !== 'default' ? row.template : ''],
    ['currentDate', currentDate],
    ['projectDate', row.project_date ?? ''],
    ['slice', slice],
    ['taskFile', taskFile],
    ['phase', developmentPhase],
    ['monorepo', monorepo ? 'yes' : ''],
  ]
  return facts
    .filter(([, value]) => value.trim() !== '')
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n')
}

/** Data from elsewhere on one line: line breaks and control characters become a space, the end is cut. */
function flatten(text: string, most: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the point
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
  const characters = line.length <= most ? [] : [...line]
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}

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
