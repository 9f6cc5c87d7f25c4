import { serialize } from 'hono/utils/cookie'
import type { Db } from '../../db/db.ts'
import { cookieName, lookUp, type TokenPolicy, tokenInCookie } from './caller.ts'
import { onwardPage, signInPage } from './pages.ts'

/** A page asked for with `?token=…` once: the token moves into a cookie that scripts cannot read. Empty forgets it. */
export async function signIn(url: URL, db: Db, access: TokenPolicy, secure: boolean): Promise<Response> {
  const secret = url.searchParams.get('token') ?? ''
  url.searchParams.delete('token')
  // Several slashes at the front would name another host.
  const target = url.pathname.replace(/^\/+/, '/') + url.search
  const options = { httpOnly: true, sameSite: 'Strict', path: '/', secure } as const
  if (secret === '') return onwardPage(target, serialize(cookieName, '', { ...options, maxAge: 0 }))
  const caller = await lookUp(secret, db, access)
  if (caller === undefined) return signInPage({ reason: 'unknown' })
  if (caller === 'expired') return signInPage({ reason: 'expired' })
  return onwardPage(target, serialize(cookieName, secret, { ...options, maxAge: 30 * 86_400 }))
}

/** For a page asked for by a browser that is not let in, or not any more. */
export async function askToSignIn(request: Request, db: Db, access: TokenPolicy): Promise<Response> {
  const secret = tokenInCookie(request)
  const isExpired = secret !== undefined && (await lookUp(secret, db, access)) === 'expired'
  return signInPage({ reason: isExpired ? 'expired' : 'none' })
}
