import type { Operation } from '../../kernel/operation.ts'

/** An address: a method, and segments that are either fixed or the value of a field. */
export interface Route<T> {
  method: string
  segments: readonly string[]
  target: T
}

export interface RouteMatch<T> {
  target: T
  /** Fields of the input by their decoded text. */
  values: { [field: string]: string }
  /** From the prefix `/api/projects/{projectId}/…`. */
  project?: string
}

export type RouteAnswer<T> = RouteMatch<T> | { allow: string[] } | undefined

/** Every address of some operations, as their declarations write them: `GET /api/files/{path}`. */
export function routesOf<Op extends Pick<Operation<never>, 'name' | 'routes'>>(operations: readonly Op[]): Route<Op>[] {
  return operations.flatMap(target => (target.routes ?? []).map(address => routeOf(address, target)))
}

export function routeOf<T>(address: string, target: T): Route<T> {
  const [, method = '', path = ''] = /^(GET|POST|PUT|PATCH|DELETE) (\/api\/\S+)$/.exec(address) ?? []
  if (path === '') throw new Error(`"${address}" is no address.`)
  return { method, segments: path.split('/').slice(1), target }
}

/** Finds what answers an address. Where several do, the one that is fixed earlier. */
export function routeTable<T>(routes: readonly Route<T>[]) {
  const shapes = routes.map(({ method, segments }) => `${method} ${segments.map(shapeOf).join('/')}`)
  const twice = shapes.find((shape, at) => shapes.indexOf(shape) < at)
  if (twice !== undefined) throw new Error(`Two operations answer ${twice}.`)

  function fitting(segments: readonly string[]): Route<T>[] {
    return routes
      .filter(
        route =>
          route.segments.length === segments.length && route.segments.every((each, at) => fits(each, segments[at])),
      )
      .sort((one, other) => (rank(one) < rank(other) ? -1 : 1))
  }

  return (method: string, path: string): RouteAnswer<T> => {
    const place = placed(path)
    const found = place ? fitting(place.segments) : []
    if (!place || found.length === 0) return undefined
    const route = found.find(each => each.method === (method === 'HEAD' ? 'GET' : method))
    if (!route) return { allow: allowed(found) }
    const named = route.segments.flatMap((each, at) => {
      const field = fieldOf(each)
      return field === undefined ? [] : [[field, place.segments[at] ?? '']]
    })
    return {
      target: route.target,
      values: Object.fromEntries(named),
      ...(place.project !== undefined && { project: place.project }),
    }
  }
}

/** The segments of a path, decoded one by one so that an encoded slash stays inside its segment. */
function placed(path: string): { segments: string[]; project?: string } | undefined {
  const segments = decoded(path.split('/').slice(1))
  if (segments?.[0] !== 'api') return undefined
  const [, prefix, project, ...rest] = segments
  if (prefix !== 'projects' || project === undefined || project === '') return { segments }
  return { segments: ['api', ...rest], project }
}

function decoded(segments: readonly string[]): string[] | undefined {
  try {
    return segments.map(decodeURIComponent)
  } catch {
    return undefined
  }
}

function fieldOf(segment: string): string | undefined {
  return /^\{(\w+)\}$/.exec(segment)?.[1]
}

function shapeOf(segment: string): string {
  return fieldOf(segment) === undefined ? segment : '{}'
}

function fits(wanted: string, given: string | undefined): boolean {
  return fieldOf(wanted) === undefined ? wanted === given : given !== undefined && given !== ''
}

/** Sorts fixed segments before fields, from the left. */
function rank<T>({ segments }: Route<T>): string {
  return segments.map(each => (fieldOf(each) === undefined ? '0' : '1')).join('')
}

function allowed<T>(routes: readonly Route<T>[]): string[] {
  const methods = new Set(routes.map(({ method }) => method))
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods].sort()
}
