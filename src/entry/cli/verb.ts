import type { z } from 'zod'
import type { App } from '../../app.ts'
import type { Flags, Settings } from '../../config.ts'
import type { contextOperations } from '../../context/operations.ts'
import type { diaryOperations } from '../../diary/operations.ts'
import type { homeOperations } from '../../home/operations.ts'
import { invoke } from '../../invoke.ts'
import type { Call } from '../../kernel/call.ts'
import { loadOperation } from '../../load-operation.ts'
import type { recordsOperations } from '../../records/operations.ts'
import type { RoomOperation } from '../../room/operations.ts'
import {
  argumentFrom,
  type Command,
  camel,
  flagFrom,
  type Line,
  type Own,
  type OwnSpecs,
  ownIn,
  readLine,
  takenBy,
  type Value,
} from './command-line.ts'
import { Refused } from './failure.ts'
import { writeNew } from './input.ts'
import { type Callable, callableOperations, type Field, fieldsOf, flagName, readValue } from './operation-fields.ts'
import { inStore, reportThrown, type Wording } from './store.ts'
import { type Column, type Layout, type Remark, type Terminal, terminal } from './terminal.ts'

type ByName<O extends { name: string }> = { [Each in O as Each['name']]: Each }
type DiaryOperations = ByName<(typeof diaryOperations)[number]>
type Operations = ByName<
  (typeof recordsOperations | typeof contextOperations | typeof homeOperations)[number] | RoomOperation
> &
  DiaryOperations
type Answer<N extends OperationName> = z.output<Operations[N]['output']>

type OperationName = keyof Operations
export type Input<N extends OperationName> = z.input<Operations[N]['input']>
/** The answer to an accepted call: the diary declares refusals as answers, too, and those are thrown here. */
export type Output<N extends OperationName> = N extends keyof DiaryOperations
  ? { [K in Exclude<keyof Answer<N>, 'errors'>]-?: Exclude<Answer<N>[K], undefined> }
  : Answer<N>

/** What a verb may use: calls of operations, made as this caller. */
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
  out?: string
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
  /** Fields of operations that these flags fill. */
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
  own?: OwnSpecs<S>
  /** A word with one hyphen that is not a flag is an argument, as `-not` is in a query. */
  takesHyphenedWords?: true
  /** Printed after the options in --help. */
  more?: string
  /** What would be typed after the name of the group; printed at the end of --help. */
  examples?: readonly string[]
  /** The text that is the result: on stdout as it is stored, or in the new file that --out names. */
  text?(result: R): string
  /** A long call that shows its progress on stderr, unless --quiet is given. */
  progress?: true
  /** A verb about what is kept already: where there is no database, none is made. */
  needsStore?: true
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
  /** What the operation is called with, where it is not what was given. */
  input?(given: Given<N>, own: Own<S>, cli: C): Given<N> | Promise<Given<N>>
  /** Calls the operation, unless the verb does more than that. */
  ask?(cli: C, given: Given<N>, own: Own<S>): Promise<R>
  /** One line of data that says what was done. */
  line?(result: NoInfer<R>, own: Own<S>): string
  /** Anything else that is shown. A verb that names nothing to show prints the operation's text for chats. */
  show?(result: R, page: Terminal, own: Own<S>): void
  /** Remarks to the person below the result. */
  notes?(result: NoInfer<R>, own: Own<S>): Remark | readonly Remark[]
  /** What --json prints, where it is not the answer itself. */
  json?(result: R): object
  /** Exit code of the result, where `ask` made one of its own; that of an operation's answer is declared there. */
  exit?(result: R): number
}

/** What is shown as a table: the list that has this name in the result, and a column for each field or function. */
type Listing<R> =
  | { list?: never }
  | {
      [K in keyof R]: R[K] extends ReadonlyArray<infer T extends object>
        ? Omit<Layout, 'indent'> & { list: K; columns: readonly Column<T>[]; empty?: string }
        : never
    }[keyof R]

type FieldName<N> = N extends OperationName ? Extract<keyof Input<N>, string> : never
/** As typed on the command line; the operation itself refuses what is missing. */
type Given<N> = N extends OperationName ? Input<N> : object

