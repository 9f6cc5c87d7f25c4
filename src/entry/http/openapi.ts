import { z } from 'zod'
import type { AppContext } from '../../app.ts'
import { faultTable } from '../../kernel/fault.ts'
import { groupBy } from '../../kernel/group.ts'
import { type Operation, titleOf } from '../../kernel/operation.ts'
import { toolsets } from '../../toolsets.ts'
import { cookieName } from './caller.ts'
import { declaredRoutes } from './operation-routes.ts'
import { inputSchema } from './query.ts'

type Schema = z.core.JSONSchema.BaseSchema

/** OpenAPI 3.1 of everything under /api, made from the operations themselves. */
export function openApi(operations: readonly Operation<AppContext>[], version: string): Record<string, unknown> {
  const schemas = operations.flatMap(({ name, input, output }) => [
    [schemaName(name, 'input'), moveDefinitions(inputSchema(input), schemaName(name, 'input'))],
    [schemaName(name, 'result'), moveDefinitions(z.toJSONSchema(output, outputOptions), schemaName(name, 'result'))],
  ])
  return {
    openapi: '3.1.0',
    info: { title: 'Daybook', version, description: about },
    servers: [{ url: '/' }],
    tags: tagsOf(operations),
    paths: {
      '/api/health': serverPaths.health,
      '/api/feed': serverPaths.feed,
      ...Object.fromEntries(operations.map(each => [`/api/${each.toolset}/${each.name}`, pathOf(each)])),
      ...addressesOf(operations),
    },
    components: {
      schemas: { ...Object.fromEntries(schemas), Failure: failureSchema, RoomFailure: roomFailureSchema },
      responses: { ...failureResponses, room_failure: roomFailure },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: cookieName },
      },
    },
    // None of the two is needed on loopback, where the caller is the local user.
    security: [{}, { bearer: [] }, { cookie: [] }],
  }
}

const about = [
  'Every operation answers POST with a JSON object of its arguments; operations that only read also answer GET.',
  'In a query string a field that is not text is written as JSON, and a list by repeating the field or as one JSON array.',
  'Failures have a closed set of codes and say what to do next.',
  'On loopback no token is needed, unless the server was started with one.',
  'Programs send "Authorization: Bearer <token>".',
  'A browser opens any page once with ?token=<token>, which keeps it in a cookie; ?token= forgets it.',
].join(' ')

const outputOptions = { io: 'output', unrepresentable: 'any' } as const

function schemaName(operation: string, what: 'input' | 'result'): string {
  return `${operation}_${what}`
}

