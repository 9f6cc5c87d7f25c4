import { createHash, timingSafeEqual } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import type { Db } from '../../db/db.ts'
import { localPrincipal } from '../../projects/roles.ts'
import { principalOfToken } from '../../projects/tokens.ts'
import { refused } from './failure.ts'

export interface Access {
  /** The server-wide token; whoever shows it acts as the local user. */
  token?: string | undefined
  /** Whether a request without a token is turned away. */
  required: boolean
}

export interface Caller {
  principal: string
  /** The token it showed, so that long answers can end when it is revoked. */
  secret?: string
}

export const cookieName = 'daybook_token'

/** Whom a request acts for, or the answer that turns it away. */
export async function callerOf(
  request: Request,
  db: Db,
  access: Access,
  /** Whose address it is, where that is known. */
  toolset?: string,
): Promise<Caller | Response> {
  const header = request.headers.get('authorization')
  if (header !== null) {
    const secret = bearer.exec(header)?.[1]
    return (secret !== undefined && (await callerWith(secret, db, access))) || unauthorized('invalid_token', toolset)
  }
  // A cookie of another Daybook on this host arrives here too, since cookies know no ports: a wrong one counts as none.
  const cookie = parse(request.headers.get('cookie') ?? '', cookieName)[cookieName]
  const known = cookie === undefined ? undefined : await callerWith(cookie, db, access)
  if (known) return known
  // What a proxy passes on comes from somewhere else, even if the proxy runs here.
  const isForwarded = ['forwarded', 'via', 'x-real-ip'].some(name => request.headers.has(name)) || hasForwarded(request)
  return access.required || isForwarded ? unauthorized('token_required', toolset) : { principal: localPrincipal }
}

export async function callerWith(secret: string, db: Db, access: Access): Promise<Caller | undefined> {
  if (access.token !== undefined && isSame(access.token, secret)) return { principal: localPrincipal, secret }
  const principal = await principalOfToken(db, secret)
  return principal === undefined ? undefined : { principal, secret }
}

/** X-Forwarded-For, -Host, -Proto and whatever else a proxy names so. */
function hasForwarded({ headers }: Request): boolean {
  return [...headers.keys()].some(name => name.startsWith('x-forwarded-'))
}

const bearer = /^Bearer +([\x21-\x7e]{1,512})$/i

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

function unauthorized(reason: 'invalid_token' | 'token_required', toolset: string | undefined): Response {
  const invalid = reason === 'invalid_token'
  return refused(
    401,
    'FORBIDDEN',
    invalid ? 'That token is not known here, or was revoked.' : 'This server needs a token.',
    {
      toolset,
      details: { reason },
      hint: 'Send "Authorization: Bearer <token>"; in a browser open the page once with ?token=<token>.',
      headers: { 'www-authenticate': `Bearer realm="Daybook"${invalid ? ', error="invalid_token"' : ''}` },
    },
  )
}
