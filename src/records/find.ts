import { findProject, type InProject, projectById, withRole } from '../projects/store.ts'
import type { RecordsContext } from './context.ts'
import { contradiction, noSession, projectOfRead, projectOfRecord, scopeOfRead } from './locate.ts'
import { aim, type SessionArguments } from './session.ts'
import { loadSession } from './store/sessions.ts'

// How the operations of this part find the project they are about, for the door to look at the caller's role in it.

type Ctx = Pick<RecordsContext, 'db' | 'call' | 'makeSessionId'>

interface Named {
  project_id?: string | undefined
  session_id?: string | undefined
}

/** The project that is named, or that the session, the process or the caller stands for. */
export function inProject(input: Named, { db, call }: Ctx): Promise<InProject> {
  return db.read(async tx => withRole(tx, call, await projectOfRead(tx, call, input)))
}

/** The project of the record that a field names. */
export function aroundRecord<F extends string>(field: F) {
  return (input: { [field in F]: string }, { db, call }: Ctx): Promise<InProject> =>
    projectOfRecord(db, call, field, input[field])
}

/** The same where the record may be left out. */
export function belowRecord<F extends string>(field: F) {
  return (input: Named & { [field in F]?: string | null | undefined }, { db, call }: Ctx): Promise<InProject> =>
    db.read(async tx => {
      const { project } = await scopeOfRead(tx, call, input, { field, id: input[field] || undefined })
      return withRole(tx, call, project)
    })
}

/** The project of the session that a call continues, or would begin. */
export function inSession(input: SessionArguments, ctx: Ctx): Promise<InProject> {
  return ctx.db.read(async tx => {
    const aimed = await aim(tx, ctx, input)
    if (!aimed.session) throw noSession()
    return withRole(tx, ctx.call, await projectById(tx, aimed.project))
  })
}

/** The same for ending one: its project tells whether the caller may end the session of somebody else. */
export async function ofAnySession(input: SessionArguments, ctx: Ctx): Promise<InProject> {
  const { call } = ctx
  const foreign = await ctx.db.read(async tx => {
    const session = input.session_id === undefined ? undefined : await loadSession(tx, input.session_id)
    if (!session || session.principal_id === call.principal) return undefined
    return withRole(tx, call, await projectById(tx, session.project_id)).catch(() => undefined)
  })
  return foreign?.role === 'admin' ? foreign : inSession(input, ctx)
}

/** Where a new record goes: below its parent, into the project that is named, or where the session is. */
export function forNewRecord(
  input: Named & SessionArguments & { parent_id?: string | null | undefined },
  ctx: Ctx,
): Promise<InProject> {
  const { call } = ctx
  return ctx.db.read(async tx => {
    const around = input.parent_id ? await projectOfRecord(tx, call, 'parent_id', input.parent_id) : undefined
    const asked = input.project_id === undefined ? undefined : await findProject(tx, call, input.project_id)
    if (around && asked && asked.id !== around.project.id) throw contradiction()
    const named = around?.project ?? asked
    const { project } = await aim(tx, ctx, input, named?.id)
    return around ?? withRole(tx, call, named ?? (await projectById(tx, project)))
  })
}
