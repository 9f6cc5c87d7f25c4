import { callOperation } from '../../../projects/door.ts'
import { localPrincipal } from '../../../projects/roles.ts'
import type { TaskContext } from '../producer.ts'

export interface Refusal {
  path: string
  message: string
  hint: string
}

/** Calls an operation in the workspace of the task, as the mode `model`; answers what is wrong, or nothing. */
export async function perform(ctx: TaskContext, name: string, args: object): Promise<Refusal[]> {
  // The operations know of generation, so generation learns of them only when it runs.
  const { diaryOperations } = await import('../../operations.ts')
  const operation = diaryOperations.find(each => each.name === name)
  if (!operation) throw new Error(`No operation ${name}.`)
  const { db, clock, log, workspace } = ctx
  const diary = { ...ctx.diary, workspace: workspace.root, actor: undefined }
  const call = { principal: localPrincipal, by: 'model' }
  const { result } = await callOperation(operation, args, { db, clock, log, diary, call })
  return result.status === 'invalid' && Array.isArray(result.errors) ? result.errors : []
}
