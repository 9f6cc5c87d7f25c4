import type { App, AppContext } from '../../app.ts'
import { invoke } from '../../invoke.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { Caller } from './caller.ts'
import { failed, refused } from './failure.ts'
import { json } from './json.ts'
import { jsonBody } from './json-body.ts'
import { argumentsFrom } from './query.ts'
import { type RouteMatch, routesOf, routeTable } from './route-table.ts'
import { acceptsEvents, type Listener, streamCall } from './stream-call.ts'

export interface RoutedOptions {
  app: App
  operations: readonly Operation<AppContext>[]
  /** The project this process was pinned to. */
  project?: string | undefined
}

/** Answers the further addresses of operations. */
export function routedFace({ app, operations, project: pinned }: RoutedOptions) {
  const find = routeTable(routesOf(operations))

  /** Undefined for an address that no operation has. */
  async function handle(request: Request, { principal, scope }: Caller): Promise<Response | undefined> {
    const found = find(request.method, new URL(request.url).pathname)
    if (!found) return undefined
    if ('allow' in found) return wrongMethod(found.allow)
    const operation = found.target
    const args = await argumentsOf(request, found)
    if (args instanceof Response) return args
    const project = found.project ?? request.headers.get('x-daybook-project') ?? pinned
    const answer = async (listener?: Listener) => {
      const outcome = await invoke(app, operation, args, { principal, scope, project, by: 'http', ...listener })
      if (!outcome.ok) return failed(outcome.fault, { toolset: operation.toolset, operation })
      const { result, status } = outcome
      if (!operation.toHttpBody) return json(result, status.http)
      const { type, body, headers } = operation.toHttpBody(result)
      return new Response(body, { status: status.http, headers: { 'content-type': type, ...headers } })
    }
    const { lastEvent } = operation
    if (lastEvent === undefined) return answer()
    // Nobody waits for the answer of a caller who has hung up.
    if (!acceptsEvents(request)) return answer({ signal: request.signal })
    return streamCall(answer, { lastEvent, onError: error => app.log(`${operation.name}: ${String(error)}`) })
  }

  return { handle, owns: (path: string) => find('GET', path) !== undefined }
}

/** The fields in the address win over those beside it. */
async function argumentsOf(
  request: Request,
  { target: { toolset, input }, values }: RouteMatch<Operation<AppContext>>,
): Promise<unknown> {
  const named = argumentsFrom(new URLSearchParams(values), input)
  if (['GET', 'HEAD', 'DELETE'].includes(request.method)) {
    const query = new URL(request.url).searchParams
    for (const field of Object.keys(values)) query.delete(field)
    return { ...argumentsFrom(query, input), ...named }
  }
  const body = await jsonBody(request, toolset, { empty: true })
  return body instanceof Response ? body : { ...body, ...named }
}

export function wrongMethod(allow: string[]): Response {
  return refused(405, 'INVALID_INPUT', 'This address cannot be called with that method.', {
    details: { reason: 'method', allowed: allow },
    headers: { allow: allow.join(', ') },
    toolset: 'room',
  })
}
