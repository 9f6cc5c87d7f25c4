import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Argument, type Command, Option } from 'commander'
import type { z } from 'zod'
import type { App } from '../../app.ts'
import { builtCatalog } from '../../catalog/built.ts'
import type { ProgramCatalog } from '../../catalog/catalog.ts'
import type { Flags, Settings } from '../../config.ts'
import type { contextOperations } from '../../context/operations.ts'
import type { diaryOperations } from '../../diary/operations.ts'
import { invoke } from '../../invoke.ts'
import type { Call } from '../../kernel/call.ts'
import { loadOperation } from '../../load-operation.ts'
import type { recordsOperations } from '../../records/operations.ts'
import type { RoomOperation } from '../../room/operations.ts'
import { Refused } from './failure.ts'
import { jsonText } from './json.ts'
import { type Field, fieldsOf, flagName, readValue } from './operation-fields.ts'
import { inStore, type Wording } from './store.ts'
import { type Terminal, terminal } from './terminal.ts'
import { visibleLines } from './visible.ts'

type ByName<O extends { name: string }> = { [Each in O as Each['name']]: Each }
type DiaryOperations = ByName<(typeof diaryOperations)[number]>
type Operations = ByName<(typeof recordsOperations | typeof contextOperations)[number] | RoomOperation> &
  DiaryOperations
type Answer<N extends OperationName> = z.output<Operations[N]['output']>

export type OperationName = keyof Operations
export type Input<N extends OperationName> = z.input<Operations[N]['input']>
/** The answer to an accepted call: the diary declares refusals as answers, too, and those are thrown here. */
export type Output<N extends OperationName> = N extends keyof DiaryOperations
  ? { [K in Exclude<keyof Answer<N>, 'errors'>]-?: Exclude<Answer<N>[K], undefined> }
  : Answer<N>

/** What a verb may use: the one door, bound to this caller. */
export interface Cli {
  app: App
  settings: Settings
  page: Terminal
  /** Who calls, and the project and session meant when the arguments name none. */
  caller: Call
  /** The flags that all verbs of a part have, as they were given. */
  flags: PartFlags
  call<N extends OperationName>(name: N, args: Input<N>, watch?: Pick<Call, 'signal' | 'onEvent'>): Promise<Output<N>>
}

export interface PartFlags extends Flags {
  json?: true
  quiet?: true
  workspace?: string
  root?: string
  timezone?: string
  date?: string
  today?: true
  yesterday?: true
  unlock?: true
}

/** What the verbs of one part have in common. */
export interface Part<C extends Cli> extends Wording {
  /** As commander writes them, with their help; asked for each verb. */
  flags(verb: Verb): ReadonlyArray<readonly [flag: string, help: string]>
  /** The same flags as settings know them. */
  settingsFrom?(flags: PartFlags): Flags
  /** Makes of the base what verbs of this part are given. */
  open(base: Omit<Cli, 'caller' | 'call'>, verb: Verb): Promise<C>
  /** Fields of operations that these flags stand for. */
  fields: { readonly [field: string]: (cli: C) => unknown }
}

