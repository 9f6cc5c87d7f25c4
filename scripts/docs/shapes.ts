import { z } from 'zod'
import { anchor, code, table } from './markdown.ts'

type Schema = z.core.JSONSchema.BaseSchema

const nouns = z.registry<{ id: string }>()
const registered = new Map<string, z.ZodType>()

/** Makes the exported result shapes of a part known by their names, so that they are described once and linked to. */
export function registerNouns(exported: Record<string, unknown>): void {
  for (const [id, noun] of Object.entries(exported)) {
    if (!isNoun(noun) || nouns.has(noun)) continue
    nouns.add(noun, { id })
    registered.set(id, noun)
  }
}

/** A table of the members of an object, or a link where it is a named shape itself. */
export function resultOf(shape: z.ZodType): string {
  const schema = schemaOf(shape)
  return schema.$ref === undefined
    ? table(['result', 'type', ''], members(schema))
    : `The result is a ${link(schema.$ref)}.`
}

/** What a named shape is made of; undefined for what is not named in the reference. */
export function definitionOf(name: string, shape: z.ZodType): string | undefined {
  if (!isNoun(shape)) return undefined
  const root = schemaOf(shape)
  const schema = asSchema(root.$ref === undefined ? root : root.$defs?.[name])
  if (schema.properties) return table(['member', 'type', ''], members(schema))
  return `${typeOf(schema)}.`
}

/** Objects and choices get a name of their own; plain texts and numbers are described in place. */
function isNoun(value: unknown): value is z.ZodType {
  return value instanceof z.ZodObject || (value instanceof z.ZodEnum && value.options.length > 0)
}

function schemaOf(shape: z.ZodType): Schema {
  return z.toJSONSchema(shape, { io: 'output', unrepresentable: 'any', metadata: nouns })
}

function members({ properties = {}, required = [] }: Schema): string[][] {
  return Object.entries(properties).map(([name, property]) => {
    const schema = asSchema(property)
    return [code(name + (required.includes(name) ? '' : '?')), typeOf(schema), schema.description ?? '']
  })
}

function typeOf(schema: Schema): string {
  const { $ref, anyOf, type, items, prefixItems, properties } = schema
  if ($ref !== undefined) return link($ref)
  if (anyOf) return anyOf.map(each => typeOf(asSchema(each))).join(' or ')
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (schema.enum) return schema.enum.map(each => code(JSON.stringify(each))).join(', ')
  if (prefixItems) return `[${prefixItems.map(each => typeOf(asSchema(each))).join(', ')}]`
  if (type === 'array') return `list of ${typeOf(asSchema(items))}`
  if (properties) return inline(schema)
  return Array.isArray(type) ? type.join(' or ') : (type ?? 'any JSON')
}

function inline({ properties = {}, required = [] }: Schema): string {
  const base = baseOf(properties)
  const known = base ? Object.keys(base.properties) : []
  const inside = Object.entries(properties)
    .filter(([name]) => !known.includes(name))
    .map(([name, property]) => {
      const type = typeOf(asSchema(property))
      return `${code(name + (required.includes(name) ? '' : '?'))} ${type.includes(', ') ? `(${type})` : type}`
    })
  return `${base ? `${base.link} with ` : ''}{ ${inside.join(', ')} }`
}

/** The largest named shape whose members are all among these. */
function baseOf(properties: object): { link: string; properties: object } | undefined {
  const mine = new Map(Object.entries(properties).map(([name, schema]) => [name, JSON.stringify(schema)]))
  const contained = [...registered].flatMap(([name, shape]) => {
    const theirs = asSchema(schemaOf(shape).$defs?.[name]).properties ?? {}
    const all = Object.entries(theirs).every(([each, schema]) => mine.get(each) === JSON.stringify(schema))
    return all && Object.keys(theirs).length > 3 ? [{ link: link(name), properties: theirs }] : []
  })
  return contained.sort((a, b) => Object.keys(b.properties).length - Object.keys(a.properties).length)[0]
}

function link(ref: string): string {
  const name = ref.slice(ref.lastIndexOf('/') + 1)
  return `[${name}](${anchor(name)})`
}

function asSchema(value: unknown): Schema {
  // JSON Schema allows true and false in place of a schema; to a reader both say nothing.
  return typeof value === 'object' && value !== null ? (value as Schema) : {}
}
