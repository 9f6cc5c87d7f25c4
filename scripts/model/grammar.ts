/** A position in a grammar: the alternatives that may follow. */
export type Place = readonly Rest[]

/** The rules still to be matched, innermost first; null when the text is complete. */
type Rest = { rule: Rule; next: Rest } | null

type Rule =
  | { literal: string }
  | { all: readonly Rule[] }
  | { one: readonly Rule[] }
  /** From `min` to `max` characters of a class. */
  | { class: RegExp; min: number; max: number }

type Schema = { readonly [keyword: string]: unknown }

/** The start of every JSON text that fits the schema. Only required properties of objects are generated. */
export function startOf(schema: object): Place {
  return expand({ rule: ruleOf(schema as Schema), next: null })
}

/** The position after one more character; empty if the character does not fit. */
export function after(place: Place, char: string): Place {
  return place.flatMap(rest => {
    if (rest === null) return []
    const { rule, next } = rest
    if ('literal' in rule) {
      if (!rule.literal.startsWith(char)) return []
      return expand({ rule: { literal: rule.literal.slice(char.length) }, next })
    }
    if (!('class' in rule) || rule.max === 0 || !rule.class.test(char)) return []
    return expand({ rule: { ...rule, min: Math.max(0, rule.min - 1), max: rule.max - 1 }, next })
  })
}

export function isWhole(place: Place): boolean {
  return place.includes(null)
}

/** Expands compound rules until each alternative begins with a character. */
function expand(rest: Rest): Rest[] {
  if (rest === null) return [null]
  const { rule, next } = rest
  if ('literal' in rule) return rule.literal === '' ? expand(next) : [rest]
  if ('one' in rule) return rule.one.flatMap(each => expand({ rule: each, next }))
  if ('class' in rule) return [...(rule.max > 0 ? [rest] : []), ...(rule.min === 0 ? expand(next) : [])]
  return expand(rule.all.reduceRight<Rest>((after, each) => ({ rule: each, next: after }), next))
}

const maxTextLength = 24

function ruleOf(schema: Schema): Rule {
  const { anyOf, type, enum: values } = schema
  if (Array.isArray(anyOf)) return { one: anyOf.map(each => ruleOf(Object(each))) }
  if ('const' in schema) return { literal: JSON.stringify(schema.const) }
  if (Array.isArray(values)) return { one: values.map(value => ({ literal: JSON.stringify(value) })) }
  if (Array.isArray(type)) return { one: type.map(each => ruleOf({ ...schema, type: each })) }
  if (type === 'object') return objectRule(schema)
  if (type === 'array') return arrayRule(schema)
  if (type === 'boolean') return { one: [{ literal: 'true' }, { literal: 'false' }] }
  if (type === 'integer' || type === 'number') return { all: [digit(/[1-9]/, 1), digit(/[0-9]/, 0)] }
  if (type === 'null') return { literal: 'null' }
  return { all: [{ literal: '"' }, textRule(schema), { literal: '"' }] }
}

function objectRule({ properties, required }: Schema): Rule {
  const shapes: { [name: string]: Schema } = Object(properties)
  const names = Array.isArray(required) ? required.map(String) : []
  const members = names.flatMap((name, index): Rule[] => [
    { literal: `${index > 0 ? ',' : ''}${JSON.stringify(name)}:` },
    ruleOf(shapes[name] ?? {}),
  ])
  return { all: [{ literal: '{' }, ...members, { literal: '}' }] }
}

function arrayRule({ items, minItems }: Schema): Rule {
  const count = Math.max(1, Number(minItems ?? 1))
  const each = ruleOf(Object(items))
  const list = Array.from({ length: count }, (_, index): Rule[] =>
    index > 0 ? [{ literal: ',' }, each] : [each],
  ).flat()
  return { all: [{ literal: '[' }, ...list, { literal: ']' }] }
}

function textRule({ minLength, maxLength }: Schema): Rule {
  const max = Math.min(maxTextLength, Number(maxLength ?? maxTextLength))
  return { class: /[A-Za-z0-9 ,.'_/-]/, min: Math.min(max, Math.max(1, Number(minLength ?? 1))), max }
}

function digit(allowed: RegExp, min: number): Rule {
  return { class: allowed, min, max: 1 }
}