/** Definitions inside a schema move with it, and what refers to them must follow. */
function moveDefinitions(schema: Schema, name: string): Schema {
  const { $schema: _, ...rest } = schema
  const moved = JSON.stringify(rest, (key, value) =>
    key === '$ref' && typeof value === 'string' ? value.replace(/^#/, `#/components/schemas/${name}`) : value,
  )
  return JSON.parse(moved)
}

function tagsOf(operations: readonly Operation<AppContext>[]) {
  const used = new Set(operations.map(tagOf))
  return toolsets
    .flatMap(({ name }) => [
      { name, description: `Operations of the toolset ${name} for agents and people.` },
      { name: `${name}: people`, description: `Operations of ${name} that agents are not offered.` },
    ])
    .filter(({ name }) => used.has(name))
}

function tagOf({ toolset, audience }: Operation<AppContext>): string {
  return audience === 'people' ? `${toolset}: people` : toolset
}

function describedBy(operation: Operation<AppContext>) {
  const { name, summary, effect, access, audience, repeatable } = operation
  return {
    tags: [tagOf(operation)],
    summary: titleOf(name),
    description: summary,
    'x-effect': effect,
    'x-audience': audience,
    'x-access': access,
    'x-repeatable': repeatable,
  }
}

function pathOf(operation: Operation<AppContext>) {
  const { name, toolset, effect, refusal } = operation
  const result = { $ref: ref(schemaName(name, 'result')) }
  const common = {
    ...describedBy(operation),
    responses: {
      200: { description: 'The result.', content: jsonOf(result) },
      ...(toolset === 'room' && { default: { $ref: responseRef('room_failure') } }),
      ...(toolset !== 'room' && refusalsOf(result, refusal !== undefined)),
    },
  }
  const requestBody = { required: true, content: jsonOf({ $ref: ref(schemaName(name, 'input')) }) }
  const post = { operationId: name, ...common, requestBody }
  if (effect !== 'read') return { post }
  return { get: { operationId: `${name}_get`, ...common, parameters: parametersOf(operation) }, post }
}

function refusalsOf(result: object, isAnswer: boolean) {
  return Object.fromEntries(
    Object.keys(failureResponses).map(key => [
      key.slice(-3),
      isAnswer ? { description: refused, content: jsonOf(result) } : { $ref: responseRef(key) },
    ]),
  )
}

const refused = 'Refused: the same object with status "invalid" and errors that say what to correct.'

function parametersOf({ name, input }: Operation<AppContext>) {
  const { properties = {}, required = [] } = moveDefinitions(inputSchema(input), schemaName(name, 'input'))
  return Object.entries(properties).map(([field, schema]) => ({
    name: field,
    in: 'query',
    required: required.includes(field),
    ...(typeof schema === 'object' && schema.description && { description: schema.description }),
    ...(isPlain(schema) ? { schema } : { content: jsonOf(schema) }),
  }))
}

/** The further addresses of operations; each works under `/api/projects/{projectId}/` too. */
function addressesOf(operations: readonly Operation<AppContext>[]) {
  const paths: { [path: string]: { [method: string]: object } } = {}
  for (const operation of operations) {
    for (const { method, path } of declaredRoutes(operation)) {
      paths[path] = { ...paths[path], [method.toLowerCase()]: addressOf(method, path, operation) }
    }
  }
  return paths
}

function addressOf(method: string, path: string, operation: Operation<AppContext>) {
  const { name } = operation
  const fields = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field))
  const all = parametersOf(operation)
  const inPath = all
    .filter(field => fields.has(field.name))
    .map(({ name, description }) => ({
      name,
      in: 'path',
      required: true,
      ...(description !== undefined && { description }),
      schema: { type: 'string' },
    }))
  const inQuery = method === 'GET' || method === 'DELETE' ? all.filter(field => !fields.has(field.name)) : []
  const takesBody = method !== 'GET' && method !== 'DELETE'
  const result = operation.toHttpBody ? { '*/*': {} } : jsonOf({ $ref: ref(schemaName(name, 'result')) })
  return {
    operationId: `${name}_${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+/g, '_')}`,
    ...describedBy(operation),
    parameters: [...inPath, ...inQuery, projectHeader],
    ...(takesBody && { requestBody: { required: true, content: jsonOf(bodyWithout(operation, fields)) } }),
    responses: {
      '2XX': { description: 'The result.', content: result },
      default: { $ref: responseRef('room_failure') },
    },
  }
}

const projectHeader = {
  name: 'X-Daybook-Project',
  in: 'header',
  description: 'The project by id or name, where neither the path nor the server says it',
  schema: { type: 'string' },
}

/** What is said in the path is not said again in the body. */
function bodyWithout({ name, input }: Operation<AppContext>, fields: ReadonlySet<string | undefined>) {
  const { properties = {}, required = [], ...rest } = moveDefinitions(inputSchema(input), schemaName(name, 'input'))
  const kept = Object.entries(properties).filter(([field]) => !fields.has(field))
  return { ...rest, properties: Object.fromEntries(kept), required: required.filter(field => !fields.has(field)) }
}

