import type { Context } from 'hono'
import type { App, AppContext } from '../../app.ts'
import { invoke } from '../../invoke.ts'
import type { Call, CallEvent, CallProgress } from '../../kernel/call.ts'
import { Fault } from '../../kernel/fault.ts'
import { isObject } from '../../kernel/json.ts'
import type { Operation } from '../../kernel/operation.ts'
import { toolsetNamed } from '../../toolsets.ts'
import { bodyLimit, limitedBytes } from '../request-body.ts'
import { eventResponse, eventText, heartbeat, heartbeatMs } from './event-stream.ts'
import { failureResponse, json, refusalResponse } from './failure.ts'
import { argumentsFrom } from './query.ts'
import type { HttpEnv, Route } from './register-routes.ts'

interface OperationRoutesOptions {
  app: App
  operations: readonly Operation<AppContext>[]
  /** The default project of this process. */
  project?: string | undefined
}

/**
 * `/api/<toolset>/<operation>` for every operation, POST and for those that only read also GET, and the routes that
 * operations declare themselves.
 */
export function operationRoutes({ app, operations, project }: OperationRoutesOptions): Route[] {
  const answer = operationHandler(app, project)
  return operations.flatMap(operation => {
    const { toolset, name, effect } = operation
    const path = `/api/${toolset}/${name}`
    const handle = (c: Context<HttpEnv>) => answer(c, operation, { isDeclared: false })
    return [
      ...['POST', ...(effect === 'read' ? ['GET'] : [])].map(method => ({
        method,
        path,
        toolset,
        takesProject: false,
        handle,
      })),
      ...declaredRoutes(operation).map(route => ({
        ...route,
        toolset,
        takesProject: true,
        handle: (c: Context<HttpEnv>) => answer(c, operation, { isDeclared: true }),
      })),
    ]
  })
}

/** The routes in the declaration of an operation, as `GET /api/files/{path}`. */
export function declaredRoutes({ routes = [] }: Pick<Operation<never>, 'routes'>): { method: string; path: string }[] {
  return routes.map(route => {
    const [, method = '', path = ''] = /^(GET|POST|PUT|PATCH|DELETE) (\/api\/\S+)$/.exec(route) ?? []
    if (path === '') throw new Error(`"${route}" is not a route.`)
    return { method, path }
  })
}

function operationHandler(app: App, defaultProject: string | undefined) {
  return async (
    c: Context<HttpEnv>,
    operation: Operation<AppContext>,
    { isDeclared }: { isDeclared: boolean },
  ): Promise<Response> => {
    const request = c.req.raw
    const { principal, scope } = c.get('caller')
    const { projectId, ...fields } = c.req.param()
    const args = await argumentsOf(request, operation, fields, { mayBeEmpty: isDeclared })
    if (args instanceof Response) return args
    const project = projectId ?? request.headers.get('x-daybook-project') ?? defaultProject
    const answer = async (listener?: Listener) => {
      const outcome = await invoke(app, operation, args, { principal, scope, project, by: 'http', ...listener })
      if (!outcome.ok) return failureResponse(outcome.fault, { toolset: operation.toolset, operation })
      const { result, status } = outcome
      if (!isDeclared || !operation.toHttpBody) return json(result, status.http)
      const { type, body, headers } = operation.toHttpBody(result)
      return new Response(body, { status: status.http, headers: { 'content-type': type, ...headers } })
    }
    const lastEvent = isDeclared ? operation.lastEvent : undefined
    if (acceptsEvents(request) && (lastEvent !== undefined || !isDeclared)) {
      return streamCall(request, answer, {
        lastEvent,
        onError: error => app.log(`${operation.name}: ${String(error)}`),
      })
    }
    // A long call ends when its caller hangs up.
    return lastEvent === undefined ? answer() : answer({ signal: request.signal })
  }
}

/** The fields in the path win over those in the query or body. */
async function argumentsOf(
  request: Request,
  { toolset, input }: Operation<AppContext>,
  fields: { [field: string]: string },
  { mayBeEmpty }: { mayBeEmpty: boolean },
): Promise<unknown> {
  const fromPath = argumentsFrom(new URLSearchParams(fields), input)
  if (['GET', 'HEAD', 'DELETE'].includes(request.method)) {
    const query = new URL(request.url).searchParams
    for (const field of Object.keys(fields)) query.delete(field)
    return { ...argumentsFrom(query, input), ...fromPath }
  }
  const body = await jsonBody(request, toolset, { empty: mayBeEmpty })
  return body instanceof Response ? body : { ...body, ...fromPath }
}

