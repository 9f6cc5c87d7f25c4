import { Hono } from 'hono'
import type { App } from '../../app.ts'
import { offeredIn } from '../../catalog/catalog.ts'
import type { Identity } from '../../kernel/call.ts'
import { asDiskFault } from '../../kernel/disk-full.ts'
import { Fault } from '../../kernel/fault.ts'
import { makeHandle } from '../../kernel/handles.ts'
import { operations } from '../../operations.ts'
import { choices } from '../../toolsets.ts'
import type { Address } from './address.ts'
import { callerOf, type TokenPolicy } from './caller.ts'
import { failed, refused } from './failure.ts'
import { feedHandler } from './feed.ts'
import { followHandlers } from './follow.ts'
import { isFromElsewhere, isPage, refuseForeign } from './guard.ts'
import { bareHealth, health } from './health.ts'
import { json } from './json.ts'
import { openApi } from './openapi.ts'
import { operationRoutes } from './operation-routes.ts'
import { signInPage } from './pages.ts'
import { type HttpEnv, registerRoutes } from './register-routes.ts'
import { reportFile, reportPath } from './report-files.ts'
import { askToSignIn, signIn } from './sign-in.ts'
import { webFiles } from './web-files.ts'

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
  const web = webFiles(webRoot)
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
  hono.get('*', c => web(c.req.raw, c.req.path))
  hono.all('*', onlyGet)

  hono.onError(error => {
    const fault = asDiskFault(error)
    if (fault instanceof Fault) return failed(fault)
    const ref = makeHandle('err').slice(0, 14)
    app.log(`${ref} ${error.stack ?? error.message}`)
    return failed(new Fault('INTERNAL', 'Daybook failed unexpectedly; nothing was written.', { details: { ref } }))
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
  return refused(404, 'INVALID_INPUT', 'No operation has that address.', {
    details: { reason: 'unknown_operation' },
    hint: 'GET /api/openapi.json lists every operation; the address is /api/<toolset>/<operation>.',
  })
}

function onlyGet(): Response {
  return refused(405, 'INVALID_INPUT', 'This address only answers GET.', {
    details: { reason: 'method', allowed: ['GET', 'HEAD'] },
    hint: 'Call operations with POST /api/<toolset>/<operation>; GET /api/openapi.json lists them.',
    headers: { allow: 'GET, HEAD' },
  })
}
