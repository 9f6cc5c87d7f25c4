import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { Fault } from '../kernel/fault.ts'
import { makeHandle } from '../kernel/handles.ts'
import { type Role, roles } from '../kernel/operation.ts'
import { localPrincipal } from './roles.ts'
import { findProject, setRole } from './store.ts'

export const principalIdShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

export interface TokenSummary {
  /** The first digits of the token's hash: enough to name it, useless to log in with. */
  id: string
  principal: string
  label: string
  created: string
}

export interface Member {
  project_id: string
  principal: string
  name: string
  role: Role
}

const principalById = statement((q, a: { id: string }) =>
  q.selectFrom('principals').select(['id', 'name']).where(sql`lower(id)`, '=', a.id),
)
const everyPrincipal = statement(q => q.selectFrom('principals').select(['id', 'name']).orderBy('id'))
const insertPrincipal = statement((q, a: { id: string; name: string }) =>
  q.insertInto('principals').values({ id: a.id, name: a.name, default_project_id: null }),
)
const insertToken = statement((q, a: { sha256: string; principal: string; label: string; now: string }) =>
  q.insertInto('tokens').values({ sha256: a.sha256, principal_id: a.principal, label: a.label, created: a.now }),
)
const everyToken = statement(q => q.selectFrom('tokens').selectAll().orderBy('created').orderBy('sha256'))
const ownerOfHash = statement((q, a: { sha256: string }) =>
  q.selectFrom('tokens').select('principal_id').where('sha256', '=', a.sha256),
)
const anyToken = statement(q => q.selectFrom('tokens').select('principal_id').limit(1))
const deleteToken = statement((q, a: { sha256: string }) => q.deleteFrom('tokens').where('sha256', '=', a.sha256))
const deleteMember = statement((q, a: { project: string; principal: string }) =>
  q.deleteFrom('project_members').where('project_id', '=', a.project).where('principal_id', '=', a.principal),
)
const everyMember = statement(q =>
  q
    .selectFrom('project_members')
    .innerJoin('principals', 'principals.id', 'project_members.principal_id')
    .select(['project_id', 'principal_id', 'role', 'name'])
    .orderBy('project_id')
    .orderBy('principal_id'),
)

/** Somebody tokens and memberships can be given to; the id is unique ignoring case. */
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
  await tx.run(insertPrincipal, { id, name })
}

export async function listPrincipals(tx: Tx): Promise<Array<{ id: string; name: string }>> {
  return tx.all(everyPrincipal, {})
}

/** The id as it was created, whatever case it is given in. */
export async function findPrincipal(tx: Tx, id: string): Promise<string | undefined> {
  return (await tx.first(principalById, { id: id.toLowerCase() }))?.id
}

/** Makes a token and answers its secret, which exists nowhere else from then on: only its hash is stored. */
export async function addToken(
  tx: Tx,
  { principal, label, now }: { principal: string; label: string; now: string },
): Promise<{ secret: string; token: TokenSummary }> {
  const owner = await knownPrincipal(tx, principal)
  const secret = makeHandle('dbk')
  const sha256 = hashOf(secret)
  await tx.run(insertToken, { sha256, principal: owner, label, now })
  return { secret, token: { id: sha256.slice(0, idLength), principal: owner, label, created: now } }
}

export async function listTokens(tx: Tx): Promise<TokenSummary[]> {
  const rows = await tx.all(everyToken, {})
  return rows.map(({ sha256, principal_id, label, created }) => ({
    id: sha256.slice(0, idLength),
    principal: principal_id,
    label,
    created,
  }))
}

/** By the id that listTokens shows or by the secret itself; from the next request on it opens nothing. */
export async function revokeToken(tx: Tx, idOrSecret: string): Promise<TokenSummary> {
  const sha256 = hashOf(idOrSecret)
  const id = idOrSecret.toLowerCase()
  const rows = await tx.all(everyToken, {})
  const row = rows.find(each => each.sha256 === sha256 || each.sha256.slice(0, idLength) === id)
  if (!row) {
    throw new Fault('INVALID_INPUT', 'No such token.', {
      details: { reason: 'token_not_found' },
      hint: 'List the tokens and use an id from there.',
    })
  }
  await tx.run(deleteToken, { sha256: row.sha256 })
  return { id: row.sha256.slice(0, idLength), principal: row.principal_id, label: row.label, created: row.created }
}

/** Whom a secret acts for. Looked up by hash, so nothing about a stored token can be learnt from the time it takes. */
export async function principalOfToken(tx: Pick<Tx, 'first'>, secret: string): Promise<string | undefined> {
  return (await tx.first(ownerOfHash, { sha256: hashOf(secret) }))?.principal_id
}

export async function hasTokens(tx: Tx): Promise<boolean> {
  return (await tx.first(anyToken, {})) !== undefined
}

/** Gives a principal a role in a project, or with `none` takes it away. */
export async function setMembership(
  tx: Tx,
  { principal, project, role }: { principal: string; project: string; role: Role | 'none' },
): Promise<{ project_id: string; principal: string; role: Role | 'none' }> {
  const member = await knownPrincipal(tx, principal)
  const { id } = await findProject(tx, localPrincipal, project)
  if (role === 'none') await tx.run(deleteMember, { project: id, principal: member })
  else await setRole(tx, id, member, role)
  return { project_id: id, principal: member, role }
}

export async function listMembers(tx: Tx): Promise<Member[]> {
  const rows = await tx.all(everyMember, {})
  return rows.flatMap(({ project_id, principal_id, name, role: stored }) => {
    const role = roles.find(each => each === stored)
    return role ? [{ project_id, principal: principal_id, name, role }] : []
  })
}

const idLength = 12

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

async function knownPrincipal(tx: Tx, id: string): Promise<string> {
  const known = await findPrincipal(tx, id)
  if (known !== undefined) return known
  throw new Fault('INVALID_INPUT', 'No such principal.', {
    details: { reason: 'principal_not_found', principal: id },
    hint: 'Create it first by adding a token for it, or list the members to see who there is.',
  })
}