/** How a verb is declared: the operation it calls and what it shows; flags take type, limits and help from the schema. */
interface Declaration<C extends Cli, N extends OperationName | undefined, S extends string, R extends object> {
  summary: string
  /** Fields given by position: the word in the usage line → the field. `words...` takes all that follow, `[to]` may be left out. */
  args?: { readonly [word: string]: FieldName<N> }
  /** Fields given by flag, under a name and with help of the verb's own where it says so. */
  flags?: ReadonlyArray<FieldName<N> | readonly [flag: string, field: FieldName<N>, help?: string]>
  /** Arguments and flags of the verb itself: `<file>`, `[dir]`, `out <file>`, `dry-run`, `no-digest`. */
  own?: { readonly [spec in S]: string }
  /** Printed after the options in --help. */
  more?: string
  /** What would be typed after the name of the group; printed at the end of --help. */
  examples?: readonly string[]
  /** A long call that shows its progress on stderr, unless --quiet is given. */
  progress?: true
  /** A verb of the diary that is about no single day. */
  dayless?: true
  /** A verb of the diary that ends by itself what it has started when Ctrl-C is pressed. */
  handlesInterrupt?: true
  /** A verb of the room that makes the room, so there is none to be found. */
  makesRoom?: true
  /** A verb of the room that may need stored keys, which may be locked. */
  usesKeys?: true
  /** Exit code of every failure, where programs rely on one. */
  failureExit?: number
  /** Calls the operation with what was given, unless the verb does more than that. */
  ask?(cli: C, given: Given<N>, own: Own<S>): Promise<R>
  /** The operation's text for chats is shown when absent. */
  show?(result: R, page: Terminal, own: Own<S>): void
  /** What --json prints, where it is not the answer itself. */
  json?(result: R): object
  /** Exit code of an answer that is not a success. */
  exit?(result: R): number
}

type FieldName<N> = N extends OperationName ? Extract<keyof Input<N>, string> : never
/** As typed on the command line; the operation itself refuses what is missing. */
type Given<N> = N extends OperationName ? Input<N> : object

/** `<file>` is a text, `[dir]` may be absent, `[words...]` are several; `out <file>` may be absent, `dry-run` is true or absent. */
type Own<S extends string> = { [K in Extract<S, Always> as NameIn<K>]: ValueOf<K> } & {
  [K in Exclude<S, Always> as NameIn<K>]?: ValueOf<K>
}
type Always = `<${string}>` | `[${string}...]` | `no-${string}`
type NameIn<K extends string> = K extends `<${infer N}...>` | `[${infer N}...]` | `-${string}, --${infer N}`
  ? Camel<N>
  : K extends `<${infer N}>` | `[${infer N}]` | `no-${infer N}` | `${infer N} <${string}>` | `${infer N} [${string}]`
    ? Camel<N>
    : Camel<K>
type ValueOf<K extends string> = K extends `${string}...>` | `${string}...]`
  ? string[]
  : K extends `no-${string}`
    ? boolean
    : K extends `${string} [${string}]`
      ? string | true
      : K extends `${string}>` | `${string}]`
        ? string
        : true