/** The arguments a request carries as its body, or the answer that turns it away. */
async function jsonBody(
  request: Request,
  toolset: string,
  /** Whether no body at all counts as no arguments. */
  { empty = false } = {},
): Promise<Response | object> {
  // Browsers send this type to another origin only after asking, and that question is never answered with yes.
  if (!jsonType.test(request.headers.get('content-type') ?? '') || request.headers.has('content-encoding')) {
    return refusalResponse(415, 'INVALID_INPUT', 'The body must be plain JSON.', {
      details: { reason: 'content_type' },
      hint: 'Send the header "Content-Type: application/json" and a body in UTF-8, not compressed.',
      toolset,
    })
  }
  const limit = Math.min(bodyLimit, toolsetNamed(toolset)?.bodyLimit ?? bodyLimit)
  const bytes = await limitedBytes(request, limit)
  if (bytes === undefined) {
    return refusalResponse(413, 'INVALID_INPUT', 'The body is larger than this server accepts.', {
      details: { reason: 'body_size', limit },
      hint: 'Send less in one call.',
      toolset,
    })
  }
  if (empty && bytes.length === 0) return {}
  const args = parseBody(bytes)
  if (isObject(args)) return args
  return failureResponse(
    new Fault('INVALID_INPUT', 'The body is not a JSON object in UTF-8.', {
      details: { reason: 'malformed_json' },
      hint: 'Send the arguments as one JSON object; {} when there are none.',
    }),
    { toolset },
  )
}

const jsonType = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i

/** Undefined for what is not JSON. Bytes that are not UTF-8 are refused, never replaced. */
function parseBody(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** What a call needs to report its progress, and to end early when the client is gone. */
type Listener = Pick<Call, 'onProgress' | 'onEvent' | 'signal'>

/** Counts are sent no more often than this. */
const progressMs = 100

function acceptsEvents(request: Request): boolean {
  return request.method === 'POST' && request.headers.get('accept') === 'text/event-stream'
}

/**
 * A call as server-sent events: its events, counts of progress now and then, and its answer at the end. With a name
 * for the last event the answer is that event, and what is refused before anything happened is answered like any
 * refusal; else the last event is `answer`, with the status it would have had.
 */
async function streamCall(
  request: Request,
  call: (listener: Listener) => Promise<Response>,
  { lastEvent, onError }: { lastEvent?: string | undefined; onError: (error: unknown) => void },
): Promise<Response> {
  const left = new AbortController()
  const events: CallEvent[] = []
  let progress: CallProgress | undefined
  let answer: Response | undefined
  let isOver = false
  let wake = () => {}
  const running = call({
    signal: left.signal,
    onEvent(event) {
      events.push(event)
      wake()
    },
    onProgress(counts) {
      progress = counts
      wake()
    },
  })
    .then(response => {
      answer = response
    })
    .catch(onError)
    .finally(() => {
      isOver = true
      wake()
    })

  /** Resolves once there is something to send; with false when that took too long for a listener to wait in silence. */
  const news = (silenceMs?: number) =>
    new Promise<boolean>(resolve => {
      if (events.length > 0 || progress || isOver) return resolve(true)
      const timer = silenceMs === undefined ? undefined : setTimeout(() => resolve(false), silenceMs)
      wake = () => {
        clearTimeout(timer)
        resolve(true)
      }
    })

  if (lastEvent !== undefined) {
    await news()
    if (events.length === 0) await running
    if (events.length === 0 && answer && !answer.ok) return answer
  }

  async function* texts(): AsyncGenerator<string> {
    let id = 0
    const text = (type: string, data: object) => eventText(++id, type, data)
    let nextProgress = 0
    while (!isOver || events.length > 0) {
      if (!(await news(heartbeatMs))) yield heartbeat
      if (events.length > 0) {
        const batch = events.splice(0).map(event => text(event.type, event))
        yield batch.join('')
      } else if (progress) {
        await Promise.race([running, new Promise(done => setTimeout(done, nextProgress - Date.now()))])
        const counts = progress
        progress = undefined
        nextProgress = Date.now() + progressMs
        if (!isOver) yield text('progress', counts)
      }
    }
    if (!answer) return
    const body: unknown = await answer.json()
    yield lastEvent === undefined ? text('answer', { http: answer.status, body }) : text(lastEvent, Object(body))
  }

  return eventResponse(
    request,
    gone => {
      gone.addEventListener('abort', () => left.abort(), { once: true })
      return texts()
    },
    onError,
  )
}
