import type { AppContext } from './app.ts'
import type { Operation } from './kernel/operation.ts'
import { createProject } from './records/operations/create-project.ts'
import { getProject } from './records/operations/get-project.ts'
import { listProjects } from './records/operations/list-projects.ts'

/** Every operation, in the order agents and people see them. */
export const operations: readonly Operation<AppContext>[] = [createProject, listProjects, getProject]

export function operationNamed(name: string): Operation<AppContext> | undefined {
  return operations.find(operation => operation.name === name)
}
