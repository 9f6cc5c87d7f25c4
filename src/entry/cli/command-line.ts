import { editDistance } from '../../kernel/spelling.ts'
import { reportFailure, usageFault } from './failure.ts'

/** A command: what may follow its words, and what it does with it. Parsing, help and completion read the same. */
export interface Command {
  summary: string
  args: readonly Argument[]
  flags: readonly Flag[]
  /** A word with one hyphen that is not a flag is an argument, as `-not` is in a query. */
  takesHyphenedWords?: true
  /** In place of the usage line made of arguments and flags. */
  usage?: string
  /** Printed after the options in --help. */
  more?: string
  /** What would be typed after the name of the group; printed at the end of --help. */
  examples?: readonly string[]
  /** Answers the exit code; `path` are the words of the command. */
  run(words: readonly string[], path: string): Promise<number>
}

/** Commands by name in the order help lists them. Each is made when it is called, because most are not. */
export interface Group {
  summary: string
  examples?: readonly string[]
  commands: { readonly [name: string]: Group | (() => Promise<Group | Command>) }
}

export interface Argument {
  name: string
  help: string
  isOptional: boolean
  isList: boolean
  choices: readonly string[]
}

export interface Flag {
  /** `-v, --verbose`, `--out <file>`, `--week [week]`, `--no-open`. */
  spec: string
  long: string
  short: string | undefined
  /** The name of its value for the command. */
  name: string
  value: 'none' | 'optional' | 'required'
  isNegated: boolean
  /** May be given several times. */
  isList: boolean
  /** Takes all words up to the next flag. */
  isVariadic: boolean
  help: string
  choices: readonly string[]
}

/**
 * How a command declares its own arguments and flags: `<file>`, `[dir]`, `out <file>`, `dry-run`, `no-digest` → help.
 * `for <form=slack|email>` takes these words only.
 */
export type OwnSpecs<S extends string> = { readonly [spec in S]: string }

/** `<file>` is a text, `[dir]` may be absent, `[words...]` are several; `out <file>` may be absent, `dry-run` is true or absent. */
export type Own<S extends string> = { [K in Extract<S, Always> as NameIn<K>]: ValueOf<K> } & {
  [K in Exclude<S, Always> as NameIn<K>]?: ValueOf<K>
}
type Always = `<${string}>` | `[${string}...]` | `no-${string}`
type NameIn<K extends string> = K extends
  | `<${infer N}...>`
  | `[${infer N}...]`
  | `-${string}, --${infer N}`
  | `<${infer N}=${string}|${string}>`
  ? Camel<N>
  : K extends `<${infer N}>` | `[${infer N}]` | `no-${infer N}` | `${infer N} <${string}>` | `${infer N} [${string}]`
    ? Camel<N>
    : Camel<K>
type ValueOf<K extends string> = K extends `${string}<${string}=${infer W}|${infer V}>`
  ? W | Words<V>
  : K extends `${string}...>` | `${string}...]`
    ? string[]
    : K extends `no-${string}`
      ? boolean
      : K extends `${string} [${string}]`
        ? string | true
        : K extends `${string}>` | `${string}]`
          ? string
          : true
