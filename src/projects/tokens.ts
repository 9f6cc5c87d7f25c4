import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { deleteFrom, insertInto, selectFrom, updateIn } from '../db/table-statements.ts'
import type { TokenRow } from '../db/tables.ts'
import { sha256 as hashOf } from '../files/sha256.ts'
import type { Identity } from '../kernel/call.ts'
import { Fault } from '../kernel/fault.ts'
import { makeHandle } from '../kernel/handles.ts'
import { type Role, roles } from '../kernel/operation.ts'
import { localIdentity } from './roles.ts'
import { findProject, removeRole, setRole } from './store.ts'

const principalIdShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

export interface TokenSummary {
  /** The first digits of the token's hash: enough to name it, useless to log in with. */
  id: string
  principal: string
  label: string
  created: string
  /** Null for one that never ends. */
  expires: string | null
  /** The only projects it opens; null for all of its principal's. */
  projects: string[] | null
  /** The highest role it acts with; null for whatever its principal has. */
  role: Role | null
}

const principalById = statement((q, a: { id: string }) =>
  q.selectFrom('principals').select(['id', 'name']).where(sql`lower(id)`, '=', a.id),
)
const insertPrincipal = insertInto('principals', ['id', 'name', 'default_project_id'])
const insertToken = insertInto('tokens', ['sha256', 'principal_id', 'label', 'created', 'expires', 'projects', 'role'])
const setExpiry = updateIn('tokens', ['expires'], ['sha256'])
const everyToken = selectFrom('tokens', { orderBy: ['created', 'sha256'] })
const byHash = selectFrom('tokens', { where: ['sha256'] })
const anyToken = selectFrom('tokens', { columns: ['principal_id'], limit: 1 })
const deleteToken = deleteFrom('tokens', ['sha256'])
const everyMember = statement(q =>
  q
    .selectFrom('project_members')
    .innerJoin('principals', 'principals.id', 'project_members.principal_id')
    .select(['project_id', 'principal_id', 'role', 'name'])
    .orderBy('project_id')
    .orderBy('principal_id'),
)

/** A user that tokens and memberships can be given to; the id is unique ignoring case. */
export async function createPrincipal(tx: Tx, { id, name = id }: { id: string; name?: string }): Promise<void> {
  if (!principalIdShape.test(id)) {
    throw new Fault('INVALID_INPUT', 'A principal id is 1 to 64 letters, digits, ".", "_" or "-".', {
      details: { fields: [{ path: 'principal', rule: 'letters, digits, ".", "_" and "-", at most 64' }] },
      hint: 'Choose an id such as "anna" or "build-bot".',
    })
  }
  if (await tx.first(principalById, { id: id.toLowerCase() })) {
    throw new Fault('INVALID_INPUT', 'That principal exists already.', {
      details: { reason: 'principal_exists', principal: id },
      hint: 'Add a token for it, or choose another id.',
    })
  }
  await tx.run(insertPrincipal, { id, name, default_project_id: null })
}

/** The id as it was created, whatever case it is given in. */
export async function findPrincipal(tx: Tx, id: string): Promise<string | undefined> {
  return (await tx.first(principalById, { id: id.toLowerCase() }))?.id
}

export interface NewToken {
  principal: string
  label: string
  now: string
  /** Never, when it is left out. */
  expires?: string | null
  /** By id or name; all, when left out. */
  projects?: readonly string[]
  role?: Role | null
}

/** Makes a token and answers its secret, which exists nowhere else from then on: only its hash is stored. */
export async function addToken(
  tx: Tx,
  { principal, label, now, expires = null, projects = [], role = null }: NewToken,
): Promise<{ secret: string; token: TokenSummary }> {
  const owner = await requirePrincipal(tx, principal)
  const ids: string[] = []
  for (const ref of projects) ids.push((await findProject(tx, localIdentity, ref)).id)
  const secret = makeHandle('dbk')
  const row: TokenRow = {
    sha256: hashOf(secret),
    principal_id: owner,
    label,
    created: now,
    expires,
    projects: ids.length > 0 ? JSON.stringify(ids) : null,
    role,
  }
  await tx.run(insertToken, row)
  return { secret, token: summaryOf(row) }
}

