import { fallbackProject, findProject, type InProject, withRole } from '../projects/store.ts'
import type { RecordsContext } from './context.ts'

/** The project that is named or that the caller works on, without a look at sessions: what orients a chat must not need one. */
export function findNamedProject(
  ref: string | undefined,
  { db, call }: Pick<RecordsContext, 'db' | 'call'>,
): Promise<InProject> {
  return db.read(async tx => {
    const found = ref === undefined ? fallbackProject(tx, call, call.project) : findProject(tx, call, ref)
    return withRole(tx, call, await found)
  })
}