/** A verb of any operation and part; the function that made it has checked that its pieces fit together. */
interface Verb
  extends Omit<
    Declaration<Cli, undefined, string, object>,
    'args' | 'flags' | 'input' | 'text' | 'ask' | 'line' | 'show' | 'notes' | 'json' | 'exit'
  > {
  part: Part<Cli>
  operation: OperationName | undefined
  args?: { readonly [word: string]: string }
  flags?: ReadonlyArray<string | readonly [flag: string, field: string, help?: string]>
  input?(given: never, own: never, cli: never): unknown
  text?(result: never): string
  ask?(cli: never, given: never, own: never): Promise<object>
  line?(result: never, own: never): string
  list?: PropertyKey
  show?(result: never, page: Terminal, own: never): void
  notes?(result: never, own: never): Remark | readonly Remark[]
  json?(result: never): object
  exit?(result: never): number
}

/** The maker of one part's verbs. */
export function verbsOf<C extends Cli>(part: Part<C>) {
  return <N extends OperationName | undefined, S extends string = never, R extends object = Default<N>>(
    operation: N,
    declared: Declaration<C, N, S, R> & NoInfer<Listing<R>>,
    // A part only ever gets back what its own `open` made.
  ) =>
    () =>
      commandOf({ part: part as unknown as Part<Cli>, operation, ...declared })
}

type Default<N> = N extends OperationName ? Output<N> : object

async function commandOf(verb: Verb): Promise<Command> {
  const { part, summary, more, examples } = verb
  const fields = new Map((verb.operation ? await fieldsNamed(verb.operation) : []).map(each => [each.name, each]))
  const args = Object.entries(verb.args ?? {}).map(([word, name]) => {
    const field = fieldIn(fields, name)
    const argument = argumentFrom(word.startsWith('[') ? word : `<${word}>`, helpOf(field), field.choices)
    return { ...argument, field, label: `<${argument.isList ? `${argument.name}...` : argument.name}>` }
  })
  const flags = (verb.flags ?? []).map(flag => fieldFlag(flag, fields))
  const own = takenBy(verb.own ?? {})
  const out = verb.text ? [flagFrom('out <file>', 'write to a new file instead of stdout')] : []
  const quiet = verb.progress ? [flagFrom('quiet', 'show no progress')] : []
  const command = {
    args: [...args, ...own.args],
    flags: [...flags, ...own.flags, ...out, ...quiet, ...part.flags(verb).map(([spec, help]) => flagFrom(spec, help))],
    ...(verb.takesHyphenedWords && { takesHyphenedWords: verb.takesHyphenedWords }),
  }
  return {
    ...command,
    summary,
    ...(more && { more }),
    ...(examples && { examples }),
    async run(words, path) {
      try {
        const line = readLine(command, words, path)
        return await runVerb(verb, line, ownIn(own, line), fields, () => [
          ...args.flatMap(({ field, label, name }) => readField(field, label, line.args[camel(name)])),
          ...flags.flatMap(({ field, label, name }) => readField(field, label, line.flags[name])),
        ])
      } catch (error) {
        return reportThrown(error, words.includes('--json'), part)
      }
    },
  }
}

function fieldFlag(flag: NonNullable<Verb['flags']>[number], fields: Map<string, Field>) {
  const [spec, name, help] = typeof flag === 'string' ? [flagName(flag), flag] : flag
  const field = fieldIn(fields, name)
  const placeholder = field.choices.length > 0 && field.kind === 'string' ? spec : placeholders[field.kind]
  const whole = field.kind === 'boolean' || spec.includes(' ') ? spec : `${spec} <${placeholder}>`
  const read = flagFrom(whole, help ?? helpOf(field), field.choices)
  return { ...read, isList: read.isList || field.kind === 'array', field, label: read.long }
}

/** Descriptions are sentences; --help begins none with a capital letter. */
function helpOf({ help }: Field): string {
  return /^[A-Z][a-z ]/.test(help) ? `${help.charAt(0).toLowerCase()}${help.slice(1)}` : help
}

const placeholders: Record<Field['kind'], string> = {
  string: 'text',
  number: 'n',
  boolean: '',
  array: 'a,b',
  json: 'json',
}

function fieldIn(fields: Map<string, Field>, name: string): Field {
  const field = fields.get(name)
  if (!field) throw new Error(`The operation has no field "${name}".`)
  return field
}

