/** A place in a grammar: what may still follow, as alternatives. */
export type Place = readonly Rest[]

/** What is left to say, innermost first; null when all is said. */
type Rest = { rule: Rule; next: Rest } | null

type Rule =
  | { say: string }
  | { all: readonly Rule[] }
  | { one: readonly Rule[] }
  /** From `least` to `most` characters of a class. */
  | { class: RegExp; least: number; most: number }

type Schema = { readonly [keyword: string]: unknown }

/** Where every text begins that is JSON and fits the schema. Of objects only required properties are said. */
export function startOf(schema: object): Place {
  return settled({ rule: ruleOf(schema as Schema), next: null })
}

/** After one more character; nowhere when it does not fit. */
export function after(place: Place, char: string): Place {
  return place.flatMap(rest => {
    if (rest === null) return []
    const { rule, next } = rest
    if ('say' in rule) {
      if (!rule.say.startsWith(char)) return []
      return settled({ rule: { say: rule.say.slice(char.length) }, next })
    }
    if (!('class' in rule) || rule.most === 0 || !rule.class.test(char)) return []
    return settled({ rule: { ...rule, least: Math.max(0, rule.least - 1), most: rule.most - 1 }, next })
  })
}

export function isWhole(place: Place): boolean {
  return place.includes(null)
}

/** Opens up whatever is only a frame, until a character is due. */
function settled(rest: Rest): Rest[] {
  if (rest === null) return [null]
  const { rule, next } = rest
  if ('say' in rule) return rule.say === '' ? settled(next) : [rest]
  if ('one' in rule) return rule.one.flatMap(each => settled({ rule: each, next }))
  if ('class' in rule) return [...(rule.most > 0 ? [rest] : []), ...(rule.least === 0 ? settled(next) : [])]
  return settled(rule.all.reduceRight<Rest>((after, each) => ({ rule: each, next: after }), next))
}

const longestText = 24

function ruleOf(schema: Schema): Rule {
  const { anyOf, type, enum: values } = schema
  if (Array.isArray(anyOf)) return { one: anyOf.map(each => ruleOf(Object(each))) }
  if ('const' in schema) return { say: JSON.stringify(schema.const) }
  if (Array.isArray(values)) return { one: values.map(value => ({ say: JSON.stringify(value) })) }
  if (Array.isArray(type)) return { one: type.map(each => ruleOf({ ...schema, type: each })) }
  if (type === 'object') return objectRule(schema)
  if (type === 'array') return arrayRule(schema)
  if (type === 'boolean') return { one: [{ say: 'true' }, { say: 'false' }] }
  if (type === 'integer' || type === 'number') return { all: [digit(/[1-9]/, 1), digit(/[0-9]/, 0)] }
  if (type === 'null') return { say: 'null' }
  return { all: [{ say: '"' }, textRule(schema), { say: '"' }] }
}

function objectRule({ properties, required }: Schema): Rule {
  const shapes: { [name: string]: Schema } = Object(properties)
  const names = Array.isArray(required) ? required.map(String) : []
  const members = names.flatMap((name, index): Rule[] => [
    { say: `${index > 0 ? ',' : ''}${JSON.stringify(name)}:` },
    ruleOf(shapes[name] ?? {}),
  ])
  return { all: [{ say: '{' }, ...members, { say: '}' }] }
}

function arrayRule({ items, minItems }: Schema): Rule {
  const count = Math.max(1, Number(minItems ?? 1))
  const each = ruleOf(Object(items))
  const list = Array.from({ length: count }, (_, index): Rule[] => (index > 0 ? [{ say: ',' }, each] : [each])).flat()
  return { all: [{ say: '[' }, ...list, { say: ']' }] }
}

function textRule({ minLength, maxLength }: Schema): Rule {
  const most = Math.min(longestText, Number(maxLength ?? longestText))
  return { class: /[A-Za-z0-9 ,.'_/-]/, least: Math.min(most, Math.max(1, Number(minLength ?? 1))), most }
}

function digit(allowed: RegExp, least: number): Rule {
  return { class: allowed, least, most: 1 }
}
