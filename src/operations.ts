import type { AppContext } from './app.ts'
import { contextFiles, contextOperations } from './context/operations.ts'
import { diaryFiles, diaryOperations } from './diary/operations.ts'
import { homeFiles, homeOperations } from './home/operations.ts'
import type { Operation } from './kernel/operation.ts'
import { recordsFiles, recordsOperations } from './records/operations.ts'
import { roomFolders, roomOperations } from './room/operations.ts'

/** Every operation, in the order agents and people see them. */
export const operations: readonly Operation<AppContext>[] = [
  ...recordsOperations,
  ...diaryOperations,
  ...contextOperations,
  ...roomOperations,
  ...homeOperations,
]

const files = { ...recordsFiles, ...diaryFiles, ...contextFiles, ...roomFolders, ...homeFiles }

/** The module that declares each operation, by its name, so that it can be loaded without the others. */
export const operationModules: { readonly [operation: string]: string } = Object.fromEntries(
  operations.map(({ name, toolset }) => [name, `${toolset}/${files[name] ?? name.replaceAll('_', '-')}`]),
)

const byName = new Map(operations.map(operation => [operation.name, operation]))

export function operationNamed(name: string): Operation<AppContext> | undefined {
  return byName.get(name)
}