function readField(field: Field, label: string, value: Value | undefined): [name: string, value: unknown][] {
  const text = Array.isArray(value) && field.kind !== 'array' ? value.join(' ') || undefined : value
  return text === undefined || (typeof text === 'boolean' && !text) ? [] : [[field.name, readValue(field, text, label)]]
}

async function runVerb(
  verb: Verb,
  line: Line,
  own: object,
  fields: ReadonlyMap<string, Field>,
  readGiven: () => [name: string, value: unknown][],
): Promise<number> {
  const { part } = verb
  // The function that made the verb has checked that these fit together.
  const { input, ask, json, exit } = verb as unknown as AnyDeclaration
  const flags: PartFlags = line.flags
  let isAnswered = false
  const work = async (app: App, settings: Settings) => {
    const cli = await part.open({ app, settings, page: terminal(), flags }, verb)
    const filled = Object.entries(part.fields).filter(([field]) => fields.has(field))
    const args: { [field: string]: unknown } = {}
    for (const [field, value] of filled) args[field] = await value(cli)
    Object.assign(args, Object.fromEntries(readGiven()))
    const wanted = input ? await input(args, own, cli) : args
    const call = () => cli.call(verb.operation ?? noOperation(), wanted as never)
    const result = (ask ? await ask(cli, wanted, own) : await call()) as AnyResult
    if (flags.json) cli.page.json(json?.(result) ?? result)
    else await showResult(verb, result, own, cli)
    isAnswered = true
    return exit?.(result) ?? exits.get(result) ?? 0
  }
  const meant = { ...(part.settingsFrom?.(flags) ?? flags), json: flags.json }
  const code = await inStore(meant, work, { ...part, needsStore: verb.needsStore })
  return isAnswered ? code : (verb.failureExit ?? code)
}

/** The declaration was checked: where it names a list, there is one. */
type AnyResult = { readonly [key: string]: readonly object[] }
type AnyDeclaration = Declaration<Cli, undefined, never, AnyResult> & Listing<AnyResult>

async function showResult(verb: Verb, result: AnyResult, own: object, { page, flags }: Cli): Promise<void> {
  const declared = verb as unknown as AnyDeclaration
  const { text, line, show, notes } = declared
  if (text && flags.out !== undefined) writeNew(flags.out, text(result))
  else if (text) page.stored(text(result))
  if (line) page.line(line(result, own))
  if (declared.list !== undefined) page.list(result[declared.list] ?? [], declared.columns, declared)
  if (show) show(result, page, own)
  if (!text && !line && declared.list === undefined && !show && !notes) {
    page.block(await chatTextOf(verb.operation ?? noOperation(), { ...result }))
  }
  page.note(...[notes?.(result, own)].flat())
}

function noOperation(): never {
  throw new Error('A verb without an operation must ask by itself.')
}

/** The exit code that its operation gave an answer. */
const exits = new WeakMap<object, number>()

/** Calls operations as one caller. */
export function callAs(app: App, caller: Call): Cli['call'] {
  return async (name, args, watch) => {
    const operation = await loadOperation(name, (await callableNamed(name)).module)
    const outcome = await invoke(app, operation, args, { ...caller, ...watch })
    if (!outcome.ok) throw outcome.fault
    if (operation.refusal && outcome.result.status === 'invalid') throw new Refused(outcome.result, outcome.status.exit)
    exits.set(outcome.result, outcome.status.exit)
    // `invoke` has checked the result against this very operation's output, and it is not a refusal.
    return outcome.result as never
  }
}

async function chatTextOf(name: OperationName, result: { [key: string]: unknown }): Promise<string> {
  const { chatText, textOnly = 'text' } = await loadOperation(name, (await callableNamed(name)).module)
  return chatText ? chatText(result) : String(result[textOnly])
}

async function callableNamed(name: OperationName): Promise<Callable> {
  const callable = (await callableOperations())[name]
  if (!callable) throw new Error(`The catalog of this build does not have "${name}". Build again: npm run build`)
  return callable
}

async function fieldsNamed(name: OperationName): Promise<Field[]> {
  return fieldsOf({ input: JSON.parse((await callableNamed(name)).input) })
}
