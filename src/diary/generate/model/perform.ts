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
  const input = args as never // The operation judges its arguments itself.
  const { status, errors } = await operation.run(input, {
    db,
    clock,
    log,
    diary,
    call: { principal: localPrincipal, by: 'model' },
  })
  if (status !== 'invalid') return []
  return Array.isArray(errors) ? errors : []
}
