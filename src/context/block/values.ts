import type { Values } from '../library/placeholders.ts'
import type { TextKey } from '../schema.ts'
import type { BlockFacts } from './facts.ts'

/** Every name that prompts and statements may ask for; those without a value are here with an empty text. */
export function placeholderValues(facts: BlockFacts, texts: Readonly<Record<TextKey, string>>): Values {
  const { row, slice, taskFile, instruction, developmentPhase, workType, currentDate } = facts
  const [, index = '', name = ''] = /^(\d+)-slice\.(.*)$/s.exec(slice.replace(/\.md$/, '')) ?? []
  const date = row.project_date ?? ''
  return new Map([
    ['project', row.name],
    ['projectName', row.name],
    ['projectId', row.id],
    ['description', row.description],
    ['template', row.template],
    ['slice', slice],
    ['sliceindex', index],
    ['slicename', name],
    ['taskFile', taskFile],
    ['task-file', taskFile],
    ['instruction', instruction],
    ['developmentPhase', developmentPhase],
    ['development-phase', developmentPhase],
    ['phase', developmentPhase],
    ['workType', workType],
    ['projectDate', date],
    ['project-date', date],
    ['projectdate', date],
    ['currentDate', currentDate],
    ['isMonorepo', String(row.is_monorepo === 1)],
    ...Object.entries(texts),
  ])
}
