import { z } from 'zod'
import { isObject } from '../../kernel/json.ts'

/** An object with what was given in place of what was there: null takes a key away, what is not given stays. */
export function mergeGiven(
  before: { readonly [key: string]: unknown },
  given: { readonly [key: string]: unknown },
): { [key: string]: unknown } {
  const kept = Object.entries(before).filter(([key]) => !Object.hasOwn(given, key) || given[key] === undefined)
  const set = Object.entries(given).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries([...kept, ...set])
}

/** The fields of a change: one that is left out stays as it is, null takes it away. */
export function changeable<S extends z.core.$ZodShape>(fields: S) {
  const changes = Object.entries(fields).map(([name, field]) => {
    const isUnset = field instanceof z.ZodOptional || field instanceof z.ZodDefault
    return [name, z.optional(z.nullable(isUnset ? field.unwrap() : field))]
  })
  // Object.fromEntries forgets which field has which name.
  return Object.fromEntries(changes) as { [name in keyof S]: z.ZodOptional<z.ZodNullable<Bare<S[name]>>> }
}

/** A field without its default, or without the right to be left out. */
type Bare<F extends z.core.$ZodType> = F extends z.ZodOptional<infer T> | z.ZodDefault<infer T> ? T : F

/** The sections of `given` over those of `before`; within a section only the given names change. */
export function mergeSections(before: Sections, given: Sections): Sections {
  const sections = Object.entries(given).map(([name, value]) => {
    const known = Object.hasOwn(before, name) ? before[name] : undefined
    return [name, isObject(known) && isObject(value) ? { ...known, ...value } : value]
  })
  return { ...before, ...Object.fromEntries(sections) }
}

type Sections = { readonly [name: string]: unknown }
