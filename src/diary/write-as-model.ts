import { callOperation } from '../projects/call-operation.ts'
import { localPrincipal } from '../projects/roles.ts'
import type { DiaryContext } from './context.ts'
import { diaryOperations } from './operations.ts'
import type { Problem } from './rejection.ts'

/** Calls a writing operation in a workspace as the mode `model`; answers what is wrong, or nothing. */
export async function writeAsModel(
  ctx: Omit<DiaryContext, 'call'>,
  name: string,
  args: object,
  workspace: string,
): Promise<Problem[]> {
  const operation = diaryOperations.find(each => each.name === name)
  if (!operation) throw new Error(`No operation ${name}.`)
  const diary = { ...ctx.diary, workspace, actor: undefined }
  const call = { principal: localPrincipal, by: 'model' }
  const { result } = await callOperation(operation, args, { ...ctx, diary, call })
  return result.status === 'invalid' && Array.isArray(result.errors) ? result.errors : []
}
