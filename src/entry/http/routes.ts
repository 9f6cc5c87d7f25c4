import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { serialize } from 'hono/utils/cookie'
import type { App } from '../../app.ts'
import { offeredIn } from '../../catalog/catalog.ts'
import type { Db } from '../../db/db.ts'
import { readVersion } from '../../db/migrations.ts'
import { contentPolicy } from '../../diary/report/html/page.ts'
import { storedView, writtenViews } from '../../diary/report/stored-reports.ts'
import type { Identity } from '../../kernel/call.ts'
import { asDiskFault } from '../../kernel/disk-full.ts'
import { Fault } from '../../kernel/fault.ts'
import { makeHandle } from '../../kernel/handles.ts'
import { operations } from '../../operations.ts'
import { isOwner, ownerOnly } from '../../projects/roles.ts'
import { choices } from '../../toolsets.ts'
import { type Address, isOwnHost, isOwnOrigin, urlOf } from './address.ts'
import { type Caller, callerOf, cookieName, lookUp, type TokenPolicy, tokenInCookie } from './caller.ts'
import { feedHandler } from './event-stream.ts'
import { failureResponse, json, refusalResponse } from './failure.ts'
import { followHandlers } from './follow.ts'
import { openApi } from './openapi.ts'
import { operationRoutes } from './operation-routes.ts'
import { onwardPage, signInPage } from './pages.ts'
import { type HttpEnv, registerRoutes } from './register-routes.ts'
import { earlyAnswersFor, webFiles } from './web-files.ts'

interface RouteOptions {
  app: App
  access: TokenPolicy
  /** Asked at every request, because the port is known only after listening. */
  address: () => Address
  toolsets: string[]
  project?: string | undefined
  version: string
  webRoot?: string | undefined
  mcp: (request: Request, who: Identity) => Promise<Response>
}

/** Every address the server answers, behind the checks that all of them share. */
export function routes({ app, access, address, toolsets, project, version, webRoot, mcp }: RouteOptions) {
  const whole = offeredIn(choices, toolsets).toolsets
  const served = operations.filter(({ toolset }) => whole.includes(toolset))
  const feed = feedHandler({ app, access })
  const follow = followHandlers({ app, access, toolsets: whole, project })
  const web = webFiles(webRoot, earlyAnswersFor({ app, operations: served, project }))
  let document: Record<string, unknown> | undefined
  const hono = new Hono<HttpEnv>()

  hono.use(async (c, next) => {
    const { path, raw } = c.req
    const isRoom = path.startsWith('/api/room/') || toolsetOf(c) === 'room'
    const toolset = isRoom ? 'room' : undefined
    const foreign = refuseForeign(raw, path, address(), toolset)
    if (foreign) return foreign
    const opensPage = c.req.method === 'GET' && isPage(path)
    const token = opensPage ? c.req.query('token') : undefined
    if (token !== undefined) {
      // A page of somebody else must not change who this browser is here: the person says so first.
      if (isFromElsewhere(raw)) return signInPage({ token })
      return signIn(new URL(raw.url), app.db, access, address().publicUrl?.protocol === 'https:')
    }
    const caller = await callerOf(raw, app.db, access, toolset)
    if (caller instanceof Response) {
      const asksHealth = path === '/api/health' && isReading(c.req.method) && !raw.headers.has('authorization')
      if (asksHealth) return bareHealth(app)
      return opensPage ? askToSignIn(raw, app.db, access) : caller
    }
    c.set('caller', caller)
    return next()
  })

  hono.get('/api/health', () => health(app, version))
  hono.get('/api/openapi.json', () => {
    document ??= openApi(served, version)
    return json(document)
  })
  hono.get('/api/feed', c => feed.handle(c.req.raw, c.get('caller')))
  hono.on(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], ['/api/health', '/api/openapi.json', '/api/feed'], onlyGet)
  hono.use('/api/*', async (c, next) => (isDecodable(c.req.raw.url) ? next() : noSuchOperation()))
  const { toolsetOf } = registerRoutes(hono, [
    ...follow.routes,
    ...operationRoutes({ app, operations: served, project }),
  ])
  hono.all('/api/*', noSuchOperation)
  hono.all('/mcp', c => mcp(c.req.raw, c.get('caller')))
  if (toolsets.includes('diary'))
    hono.get(reportPath, c => reportFile(app, c.req.param('date'), c.req.param('file'), c.get('caller')))
  hono.get('*', c => web(c.req.raw, c.req.path, c.get('caller')))
  hono.all('*', onlyGet)

  hono.onError(error => {
    const fault = asDiskFault(error)
    if (fault instanceof Fault) return failureResponse(fault)
    const ref = makeHandle('err').slice(0, 14)
    app.log(`${ref} ${error.stack ?? error.message}`)
    return failureResponse(
      new Fault('INTERNAL', 'Daybook failed unexpectedly; nothing was written.', { details: { ref } }),
    )
  })

  return {
    fetch: hono.fetch,
    close() {
      feed.close()
      follow.close()
    },
  }
}