/** Texts, numbers, flags and lists of them are written in a query string as they are; the rest is written as JSON. */
function isPlain(schema: Schema | boolean): boolean {
  if (typeof schema === 'boolean') return false
  if (schema.type === 'array')
    return typeof schema.items === 'object' && !Array.isArray(schema.items) && isPlain(schema.items)
  return ['string', 'number', 'integer', 'boolean'].some(type => schema.type === type)
}

function jsonOf(schema: unknown) {
  return { 'application/json': { schema } }
}

function ref(name: string): string {
  return `#/components/schemas/${name}`
}

function responseRef(key: string): string {
  return `#/components/responses/${key}`
}

/** The room calls its refusals by names of its own, and the others have no use for these. */
const ofTheRoom: readonly string[] = [
  'KEY_UNSAFE',
  'AUDIT_TAMPERED',
  'UNAUTHORIZED',
  'NOT_FOUND',
  'REFUSED',
  'TOO_LARGE',
  'NOT_TEXT',
  'UNPROCESSABLE',
  'QUEUE_FULL',
  'TOO_MANY_TRIES',
]

const shared = Object.entries(faultTable).filter(([code]) => !ofTheRoom.includes(code))
const codes = shared.map(([code]) => code)

const failureSchema = failureWith({
  code: { enum: codes },
  message: { type: 'string' },
  details: { type: 'object' },
  recovery_hint: { type: 'string', description: 'What to do next.' },
})

const roomFailureSchema = failureWith({
  code: { type: 'string' },
  message: { type: 'string' },
  details: { type: 'object' },
})

function failureWith(properties: object) {
  const error = { type: 'object', required: ['code', 'message'], properties }
  return { type: 'object', required: ['error'], properties: { error } }
}

const roomFailure = {
  description: 'Refused: a code, a fixed sentence, and facts.',
  content: jsonOf({ $ref: ref('RoomFailure') }),
}

/** One answer per HTTP status, naming the codes that carry it; refusals of HTTP itself come after those of the table. */
const failureResponses = Object.fromEntries(
  [...statuses()].map(([status, description]) => [
    `failure_${status}`,
    { description, content: jsonOf({ $ref: ref('Failure') }) },
  ]),
)

function statuses(): Map<number, string> {
  const byStatus = groupBy(shared, ([, { http }]) => http)
  const described = [...byStatus].map(
    ([status, some]) => [status, `${some.map(([code]) => code).join(', ')}.`] as const,
  )
  const own = [
    [401, 'FORBIDDEN: a token is needed, or the one sent is not known.'],
    [405, 'INVALID_INPUT: the operation does not answer that method; see Allow.'],
    [413, 'INVALID_INPUT: the body is too large.'],
    [415, 'INVALID_INPUT: the body is not JSON.'],
  ] as const
  return new Map([...described, ...own].sort(([one], [other]) => one - other))
}

const serverPaths = {
  health: {
    get: {
      operationId: 'health',
      summary: 'Whether the server and its database answer; without a token only that',
      responses: {
        200: { description: 'Both do.', content: jsonOf({ type: 'object' }) },
        503: { description: 'The database does not.', content: jsonOf({ type: 'object' }) },
      },
    },
  },
  feed: {
    get: {
      operationId: 'feed',
      summary: 'Activity of every visible project, live, as server-sent events',
      description:
        'Each event has the entry id as id, the entry type as event and the entry with its project_id as data. The first event is `following`, whose id is that of the newest entry before the stream. The header Last-Event-ID resumes like after and goes before it.',
      parameters: [
        {
          name: 'after',
          in: 'query',
          description: 'Begin after this entry id; 0 for everything, absent for what comes from now on',
          schema: { type: 'integer', minimum: 0 },
        },
        { name: 'project', in: 'query', description: 'Only this project, by id or name', schema: { type: 'string' } },
      ],
      responses: {
        200: { description: 'The stream.', content: { 'text/event-stream': { schema: { type: 'string' } } } },
        400: { $ref: responseRef('failure_400') },
        404: { $ref: responseRef('failure_404') },
      },
    },
  },
}