export async function listTokens(tx: Tx): Promise<TokenSummary[]> {
  return (await tx.all(everyToken, {})).map(summaryOf)
}

/** By the id that listTokens shows or by the secret itself; from the next request on it opens nothing. */
export async function revokeToken(tx: Tx, idOrSecret: string): Promise<TokenSummary> {
  const row = await requireToken(tx, idOrSecret)
  await tx.run(deleteToken, { sha256: row.sha256 })
  return summaryOf(row)
}

/** Gives a token another end, also when it has ended already; its secret stays the same. */
export async function renewToken(tx: Tx, idOrSecret: string, expires: string | null): Promise<TokenSummary> {
  const row = await requireToken(tx, idOrSecret)
  await tx.run(setExpiry, { sha256: row.sha256, expires })
  return summaryOf({ ...row, expires })
}

/**
 * Whom a secret acts for and within what limits. Looked up by hash, so nothing about a stored token can be learnt from
 * the time it takes.
 */
export async function identityOfToken(
  tx: Pick<Tx, 'first'>,
  secret: string,
  now: string,
): Promise<Identity | 'expired' | undefined> {
  const row = await tx.first(byHash, { sha256: hashOf(secret) })
  if (!row) return undefined
  const { principal, expires, projects, role } = summaryOf(row)
  if (expires !== null && expires <= now) return 'expired'
  return { principal, ...((projects || role) && { scope: { projects, role } }) }
}

export async function hasTokens(tx: Tx): Promise<boolean> {
  return (await tx.first(anyToken, {})) !== undefined
}

/** Gives a principal a role in a project, or with `none` takes it away. */
export async function setMembership(
  tx: Tx,
  { principal, project, role }: { principal: string; project: string; role: Role | 'none' },
): Promise<{ project_id: string; principal: string; role: Role | 'none' }> {
  const member = await requirePrincipal(tx, principal)
  const { id } = await findProject(tx, localIdentity, project)
  if (role === 'none') await removeRole(tx, id, member)
  else await setRole(tx, id, member, role)
  return { project_id: id, principal: member, role }
}

export async function listMembers(tx: Tx) {
  const rows = await tx.all(everyMember, {})
  return rows.flatMap(({ project_id, principal_id, name, role: stored }) => {
    const role = roles.find(each => each === stored)
    return role ? [{ project_id, principal: principal_id, name, role }] : []
  })
}

const idLength = 12

function summaryOf({ sha256, principal_id, label, created, expires, projects, role: stored }: TokenRow): TokenSummary {
  // A role this program does not know must not open more than the least of those it knows.
  const role = stored === null ? null : (roles.find(each => each === stored) ?? roles[0])
  const id = sha256.slice(0, idLength)
  // Written by addToken as an array of ids.
  return { id, principal: principal_id, label, created, expires, projects: projects && JSON.parse(projects), role }
}

async function requireToken(tx: Tx, idOrSecret: string): Promise<TokenRow> {
  const sha256 = hashOf(idOrSecret)
  const id = idOrSecret.toLowerCase()
  const rows = await tx.all(everyToken, {})
  const row = rows.find(each => each.sha256 === sha256 || each.sha256.slice(0, idLength) === id)
  if (row) return row
  throw new Fault('INVALID_INPUT', 'No such token.', {
    details: { reason: 'token_not_found' },
    hint: 'List the tokens and use an id from there.',
  })
}

async function requirePrincipal(tx: Tx, id: string): Promise<string> {
  const known = await findPrincipal(tx, id)
  if (known !== undefined) return known
  throw new Fault('INVALID_INPUT', 'No such principal.', {
    details: { reason: 'principal_not_found', principal: id },
    hint: 'Create it first by adding a token for it, or list the members to see who there is.',
  })
}