function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Hono would pass a malformed percent-encoding on as it is. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(new URL(url).pathname)
    return true
  } catch {
    return false
  }
}

function noSuchOperation(): Response {
  return refusalResponse(404, 'INVALID_INPUT', 'No operation has that address.', {
    details: { reason: 'unknown_operation' },
    hint: 'GET /api/openapi.json lists every operation; the address is /api/<toolset>/<operation>.',
  })
}

function onlyGet(): Response {
  return refusalResponse(405, 'INVALID_INPUT', 'This address only answers GET.', {
    details: { reason: 'method', allowed: ['GET', 'HEAD'] },
    hint: 'Call operations with POST /api/<toolset>/<operation>; GET /api/openapi.json lists them.',
    headers: { allow: 'GET, HEAD' },
  })
}

/** Healthy means that the database just answered; a store that hangs is as bad as one that is gone. */
async function health(app: App, version: string): Promise<Response> {
  const schema = await schemaIfUp(app)
  const about = { version, engine: app.db.engine }
  const uptime_s = Math.floor(process.uptime())
  if (schema === undefined) return json({ status: 'unavailable', ...about, uptime_s }, 503)
  return json({ status: 'ok', ...about, schema, uptime_s })
}

/** For proxies and watchers that have no token: up or down, and nothing about the server. */
async function bareHealth(app: App): Promise<Response> {
  const isUp = (await schemaIfUp(app)) !== undefined
  return json({ status: isUp ? 'ok' : 'unavailable' }, isUp ? 200 : 503)
}

async function schemaIfUp(app: App): Promise<number | undefined> {
  const patience = new AbortController()
  try {
    const schema = await Promise.race([app.db.read(readVersion), sleep(2000, undefined, { signal: patience.signal })])
    if (schema === undefined) throw new Error('The database did not answer within 2 s.')
    return schema
  } catch (error) {
    app.log(`health: ${String(error)}`)
    return undefined
  } finally {
    patience.abort()
  }
}

/** A page asked for with `?token=…` once: the token moves into a cookie that scripts cannot read. Empty forgets it. */
async function signIn(url: URL, db: Db, access: TokenPolicy, secure: boolean): Promise<Response> {
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

/** For a browser that opens a page without a valid token. */
async function askToSignIn(request: Request, db: Db, access: TokenPolicy): Promise<Response> {
  const secret = tokenInCookie(request)
  const isExpired = secret !== undefined && (await lookUp(secret, db, access)) === 'expired'
  return signInPage({ reason: isExpired ? 'expired' : 'none' })
}

/** The address of a written report; everything else below /diary belongs to the page. */
const reportPath = '/diary/:date{\\d{4}-\\d{2}-\\d{2}}/:file{report\\.(?:html|md)}'

/** Serves the files that render wrote, under the policy they were written for. */
async function reportFile(app: App, date: string, file: string, caller: Caller): Promise<Response> {
  if (!isOwner(caller)) return failureResponse(ownerOnly(), { toolset: 'diary' })
  const name = writtenViews.find(each => each === file)
  const bytes = name && (await storedView(app.diary, date, name))
  if (!bytes) {
    return refusalResponse(404, 'INVALID_INPUT', 'No report of that day is written.', {
      toolset: 'diary',
      hint: 'Write it with daybook diary render, or with diary_render.',
    })
  }
  const type = name === 'report.html' ? 'text/html' : 'text/markdown'
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': contentPolicy,
      'x-content-type-options': 'nosniff',
    },
  })
}

/** Refuses requests that a page of another site made the browser send; undefined lets the request pass. */
function refuseForeign(
  request: Request,
  path: string,
  address: Address,
  /** The toolset the path belongs to, if known. */
  toolset?: string,
): Response | undefined {
  const own = address.publicUrl?.origin ?? urlOf(address)
  if (!isOwnHost(request.headers.get('host'), address)) {
    return refusalResponse(toolset === 'room' ? 421 : 403, 'FORBIDDEN', 'This server does not go by that host name.', {
      toolset,
      details: { reason: 'foreign_host' },
      hint: `Use ${own}, or name the public address when starting the server.`,
    })
  }
  const origin = request.headers.get('origin')
  if (origin !== null && !isOwnOrigin(origin, address)) return foreignOrigin(own, toolset)
  // Requests without Origin can still come from a foreign page (an image, a script); browsers say so here.
  if (isFromElsewhere(request) && !isPage(path)) return foreignOrigin(own, toolset)
  return undefined
}

/** Whether a page of another origin made a browser send this; other programs do not say. */
function isFromElsewhere(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  return site !== null && site !== 'same-origin' && site !== 'none'
}

/** Pages may be linked to from anywhere; what answers with data may not. */
function isPage(path: string): boolean {
  return !/^\/(api|mcp)(\/|$)/.test(path)
}

function foreignOrigin(own: string, toolset: string | undefined): Response {
  return refusalResponse(403, 'FORBIDDEN', 'Pages of another origin may not use this server.', {
    toolset,
    details: { reason: 'foreign_origin' },
    hint: `Use the page at ${own}, or call from a program instead of a web page.`,
  })
}
