import { serialize } from 'hono/utils/cookie'
import type { Db } from '../../db/db.ts'
import { type Access, callerWith, cookieName } from './caller.ts'
import { onwardPage, signInPage } from './pages.ts'

/** A page asked for with `?token=…` once: the token moves into a cookie that scripts cannot read. Empty forgets it. */
export async function signIn(url: URL, db: Db, access: Access, secure: boolean): Promise<Response> {
  const secret = url.searchParams.get('token') ?? ''
  url.searchParams.delete('token')
  // Several slashes at the front would name another host.
  const target = url.pathname.replace(/^\/+/, '/') + url.search
  const options = { httpOnly: true, sameSite: 'Strict', path: '/', secure } as const
  if (secret === '') return onwardPage(target, serialize(cookieName, '', { ...options, maxAge: 0 }))
  if (!(await callerWith(secret, db, access))) return signInPage()
  return onwardPage(target, serialize(cookieName, secret, { ...options, maxAge: 30 * 86_400 }))
}
