import { createHash, timingSafeEqual } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import type { Db } from '../../db/db.ts'
import type { Identity } from '../../kernel/call.ts'
import { type Clock, formatInstant } from '../../kernel/instants.ts'
import { localPrincipal } from '../../projects/roles.ts'
import { identityOfToken } from '../../projects/tokens.ts'
import { refusalResponse } from './failure.ts'

export interface TokenPolicy {
  /** The server-wide token; a caller with it acts as the local user. */
  token?: string | undefined
  /** Whether a request without a token is turned away. */
  required: boolean
  /** By which tokens end. */
  clock: Clock
}

export interface Caller extends Identity {
  /** The token it showed, so that long answers can end when it is revoked. */
  secret?: string
}

export const cookieName = 'daybook_token'

/** Whom a request acts for, or the answer that turns it away. */
export async function callerOf(
  request: Request,
  db: Db,
  access: TokenPolicy,
  /** Whose address it is, where that is known. */
  toolset?: string,
): Promise<Caller | Response> {
  const header = request.headers.get('authorization')
  if (header !== null) {
    const secret = bearer.exec(header)?.[1]
    const shown = secret === undefined ? undefined : await lookUp(secret, db, access)
    if (shown === 'expired') return unauthorized('token_expired', toolset)
    return shown ?? unauthorized('invalid_token', toolset)
  }
  // A cookie of another Daybook on this host arrives here too, since cookies know no ports: a wrong one counts as none.
  const cookie = tokenInCookie(request)
  const known = cookie === undefined ? undefined : await lookUp(cookie, db, access)
  if (known && known !== 'expired') return known
  // What a proxy passes on comes from somewhere else, even if the proxy runs here.
  const isForwarded = ['forwarded', 'via', 'x-real-ip'].some(name => request.headers.has(name)) || hasForwarded(request)
  if (!access.required && !isForwarded) return { principal: localPrincipal }
  return unauthorized(known === 'expired' ? 'token_expired' : 'token_required', toolset)
}

export function tokenInCookie(request: Request): string | undefined {
  return parse(request.headers.get('cookie') ?? '', cookieName)[cookieName]
}

/** Undefined for a token that opens nothing, or nothing any more. */
export async function callerWith(secret: string, db: Db, access: TokenPolicy): Promise<Caller | undefined> {
  const found = await lookUp(secret, db, access)
  return found === 'expired' ? undefined : found
}

/** Undefined for a token that is not known, or not any more. */
export async function lookUp(secret: string, db: Db, access: TokenPolicy): Promise<Caller | 'expired' | undefined> {
  if (access.token !== undefined && isSame(access.token, secret)) return { principal: localPrincipal, secret }
  const found = await identityOfToken(db, secret, formatInstant(access.clock()))
  return found === undefined || found === 'expired' ? found : { ...found, secret }
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

const showToken = 'Send "Authorization: Bearer <token>"; in a browser open the page once with ?token=<token>.'
const refusals = {
  invalid_token: { message: 'That token is not known here, or was revoked.', hint: showToken },
  token_expired: {
    message: 'That token has expired.',
    hint: 'Ask the owner of the server to renew it with "daybook token renew", or to make another.',
  },
  token_required: { message: 'This server needs a token.', hint: showToken },
}

function unauthorized(reason: keyof typeof refusals, toolset: string | undefined): Response {
  const { message, hint } = refusals[reason]
  const error = reason === 'token_required' ? '' : ', error="invalid_token"'
  return refusalResponse(401, 'FORBIDDEN', message, {
    toolset,
    details: { reason },
    hint,
    headers: { 'www-authenticate': `Bearer realm="Daybook"${error}` },
  })
}
