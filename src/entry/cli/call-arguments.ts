import { parseArgs } from 'node:util'
import type { Flags } from '../../config.ts'
import { usageFault } from './failure.ts'
import { nearest } from './nearest.ts'
import { type Field, flagsOf } from './operation-fields.ts'

interface CallLine {
  operation: string | undefined
  list: boolean
  help: boolean
  /** `--json` stood alone: a wish for JSON, not a source of arguments. */
  json: boolean
}

/** The outline of a `daybook call` line, read before it is known which flags the operation has. */
export function outlineOf(args: string[]): CallLine {
  const { values, positionals } = parseArgs({
    args: joinJsonValue(args),
    options: { ...common, list: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    strict: false,
    allowPositionals: true,
  })
  return {
    operation: positionals[0],
    list: values.list === true,
    help: values.help === true,
    json: values.json === '',
  }
}

export interface CallArguments extends Flags {
  /** Where the object of arguments stands: text, `-` for stdin or `@file`. */
  source: string | undefined
  /** Fields given as flags of their own. */
  fields: Record<string, unknown>
}

/** The whole line, read with the flags that the operation's own schema gives it. */
export function callArguments(args: string[], operation: string, fields: readonly Field[]): CallArguments {
  const flags = flagsOf(fields)
  const { values, positionals } = strictly(operation, () =>
    parseArgs({
      args: joinJsonValue(args),
      options: { ...common, ...Object.fromEntries([...flags].map(([flag, field]) => [flag, optionFor(field)])) },
      allowPositionals: true,
    }),
  )
  const [, positional, ...surplus] = positionals
  const inline = text(values.json) || undefined
  if (surplus.length > 0 || (positional !== undefined && inline !== undefined)) {
    throw usageFault('The arguments must be one JSON object.', `See: daybook call ${operation} --help`)
  }
  return {
    source: positional ?? inline,
    db: text(values.db),
    project: text(values.project),
    session: text(values.session),
    fields: Object.fromEntries(
      Object.entries(values).flatMap(([flag, value]) => {
        const field = flags.get(flag)
        return field ? [[field.name, field.valueOf(value)] as const] : []
      }),
    ),
  }

  function strictly<T>(name: string, parse: () => T): T {
    try {
      return parse()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const given = /^Unknown option '--([^']*)'/.exec(reason)?.[1]
      const near = given === undefined ? undefined : nearest(given, [...flags.keys()])
      throw usageFault(
        'The command line was not understood.',
        near ? `Did you mean --${near}? All flags: daybook call ${name} --help` : `See: daybook call ${name} --help`,
        { reason: given === undefined ? reason : `unknown option --${given}` },
      )
    }
  }
}

const common = {
  json: { type: 'string' },
  session: { type: 'string' },
  project: { type: 'string' },
  db: { type: 'string' },
} as const

function optionFor(field: Field): { type: 'boolean' | 'string'; multiple: boolean } {
  return { type: field.kind === 'boolean' ? 'boolean' : 'string', multiple: field.kind === 'array' }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** `--json` may stand alone or before its value; the parser knows only flags that always or never take one. */
function joinJsonValue(args: string[]): string[] {
  const joined: string[] = []
  for (let at = 0; at < args.length; at++) {
    const [word = '', next] = [args[at], args[at + 1]]
    const takesNext = word === '--json' && next !== undefined && (next === '-' || /^\s*[[{@"]/.test(next))
    if (takesNext) at++
    joined.push(word === '--json' ? `--json=${takesNext ? next : ''}` : word)
  }
  return joined
}