type Words<V extends string> = V extends `${infer W}|${infer U}` ? W | Words<U> : V
type Camel<S extends string> = S extends `${infer A}-${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S

type Plain<S extends string> = Pick<Command, 'summary' | 'more' | 'examples' | 'usage'> & {
  own?: OwnSpecs<S>
  run(own: Own<S>): Promise<number>
}

/** A command that is not about an operation. */
export function command<S extends string>({ own, run, ...about }: Plain<S>): () => Promise<Command> {
  return async () => {
    const taken = takenBy(own ?? {})
    return {
      ...about,
      ...taken,
      async run(words, path) {
        try {
          // Named and typed by the same specs.
          return await run(ownIn(taken, readLine(taken, words, path)) as Own<S>)
        } catch (error) {
          return reportFailure(error)
        }
      },
    }
  }
}

/** Its arguments and flags. */
export function takenBy(specs: OwnSpecs<string>): Pick<Command, 'args' | 'flags'> {
  const all = Object.entries(specs).map(([spec, help]) => {
    const [, before = spec, words, end = ''] = /^([^=]*)=([^|>]*\|[^>]*)(>)$/.exec(spec) ?? []
    return { spec: `${before}${end}`, help, choices: words?.split('|') ?? [] }
  })
  return {
    args: all
      .filter(({ spec }) => /^[<[]/.test(spec))
      .map(({ spec, help, choices }) => argumentFrom(spec, help, choices)),
    flags: all
      .filter(({ spec }) => !/^[<[]/.test(spec))
      // Repeated rather than followed by several values, which would take the arguments after it as well.
      .map(({ spec, help, choices }) => ({
        ...flagFrom(spec.replace('...', ''), help, choices),
        isList: spec.endsWith('...>'),
      })),
  }
}

/** What was typed for a command's own arguments and flags. */
export function ownIn({ args, flags }: Pick<Command, 'args' | 'flags'>, line: Line): { [name: string]: unknown } {
  const values: { [name: string]: unknown } = { ...line.flags, ...line.args }
  const labels = [
    ...args.map(each => ({ ...each, name: camel(each.name), label: `<${each.name}>` })),
    ...flags.map(each => ({ ...each, label: each.long })),
  ]
  for (const { name, choices, label } of labels) {
    const given = values[name]
    if (choices.length > 0 && typeof given === 'string') values[name] = choiceIn(choices, given, label)
  }
  return values
}

/** `open` may be typed for OPEN. */
export function choiceIn(choices: readonly string[], given: string, label: string): string {
  const choice = choices.find(each => each === given) ?? choices.find(each => each === given.toUpperCase())
  if (choice !== undefined) return choice
  const known = `It takes ${choices.join(choices.length === 2 ? ' or ' : ', ')}.`
  throw usageFault(`Unknown value for ${label}.`, `${guess(given, choices)}${known}`, { given })
}

export function argumentFrom(spec: string, help: string, choices: readonly string[] = []): Argument {
  const isList = /\.\.\.[>\]]$/.test(spec)
  return { name: spec.slice(1, isList ? -4 : -1), help, isOptional: spec.startsWith('['), isList, choices }
}

export function flagFrom(given: string, help: string, choices: readonly string[] = []): Flag {
  const spec = given.startsWith('-') ? given : `--${given}`
  const [, short, no, name = '', value] = /^(?:(-\w), )?--(no-)?([\w-]+)(?: ([<[]).*)?$/.exec(spec) ?? []
  const isVariadic = spec.endsWith('...>')
  return {
    spec,
    long: `--${no ?? ''}${name}`,
    short,
    name: camel(name),
    value: value === '<' ? 'required' : value === '[' ? 'optional' : 'none',
    isNegated: no !== undefined,
    isList: isVariadic,
    isVariadic,
    help,
    choices,
  }
}

export function camel(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

export type Value = string | string[] | boolean

/** What was typed, by the names of arguments and flags. */
export interface Line {
  args: { [name: string]: string | string[] | undefined }
  flags: { [name: string]: Value | undefined }
}

/** Reads the words after those of the command. */
export function readLine(
  command: Pick<Command, 'args' | 'flags' | 'takesHyphenedWords'>,
  words: readonly string[],
  path: string,
): Line {
  const flags: Line['flags'] = Object.fromEntries(
    command.flags.flatMap(({ name, isNegated }) => (isNegated ? [[name, true]] : [])),
  )
  const given: string[] = []
  for (let at = 0; at < words.length; ) {
    const word = words[at++] ?? ''
    if (word === '--') {
      given.push(...words.slice(at))
      break
    }
    if (!/^-\D/.test(word)) {
      given.push(word)
      continue
    }
    const [, name = '', joined] = /^([^=]*)(?:=([\s\S]*))?$/.exec(word) ?? []
    const flag = command.flags.find(({ long, short }) => name === long || name === short)
    if (!flag && command.takesHyphenedWords && !word.startsWith('--')) {
      given.push(word)
      continue
    }
    if (!flag) throw unknownFlag(name, command, path)
    if (flag.value === 'none') {
      flags[flag.name] = !flag.isNegated
      continue
    }
    const values = joined === undefined ? [] : [joined]
    const isWord = () => at < words.length && !/^-./.test(words[at] ?? '')
    if (joined === undefined && (isWord() || flag.value === 'required')) values.push(...words.slice(at, ++at))
    while (flag.isVariadic && isWord()) values.push(...words.slice(at, ++at))
    if (flag.value === 'required' && values.length === 0) throw misread(`option '${flag.spec}' needs a value`, path)
    const before = flags[flag.name]
    flags[flag.name] = flag.isList ? [...(Array.isArray(before) ? before : []), ...values] : (values[0] ?? true)
  }
  return { args: readArguments(command.args, given, path), flags }
}

function readArguments(args: readonly Argument[], given: readonly string[], path: string): Line['args'] {
  const missing = args.find(({ isOptional }, at) => !isOptional && given[at] === undefined)
  if (missing) throw misread(`missing required argument '${missing.name}'`, path)
  if (given.length > args.length && !args.at(-1)?.isList) {
    const were = given.length === 1 ? '1 argument was' : `${given.length} arguments were`
    throw misread(`${were} given, it takes ${args.length || 'none'}`, path)
  }
  return Object.fromEntries(args.map(({ name, isList }, at) => [camel(name), isList ? given.slice(at) : given[at]]))
}

function unknownFlag(given: string, { flags }: Pick<Command, 'flags'>, path: string) {
  return misread(`unknown option '${given}'`, path, guess(given, ['--help', ...flags.map(({ long }) => long)]))
}

function misread(reason: string, path: string, meant = '') {
  return usageFault('The command line was not understood.', `${meant}See: daybook ${path} --help`, { reason })
}

/** The known name most like the given one, if any is like it at all. */
function nearest(given: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map(name => ({ name, steps: editDistance(given.toLowerCase().slice(0, 64), name.toLowerCase()) }))
    .sort((a, b) => a.steps - b.steps)
  const best = ranked[0]
  return best && best.steps <= Math.max(2, best.name.length * 0.4) ? best.name : undefined
}

/** `Did you mean x? `, to be put before what is known; empty where nothing is like the given name. */
export function guess(given: string, known: readonly string[]): string {
  const near = nearest(given, known)
  return near === undefined ? '' : `Did you mean ${near}? `
}
