import { expect, test } from 'vitest'
import { openApi } from '../../src/entry/http/openapi.ts'
import { declaredRoutes } from '../../src/entry/http/operation-routes.ts'
import { operations } from '../../src/operations.ts'
import { toolsets } from '../../src/toolsets.ts'
import { send, serving } from './serving.ts'

type Node = ReturnType<JSON['parse']>

const routes = operations.flatMap(operation => declaredRoutes(operation).map(route => ({ ...route, operation })))
const addresses = new Set(routes.map(({ path }) => path))

const document: Node = JSON.parse(JSON.stringify(openApi(operations, '9.9.9')))

test('the server publishes the document', async () => {
  const { port } = await serving({ toolsets: toolsets.map(({ name }) => name) })
  const answer = await send(port, '/api/openapi.json')

  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  expect(answer.json()).toEqual(document)
})

test('it is OpenAPI 3.1 with every operation under its address', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(document.info).toMatchObject({ title: 'Daybook', version: '9.9.9' })
  expect(Object.keys(document.paths)).toEqual([
    '/api/health',
    '/api/feed',
    ...operations.map(({ toolset, name }) => `/api/${toolset}/${name}`),
    ...addresses,
  ])
})

const statuses = ['200', '400', '401', '403', '404', '405', '409', '413', '415', '422', '500', '503']

test.each(operations.map(operation => [operation.name, operation] as const))(
  '%s is described with input, result, effect and failures',
  (name, { toolset, effect, audience, summary, input }) => {
    const path = document.paths[`/api/${toolset}/${name}`]
    const tag = audience === 'people' ? `${toolset}: people` : toolset

    expect(Object.keys(path)).toEqual(effect === 'read' ? ['get', 'post'] : ['post'])
    expect(path.post).toMatchObject({ operationId: name, description: summary, 'x-effect': effect, tags: [tag] })
    expect(path.post.requestBody.content['application/json'].schema).toEqual({
      $ref: `#/components/schemas/${name}_input`,
    })
    expect(path.post.responses['200'].content['application/json'].schema).toEqual({
      $ref: `#/components/schemas/${name}_result`,
    })
    expect(Object.keys(path.post.responses)).toEqual(toolset === 'room' ? ['200', 'default'] : statuses)
    const fields = Object.keys(input.shape)
    expect(Object.keys(document.components.schemas[`${name}_input`].properties ?? {})).toEqual(fields)
    expect(path.get?.parameters.map((parameter: Node) => parameter.name) ?? fields).toEqual(fields)
  },
)

test.each(routes.map(({ method, path, operation }) => [`${method} ${path}`, operation] as const))(
  '%s is described with what it takes and answers',
  (address, { name, summary, input }) => {
    const [method = '', path = ''] = address.split(' ')
    const described = document.paths[path][method.toLowerCase()]
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field)
    const rest = Object.keys(input.shape).filter(field => !inPath.includes(field))
    const parametersIn = (place: string) =>
      described.parameters.filter((parameter: Node) => parameter.in === place).map((parameter: Node) => parameter.name)

    expect(described).toMatchObject({ description: summary, operationId: expect.stringMatching(`^${name}_`) })
    expect(parametersIn('path').sort()).toEqual(inPath.sort())
    expect(Object.keys(described.responses)).toEqual(['2XX', 'default'])
    if (method === 'GET' || method === 'DELETE') expect(parametersIn('query')).toEqual(rest)
    else expect(Object.keys(described.requestBody.content['application/json'].schema.properties)).toEqual(rest)
  },
)

test('every reference in it leads somewhere', () => {
  const references = [...nodesOf(document)].flatMap(node => (typeof node?.$ref === 'string' ? [node.$ref] : []))

  expect(references.length).toBeGreaterThan(operations.length * 2)
  for (const reference of references) {
    const found = reference
      .slice(2)
      .split('/')
      .reduce((node: Node, key: string) => node?.[key], document)
    expect([reference, typeof found]).toEqual([reference, 'object'])
  }
})

test('operation ids are unique, tags are declared, parameters say how they are written', () => {
  const described = Object.values<Node>(document.paths).flatMap(path => Object.values<Node>(path))
  const ids = described.map(({ operationId }) => operationId)
  const tags = new Set(document.tags.map(({ name }: Node) => name))

  expect(new Set(ids).size).toBe(ids.length)
  expect(described.flatMap(each => each.tags ?? []).filter(tag => !tags.has(tag))).toEqual([])
  for (const parameter of described.flatMap(each => each.parameters ?? [])) {
    expect(parameter).toMatchObject({ name: expect.any(String), in: expect.stringMatching(/^(query|path|header)$/) })
    expect('schema' in parameter).toBe(!('content' in parameter))
  }
})

function* nodesOf(node: Node): Generator<Node> {
  yield node
  if (typeof node === 'object' && node !== null) for (const inner of Object.values(node)) yield* nodesOf(inner)
}
