/** A value of a recipe that refers to something else: an argument of the task, or a part of an earlier output. */
interface Ref {
  $ref: string
  default?: unknown
}

/** Why a step cannot begin: the part of the address at which nothing was found. */
export class RefUnresolved extends Error {
  override readonly name = 'RefUnresolved'
  constructor(readonly segment: string) {
    super(`ref_unresolved:${segment}`)
  }
}

const shape = /^[A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z_][A-Za-z0-9_-]*|\[\d{1,6}\])*$/

export function isRef(value: unknown): value is Ref {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return false
  return typeof value.$ref === 'string' && Object.keys(value).every(key => key === '$ref' || key === 'default')
}

/** `a.b[0].c` → `a`, `b`, `[0]`, `c`; undefined when it is not an address. */
export function segmentsOf(address: string): string[] | undefined {
  return shape.test(address) ? (address.match(/\[\d+\]|[^.[\]]+/g) ?? []) : undefined
}

/** Every address in a value, those of defaults too. */
export function refsIn(value: unknown): string[] {
  if (isRef(value)) return [value.$ref, ...refsIn(value.default)]
  if (Array.isArray(value)) return value.flatMap(refsIn)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(refsIn) : []
}

/** The value with everything in it that refers to something else replaced. */
export function resolveRefs(value: unknown, roots: ReadonlyMap<string, unknown>): unknown {
  if (isRef(value)) return found(value, roots)
  if (Array.isArray(value)) return value.map(each => resolveRefs(each, roots))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolveRefs(each, roots)]))
}

function found(ref: Ref, roots: ReadonlyMap<string, unknown>): unknown {
  try {
    return walk(segmentsOf(ref.$ref) ?? [ref.$ref], roots)
  } catch (error) {
    if (!(error instanceof RefUnresolved) || !Object.hasOwn(ref, 'default')) throw error
    return resolveRefs(ref.default, roots)
  }
}

function walk([root = '', ...rest]: readonly string[], roots: ReadonlyMap<string, unknown>): unknown {
  let at = roots.get(root)
  if (at === undefined || at === null) throw new RefUnresolved(root)
  for (const segment of rest) {
    at = member(at, segment)
    if (at === undefined || at === null) throw new RefUnresolved(segment)
  }
  return at
}

/** Only what is its own: nothing of what JavaScript adds to every object. */
function member(value: unknown, segment: string): unknown {
  const index = /^\[(\d+)\]$/.exec(segment)?.[1]
  if (index !== undefined) return Array.isArray(value) ? value[Number(index)] : undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, segment)) {
    return undefined
  }
  return new Map<string, unknown>(Object.entries(value)).get(segment)
}
