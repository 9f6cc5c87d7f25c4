import { canonChecker } from './canon-checker.ts'
import { consistencyChecker } from './consistency-checker.ts'
import { fileLocator } from './file-locator.ts'
import { fileReader } from './file-reader.ts'
import { outlineAnalyzer } from './outline-analyzer.ts'
import { proseAnalyzer } from './prose-analyzer.ts'
import { sceneDraftValidator } from './scene-draft-validator.ts'
import { searchIssues } from './search-issues.ts'
import { taskRouter } from './task-router.ts'
import { type Tool, toolIds } from './tool.ts'

/** Checks that the list is closed: every id has one executor, in the order of the ids. */
export function registryOf(tools: readonly Tool[]): readonly Tool[] {
  const ids = tools.map(tool => tool.id)
  if (ids.join() !== toolIds.join()) throw new Error('Every tool id needs one executor, in the order of the ids.')
  return tools
}

/** The nine tools, in the order of every catalog. */
export const tools = registryOf([
  fileLocator,
  fileReader,
  outlineAnalyzer,
  canonChecker,
  taskRouter,
  searchIssues,
  proseAnalyzer,
  consistencyChecker,
  sceneDraftValidator,
])

export function toolOf(id: string): Tool | undefined {
  return tools.find(tool => tool.id === id)
}
