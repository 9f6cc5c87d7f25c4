import { type Kysely, sql } from 'kysely'
import { startEarly, type Tx } from '../db/db.ts'
import { rowOf, statement } from '../db/statement.ts'
import { deleteFrom, insertInto, selectFrom, updateIn } from '../db/table-statements.ts'
import type { ProjectRow, Tables } from '../db/tables.ts'
import type { Call, Identity, TokenScope } from '../kernel/call.ts'
import { Fault } from '../kernel/fault.ts'
import type { Role } from '../kernel/operation.ts'
import { trimOf } from '../kernel/text.ts'
import { projectAtFolder } from './at-folder.ts'
import { atLeast, isOwner, localPrincipal } from './roles.ts'

export const defaultProjectId = 'default'

const byIdIgnoringCase = statement((q, a: { id: string; principal: string }) =>
  projectsFor(q, a.principal).where(sql`lower(projects.id)`, '=', a.id).where('deleted_ts', 'is', null),
)
const everyProject = statement((q, a: { principal: string }) =>
  projectsFor(q, a.principal).where('deleted_ts', 'is', null).orderBy('created').orderBy('id'),
)
const byId = selectFrom('projects', { where: ['id'] })
const byIdLocked = selectFrom('projects', { where: ['id'], forUpdate: true })
const idTaken = statement((q, a: { id: string }) =>
  q.selectFrom('projects').select('id').where(sql`lower(id)`, '=', a.id),
)
const insert = statement(
  (q, a: { id: string; name: string; description: string; created: string; updated: string } & ProjectFacet) =>
    q.insertInto('projects').values({
      ...rowOf(a, ['id', 'name', 'description', 'created', 'updated', ...facetColumns]),
      last_ts: a.created,
      tick: 0,
      deleted_ts: null,
      purged_ts: null,
    }),
)
const insertMember = insertInto('project_members', ['project_id', 'principal_id', 'role'], {
  on: ['project_id', 'principal_id'],
  set: ['role'],
})
const deleteMember = deleteFrom('project_members', ['project_id', 'principal_id'])
const memberRole = selectFrom('project_members', { columns: ['role'], where: ['project_id', 'principal_id'] })
const principalDefault = selectFrom('principals', { columns: ['default_project_id'], where: ['id'] })
const setTick = updateIn('projects', ['tick', 'last_ts'], ['id'])

/** Projects, each with the role a principal holds in it. */
export function projectsFor(q: Kysely<Tables>, principal: string) {
  return q
    .selectFrom('projects')
    .leftJoin('project_members as mine', join =>
      join.onRef('mine.project_id', '=', 'projects.id').on('mine.principal_id', '=', principal),
    )
    .selectAll('projects')
    .select('mine.role as held_role')
}

/** What the caller is in a project: its membership, within the limits of its token. */
export async function roleIn(tx: Tx, who: Identity, projectId: string): Promise<Role | undefined> {
  if (who.principal === localPrincipal || !isInScope(who.scope, projectId)) return roleOf(who, projectId, null)
  const key = `${who.principal} ${projectId}`
  const known = heldRoles(tx)
  const held =
    known.get(key) ?? startEarly(tx.first(memberRole, { project_id: projectId, principal_id: who.principal }))
  known.set(key, held)
  return roleOf(who, projectId, (await held)?.role ?? null)
}

/** The same where the membership has come along with something else. */
export function roleOf({ principal, scope }: Identity, projectId: string, heldRole: string | null): Role | undefined {
  if (!isInScope(scope, projectId)) return undefined
  // The column holds what setRole wrote.
  const held = principal === localPrincipal ? 'admin' : ((heldRole ?? undefined) as Role | undefined)
  const highest = scope?.role
  return held && highest && atLeast(held, highest) ? highest : held
}

type RoleLookup = Promise<{ role: string } | undefined>

/** The memberships a transaction has looked up: several of its steps ask for the same one. */
const heldRolesOf = new WeakMap<Tx, Map<string, RoleLookup>>()

