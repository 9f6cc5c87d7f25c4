import type { Context, Hono } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Caller } from './caller.ts'
import { refusalResponse } from './failure.ts'

export type HttpEnv = { Variables: { caller: Caller } }

export interface Route {
  method: string
  /** As OpenAPI writes it: `/api/conferences/{id}/events`. */
  path: string
  toolset: string
  /** Whether it also answers below `/api/projects/{projectId}`. */
  takesProject: boolean
  handle(c: Context<HttpEnv>): Response | Promise<Response>
}

/** Registers routes and a 405 for their other methods; answers which toolset a request belongs to. */
export function registerRoutes(hono: Hono<HttpEnv>, routes: readonly Route[]) {
  const addresses = routes.map(({ method, path }) => `${method} ${path.replace(fields, '{}')}`)
  const twice = addresses.find((address, at) => addresses.indexOf(address) < at)
  if (twice !== undefined) throw new Error(`Two routes answer ${twice}.`)

  // Hono takes the first route that fits, and a fixed segment is preferred to a field.
  const sorted = [...routes].sort((one, other) => (rank(one) < rank(other) ? -1 : 1))
  const toolsets = new Map(sorted.flatMap(route => patternsOf(route).map(pattern => [pattern, route.toolset])))
  for (const route of sorted) hono.on(route.method, patternsOf(route), c => route.handle(c))
  const paths = routes.map(({ method, path }) => ({ method, segments: path.split('/') }))
  for (const route of sorted) {
    const allowed = methodsAt(route.path, paths)
    for (const pattern of patternsOf(route)) hono.all(pattern, () => wrongMethod(allowed, route.toolset))
  }
  return {
    toolsetOf: (c: Context<HttpEnv>): string | undefined =>
      matchedRoutes(c)
        .map(({ path }) => toolsets.get(path))
        .find(toolset => toolset !== undefined),
  }
}

const fields = /\{\w+\}/g

/** Sorts fixed segments before fields, from the left. */
function rank({ path }: Route): string {
  return path
    .split('/')
    .map(segment => (isField(segment) ? '1' : '0'))
    .join('')
}

function isField(segment: string): boolean {
  return segment.startsWith('{')
}

function patternsOf({ path, takesProject }: Route): string[] {
  const pattern = path.replace(/\{(\w+)\}/g, ':$1')
  return takesProject ? [pattern, pattern.replace('/api/', '/api/projects/:projectId/')] : [pattern]
}

/** The methods of all routes that answer wherever this path does. */
function methodsAt(path: string, routes: readonly { method: string; segments: readonly string[] }[]): string[] {
  const wanted = path.split('/')
  const covering = routes.filter(
    ({ segments }) =>
      segments.length === wanted.length && segments.every((each, at) => isField(each) || each === wanted[at]),
  )
  const methods = new Set(covering.map(({ method }) => method))
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods].sort()
}

function wrongMethod(allowed: string[], toolset: string): Response {
  return refusalResponse(405, 'INVALID_INPUT', 'This address cannot be called with that method.', {
    details: { reason: 'method', allowed },
    hint: 'Use a method from details.allowed.',
    headers: { allow: allowed.join(', ') },
    toolset,
  })
}
