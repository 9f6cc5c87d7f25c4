import type { App, AppContext } from '../../app.ts'
import { invoke } from '../../invoke.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { Caller } from './caller.ts'
import { failed, refused } from './failure.ts'
import { json } from './json.ts'
import { jsonBody } from './json-body.ts'
import { argumentsFrom } from './query.ts'
import { acceptsEvents, type Listener, streamCall } from './stream-call.ts'

export interface RestOptions {
  app: App
  operations: readonly Operation<AppContext>[]
  /** The project this process was pinned to. */
  project?: string | undefined
}

/** Answers `/api/<toolset>/<operation>`: POST for all operations, GET too for those that only read. */
export function restFace({ app, operations, project }: RestOptions) {
  const byPath = new Map(operations.map(operation => [`${operation.toolset}/${operation.name}`, operation]))

  return async (request: Request, toolset: string, name: string, { principal, scope }: Caller): Promise<Response> => {
    const operation = byPath.get(`${toolset}/${name}`)
    if (!operation) return noSuchOperation()
    const args = await argumentsOf(request, operation)
    if (args instanceof Response) return args
    const answer = async (listener?: Listener) => {
      const chosen = request.headers.get('x-daybook-project') ?? project
      const outcome = await invoke(app, operation, args, { principal, scope, project: chosen, by: 'http', ...listener })
      return outcome.ok ? json(outcome.result, outcome.status.http) : failed(outcome.fault, { toolset, operation })
    }
    if (!acceptsEvents(request)) return answer()
    return streamCall(answer, { onError: error => app.log(`${operation.name}: ${String(error)}`) })
  }
}

export function noSuchOperation(): Response {
  return refused(404, 'INVALID_INPUT', 'No operation has that address.', {
    details: { reason: 'unknown_operation' },
    hint: 'GET /api/openapi.json lists every operation; the address is /api/<toolset>/<operation>.',
  })
}

async function argumentsOf(request: Request, { toolset, effect, input }: Operation<AppContext>): Promise<unknown> {
  const { method } = request
  if (method === 'POST') return jsonBody(request, toolset)
  if (effect === 'read' && (method === 'GET' || method === 'HEAD')) {
    return argumentsFrom(new URL(request.url).searchParams, input)
  }
  const allow = effect === 'read' ? 'GET, HEAD, POST' : 'POST'
  return refused(405, 'INVALID_INPUT', 'This operation cannot be called with that method.', {
    details: { reason: 'method', allowed: allow.split(', ') },
    hint: 'Send the arguments with POST as a JSON object.',
    headers: { allow },
    toolset,
  })
}