function heldRoles(tx: Tx): Map<string, RoleLookup> {
  const known = heldRolesOf.get(tx) ?? new Map<string, RoleLookup>()
  heldRolesOf.set(tx, known)
  return known
}

/** Keeps a membership that has come along with something else. */
export function keepRole(tx: Tx, principal: string, projectId: string, role: string | null): void {
  heldRoles(tx).set(`${principal} ${projectId}`, Promise.resolve(role === null ? undefined : { role }))
}

function isInScope(scope: TokenScope | undefined, projectId: string): boolean {
  return scope?.projects?.includes(projectId) ?? true
}

/** Every project the caller has a role in, oldest first; to the caller the others do not exist. */
export async function visibleProjects(tx: Tx, who: Identity): Promise<(ProjectRow & { role: Role })[]> {
  const rows = await tx.all(everyProject, { principal: who.principal })
  return rows.flatMap(({ held_role, ...project }) => {
    const role = roleOf(who, project.id, held_role)
    return role ? [{ ...project, role }] : []
  })
}

/** By id ignoring case, then by exact name, then by name ignoring case; where several projects have the name, none is guessed. */
export async function findProject(tx: Tx, who: Identity, ref: string): Promise<ProjectRow> {
  const byId = await tx.first(byIdIgnoringCase, { id: ref.toLowerCase(), principal: who.principal })
  if (byId) {
    const { held_role, ...project } = byId
    keepRole(tx, who.principal, project.id, held_role)
    if (await roleIn(tx, who, project.id)) return project
  }
  // Names are compared here because the engines' own lower() disagree beyond ASCII.
  const visible = await visibleProjects(tx, who)
  const exact = visible.filter(row => row.name === ref)
  const named = exact.length > 0 ? exact : visible.filter(row => row.name.toLowerCase() === ref.toLowerCase())
  if (named.length === 1 && named[0]) return named[0]
  const candidates = named.map(row => row.id)
  throw new Fault(
    'PROJECT_NOT_FOUND',
    candidates.length > 1 ? 'Several projects have that name.' : 'No such project.',
    {
      details: { given: ref, ...(candidates.length > 1 && { candidates }) },
    },
  )
}

/** What an operation works on when nothing it was given names a project: the pin, the caller's default, `default`. */
export async function fallbackProject(tx: Tx, who: Identity, pin: string | undefined): Promise<ProjectRow> {
  if (pin !== undefined) return findProject(tx, who, pin)
  const row = await tx.first(principalDefault, { id: who.principal })
  return findProject(tx, who, row?.default_project_id ?? defaultProjectId)
}

/** The same for a call: its pin, then the project of the repository that the caller works in. */
export async function projectMeant(tx: Tx, call: Call): Promise<ProjectRow> {
  const near =
    call.project === undefined && call.folder !== undefined ? await projectAtFolder(tx, call.folder) : undefined
  // A database that others share has folders of other machines, too.
  if (near !== undefined && (await roleIn(tx, call, near))) return projectById(tx, near)
  return fallbackProject(tx, call, call.project)
}

export async function projectById(tx: Tx, id: string): Promise<ProjectRow> {
  return requireLive(await tx.first(byId, { id }), id)
}

/** Locks the project's row until commit: writes of a project happen one after the other. */
export async function lockProject(tx: Tx, id: string): Promise<ProjectRow> {
  return requireLive(await tx.first(byIdLocked, { id }), id)
}

export interface InProject {
  project: ProjectRow
  role: Role
}

/** A project and the caller's role in it; to a caller without a role it does not exist. */
export async function withRole(tx: Tx, who: Identity, project: ProjectRow): Promise<InProject> {
  const role = await roleIn(tx, who, project.id)
  if (!role) throw new Fault('PROJECT_NOT_FOUND', 'No such project.', { details: { given: project.id } })
  return { project, role }
}

async function isProjectIdTaken(tx: Tx, id: string): Promise<boolean> {
  return (await tx.first(idTaken, { id: id.toLowerCase() })) !== undefined
}

