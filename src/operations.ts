import type { AppContext } from './app.ts'
import { contextOperations } from './context/operations.ts'
import { diaryOperations } from './diary/operations.ts'
import type { Operation } from './kernel/operation.ts'
import { recordsOperations } from './records/operations.ts'
import { roomOperations } from './room/operations.ts'

/** Every operation, in the order agents and people see them. */
export const operations: readonly Operation<AppContext>[] = [
  ...recordsOperations,
  ...diaryOperations,
  ...contextOperations,
  ...roomOperations,
]

const byName = new Map(operations.map(operation => [operation.name, operation]))

export function operationNamed(name: string): Operation<AppContext> | undefined {
  return byName.get(name)
}
