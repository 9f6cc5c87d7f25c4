import { findProject, type InProject, projectById, projectMeant, withRole } from '../projects/store.ts'
import type { RecordsContext } from './context.ts'
import { projectMismatch, projectOfRecord, resolveProject, resolveScope, sessionNotFound } from './locate.ts'
import { resolveSession, type SessionArguments } from './session.ts'
import { loadSession } from './store/sessions.ts'

// How an operation finds its project; `callOperation` then checks the caller's role in it.

type Ctx = Pick<RecordsContext, 'db' | 'call' | 'makeSessionId'>

interface Named {
  project_id?: string | undefined
  session_id?: string | undefined
}

/** The named project, or that of the session, the process or the caller's default. */
export function findByProject(input: Named, { db, call }: Ctx): Promise<InProject> {
  return db.read(async tx => withRole(tx, call, await resolveProject(tx, call, input)))
}

/** The project of the record that a field names. */
export function findByRecord<F extends string>(field: F) {
  return (input: { [field in F]: string }, { db, call }: Ctx): Promise<InProject> =>
    projectOfRecord(db, call, field, input[field])
}

/** Like findByRecord where the record may be left out. */
export function findByOptionalRecord<F extends string>(field: F) {
  return (input: Named & { [field in F]?: string | null | undefined }, { db, call }: Ctx): Promise<InProject> =>
    db.read(async tx => {
      const { project } = await resolveScope(tx, call, input, { field, id: input[field] || undefined })
      return withRole(tx, call, project)
    })
}

/** The project of the caller's session. */
export function findBySession(input: SessionArguments, ctx: Ctx): Promise<InProject> {
  return ctx.db.read(async tx => {
    const resolved = await resolveSession(tx, ctx, input)
    if (!resolved.session) throw sessionNotFound()
    return withRole(tx, ctx.call, await projectById(tx, resolved.project))
  })
}

/** Like findBySession, but an admin may also name another person's session. */
export async function findByAnySession(input: SessionArguments, ctx: Ctx): Promise<InProject> {
  const { call } = ctx
  const foreign = await ctx.db.read(async tx => {
    const session = input.session_id === undefined ? undefined : await loadSession(tx, input.session_id)
    if (!session || session.principal_id === call.principal) return undefined
    return withRole(tx, call, await projectById(tx, session.project_id)).catch(() => undefined)
  })
  return foreign?.role === 'admin' ? foreign : findBySession(input, ctx)
}

/** The project of a new record: its parent's, the named one, or the session's. */
export function findForNewRecord(
  input: Named & SessionArguments & { parent_id?: string | null | undefined },
  ctx: Ctx,
): Promise<InProject> {
  const { call } = ctx
  return ctx.db.read(async tx => {
    const byParent = input.parent_id ? await projectOfRecord(tx, call, 'parent_id', input.parent_id) : undefined
    const named = input.project_id === undefined ? undefined : await findProject(tx, call, input.project_id)
    if (byParent && named && named.id !== byParent.project.id) throw projectMismatch()
    const known = byParent?.project ?? named
    const { project } = await resolveSession(tx, ctx, input, known?.id)
    return byParent ?? withRole(tx, call, known ?? (await projectById(tx, project)))
  })
}

/** The project that is named or that the caller works on, without a look at sessions: what orients a chat must not need one. */
export function findNamedProject(
  ref: string | undefined,
  { db, call }: Pick<RecordsContext, 'db' | 'call'>,
): Promise<InProject> {
  return db.read(async tx => {
    const found = ref === undefined ? projectMeant(tx, call) : findProject(tx, call, ref)
    return withRole(tx, call, await found)
  })
}