type Camel<S extends string> = S extends `${infer A}-${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S

/** A verb of any operation and part; the function that made it has checked that its pieces fit together. */
export interface Verb
  extends Omit<Declaration<Cli, undefined, string, object>, 'args' | 'flags' | 'ask' | 'show' | 'json' | 'exit'> {
  part: Part<Cli>
  operation: OperationName | undefined
  args?: { readonly [word: string]: string }
  flags?: ReadonlyArray<string | readonly [flag: string, field: string, help?: string]>
  ask?(cli: never, given: never, own: never): Promise<object>
  show?(result: never, page: Terminal, own: never): void
  json?(result: never): object
  exit?(result: never): number
}

/** The maker of one part's verbs. */
export function verbsOf<C extends Cli>(part: Part<C>) {
  return <N extends OperationName | undefined, S extends string = never, R extends object = Default<N>>(
    operation: N,
    declared: Declaration<C, N, S, R>,
    // A part only ever gets back what its own `open` made.
  ): Verb => ({ part: part as unknown as Part<Cli>, operation, ...declared })
}

type Default<N> = N extends OperationName ? Output<N> : object

/** Verbs by name in the order help lists them, some of them below a word of their own. */
export interface VerbGroup {
  readonly [name: string]: Verb | { about: string; verbs: VerbGroup }
}

/** Adds the verb that is called; all of them where it is none of them, for help and for saying what there is. */
export async function addVerbs(to: Command, group: VerbGroup, [called, ...more]: readonly string[]): Promise<void> {
  const isKnown = called !== undefined && Object.hasOwn(group, called)
  for (const [name, verb] of Object.entries(group)) {
    if (isKnown && name !== called) continue
    if ('about' in verb) await addVerbs(to.command(name).description(verb.about), verb.verbs, more)
    else await addVerb(to, name, verb)
  }
}

async function addVerb(to: Command, name: string, verb: Verb): Promise<void> {
  const command = to.command(name).description(verb.summary)
  const fields = new Map((verb.operation ? await fieldsNamed(verb.operation) : []).map(each => [each.name, each]))
  const bound = [
    ...Object.entries(verb.args ?? {}).map(([word, field]) => addArgument(command, word, fieldIn(fields, field))),
    ...(verb.flags ?? []).map(flag => addFlag(command, flag, fields)),
  ]
  for (const [spec, help] of Object.entries(verb.own ?? {})) {
    if (/^[<[]/.test(spec)) command.argument(spec, help)
    // Repeated rather than followed by several values, which would take the arguments after it as well.
    else if (spec.endsWith('...>')) command.option(`--${spec.replace('...', '')}`, help, collect)
    else command.option(spec.startsWith('-') ? spec : `--${spec}`, help)
  }
  if (verb.progress) command.option('--quiet', 'show no progress')
  for (const [flag, help] of verb.part.flags(verb)) command.option(flag, help)
  if (verb.more) command.addHelpText('after', `\n${verb.more}`)
  if (verb.examples) {
    const lines = verb.examples.map(example => `  daybook ${groupOf(command)} ${example}\n`)
    command.addHelpText('after', `\nExamples:\n${lines.join('')}`)
  }
  command.action(async () => {
    process.exitCode = await runVerb(verb, command, fields, () => givenBy(command, bound))
  })
}

function groupOf(command: Command): string {
  const { parent } = command
  return parent?.parent?.parent ? groupOf(parent) : (parent?.name() ?? '')
}

/** A field and where on the command line its value is. */
interface Bound {
  field: Field
  label: string
  value(command: Command): string | string[] | true | undefined
}

function addArgument(command: Command, word: string, field: Field): Bound {
  const at = command.registeredArguments.length
  const argument = new Argument(/^\[/.test(word) ? word : `<${word}>`, field.help)
  if (field.choices.length > 0) argument.argChoices = [...field.choices]
  command.addArgument(argument)
  const isList = field.kind === 'array'
  return {
    field,
    label: `<${word.replace(/[[\]]/g, '')}>`,
    value: ({ processedArgs }) => {
      const given = processedArgs[at]
      return Array.isArray(given) && !isList ? given.join(' ') || undefined : given
    },
  }
}

function addFlag(command: Command, flag: NonNullable<Verb['flags']>[number], fields: Map<string, Field>): Bound {
  const [spec, name, help] = typeof flag === 'string' ? [flagName(flag), flag] : flag
  const field = fieldIn(fields, name)
  const hasValue = field.kind !== 'boolean' && !spec.includes(' ')
  const placeholder = field.choices.length > 0 && field.kind === 'string' ? spec : placeholders[field.kind]
  const option = new Option(`--${spec}${hasValue ? ` <${placeholder}>` : ''}`, help ?? field.help)
  // Not `choices()`: commander would refuse lower case, and words its faults differently.
  if (field.choices.length > 0) option.argChoices = [...field.choices]
  if (field.kind === 'array' && !option.variadic) option.argParser(collect)
  command.addOption(option)
  return { field, label: `--${option.name()}`, value: () => command.opts()[option.attributeName()] }
}

const placeholders: Record<Field['kind'], string> = {
  string: 'text',
  number: 'n',
  boolean: '',
  array: 'a,b',
  json: 'json',
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}

function fieldIn(fields: Map<string, Field>, name: string): Field {
  const field = fields.get(name)
  if (!field) throw new Error(`The operation has no field "${name}".`)
  return field
}

function givenBy(command: Command, bound: readonly Bound[]): { [field: string]: unknown } {
  return Object.fromEntries(
    bound.flatMap(({ field, label, value }) => {
      const given = value(command)
      return given === undefined ? [] : [[field.name, readValue(field, given, label)] as const]
    }),
  )
}

async function runVerb(
  verb: Verb,
  command: Command,
  fields: ReadonlyMap<string, Field>,
  readGiven: () => object,
): Promise<number> {
  const { part } = verb
  // The function that made the verb has checked that these fit together.
  const { ask, show, json, exit } = verb as unknown as Declaration<Cli, undefined, never, object>
  const flags = command.opts<PartFlags>()
  const own: Own<never> = { ...flags, ...namedArguments(command) }
  let isAnswered = false
  const work = async (app: App, settings: Settings) => {
    const cli = await part.open({ app, settings, page: terminal(), flags }, verb)
    const filled = Object.entries(part.fields).filter(([field]) => fields.has(field))
    const given: { [field: string]: unknown } = {}
    for (const [field, value] of filled) given[field] = await value(cli)
    Object.assign(given, readGiven())
    const result = ask ? await ask(cli, given, own) : await cli.call(verb.operation ?? unnamed(), given as never)
    if (flags.json) cli.page.line(jsonText(json?.(result) ?? result, cli.page.columns !== undefined))
    else if (show) show(result, cli.page, own)
    else cli.page.line(visibleLines(await chatTextOf(verb.operation ?? unnamed(), { ...result })))
    isAnswered = true
    return exit?.(result) ?? 0
  }
  const code = await inStore({ ...(part.settingsFrom?.(flags) ?? flags), json: flags.json }, work, part)
  return isAnswered ? code : (verb.failureExit ?? code)
}

function namedArguments(command: Command): object {
  return Object.fromEntries(
    command.registeredArguments.map((argument, at) => [camel(argument.name()), command.processedArgs[at]]),
  )
}

function camel(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function unnamed(): never {
  throw new Error('A verb without an operation must ask by itself.')
}

/** The door for one caller. */
export function boundCall(app: App, caller: Call): Cli['call'] {
  return async (name, args, watch) => {
    const operation = await loadOperation(name, (await callableNamed(name)).module)
    const outcome = await invoke(app, operation, args, { ...caller, ...watch })
    if (!outcome.ok) throw outcome.fault
    if (operation.refusal && outcome.result.status === 'invalid') throw new Refused(outcome.result, outcome.status.exit)
    // The door has checked the result against this very operation's output, and it is not a refusal.
    return outcome.result as never
  }
}

async function chatTextOf(name: OperationName, result: { [key: string]: unknown }): Promise<string> {
  const { chatText, textOnly = 'text' } = await loadOperation(name, (await callableNamed(name)).module)
  return chatText ? chatText(result) : String(result[textOnly])
}

/** What verbs need of an operation. Its schema is a text, because a command reads one of hundreds. */
interface Callable {
  module: string | undefined
  input: string
}

export function callablesIn({ operations, modules }: ProgramCatalog): { [operation: string]: Callable } {
  return Object.fromEntries(
    operations.map(({ name, input }) => [name, { module: modules[name], input: JSON.stringify(input) }]),
  )
}

async function callableNamed(name: OperationName): Promise<Callable> {
  callables ??= readCallables()
  const callable = (await callables)[name]
  if (!callable) throw new Error(`The catalog of this build does not have "${name}". Build again: npm run build`)
  return callable
}

let callables: ReturnType<typeof readCallables> | undefined

/** The build wrote them beside the program; run from its sources they are made here. */
async function readCallables(): Promise<ReturnType<typeof callablesIn>> {
  const file = fileURLToPath(new URL('./callables.json', import.meta.url))
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : callablesIn(await builtCatalog())
}

async function fieldsNamed(name: OperationName): Promise<Field[]> {
  return fieldsOf({ input: JSON.parse((await callableNamed(name)).input) })
}
