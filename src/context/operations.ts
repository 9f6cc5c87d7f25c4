import type { Operation } from '../kernel/operation.ts'
import type { ContextContext } from './context.ts'
import { contextBuild } from './operations/context-build.ts'
import { contextHistory } from './operations/context-history.ts'
import { contextRestore } from './operations/context-restore.ts'
import { contextSummarize } from './operations/context-summarize.ts'
import { projectAbout } from './operations/project-about.ts'
import { projectCreate } from './operations/project-create.ts'
import { projectDelete } from './operations/project-delete.ts'
import { projectEdit } from './operations/project-edit.ts'
import { projectExport } from './operations/project-export.ts'
import { projectGet } from './operations/project-get.ts'
import { projectImport } from './operations/project-import.ts'
import { projectLink } from './operations/project-link.ts'
import { projectList } from './operations/project-list.ts'
import { projectPurge } from './operations/project-purge.ts'
import { projectRestore } from './operations/project-restore.ts'
import { projectTrash } from './operations/project-trash.ts'
import { projectUnlink } from './operations/project-unlink.ts'
import { projectUpdate } from './operations/project-update.ts'
import { promptGet } from './operations/prompt-get.ts'
import { promptList } from './operations/prompt-list.ts'
import { templatePreview } from './operations/template-preview.ts'

/** The part's operations in wire order: the eight that agents see, then those for people. */
export const contextOperations = [
  contextBuild,
  contextSummarize,
  projectList,
  projectGet,
  projectUpdate,
  promptList,
  promptGet,
  templatePreview,
  projectCreate,
  projectEdit,
  projectAbout,
  projectDelete,
  projectTrash,
  projectRestore,
  projectPurge,
  projectImport,
  projectExport,
  projectLink,
  projectUnlink,
  contextHistory,
  contextRestore,
] as const satisfies readonly Operation<ContextContext>[]