/** The short fields Context keeps in the shared row, with their values in a new project. */
export const emptyFacet = {
  template: 'default',
  slice: '',
  task_file: '',
  instruction: 'implementation',
  development_phase: null,
  work_type: null,
  project_date: null,
  is_monorepo: 0,
  is_monorepo_enabled: null,
  project_path: null,
} satisfies Partial<ProjectRow>
export type ProjectFacet = Pick<ProjectRow, keyof typeof emptyFacet>
export const facetColumns = Object.keys(emptyFacet) as (keyof ProjectFacet)[]

interface NewProject {
  id: string
  name: string
  description: string
  now: string
  /** Where it differs from now: an imported project was changed before it came here. */
  updated?: string
  owner: string
  facet?: ProjectFacet
}

export async function insertProject(tx: Tx, { now, updated = now, owner, facet, ...named }: NewProject): Promise<void> {
  await tx.run(insert, { ...emptyFacet, ...facet, ...named, created: now, updated })
  await setRole(tx, named.id, owner, 'admin')
}

/**
 * The id of a project to be made: the wanted one if it is free, else one made from its name. To others than the owner an
 * id must not reveal projects they cannot see: theirs are made with a random part, and an id they ask for is
 * refused alike whether a project has it, had it, or the server reserves it.
 */
export async function idForNewProject(
  tx: Tx,
  who: Identity,
  { id, name }: { id?: string | undefined; name: string },
): Promise<string> {
  if (id === undefined) return isOwner(who) ? freeProjectId(tx, name) : randomProjectId(tx, name)
  const isKept = !isOwner(who) && reservedIds.has(id.toLowerCase())
  if (isKept || (await isProjectIdTaken(tx, id))) {
    throw new Fault('PROJECT_EXISTS', 'That project id is taken.', { details: { id } })
  }
  return id
}

const reservedIds: ReadonlySet<string> = new Set(
  'admin api archive backup context daybook default diary docs feed health internal local main mcp none null private project projects public records room root secret server shared system team test tmp trash undefined'.split(
    ' ',
  ),
)

async function randomProjectId(tx: Tx, name: string): Promise<string> {
  for (;;) {
    const id = `${slugOf(name)}-${Buffer.from(crypto.getRandomValues(new Uint8Array(4))).toString('hex')}`
    if (!(await isProjectIdTaken(tx, id))) return id
  }
}

/** Made from a name: the first of its candidates that no project has, the trash included. */
export async function freeProjectId(tx: Tx, name: string): Promise<string> {
  for (const id of slugCandidates(name)) {
    if (!(await isProjectIdTaken(tx, id))) return id
  }
  throw new Error('Candidates never end.')
}

export async function setRole(tx: Tx, project: string, principal: string, role: Role): Promise<void> {
  await tx.run(insertMember, { project_id: project, principal_id: principal, role })
  heldRolesOf.delete(tx)
}

export async function removeRole(tx: Tx, project: string, principal: string): Promise<void> {
  await tx.run(deleteMember, { project_id: project, principal_id: principal })
  heldRolesOf.delete(tx)
}

/**
 * The next tick of a locked project and the time it carries; time never runs backwards within a project. The row is
 * locked, so its next values are known before they are written.
 */
export async function nextTick(tx: Tx, project: ProjectRow, now: string): Promise<{ tick: number; ts: string }> {
  const ts = now > project.last_ts ? now : project.last_ts
  const tick = project.tick + 1
  await tx.send(setTick, { id: project.id, tick, last_ts: ts })
  return { tick, ts }
}

function requireLive(row: ProjectRow | undefined, id: string): ProjectRow {
  if (row && row.deleted_ts === null) return row
  throw new Fault('PROJECT_NOT_FOUND', 'No such project.', { details: { given: id } })
}

export const projectIdShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** An id made from a display name: "Über-App (v2)" → "uber-app-v2". */
function slugOf(name: string): string {
  const dashed = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return trimOf(dashed, '-').slice(0, 40) || 'project'
}

/** slug, slug-2, slug-3, … */
function* slugCandidates(name: string): Generator<string> {
  const slug = slugOf(name)
  yield slug
  for (let n = 2; ; n++) yield `${slug}-${n}`
}
