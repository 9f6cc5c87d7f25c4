import { filesOf, type Operation } from '../kernel/operation.ts'
import type { ContextContext } from './context.ts'
import * as blocks from './operations/blocks.ts'
import * as compaction from './operations/compaction.ts'
import * as projectFields from './operations/project-fields.ts'
import * as projects from './operations/projects.ts'
import * as prompts from './operations/prompts.ts'
import * as summaries from './operations/summaries.ts'
import * as transfer from './operations/transfer.ts'
import * as trash from './operations/trash.ts'

/** The part's operations in wire order: the eight that agents see, then those for people. */
export const contextOperations = [
  blocks.contextBuild,
  summaries.contextSummarize,
  projects.projectList,
  projects.projectGet,
  projectFields.projectUpdate,
  prompts.promptList,
  prompts.promptGet,
  blocks.templatePreview,
  projects.projectCreate,
  projectFields.projectEdit,
  projects.projectAbout,
  trash.projectDelete,
  trash.projectTrash,
  trash.projectRestore,
  trash.projectPurge,
  transfer.projectImport,
  transfer.projectExport,
  projects.projectLink,
  projects.projectUnlink,
  summaries.contextHistory,
  summaries.contextRestore,
  compaction.contextKeep,
  compaction.contextDropped,
] as const satisfies readonly Operation<ContextContext>[]

/** The operations that share a file of `operations/` with others, with its name. */
export const contextFiles = filesOf({
  blocks,
  compaction,
  'project-fields': projectFields,
  projects,
  prompts,
  summaries,
  transfer,
  trash,
})
