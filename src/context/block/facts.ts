import type { ProjectRow } from '../../db/tables.ts'
import { flatten } from './flatten.ts'

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
